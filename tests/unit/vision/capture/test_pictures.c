/* Which files of a folder are its pictures. Reading them is tested through the front door (test_capture). */
#include "tests/fixture/unit.h"
#include "vision/capture/capture.h"

static void pictures_are_told_by_their_names(void **state) {
    (void)state;
    static const char *const pictures[] = {"view2.jpg", "A.JPEG", "x.y.PNG", "phone.HEIC", "scan.tiff"};
    static const char *const others[] = {".hidden.jpg", "jpg",      ".jpg", "view2.jpg~",
                                         "view2.json",  "game.mp4", ""};
    for (size_t i = 0; i < sizeof pictures / sizeof *pictures; i++)
        if (!sq_capture_is_picture(pictures[i])) fail_msg("%s is a picture", pictures[i]);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (sq_capture_is_picture(others[i])) fail_msg("%s is none", others[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(pictures_are_told_by_their_names)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
