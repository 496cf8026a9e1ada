/* Opens a page in the browser of the desktop. */
#ifndef SQ_UI_PAGES_BROWSER_H
#define SQ_UI_PAGES_BROWSER_H

#include <limits.h>
#include <stdbool.h>

/* The file that leads the browser to the page. */
typedef struct {
    char path[PATH_MAX]; /* empty: there is none */
} sq_browser_way;

/* Opens a link in the user's browser, without waiting for it. The link may hold a secret, and everybody on
 * the machine can read with which arguments a browser is started: it gets the name of a file, which only the
 * user can read and which leads to the link. False where no browser could be started; nothing is left behind
 * then. */
bool sq_browser_open(sq_browser_way *way, const char *link);

/* Removes the file. May be called for a way that was never opened ({""}). */
void sq_browser_forget(sq_browser_way *way);

#endif
