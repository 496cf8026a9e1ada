/* The one C++ file: see cv.h. */
extern "C" {
#include "vision/cv.h"
}

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

#include "vision/tolerance.h"

struct sq_picture {
    cv::Mat bgr;
};

namespace {

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

bool readable(const char *path) {
    return std::ifstream(path, std::ios::binary).good();
}

} // namespace

sq_code sq_picture_read(sq_picture **out, const char *path, sq_diag *d) {
    return guard(d, path, [&] {
        if (!readable(path))
            return sq_fail(d, SQ_E_FILE, "%s: cannot be opened (%s); check the name and the rights", path,
                           strerror(errno));
        cv::Mat bgr = cv::imread(path, cv::IMREAD_COLOR | cv::IMREAD_IGNORE_ORIENTATION);
        if (bgr.empty())
            return sq_fail(d, SQ_E_FORMAT, "%s: is no picture that can be read; give a JPEG or a PNG", path);
        *out = new sq_picture{bgr};
        return SQ_OK;
    });
}

sq_code sq_picture_new(sq_picture **out, int width, int height, sq_diag *d) {
    return guard(d, "a new picture", [&] {
        *out = new sq_picture{cv::Mat(height, width, CV_8UC3, cv::Scalar::all(0))};
        return SQ_OK;
    });
}

sq_code sq_picture_write(const sq_picture *p, const char *path, int quality, sq_diag *d) {
    return guard(d, path, [&] {
        std::vector<int> how = {cv::IMWRITE_JPEG_QUALITY, quality, cv::IMWRITE_PNG_COMPRESSION, 3};
        if (!cv::imwrite(path, p->bgr, how))
            return sq_fail(d, SQ_E_FILE,
                           "%s: cannot be written; check the folder, its rights and the disk's room", path);
        return SQ_OK;
    });
}

sq_code sq_picture_encode_jpeg(const sq_picture *p, int quality, unsigned char **out, size_t *size,
                               sq_diag *d) {
    return guard(d, "a JPEG in memory", [&] {
        std::vector<unsigned char> bytes;
        cv::imencode(".jpg", p->bgr, bytes, {cv::IMWRITE_JPEG_QUALITY, quality});
        *out = static_cast<unsigned char *>(malloc(bytes.size()));
        if (!*out) throw std::bad_alloc();
        memcpy(*out, bytes.data(), bytes.size());
        *size = bytes.size();
        return SQ_OK;
    });
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
