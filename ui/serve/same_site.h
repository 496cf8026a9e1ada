/* Whether a request belongs to this site, by its headers Host and Origin. A page of another site can make a
 * browser send requests here, under its own name (DNS rebinding) or under ours (cross-site); both are
 * refused. */
#ifndef SQ_UI_SERVE_SAME_SITE_H
#define SQ_UI_SERVE_SAME_SITE_H

#include <stdbool.h>

/* Whether the header Host names this machine: by a numeric address, as "localhost", or by the machine's own
 * name, with or without ".local". False for null. */
bool sq_host_is_ours(const char *host);

/* Whether the header Origin is that of a page from this host. False for null. */
bool sq_origin_is_host(const char *origin, const char *host);

#endif
