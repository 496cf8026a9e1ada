/* The markers of a printed board, by OpenCV's aruco; apart from opencv.cc, so that it can be a module of its
 * own (markers.h). */
#include <opencv2/aruco.hpp>

extern "C" {
#include "vision/markers/markers.h"

extern __attribute__((visibility("default"))) const sq_markers sq_markers_of_opencv;
}

namespace {

cv::Ptr<cv::aruco::Dictionary> dictionary() {
    return cv::aruco::getPredefinedDictionary(cv::aruco::DICT_5X5_100);
}

bool bits_of(int number, int side, unsigned char *to) noexcept {
    try {
        cv::Mat all = dictionary()->bytesList.rowRange(number, number + 1);
        cv::Mat grid = cv::aruco::Dictionary::getBitsFromByteList(all, side);
        for (int r = 0; r < side; r++)
            for (int c = 0; c < side; c++)
                to[r * side + c] = grid.at<uchar>(r, c);
        return true;
    } catch (...) {
        return false;
    }
}

bool find(const unsigned char *grey, int width, int height, int stride, int most, int *numbers,
          float (*corners)[8], int *count) noexcept {
    try {
        cv::Mat picture(height, width, CV_8U, const_cast<unsigned char *>(grey), static_cast<size_t>(stride));
        std::vector<std::vector<cv::Point2f>> found;
        std::vector<int> which;
        *count = 0;
        cv::aruco::detectMarkers(picture, dictionary(), found, which);
        for (size_t i = 0; i < which.size() && *count < most; i++) {
            numbers[*count] = which[i];
            for (size_t k = 0; k < 4; k++) {
                corners[*count][2 * k] = found[i][k].x;
                corners[*count][2 * k + 1] = found[i][k].y;
            }
            ++*count;
        }
        return true;
    } catch (...) {
        return false;
    }
}

} // namespace

const sq_markers sq_markers_of_opencv = {bits_of, find};
