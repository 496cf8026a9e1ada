/* Who may do what on the pages: everybody may look; only those who have typed the code may act.
 *
 * A new random code is made at each start and shown in the terminal. Whoever types it gets a token, which the
 * browser keeps as a cookie. Wrong codes are slowed down for each address separately, so that nobody can lock
 * the umpire out. Only for the server's thread. */
#ifndef SQ_UI_SERVE_ACCESS_H
#define SQ_UI_SERVE_ACCESS_H

#include <stdbool.h>

#include "vision/system/failure.h"

/* Bytes with the final 0: a code as it is shown, "K7QM-4ZTA"; a token, in hexadecimal digits. */
enum { SQ_ACCESS_CODE = 10, SQ_ACCESS_TOKEN = 65 };

typedef struct sq_access sq_access;

/* Makes a new code. The caller frees with sq_access_free. SQ_E_LIBRARY if the system gives no random
 * bytes. */
sq_code sq_access_new(sq_access **out, sq_diag *d);
void sq_access_free(sq_access *a); /* null is allowed */

/* The code, as it is shown; valid until the end. */
const char *sq_access_code(const sq_access *a);

typedef enum { SQ_LOGIN_RIGHT, SQ_LOGIN_WRONG, SQ_LOGIN_TOO_SOON } sq_login;

/* Checks a code that somebody at this address has typed: letters in either case, with or without blanks and
 * the hyphen. now_s: seconds on a clock that never goes back. RIGHT: token gets a new token; of many the
 * oldest is forgotten. TOO_SOON: the code was not checked; *wait_s says how long to wait. */
sq_login sq_access_login(sq_access *a, const char *address, const char *code, double now_s,
                         char token[SQ_ACCESS_TOKEN], double *wait_s);

/* The cookie's name, "squint-8080". A browser keeps the cookies of all ports of a machine together: under one
 * name, two games on it would log each other out. Returns `to`. */
enum { SQ_ACCESS_COOKIE = 24 };
const char *sq_access_cookie(char to[SQ_ACCESS_COOKIE], int port);

/* Whether the header `Cookie` (null is allowed) contains a valid token under the name of this port. */
bool sq_access_may_act(const sq_access *a, int port, const char *cookies);

#endif
