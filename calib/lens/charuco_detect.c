/* Finds the crossings of a board: reads the markers, predicts each crossing from a homography and the
 * nearest markers, and measures it. */
#include "calib/lens/charuco_detect.h"

#include <stdlib.h>

#include "calib/lens/checker_corner.h"
#include "vision/frame/opencv.h"
#include "vision/math/tunable_number.h"

/* Squares: a crossing is looked for where a marker's corner is so near that no lens bends between them; and
 * how far a marker may be off the plane of the others. */
SQ_NUMBER(SQ_BOARD_NEAR, 0.3);
SQ_NUMBER(SQ_BOARD_STRAY, 0.25);

/* Crossings that make a view: a pose has six unknowns, a crossing tells two. */
#define SQ_BOARD_LEAST_CORNERS 8

/* Corners of markers, on the board and in the picture; room to measure in. */
typedef struct {
    const sq_frame *frame;
    const sq_board *board;
    int count;
    sq_mm on_board[4 * SQ_CV_MARKERS];
    sq_px seen[4 * SQ_CV_MARKERS];
    double h[3][3];
    sq_lm_work work;
} seer;

static sq_px by_homography(const double h[3][3], sq_mm p) {
    double w = h[2][0] * p.x + h[2][1] * p.y + h[2][2];
    return (sq_px){(h[0][0] * p.x + h[0][1] * p.y + h[0][2]) / w,
                   (h[1][0] * p.x + h[1][1] * p.y + h[1][2]) / w};
}

/* The mean width of a square, pixels. */
static double take_markers(seer *s, const sq_cv_marker *markers, int count) {
    double sum = 0;
    s->count = 0;
    for (int i = 0; i < count; i++) {
        sq_mm corner[4];
        if (!sq_board_marker(s->board, markers[i].number, corner)) continue;
        for (int k = 0; k < 4; k++) {
            s->on_board[s->count] = corner[k];
            s->seen[s->count++] = markers[i].corner[k];
            sum += sq_px_distance(markers[i].corner[k], markers[i].corner[(k + 1) % 4]);
        }
    }
    return s->count ? sum / s->count / SQ_BOARD_MARKER_SHARE : 0;
}

/* What the markers about a crossing are off the homography, which knows no lens. False where none is near. */
static bool local_shift(const seer *s, sq_mm p, double stray_px, sq_px *shift) {
    double reach = SQ_BOARD_NEAR * s->board->square_mm;
    int n = 0;
    *shift = (sq_px){0};
    for (int i = 0; i < s->count; i++) {
        if (sq_mm_distance(s->on_board[i], p) > reach) continue;
        sq_px at = by_homography(s->h, s->on_board[i]);
        if (sq_px_distance(at, s->seen[i]) > stray_px) continue;
        shift->x += s->seen[i].x - at.x;
        shift->y += s->seen[i].y - at.y;
        n++;
    }
    if (!n) return false;
    shift->x /= n;
    shift->y /= n;
    return true;
}

static bool see_corner(seer *s, int corner, double stray_px, sq_px *out) {
    sq_mm p = sq_board_corner(s->board, corner);
    double step = s->board->square_mm;
    sq_px shift, at = by_homography(s->h, p);
    sq_px right = by_homography(s->h, (sq_mm){p.x + step, p.y});
    sq_px down = by_homography(s->h, (sq_mm){p.x, p.y + step});
    if (!local_shift(s, p, stray_px, &shift)) return false;
    sq_checker_corner found;
    sq_checker_corner_guess guess = {.at = {at.x + shift.x, at.y + shift.y},
                                     .right = {right.x - at.x, right.y - at.y},
                                     .down = {down.x - at.x, down.y - at.y}};
    int per_row = s->board->columns - 1;
    guess.black = sq_board_black(corner % per_row, corner / per_row);
    if (!sq_checker_corner_measure(s->frame, &guess, &found, &s->work)) return false;
    *out = found.at;
    return true;
}

/* Whether crossings of two rows are seen, two of each at least: those of one row show no plane. */
static bool shows_plane(const sq_board *b, const sq_board_view *v) {
    int in_row[SQ_BOARD_SIDE_MOST] = {0}, rows = 0;
    for (int i = 0; i < v->count; i++)
        rows += ++in_row[v->corner[i] / (b->columns - 1)] == 2;
    return rows > 1;
}

static sq_code see(seer *s, sq_board_view *out, sq_diag *d) {
    sq_cv_marker markers[SQ_CV_MARKERS];
    int count = 0;
    sq_code code = sq_cv_find_markers(s->frame, markers, &count, d);
    if (code) return code;
    double square_px = take_markers(s, markers, count), stray_px = SQ_BOARD_STRAY * square_px;
    if (!s->count)
        return sq_fail(d, SQ_E_SIGHT,
                       "no board is seen; show a board of `squint board`, its squares at least %.0f pixels "
                       "wide, sharp and without glare",
                       SQ_CHECKER_CORNER_LEAST_PX);
    code = sq_cv_homography(s->on_board, s->seen, s->count, stray_px, s->h, d);
    for (int k = 0; !code && k < sq_board_corners(s->board); k++) {
        out->corner[out->count] = k;
        out->count += see_corner(s, k, stray_px, &out->at[out->count]);
    }
    if (!code && out->count < SQ_BOARD_LEAST_CORNERS)
        return sq_fail(d, SQ_E_SIGHT,
                       "only %d crossings of the board are seen, of %d; hold it closer, still and in even "
                       "light, and give its --squares",
                       out->count, sq_board_corners(s->board));
    if (!code && !shows_plane(s->board, out))
        return sq_fail(d, SQ_E_SIGHT,
                       "of the board one row of crossings is seen; show more of it in the picture");
    return code;
}

sq_code sq_board_detect(const sq_frame *f, const sq_board *b, sq_board_view *out, sq_diag *d) {
    out->count = 0;
    seer *s = calloc(1, sizeof *s);
    if (!s) return sq_fail(d, SQ_E_MEMORY, "not enough memory to look for a board; close other programs");
    s->frame = f;
    s->board = b;
    sq_code code = see(s, out, d);
    free(s);
    return code;
}
