/* Where the functions for a printed board's markers come from: linked in, or a module that is loaded. */
#include "vision/markers/markers.h"

#ifdef SQ_MARKERS_MODULE
#include <dlfcn.h>

const sq_markers *sq_markers_get(sq_diag *d) {
    void *module = dlopen(SQ_MARKERS_MODULE, RTLD_NOW); /* asked again, it is the same one */
    const sq_markers *markers = module ? dlsym(module, "sq_markers_of_opencv") : 0;
    if (!markers)
        sq_fail(d, SQ_E_LIBRARY,
                "a printed board is read by a part of squint that is not installed; install the "
                "package squint-board");
    return markers;
}
#else
extern const sq_markers sq_markers_of_opencv;

const sq_markers *sq_markers_get(sq_diag *d) {
    (void)d;
    return &sq_markers_of_opencv;
}
#endif
