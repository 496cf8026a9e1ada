/* Makes the files with which a broker admits only the hall and its tables: mosquitto's password and access
 * files, and a password for each. */
#ifndef SQ_UI_HALL_BROKER_ACCESS_H
#define SQ_UI_HALL_BROKER_ACCESS_H

#include "ui/publish/broker_address.h"

/* The most tables for which passwords are made at once. */
enum { SQ_PASSWORD_TABLES = 1000 };

/* Makes the folder, which must not exist yet, with these files: `passwords` and `access` for mosquitto, and
 * hall.password, table-1.password ... with one line each. hall: its name in topics. SQ_E_FILE: one cannot be
 * written. */
sq_code sq_hall_passwords_make(const char *folder, const char *hall, int tables, sq_diag *d);

#endif
