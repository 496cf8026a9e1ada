/* libv4l asks glob() for the plug-ins in its folder, which is root's. Whoever defines glob() before the C
 * library does (a test that has this file in it, or a program that is started with it preloaded) says what
 * lies there: the camera double, from where it was built. */
#include <glob.h>
#include <string.h>

#define PUBLIC __attribute__((visibility("default")))

static char path[] = SQ_CAMERA_DOUBLE;
static char *paths[] = {path, NULL};

PUBLIC int glob(const char *pattern, int flags, int (*fault)(const char *, int), glob_t *found) {
    (void)flags, (void)fault;
    memset(found, 0, sizeof *found);
    if (!strstr(pattern, "libv4l")) return GLOB_NOMATCH;
    found->gl_pathc = 1;
    found->gl_pathv = paths;
    return 0;
}

PUBLIC void globfree(glob_t *found) {
    (void)found;
}
