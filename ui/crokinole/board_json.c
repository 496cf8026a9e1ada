/* A board position as one line of JSON. */
#include "ui/crokinole/board_json.h"

#include <jansson.h>
#include <string.h>

#include "rules/record.h"
#include "ui/words/json_text.h"
#include "vision/crokinole/board_regions.h"
#include "vision/crokinole/score_readings.h"

enum { DIGITS = 6 };

static json_t *disc_json(const sq_board_disc_seen *disc) {
    json_t *regions = json_object();
    static const char *const names[SQ_BOARD_REGIONS] = {"20",      "15", "line-15", "10",
                                                        "line-10", "5",  "out",     "ditch"};
    for (int r = 0; r < SQ_BOARD_REGIONS; r++)
        if (disc->probability[r] > 0.001)
            json_object_set_new(regions, names[r], json_real(disc->probability[r]));
    static const char *const lines[] = {
#define X(number, name) name,
        SQ_RING_LIST(X)
#undef X
    };
    return json_pack("{s:s, s:f, s:f, s:f, s:s, s:i, s:s, s:f, s:s, s:f, s:f, s:f, s:f, s:o}", "colour",
                     sq_board_side_name(disc->side), "x_px", disc->px.x, "y_px", disc->px.y, "radius_px",
                     disc->radius_px, "region", sq_board_region_name(disc->region), "value",
                     sq_board_region_value(disc->region), "call", disc->sure ? "sure" : "ask",
                     "colour_probability", disc->side_sure, "nearest_line", lines[disc->nearest],
                     "clearance_mm", disc->clearance_mm, "sigma_mm", disc->clearance_sigma_mm, "x",
                     disc->at.x, "y", disc->at.y, "probability", regions);
}

static json_t *board_json(const sq_board_position *p) {
    const sq_ring_line *ring = p->board.ring;
    return json_pack("{s:f, s:f, s:f, s:f, s:f}", "ten", ring[SQ_RING_TEN].radius_mm / SQ_BOARD_OUTER_MM,
                     "fifteen", ring[SQ_RING_FIFTEEN].radius_mm / SQ_BOARD_OUTER_MM, "line_width_mm",
                     2 * ring[SQ_RING_TEN].half_width_mm, "disc_radius_mm", p->disc_radius_mm,
                     "disc_height_mm", p->disc_height_mm);
}

static json_t *score_json(const int score[SQ_BOARD_SIDES]) {
    return json_pack("{s:i, s:i}", "light", score[SQ_LIGHT], "dark", score[SQ_DARK]);
}

/* That the score is right: as the readings say, of which the unlikeliest are left out. */
static double score_probability(const sq_board_position *p, const sq_score_reading *reading, int n) {
    for (int i = 0; i < n; i++)
        if (!memcmp(reading[i].score, p->score, sizeof p->score)) return reading[i].probability;
    return p->score_probability;
}

static json_t *readings_json(const sq_score_reading *reading, int n) {
    json_t *list = json_array();
    for (int i = 0; i < n; i++)
        json_array_append_new(list, json_pack("{s:o, s:f}", "score", score_json(reading[i].score),
                                              "probability", reading[i].probability));
    return list;
}

static sq_code write_line(FILE *to, json_t *line, sq_diag *d) {
    int failed = !line || json_dumpf(line, to, JSON_COMPACT | JSON_REAL_PRECISION(DIGITS));
    json_decref(line);
    if (failed)
        return sq_fail(d, SQ_E_MEMORY, "the JSON of a board: not enough memory; close other programs");
    fputc('\n', to);
    return SQ_OK;
}

static json_t *abstain_json(const char *image, const char *why) {
    return json_pack("{s:s, s:i, s:o, s:b, s:o}", "type", "board", "version", SQ_FORMAT_VERSION, "image",
                     sq_json_text(image), "abstain", 1, "why", sq_json_text(why));
}

/* The discs; or what is only perhaps one. */
static json_t *discs_json(const sq_board_position *p, bool perhaps) {
    json_t *list = json_array();
    for (int i = 0; i < p->count; i++)
        if (sq_board_is_hardly_a_disc(p, i) == perhaps) json_array_append_new(list, disc_json(&p->disc[i]));
    return list;
}

json_t *sq_board_json(const sq_board_position *p, const char *image) {
    if (*p->refusal) return abstain_json(image, p->refusal);
    sq_score_reading reading[SQ_SCORE_READINGS];
    int n = sq_score_readings(p, reading);
    return json_pack("{s:s, s:i, s:o, s:o, s:o, s:o, s:f, s:o, s:o, s:f}", "type", "board", "version",
                     SQ_FORMAT_VERSION, "image", sq_json_text(image), "discs", discs_json(p, false),
                     "perhaps", discs_json(p, true), "score", score_json(p->score), "score_probability",
                     score_probability(p, reading, n), "readings", readings_json(reading, n), "board",
                     board_json(p), "sight_ms", p->sight_ms);
}

sq_code sq_board_write_json_abstain(FILE *to, const char *image, const char *why, sq_diag *d) {
    return write_line(to, abstain_json(image, why), d);
}

sq_code sq_board_write_json(FILE *to, const sq_board_position *p, const char *image, sq_diag *d) {
    return write_line(to, sq_board_json(p, image), d);
}
