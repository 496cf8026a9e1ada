/* The files of the pages, built into the program (ui/serve/pages and ui/hall/pages, turned into C by
 * ui/serve/embed.cmake). */
#ifndef SQ_UI_SERVE_PAGE_FILES_H
#define SQ_UI_SERVE_PAGE_FILES_H

#include <stddef.h>

typedef struct {
    const char *name; /* of the file: "console.js" */
    const char *type; /* for the header Content-Type */
    const unsigned char *bytes;
    size_t size;
} sq_page_file;

/* The list ends with an entry whose name is null. */
extern const sq_page_file sq_page_files[];

#endif
