/* Whether a request belongs to this site: what its headers Host and Origin say. A page of another site can
 * make a browser send requests here, under a name of its own (DNS rebinding) or under ours (cross-site);
 * neither counts. */
#ifndef SQ_UI_SERVE_SAME_SITE_H
#define SQ_UI_SERVE_SAME_SITE_H

#include <stdbool.h>

/* The header Host names this machine: by a numeric address, as "localhost", or by the machine's own name,
 * with or without ".local". Null is no name. */
bool sq_host_is_ours(const char *host);

/* The header Origin is that of a page from this host. Null: no. */
bool sq_origin_is_host(const char *origin, const char *host);

#endif
