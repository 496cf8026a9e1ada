/* All calls to OpenCV but those for a board's markers: pictures, drawing on them, homographies. Each
 * function catches what OpenCV throws and returns a code and a sentence. */
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <opencv2/calib3d.hpp>
#include <opencv2/core/utils/logger.hpp>
#include <opencv2/imgproc.hpp>

extern "C" {
#include "vision/frame/jpeg.h"
#include "vision/frame/opencv.h"
#include "vision/frame/picture_file.h"
#include "vision/frame/yuv.h"
#include "vision/markers/markers.h"
}

struct sq_picture {
    cv::Mat bgr;
    sq_diag trouble; /* the first failure of a drawing; SQ_OK where there was none */
};

namespace {

/* Failures come as our sentences, not as OpenCV's lines on the standard error. */
const bool quiet = [] {
    cv::utils::logging::setLogLevel(cv::utils::logging::LOG_LEVEL_SILENT);
    return true;
}();

/* Runs work; turns every exception into a code and a sentence that begins with what was tried. */
template <class Work> sq_code guard(sq_diag *d, const char *what, Work work) noexcept {
    try {
        return work();
    } catch (const std::bad_alloc &) {
        return sq_fail(d, SQ_E_MEMORY,
                       "%s: not enough memory; close other programs or take a smaller picture", what);
    } catch (const std::exception &e) {
        return sq_fail(d, SQ_E_LIBRARY, "%s: OpenCV says: %.300s", what, e.what());
    } catch (...) {
        return sq_fail(d, SQ_E_LIBRARY, "%s: OpenCV failed for no stated reason", what);
    }
}

/* Memory of malloc. */
struct freed {
    void operator()(unsigned char *p) const {
        free(p);
    }
};

/* EXIF 2.3, tag 274: what is to be done with the rows as stored. */
const sq_turning turnings[] = {{false, 0}, {false, 0}, {true, 0}, {false, 2}, {true, 2},
                               {true, 3},  {false, 1}, {true, 1}, {false, 3}};

} // namespace

sq_code sq_picture_read(sq_picture **out, const char *path, sq_diag *d) {
    return guard(d, path, [&] {
        unsigned char *read = nullptr;
        size_t n = 0;
        sq_picture_head head;
        sq_code code = sq_picture_file_read(&read, &n, path, d);
        const std::unique_ptr<unsigned char, freed> bytes(read);
        if (!code) code = sq_picture_head_read(&head, read, n, path, d);
        if (code) return code;
        std::unique_ptr<sq_picture> p(new sq_picture{cv::Mat(head.height, head.width, CV_8UC3), {}});
        code = sq_picture_file_decode(p->bgr.data, &head, read, n, path, d);
        if (!code) code = sq_picture_turn(p.get(), turnings[head.orientation], d);
        if (!code) *out = p.release();
        return code;
    });
}

sq_code sq_picture_new(sq_picture **out, int width, int height, sq_diag *d) {
    return guard(d, "a new picture", [&] {
        *out = new sq_picture{cv::Mat(height, width, CV_8UC3, cv::Scalar::all(0)), {}};
        return SQ_OK;
    });
}

sq_code sq_picture_write(const sq_picture *p, const char *path, int quality, sq_diag *d) {
    if (p->trouble.code) return sq_fail(d, p->trouble.code, "%s", p->trouble.text);
    return sq_picture_file_write(path, p->bgr.data, static_cast<int>(p->bgr.step[0]), p->bgr.cols,
                                 p->bgr.rows, quality, d);
}

sq_code sq_picture_encode_jpeg(const sq_picture *p, int quality, unsigned char **out, size_t *size,
                               sq_diag *d) {
    if (p->trouble.code) return sq_fail(d, p->trouble.code, "%s", p->trouble.text);
    return sq_jpeg_from_bgr(out, size, p->bgr.data, static_cast<int>(p->bgr.step[0]), p->bgr.cols,
                            p->bgr.rows, quality, d);
}

void sq_picture_free(sq_picture *p) {
    delete p;
}

sq_frame sq_picture_frame(const sq_picture *p) {
    sq_frame f = {};
    f.width = p->bgr.cols;
    f.height = p->bgr.rows;
    f.format = SQ_FRAME_BGR;
    f.plane[0] = p->bgr.data;
    f.stride[0] = static_cast<int>(p->bgr.step[0]);
    f.full_range = true;
    return f;
}

unsigned char *sq_picture_pixels(sq_picture *p, int *stride) {
    *stride = static_cast<int>(p->bgr.step[0]);
    return p->bgr.data;
}

bool sq_picture_is_grey(const sq_picture *p) {
    for (int y = 0; y < p->bgr.rows; y++) {
        const unsigned char *px = p->bgr.ptr(y);
        for (int x = 0; x < p->bgr.cols; x++, px += 3)
            if (px[0] != px[1] || px[1] != px[2]) return false;
    }
    return true;
}

sq_code sq_picture_from_frame(sq_picture **out, const sq_frame *f, sq_diag *d) {
    sq_picture *p = nullptr;
    sq_code code = sq_picture_new(&p, f->width, f->height, d);
    if (code) return code;
    *out = p;
    return sq_picture_set_frame(p, f, d);
}

sq_code sq_picture_set_frame(sq_picture *p, const sq_frame *f, sq_diag *d) {
    return guard(d, "a copy of a frame", [&] {
        p->bgr.create(f->height, f->width, CV_8UC3);
        p->trouble = {};
        sq_bgr_from_frame(f, p->bgr.data, static_cast<int>(p->bgr.step[0]));
        return SQ_OK;
    });
}

sq_code sq_picture_turn(sq_picture *p, sq_turning how, sq_diag *d) {
    sq_frame from = sq_picture_frame(p), turned = {};
    size_t bytes = 0;
    if (sq_turning_is_none(how)) return SQ_OK;
    sq_code code = sq_turn_frame(&turned, &bytes, &from, how, d);
    if (!code) code = sq_picture_set_frame(p, &turned, d);
    sq_frame_free(&turned);
    return code;
}

namespace {

/* OpenCV draws at fractions of a pixel in fixed point: 1/256 px, and far enough outside for any clipping. */
enum { SHIFT = 8, FAR_PX = 1 << 20 };
/* A round outline is a polygon that nowhere leaves it by more than this: invisible. */
const double ROUND_PX = 0.05;

double near_enough(double x) {
    return std::min(std::max(x, -static_cast<double>(FAR_PX)), static_cast<double>(FAR_PX));
}

bool finite(const sq_px *points, int count) {
    for (int i = 0; i < count; i++)
        if (!std::isfinite(points[i].x) || !std::isfinite(points[i].y)) return false;
    return count > 0;
}

/* The whole pixels that points and `margin` about them reach. */
cv::Rect box_about(const sq_px *points, int count, double margin) {
    double x0 = FAR_PX, y0 = FAR_PX, x1 = -FAR_PX, y1 = -FAR_PX;
    for (int i = 0; i < count; i++) {
        x0 = std::min(x0, near_enough(points[i].x)), x1 = std::max(x1, near_enough(points[i].x));
        y0 = std::min(y0, near_enough(points[i].y)), y1 = std::max(y1, near_enough(points[i].y));
    }
    cv::Point lo(cvFloor(x0 - margin), cvFloor(y0 - margin)), hi(cvCeil(x1 + margin), cvCeil(y1 + margin));
    return cv::Rect(lo, hi + cv::Point(1, 1));
}

std::vector<cv::Point> fixed(const sq_px *points, int count, cv::Point origin) {
    std::vector<cv::Point> v;
    for (int i = 0; i < count; i++)
        v.emplace_back(cvRound((near_enough(points[i].x) - origin.x) * (1 << SHIFT)),
                       cvRound((near_enough(points[i].y) - origin.y) * (1 << SHIFT)));
    return v;
}

cv::Scalar colour(sq_paint paint) {
    return cv::Scalar(paint.b, paint.g, paint.r);
}

/* Lets draw(canvas, where the canvas lies) cover the box, then mixes it in by the paint's alpha. */
template <class Draw> void paint_box(sq_picture *p, cv::Rect box, double alpha, Draw draw) {
    guard(&p->trouble, "drawing", [&] {
        box &= cv::Rect(0, 0, p->bgr.cols, p->bgr.rows);
        if (box.empty() || !(alpha > 0)) return SQ_OK;
        cv::Mat canvas = p->bgr(box), below = alpha < 1 ? canvas.clone() : cv::Mat();
        draw(canvas, box.tl());
        if (alpha < 1) cv::addWeighted(canvas, alpha, below, 1 - alpha, 0, canvas);
        return SQ_OK;
    });
}

} // namespace

void sq_picture_magnify(sq_picture *p, int left, int top, int width, int height, const sq_picture *from,
                        sq_px centre, double zoom) {
    cv::Rect box(left, top, width, height);
    paint_box(p, box, finite(&centre, 1) ? 1 : 0, [&](cv::Mat &canvas, cv::Point origin) {
        double x = (width - 1) / 2.0 - (origin.x - left), y = (height - 1) / 2.0 - (origin.y - top);
        cv::Matx23d back(1 / zoom, 0, centre.x - x / zoom, 0, 1 / zoom, centre.y - y / zoom);
        cv::warpAffine(from->bgr, canvas, back, canvas.size(), cv::INTER_CUBIC | cv::WARP_INVERSE_MAP);
    });
}

void sq_draw_polyline(sq_picture *p, const sq_px *points, int count, bool closed, int width_px,
                      sq_paint paint) {
    if (!finite(points, count)) return;
    paint_box(p, box_about(points, count, width_px + 1), paint.alpha, [&](cv::Mat &canvas, cv::Point origin) {
        cv::polylines(canvas, fixed(points, count, origin), closed, colour(paint), width_px, cv::LINE_AA,
                      SHIFT);
    });
}

void sq_draw_line(sq_picture *p, sq_px from, sq_px to, int width_px, sq_paint paint) {
    const sq_px ends[] = {from, to};
    sq_draw_polyline(p, ends, 2, false, width_px, paint);
}

void sq_draw_polygon(sq_picture *p, const sq_px *points, int count, sq_paint paint) {
    if (!finite(points, count)) return;
    paint_box(p, box_about(points, count, 1), paint.alpha, [&](cv::Mat &canvas, cv::Point origin) {
        cv::fillPoly(canvas, fixed(points, count, origin), colour(paint), cv::LINE_AA, SHIFT);
    });
}

void sq_draw_circle(sq_picture *p, sq_px centre, double radius_px, int width_px, sq_paint paint) {
    sq_draw_ellipse(p, centre, radius_px, radius_px, 0, width_px, paint);
}

void sq_draw_ellipse(sq_picture *p, sq_px centre, double a_px, double b_px, double angle_rad, int width_px,
                     sq_paint paint) {
    enum { CORNERS = 512 };
    double largest = std::max(1.0, near_enough(std::max(fabs(a_px), fabs(b_px))));
    /* The sagitta of a chord over 2π/n of a circle: r (1 − cos(π/n)). */
    int n = std::min<int>(CORNERS, cvCeil(CV_PI / acos(1 - ROUND_PX / largest)));
    double c = cos(angle_rad), s = sin(angle_rad);
    sq_px points[CORNERS];
    for (int i = 0; i < n; i++) {
        double u = a_px * cos(2 * CV_PI * i / n), v = b_px * sin(2 * CV_PI * i / n);
        points[i] = {centre.x + c * u - s * v, centre.y + s * u + c * v};
    }
    if (width_px)
        sq_draw_polyline(p, points, n, true, width_px, paint);
    else
        sq_draw_polygon(p, points, n, paint);
}

namespace {

cv::Mat luma_of(const sq_frame *f) {
    const uint8_t *luma = sq_frame_luma(f);
    cv::Mat seen(f->height, f->width, luma ? CV_8U : CV_8UC3, const_cast<uint8_t *>(f->plane[0]),
                 static_cast<size_t>(f->stride[0])),
        grey;
    if (luma) return seen;
    cv::cvtColor(seen, grey, cv::COLOR_BGR2GRAY);
    return grey;
}

} // namespace

sq_code sq_cv_marker_bits(int number, bool bits[SQ_CV_MARKER_BITS][SQ_CV_MARKER_BITS], sq_diag *d) {
    unsigned char found[SQ_CV_MARKER_BITS * SQ_CV_MARKER_BITS];
    const sq_markers *markers = sq_markers_get(d);
    if (!markers) return SQ_E_LIBRARY;
    if (!markers->bits(number, SQ_CV_MARKER_BITS, found))
        return sq_fail(d, SQ_E_LIBRARY, "a board's marker: OpenCV failed; close other programs");
    for (int i = 0; i < SQ_CV_MARKER_BITS * SQ_CV_MARKER_BITS; i++)
        bits[i / SQ_CV_MARKER_BITS][i % SQ_CV_MARKER_BITS] = found[i];
    return SQ_OK;
}

sq_code sq_cv_find_markers(const sq_frame *f, sq_cv_marker *out, int *count, sq_diag *d) {
    return guard(d, "looking for a board's markers", [&] {
        const sq_markers *markers = sq_markers_get(d);
        *count = 0;
        if (!markers) return SQ_E_LIBRARY;
        cv::Mat grey = luma_of(f);
        int numbers[SQ_CV_MARKERS];
        float corners[SQ_CV_MARKERS][8];
        if (!markers->find(grey.data, grey.cols, grey.rows, static_cast<int>(grey.step), SQ_CV_MARKERS,
                           numbers, corners, count))
            return sq_fail(d, SQ_E_LIBRARY,
                           "looking for a board's markers: OpenCV failed; close other programs");
        for (int i = 0; i < *count; i++) {
            out[i].number = numbers[i];
            for (int k = 0; k < 4; k++)
                out[i].corner[k] = {corners[i][2 * k], corners[i][2 * k + 1]};
        }
        return SQ_OK;
    });
}

sq_code sq_cv_homography(const sq_mm *from, const sq_px *to, int count, double stray_px, double h[3][3],
                         sq_diag *d) {
    return guard(d, "a homography", [&] {
        std::vector<cv::Point2d> a, b;
        for (int i = 0; i < count; i++) {
            a.emplace_back(from[i].x, from[i].y);
            b.emplace_back(to[i].x, to[i].y);
        }
        cv::Mat found = count < 4 ? cv::Mat() : cv::findHomography(a, b, cv::RANSAC, stray_px);
        if (found.empty())
            return sq_fail(d, SQ_E_SIGHT, "the board's markers do not lie as on one; print it anew");
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 3; k++)
                h[i][k] = found.at<double>(i, k);
        return SQ_OK;
    });
}

sq_code sq_cv_smooth(unsigned char *plane, int stride, int width, int height, int channels, double across_px,
                     double down_px, sq_diag *d) {
    return guard(d, "GaussianBlur", [&] {
        cv::Mat m(height, width, CV_8UC(channels), plane, static_cast<size_t>(stride));
        cv::GaussianBlur(m, m, cv::Size(), across_px, down_px);
        return SQ_OK;
    });
}

sq_code sq_cv_hough_circles(const sq_frame *grey, double min_distance_px, double edge, double votes,
                            int min_radius_px, int max_radius_px, int *count, sq_diag *d) {
    return guard(d, "HoughCircles", [&] {
        const uint8_t *luma = sq_frame_luma(grey);
        if (!luma)
            return sq_fail(d, SQ_E_ARGUMENT, "HoughCircles wants a luma plane; convert the picture first");
        cv::Mat plane(grey->height, grey->width, CV_8U, const_cast<uint8_t *>(luma),
                      static_cast<size_t>(grey->stride[0]));
        std::vector<cv::Vec3f> circles;
        cv::HoughCircles(plane, circles, cv::HOUGH_GRADIENT, 1, min_distance_px, edge, votes, min_radius_px,
                         max_radius_px);
        *count = static_cast<int>(circles.size());
        return SQ_OK;
    });
}
