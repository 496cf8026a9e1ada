/* The name (id) of a game in a hall, and whether the hall has all of it: hall.json in the game's folder. */
#ifndef SQ_UI_PUBLISH_HALL_FILE_H
#define SQ_UI_PUBLISH_HALL_FILE_H

#include "ui/publish/table_topics.h"
#include "vision/system/failure.h"

typedef struct {
    char id[SQ_GAME_ID];
    char hall[SQ_HALL_NAME], table[SQ_HALL_NAME]; /* where it is published; "": the file does not say */
    bool whole;                                   /* the hall has all of it */
    long long bytes; /* ... when the stream had so many: an umpire may amend it; 0: not known */
} sq_hall_name;

/* Reads the file. False: there is none that can be read. */
bool sq_hall_name_read(sq_hall_name *out, const char *path);

/* Whether the hall has all of the game: the file says so, and the game's stream is as it was then. Where its
 * size is not known, it may have been amended. */
bool sq_hall_name_is_whole(const sq_hall_name *name, const char *stream);
/* Notes the stream's size now: call it before its lines are counted, and set `whole` when the hall has them.
 */
void sq_hall_name_measure(sq_hall_name *name, const char *stream);

/* Draws a new random id. Fails if the system has no random numbers. */
sq_code sq_hall_name_draw(char id[SQ_GAME_ID], sq_diag *d);

/* Writes the file whole or not at all. */
sq_code sq_hall_name_write(const sq_hall_name *name, const char *path, sq_diag *d);

#endif
