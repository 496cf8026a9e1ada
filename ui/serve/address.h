/* Where the pages are: an address as the user gives it, and as a browser of another machine opens it. */
#ifndef SQ_UI_SERVE_ADDRESS_H
#define SQ_UI_SERVE_ADDRESS_H

#include <stdbool.h>

/* Bytes with the final 0. */
enum { SQ_HOST_MAX = 64 };

/* "8080" (this machine alone), "HOST:8080" or "[HOST]:8080"; a host is a numeric address or "localhost".
 * False where it is none. */
bool sq_address_read(const char *address, char host[SQ_HOST_MAX], int *port);

/* Whether the host stands for all addresses of this machine (0.0.0.0, ::): no browser can open it. */
bool sq_address_is_any(const char *host);
/* Whether the host is this machine alone. */
bool sq_address_is_loopback(const char *host);

/* This machine's address for others in the same room: of a wireless network first, then of a cable, then of
 * what else there is (containers, tunnels); its name where there is none. */
void sq_address_of_machine(char host[SQ_HOST_MAX]);

#endif
