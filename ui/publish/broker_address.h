/* Where a broker is, and how to log in: mqtts://NAME:PASSWORD@HOST:PORT/HALL. */
#ifndef SQ_UI_PUBLISH_BROKER_ADDRESS_H
#define SQ_UI_PUBLISH_BROKER_ADDRESS_H

#include <stdbool.h>

#include "vision/system/failure.h"

/* Bytes with the final 0. The name of a hall or table is a part of a topic: small letters, digits,
 * hyphens. */
enum { SQ_HALL_NAME = 33, SQ_BROKER_TEXT = 256 };

typedef struct {
    bool tls;
    int port;
    char host[SQ_BROKER_TEXT];
    char user[SQ_BROKER_TEXT], password[SQ_BROKER_TEXT]; /* "": none */
    char hall[SQ_HALL_NAME];
    const char *authority; /* a file with the certificate of the authority that signed the broker's; null: the
                              system's list. The caller owns it */
} sq_broker_address;

/* Reads an address. mqtt:// is without encryption (port 1883 if none is named), mqtts:// with it (8883). HALL
 * is "hall" if it is missing. SQ_E_ARGUMENT for anything else. */
sq_code sq_broker_address_read(sq_broker_address *out, const char *text, sq_diag *d);

/* Reads the password from the first line of a file. SQ_E_FILE: it cannot be read, or is empty. */
sq_code sq_broker_password_read(sq_broker_address *out, const char *path, sq_diag *d);

/* Makes a part of a topic of a table's name: "Table 7" becomes table-7. False if nothing of it is left. */
bool sq_table_name(char to[SQ_HALL_NAME], const char *name);
/* Whether two names mean one table, as "7", "Table 7" and "table-7" do. */
bool sq_same_table(const char *a, const char *b);

/* Whether it is such a name already. */
bool sq_hall_is_name(const char *name);

#endif
