/* The browser of the desktop: it is handed a private file that leads to a page. */
#include "ui/pages/open_browser.h"

#include <gio/gio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The page that leads on at once. mkstemps makes the file readable to its owner alone. */
static bool write_way(sq_browser_way *way, const char *link) {
    const char *own = getenv("XDG_RUNTIME_DIR"), *folder = own && *own ? own : "/tmp", ending[] = ".html";
    int n = snprintf(way->path, sizeof way->path, "%s/squint-XXXXXX%s", folder, ending);
    if (n < 0 || (size_t)n >= sizeof way->path) return false;
    int fd = mkstemps(way->path, sizeof ending - 1);
    FILE *f = fd < 0 ? NULL : fdopen(fd, "w");
    if (!f && fd >= 0) close(fd);
    if (!f) return false;
    char *safe = g_markup_escape_text(link, -1);
    fprintf(
        f,
        "<!doctype html>\n<meta charset=\"utf-8\">\n<title>squint</title>\n"
        "<meta http-equiv=\"refresh\" content=\"0; url=%s\">\n<p><a href=\"%s\">The umpire's page</a></p>\n",
        safe, safe);
    g_free(safe);
    return !fclose(f);
}

bool sq_browser_open(sq_browser_way *way, const char *link) {
    GAppInfo *browser = g_app_info_get_default_for_uri_scheme("http");
    char *uri = browser && write_way(way, link) ? g_filename_to_uri(way->path, NULL, NULL) : NULL;
    GList uris = {.data = uri};
    bool opened = uri && g_app_info_launch_uris(browser, &uris, NULL, NULL);
    g_free(uri);
    g_clear_object(&browser);
    if (!opened) sq_browser_forget(way);
    return opened;
}

void sq_browser_forget(sq_browser_way *way) {
    if (*way->path) unlink(way->path);
    *way->path = 0;
}
