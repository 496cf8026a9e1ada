/* A game's folder: it holds everything that squint knows of one game, under these names.
 *
 * The record is the truth, and it was decided from the observations (looks.jsonl), which a camera gives once.
 * Everything else can be made again from these two, and is made again if it is missing. */
#ifndef SQ_UI_GAME_GAME_FOLDER_H
#define SQ_UI_GAME_GAME_FOLDER_H

#include <limits.h>
#include <stdbool.h>

#include "rules/terms/event.h"
#include "ui/umpire/automation.h"
#include "vision/frame/frame_copy.h"
#include "vision/system/failure.h"

#define SQ_GAME_DOOR "door"

/* member, name, what it is */
#define SQ_GAME_FILE_LIST(X)                                                                      \
    X(note, "session.json", "what is watched, with which settings, since when (sq_game_note)")    \
    X(record, "game.jsonl", "the record: each event (ui/game/journal.h)")                         \
    X(looks, "looks.jsonl", "what the umpire was given of each rest (ui/game/looks_file.h)")      \
    X(rests, "rests.jsonl", "each rest for people and programs: the winks with their names")      \
    X(stream, "stream.jsonl", "what listeners were told, numbered (ui/stream/event_stream.h)")    \
    X(camera, "camera.json", "the camera, as it was found or given (calib/camera/camera_file.h)") \
    X(hall, "hall.json", "its name in a hall, where it is published (ui/publish/publisher.h)")    \
    X(evidence, "evidence",                                                                       \
      "a folder: pictures of the rests and of the motion before them (ui/game/evidence.h)")       \
    X(door, SQ_GAME_DOOR, "while it runs: where the umpire's words come in (ui/overrule/game_socket.h)")

/* The paths of all these files. */
typedef struct {
    char folder[PATH_MAX];
#define X(member, name, text) char member[PATH_MAX];
    SQ_GAME_FILE_LIST(X)
#undef X
} sq_game_paths;

/* Fails only where a name is too long. */
sq_code sq_game_paths_of(sq_game_paths *out, const char *folder, sq_diag *d);

/* A folder may hold several games, one after another: game.jsonl is the record of the first, game-2.jsonl of
 * the second. */
enum { SQ_RECORD_FILE_MAX = 32 };
void sq_record_file(char file[SQ_RECORD_FILE_MAX], int game);
void sq_game_record(char record[PATH_MAX], const sq_game_paths *paths, int game);

/* The same where the first game's record is a file of any name: NAME-2.jsonl beside NAME.jsonl. */
void sq_game_record_after(char record[PATH_MAX], const char *first, int game);

/* The picture of the ruling in a line: 0007.jpg of the first game, game-2-0007.jpg of the second. */
enum { SQ_RULING_FILE_MAX = 40 };
void sq_ruling_file(char file[SQ_RULING_FILE_MAX], int game, int line);

/* The game, counted from 1, whose record a file of this name is; 0: it is no record's name. file: without its
 * folder. */
int sq_record_number(const char *file);

/* Whether a file of this name in a game's folder is the game's: a file of the list, a further game's record,
 * a torn line, a ruling's picture or card. */
bool sq_game_is_its_file(const char *name);

/* Whether a folder holds a game. */
bool sq_game_lies_in(const char *folder);

/* Whether a file is, or would be, a part of a kept game that no other output may replace: a file of the list,
 * a further game's record, a torn line, a ruling's picture, a picture of its evidence. Not its cards, which
 * squint show writes again. */
bool sq_game_holds(const char *path);

/* A folder that is locked for this program. */
typedef struct {
    int lock;             /* its file descriptor; -1: none */
    int made;             /* how many folders were made: this one, and those above it */
    char moved[PATH_MAX]; /* where the game that it held is now; "": it held none */
} sq_game_hold;

/* Makes the folder and those above it if it does not exist, and keeps every other squint out of it until
 * sq_game_folder_unlock. A game in it is moved into a folder beside it (FOLDER~1, ~2 ...). goes_on: the game
 * in it goes on; then the folder must exist, and nothing is moved. */
sq_code sq_game_folder_lock(sq_game_hold *out, const char *folder, bool goes_on, sq_diag *d);

/* For a game that could not begin (its source cannot be read ...): deletes its empty files and its stream,
 * moves an older game back, and removes folders that were made. False, and nothing is changed, if something
 * was seen or said. */
bool sq_game_folder_undo(const sq_game_hold *h, const char *folder);

void sq_game_folder_unlock(sq_game_hold *h); /* one without a lock is allowed */

/* The session's settings, from which it can go on. */
enum { SQ_GAME_NOTE_FORMAT = 1 };
typedef struct {
    char source[PATH_MAX], calibration[PATH_MAX]; /* calibration "": the camera is found from the mat */
    char from[PATH_MAX];                          /* the start position; "": as the mat lies */
    char begun[32];                               /* when it began, ISO 8601 in UTC */
    long long source_bytes; /* the size of a source that is a file, to recognise it; else -1 */
    sq_turning turning;     /* of the source's frames */
    sq_event_game game;
    sq_automation automation; /* the last setting */
    bool overlay;             /* each ruling gets a picture */
    bool hold;                /* the audience's pages hold back what is new */
} sq_game_note;

/* The note of a session that begins now. */
void sq_game_note_now(sq_game_note *out, const char *source, const char *calibration, sq_event_game game);
void sq_game_note_from(sq_game_note *out, const char *from); /* null: as it lies */
/* It goes on by another camera's file; null: by the mat. Paths of files are noted from the root. */
void sq_game_note_calibration(sq_game_note *out, const char *calibration);

/* Writes the whole file or nothing. Only its owner can read it, since a source's address may hold a
 * password. */
sq_code sq_game_note_write(const sq_game_note *n, const char *path, sq_diag *d);

/* Reads it. SQ_E_FILE where there is none; SQ_E_FORMAT where it is damaged or a newer squint wrote it. */
sq_code sq_game_note_read(sq_game_note *out, const char *path, sq_diag *d);

/* When the session began, of the whole note only that; "" where there is none. Returns `to`. */
enum { SQ_GAME_BEGUN = 32 };
const char *sq_game_note_begun(char to[SQ_GAME_BEGUN], const char *path);

#endif
