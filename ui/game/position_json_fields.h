/* The numbers of a position and their keys in JSON: the lists that the writer (position_json_write.c) and the
 * reader (position_json_read.c) share. For these two files only. */
#ifndef SQ_UI_GAME_POSITION_JSON_FIELDS_H
#define SQ_UI_GAME_POSITION_JSON_FIELDS_H

#include <stddef.h>

#include "vision/position/position.h"

/* Digits after the point: a micrometre, a tenth of a per mille, a hundredth of a millisecond … */
enum { MM_DIGITS = 3, SHARE_DIGITS = 4, MS_DIGITS = 2, SECONDS_DIGITS = 6 };

/* A number of a struct, and its key. */
typedef struct {
    const char *key;
    size_t offset;
    int digits;
    bool required;
} sq_position_field;

#define SQ_FIELD(type, member, key, digits, required) \
    { key, offsetof(type, member), digits, required }

static const sq_position_field wink_fields[] = {
    SQ_FIELD(sq_seen_wink, at.x, "x", MM_DIGITS, true),
    SQ_FIELD(sq_seen_wink, at.y, "y", MM_DIGITS, true),
    SQ_FIELD(sq_seen_wink, z, "z", MM_DIGITS, false),
    SQ_FIELD(sq_seen_wink, sigma_mm, "sigma_mm", MM_DIGITS, false),
    SQ_FIELD(sq_seen_wink, seen, "seen", SHARE_DIGITS, true),
    SQ_FIELD(sq_seen_wink, edge_to_pot_mm, "edge_to_pot_mm", MM_DIGITS, false),
    SQ_FIELD(sq_seen_wink, edge_sigma_mm, "edge_sigma_mm", MM_DIGITS, false),
    SQ_FIELD(sq_seen_wink, colour_confidence, "colour_confidence", SHARE_DIGITS, false),
    SQ_FIELD(sq_seen_wink, size_confidence, "size_confidence", SHARE_DIGITS, false),
};
static const sq_position_field raised_fields[] = {
    SQ_FIELD(sq_seen_wink, raised_mm, "raised_mm", MM_DIGITS, true)};
static const sq_position_field common_fields[] = {
    SQ_FIELD(sq_common_error, sigma_mm, "sigma_mm", MM_DIGITS, true),
    SQ_FIELD(sq_common_error, to_pot_mm, "to_pot_mm", MM_DIGITS, true),
    SQ_FIELD(sq_common_error, stretch, "stretch", SHARE_DIGITS, true),
};
static const sq_position_field squop_fields[] = {
    SQ_FIELD(sq_squop, probability, "probability", SHARE_DIGITS, true),
    SQ_FIELD(sq_squop, gap_mm, "gap_mm", MM_DIGITS, true),
    SQ_FIELD(sq_squop, sigma_mm, "sigma_mm", MM_DIGITS, false),
};
static const sq_position_field nearest_fields[] = {
    SQ_FIELD(sq_nearest, mm, "mm", MM_DIGITS, false),
    SQ_FIELD(sq_nearest, sigma_mm, "sigma_mm", MM_DIGITS, false),
};
static const sq_position_field region_fields[] = {
    SQ_FIELD(sq_region, at.x, "x", MM_DIGITS, true),
    SQ_FIELD(sq_region, at.y, "y", MM_DIGITS, true),
    SQ_FIELD(sq_region, radius_mm, "radius_mm", MM_DIGITS, true),
};
static const sq_position_field other_pot_fields[] = {
    SQ_FIELD(sq_position, other_pot.x, "x", MM_DIGITS, true),
    SQ_FIELD(sq_position, other_pot.y, "y", MM_DIGITS, true),
};
static const sq_position_field pot_fields[] = {
    SQ_FIELD(sq_position, pot.x, "x", MM_DIGITS, true),
    SQ_FIELD(sq_position, pot.y, "y", MM_DIGITS, true),
    SQ_FIELD(sq_position, pot_sigma_mm, "sigma_mm", MM_DIGITS, false),
};
static const sq_position_field calibration_fields[] = {
    SQ_FIELD(sq_position, camera_rms_px, "rms_px", MM_DIGITS, false),
    SQ_FIELD(sq_position, file_off_mm, "file_off_mm", MM_DIGITS, false),
    SQ_FIELD(sq_position, file_off_sigma_mm, "file_off_sigma_mm", MM_DIGITS, false),
};
static const sq_position_field ms_fields[] = {
    SQ_FIELD(sq_position, load_ms, "load", MS_DIGITS, true),
    SQ_FIELD(sq_position, sight_ms, "sight", MS_DIGITS, true),
};
static const sq_position_field t_fields[] = {SQ_FIELD(sq_position, t, "t", SECONDS_DIGITS, false)};

#define SQ_FIELD_COUNT(list) (sizeof(list) / sizeof *(list))

#endif
