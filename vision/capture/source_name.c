/* Passwords stand in cameras' addresses, and pages, streams and indexes are read by others. */
#include "vision/capture/source_name.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

bool sq_source_is_pipeline(const char *source) {
    return strstr(source, " ! ") && access(source, F_OK); /* a file is a file, whatever it is called */
}

/* http://NAME:PASSWORD@HOST/PATH?QUERY: a password may have a "@" in it. */
sq_source_shown sq_source_show(const char *source) {
    sq_source_shown out;
    const char *scheme = strstr(source, "://");
    if (sq_source_is_pipeline(source)) {
        snprintf(out.text, sizeof out.text, "a GStreamer pipeline");
    } else if (!scheme || !access(source, F_OK)) {
        snprintf(out.text, sizeof out.text, "%s", source);
    } else {
        const char *host = scheme + 3;
        size_t head = (size_t)(host - source), authority = strcspn(host, "/?#");
        const char *at = memrchr(host, '@', authority);
        if (at) host = at + 1;
        size_t rest = strcspn(host, "?#");
        snprintf(out.text, sizeof out.text, "%.*s%.*s%s", (int)head, source, (int)rest, host,
                 host[rest] ? "?..." : "");
    }
    return out;
}
