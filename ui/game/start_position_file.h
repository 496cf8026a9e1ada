/* A game that is taken up in its midst: how the winks lay and what they are called, and how the game stood.
 *
 * The file is a position as `squint look --json` prints it and rests.jsonl keeps it
 * (ui/game/position_json.h), with an "id" for each wink whose name matters, and in it the key "set": an event
 * of the record (rules/record.h) with the turn and what else is known, say
 *
 *   {"winks": [...], ..., "set": {"event": "set", "squidge_off": "red", "turn": "blue", "elapsed_s": 300}}
 *
 * What "set" does not name of pot, baseline and over is taken as the eye sees it. Without "set" whoever plays
 * first is taken to be in turn. */
#ifndef SQ_UI_GAME_START_POSITION_FILE_H
#define SQ_UI_GAME_START_POSITION_FILE_H

#include "ui/umpire/start_position.h"
#include "vision/system/diag.h"

/* Reads a file; the last of its lines where it has several, as rests.jsonl does. */
sq_code sq_start_position_read(sq_start_position *out, const char *path, sq_diag *d);

#endif
