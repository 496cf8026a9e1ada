/* A drawn round as files: a folder with a picture of each rest, rest_000.jpg and so on, and truth.jsonl, the
 * record that is true of it; a shot's line says as "rest" after which picture of the folder it was played. */
#ifndef SQ_DATASETS_CROKINOLE_ROUND_FILES_H
#define SQ_DATASETS_CROKINOLE_ROUND_FILES_H

#include <stdbool.h>
#include <stdint.h>

#include "vision/system/failure.h"

/* Makes the folder and writes all files. tell (may be null) is called with `who` after each rest: how many
 * are drawn, of how many. */
sq_code sq_round_files_write(const char *folder, uint64_t seed, bool doubles, int width, int height,
                             void (*tell)(void *who, int done, int total), void *who, sq_diag *d);

#endif
