/* The address of the pages, as the user gives it, and as the browser of another machine needs it. */
#ifndef SQ_UI_SERVE_ADDRESS_H
#define SQ_UI_SERVE_ADDRESS_H

#include <stdbool.h>

/* Bytes with the final 0. */
enum { SQ_HOST_MAX = 64 };

/* Reads "8080" (for this machine only), "HOST:8080" or "[HOST]:8080"; a host is a numeric address or
 * "localhost". False for anything else. */
bool sq_address_read(const char *address, char host[SQ_HOST_MAX], int *port);

/* Whether the host stands for all addresses of this machine (0.0.0.0, ::): no browser can open it. */
bool sq_address_is_any(const char *host);
/* Whether only this machine can reach the host. */
bool sq_address_is_loopback(const char *host);

/* This machine's address for others in the same room: that of a wireless network, else of a cable, else of
 * anything else (containers, tunnels); its name if it has none. */
void sq_address_of_machine(char host[SQ_HOST_MAX]);

#endif
