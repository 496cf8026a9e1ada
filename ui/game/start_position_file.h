/* The file of a game that is joined in the middle: the winks' places and names, and how the game stood.
 *
 * It holds a position as `squint look --json` prints it and rests.jsonl keeps it (ui/game/position_json.h),
 * with an "id" for each wink whose name matters. The key "set" is added: an event of the record
 * (rules/record.h) with the turn and whatever else is known, for example
 *
 *   {"winks": [...], ..., "set": {"event": "set", "squidge_off": "red", "turn": "blue", "elapsed_s": 300}}
 *
 * Where "set" does not give pot, baseline or over, they are taken from the position. Without "set" whoever
 * plays first is taken to be in turn. */
#ifndef SQ_UI_GAME_START_POSITION_FILE_H
#define SQ_UI_GAME_START_POSITION_FILE_H

#include "ui/umpire/start_position.h"
#include "vision/system/failure.h"

/* Reads a file. If it has several lines, as rests.jsonl has, the last one counts. On failure the message
 * names file and key. */
sq_code sq_start_position_read(sq_start_position *out, const char *path, sq_diag *d);

#endif
