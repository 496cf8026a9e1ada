/* Opens a page in the desktop's browser. */
#ifndef SQ_UI_PAGES_OPEN_BROWSER_H
#define SQ_UI_PAGES_OPEN_BROWSER_H

#include <limits.h>
#include <stdbool.h>

/* The temporary file that redirects the browser to the page. */
typedef struct {
    char path[PATH_MAX]; /* empty: there is none */
} sq_browser_way;

/* Opens a link in the user's browser, without waiting for it. The link may contain a secret, and everybody on
 * the machine can see the arguments of a program. The browser therefore gets the name of a file that only the
 * user can read and that redirects to the link. False if no browser could be started; the file is then
 * removed. */
bool sq_browser_open(sq_browser_way *way, const char *link);

/* Removes the file. May be called for a way that was never opened ({""}). */
void sq_browser_forget(sq_browser_way *way);

#endif
