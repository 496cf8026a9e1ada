/* Bytes as things strewn on a mat: whatever lies there, sight answers with a position that holds together.
 * Each eight bytes are a disc or a bar: kind, colour (2 bytes), place (2 + 2), size. */
#include <assert.h>
#include <math.h>

#include "tests/fuzz/fuzz.h"
#include "ui/game/position_json.h"
#include "vision/frame/opencv.h"
#include "vision/judge_frame.h"

/* Small, for speed: a small wink is just wide enough to be judged. */
enum { WIDTH = 720, HEIGHT = 400, THING = 8, THINGS = 40 };
static const sq_camera down = {.fx = 390,
                               .fy = 390,
                               .cx = 359.5,
                               .cy = 199.5,
                               .R = {{1, 0, 0}, {0, -1, 0}, {0, 0, -1}},
                               .t = {0, 0, 1000}};

static void draw(sq_picture *p, const uint8_t *b) {
    sq_paint paint = {(uint8_t)(b[1] << 4), (uint8_t)(b[1] & 0xf0), b[2], 1};
    sq_px at = {(b[3] << 8 | b[4]) % (WIDTH * 64) / 64.0, (b[5] << 8 | b[6]) % (HEIGHT * 64) / 64.0};
    if (b[0] & 1)
        sq_draw_line(p, at, (sq_px){at.x + b[7], at.y + (b[0] >> 1) - 64}, 1 + b[0] % 16, paint);
    else
        sq_draw_circle(p, at, b[0] & 2 ? b[7] / 4.0 : b[0] & 4 ? 3.1 : 4.3, 0, paint);
}

static void check(const sq_position *p) {
    assert(p->wink_count >= 0 && p->wink_count <= SQ_SEEN_CAP);
    for (int i = 0; i < p->wink_count; i++) {
        const sq_seen_wink *w = &p->winks[i];
        assert(w->colour < SQ_USUAL_COLOURS && w->size < SQ_SIZES && w->place < SQ_PLACES);
        assert(isfinite(w->at.x + w->at.y + w->z) && w->sigma_mm > 0 && w->seen >= 0 && w->seen <= 1);
    }
    for (int i = 0; i < p->squop_count; i++) {
        const sq_squop *s = &p->squops[i];
        assert(s->over >= 0 && s->over < p->wink_count && s->under >= 0 && s->under < p->wink_count);
        assert(s->over != s->under && s->probability >= 0 && s->probability <= 1 && isfinite(s->gap_mm));
    }
    for (int c = 0; c < SQ_USUAL_COLOURS; c++) {
        assert(p->tiddlies[c].low >= 0 && p->tiddlies[c].low <= p->tiddlies[c].high);
        assert(p->unseen[c][SQ_LARGE] >= 0 && p->unseen[c][SQ_SMALL] >= 0);
    }
    json_t *o = sq_position_to_json(p, "fuzz");
    static sq_position back;
    assert(o && sq_position_from_json(&back, o, "fuzz", NULL) == SQ_OK);
    json_decref(o);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    static sq_sight *sight;
    static sq_position p;
    sq_picture *picture;
    if (!sight) sight = sq_sight_new(NULL);
    assert(sight && sq_picture_new(&picture, WIDTH, HEIGHT, NULL) == SQ_OK);
    sq_draw_polygon(picture, (sq_px[]){{0, 0}, {WIDTH, 0}, {WIDTH, HEIGHT}, {0, HEIGHT}}, 4,
                    (sq_paint){150, 175, 170, 1});
    for (size_t i = 0; (i + 1) * THING <= size && i < THINGS; i++)
        draw(picture, bytes + i * THING);
    sq_frame frame = sq_picture_frame(picture);
    if (sq_sight_look(sight, &frame, &down, &p, NULL) == SQ_OK) check(&p);
    sq_picture_free(picture);
    return 0;
}
