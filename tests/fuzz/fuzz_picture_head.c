/* Bytes as a picture file: what is taken has a size that may be decoded. */
#include <assert.h>

#include "tests/fuzz/fuzz.h"
#include "vision/frame/image_header.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    sq_picture_head head;
    sq_diag d;
    if (sq_picture_head_read(&head, bytes, size, "fuzz", &d) == SQ_OK) {
        assert(head.width > 0 && head.height > 0);
        assert((int64_t)head.width * head.height <= (int64_t)SQ_PICTURE_MAX_MP * 1000 * 1000);
    }
    return 0;
}
