/* What is true of a table now, gathered from the lines of its stream: the newest state and position, the
 * question that is open, the fault, and what is told of the game. A newer line takes the place of an older
 * one. */
#ifndef SQ_UI_PUBLISH_TABLE_NEWS_H
#define SQ_UI_PUBLISH_TABLE_NEWS_H

#include "ui/publish/game_lines.h"
#include "ui/publish/table_topics.h"

/* Of one topic. */
typedef struct {
    json_t *line;  /* of the stream, or of `about` the object; null: nothing to tell */
    long long seq; /* of the line */
    bool fresh;    /* it has not been published since it changed */
} sq_table_item;

/* Zero-initialised: of a game that has not begun. sq_table_news_free frees what it holds. */
typedef struct {
    sq_table_item item[SQ_TABLE_TOPICS]; /* of ABOUT, STATE, POSITION, QUESTION and FAULT alone */
    long long question;                  /* the number of the one that is open; 0: none */
    long long newest;                    /* the number of the last line */
} sq_table_news;

/* Takes a line in. */
void sq_table_news_take(sq_table_news *n, const sq_told_line *told);
void sq_table_news_free(sq_table_news *n);

#endif
