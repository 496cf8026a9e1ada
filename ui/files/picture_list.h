/* The pictures that a command is to judge: the names that the user gives, with each folder replaced by the
 * pictures in it, in natural order (view2 before view10). */
#ifndef SQ_UI_FILES_PICTURE_LIST_H
#define SQ_UI_FILES_PICTURE_LIST_H

#include <stdbool.h>

#include "vision/system/failure.h"

/* SQ_E_FILE where a folder cannot be read or holds no picture. The caller frees the list with
 * sq_picture_list_free. */
sq_code sq_picture_list(char ***out, int *count, char *const *given, int given_count, sq_diag *d);
void sq_picture_list_free(char **list, int count); /* null is allowed */

/* Whether a file is a video by its name's ending. */
bool sq_is_video_name(const char *name);

#endif
