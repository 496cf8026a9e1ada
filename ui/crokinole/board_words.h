/* What was seen of a crokinole board, in sentences. */
#ifndef SQ_UI_CROKINOLE_BOARD_WORDS_H
#define SQ_UI_CROKINOLE_BOARD_WORDS_H

#include <stdio.h>

#include "vision/crokinole/position.h"

/* A probability that is worth saying, or drawing. */
#define SQ_BOARD_SAID 0.01

/* Writes the score, the regions, each question with its millimetres, and what was measured of the board.
 * image: the file's name as the user gave it. */
void sq_board_position_say(FILE *to, const sq_board_position *p, const char *image);

/* Writes only what was measured of the board: how much of each line is seen, radii with their ±, what is
 * assumed. */
void sq_board_measures_say(FILE *to, const sq_board_position *p, const char *image);

/* Parts of these, as lines that begin with two spaces: where a side's discs score, from the middle outwards,
 * nothing if it has none; and what was measured of the lines and what is assumed. */
void sq_board_side_say(FILE *to, const sq_board_position *p, sq_board_side side);
void sq_board_lines_say(FILE *to, const sq_board_position *p);

/* How many discs in play are asked about; sq_board_doubts: and which, the greatest doubt first. */
int sq_board_questions(const sq_board_position *p);
int sq_board_doubts(const sq_board_position *p, int disc[SQ_BOARD_DISC_CAP]);

/* A side's score as far as it is known: "30", or "25 to 35", within which it lies in 99 of 100 such pictures.
 * A disc about which nothing is asked scores what it is called. */
enum { SQ_BOARD_SCORE_MAX = 24 };
const char *sq_board_score_say(char to[SQ_BOARD_SCORE_MAX], const sq_board_position *p, sq_board_side side);

/* What is most in doubt of a disc: whether it is one, whose it is, or whether it scores so much, which a line
 * decides. */
typedef enum { SQ_DOUBT_DISC, SQ_DOUBT_SIDE, SQ_DOUBT_LINE } sq_board_doubt;
sq_board_doubt sq_board_doubt_of(const sq_board_disc_seen *disc);

/* "gap to the 10 line 0.4 ± 0.5 mm", or "overlap with" it. */
enum { SQ_LINE_GAP_MAX = 80 };
const char *sq_board_gap_say(char to[SQ_LINE_GAP_MAX], const sq_board_disc_seen *disc);

#endif
