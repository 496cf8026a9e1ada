/* The zero test (calib/known_lengths.h) as JSON: what `squint zero --json` prints, what the console's page
 * shows, and what a camera's file keeps of it under its key "zero" (docs/PROTOCOL.md). */
#ifndef SQ_CALIB_KNOWN_LENGTHS_JSON_H
#define SQ_CALIB_KNOWN_LENGTHS_JSON_H

#include <jansson.h>

#include "calib/known_lengths.h"
#include "vision/system/failure.h"

/* "zero": passed, limit_mm, distances ...; "measured": each distance with its error. card: they were measured
 * on a printed board. The caller decrefs; null where memory runs out. */
json_t *sq_zero_to_json(const sq_zero *z, double limit_mm, bool card);

/* Writes `result` into a camera's file as its key "zero"; all other keys stay. */
sq_code sq_zero_keep(const json_t *result, const char *path, sq_diag *d);

#endif
