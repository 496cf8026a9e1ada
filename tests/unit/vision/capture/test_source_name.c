/* What is shown of sources' names: no password, and all else. */
#include "vision/capture/source_name.h"

#include "tests/fixture/scratch.h"

static void assert_shown(const char *source, const char *wanted) {
    assert_string_equal(sq_source_show(source).text, wanted);
}

static void passwords_are_left_out(void **state) {
    (void)state;
    assert_shown("rtsp://admin:s3cret@10.0.0.7:554/live", "rtsp://10.0.0.7:554/live");
    assert_shown("http://admin:a@b@10.0.0.7/video", "http://10.0.0.7/video");
    assert_shown("http://admin@10.0.0.7", "http://10.0.0.7");
    assert_shown("http://10.0.0.7/video?user=admin&pwd=s3cret", "http://10.0.0.7/video?...");
    assert_shown("http://10.0.0.7?pwd=a@b", "http://10.0.0.7?...");
    assert_shown("rtspsrc location=rtsp://a:s3cret@10.0.0.7 ! decodebin", "a GStreamer pipeline");
}

static void all_else_is_shown(void **state) {
    (void)state;
    static const char *const same[] = {"camera",
                                       "phone",
                                       "/dev/video2",
                                       "games/a@b.mp4",
                                       "what?.mp4",
                                       "v4l2:/dev/x",
                                       "http://10.0.0.7:8080/a@b/video"};
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        assert_shown(same[i], same[i]);
    const char *file = scratch_file("this ! that.mp4", "", 0);
    assert_shown(file, file);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(passwords_are_left_out),
        cmocka_unit_test(all_else_is_shown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
