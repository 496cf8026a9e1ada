/* The reports on a game other than tiddlywinks as JSON: lines of its record, and of the event stream. */
#ifndef SQ_UI_REFEREE_OTHER_GAME_JSON_H
#define SQ_UI_REFEREE_OTHER_GAME_JSON_H

#include <jansson.h>

#include "rules/record.h"
#include "ui/umpire/other_game_told.h"

/* The line of the record with its remarks (ui/game/record_remarks.h), without its end; the caller frees. Null
 * where memory runs out. */
char *sq_told_line(const sq_told *told);

/* The line of the stream for other reports: question, by-hand, wait, refused. A new object; null where memory
 * runs out. */
json_t *sq_told_json(const sq_told *told);

#endif
