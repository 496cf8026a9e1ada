/* libv4l asks glob() for the plug-ins in its folder, which is root's. Whoever defines glob() before the C
 * library does (a test that has this file in it, or a program that is started with it preloaded) says what
 * lies there: the camera double, from where it was built. */
#include <glob.h>
#include <string.h>

#define PUBLIC __attribute__((visibility("default")))

static char path[] = SQ_CAMERA_DOUBLE;
static char *paths[] = {path, NULL};

PUBLIC int glob(const char *pattern, int flags, int (*errfunc)(const char *, int), glob_t *pglob) {
    (void)flags, (void)errfunc;
    memset(pglob, 0, sizeof *pglob);
    if (!strstr(pattern, "libv4l")) return GLOB_NOMATCH;
    pglob->gl_pathc = 1;
    pglob->gl_pathv = paths;
    return 0;
}

PUBLIC void globfree(glob_t *pglob) {
    (void)pglob;
}
