/* Who plays, and where, as people write and read it: the options of the command line, the head of a sheet, a
 * date. */
#ifndef SQ_UI_WORDS_DETAILS_WORDS_H
#define SQ_UI_WORDS_DETAILS_WORDS_H

#include <stddef.h>

#include "rules/terms/game_details.h"
#include "rules/terms/wink.h"
#include "vision/system/failure.h"

/* Reads "blue=Ann,red=Bob" (group "players"), "blue-red=Cambridge" (group "sides") or "light=Ann,dark=Bob"
 * (group "board": crokinole's two sides are kept as those of a table); blanks around names are dropped. On
 * failure (SQ_E_ARGUMENT) *d names what is wrong; the names before it are then set already. */
sq_code sq_details_parse(sq_details *to, const char *group, const char *list, sq_diag *d);

/* Reads a date as "2026-11-22", or with the time "2026-11-22 19:30"; SQ_E_ARGUMENT for anything else. */
sq_code sq_details_parse_date(sq_details *to, const char *text, sq_diag *d);

/* Such a date as "22 November 2026" or "22 November 2026, 19:30"; any other text unchanged. Returns `to`. */
enum { SQ_DATE_TEXT_MAX = 80 };
const char *sq_date_text(char to[SQ_DATE_TEXT_MAX], const char *date);

/* The same for an instant such as "2026-11-22T18:30:00Z", in this machine's time zone, which is named: "22
 * November 2026, 19:30 CET". "" for any other text. Returns `to`. */
const char *sq_local_time_text(char to[SQ_DATE_TEXT_MAX], const char *instant);
/* The same in short, for lists: "2026-11-22 19:30". */
const char *sq_local_time_short(char to[SQ_DATE_TEXT_MAX], const char *instant);

/* "Cambridge Open, round 2, table 5, 22 November 2026": as much as is known; "" if nothing is. begun: an
 * instant that is used if there is no date; "" if it is unknown. Returns `to`. */
enum { SQ_DETAILS_TEXT_MAX = 4 * SQ_DETAIL_MAX + SQ_DATE_TEXT_MAX };
const char *sq_details_heading(char to[SQ_DETAILS_TEXT_MAX], const sq_details *about, const char *begun);

/* Who plays a colour: the player's name; if no player of its side is told, the side's; "" if neither is. */
const char *sq_details_player(const sq_details *about, sq_colour c);

/* Who a side is: "Cambridge (Ann and Bob)", "Ann and Bob", "Cambridge"; "" if nothing is given. Returns
 * `to`. */
const char *sq_details_side(char to[SQ_DETAILS_TEXT_MAX], const sq_details *about, sq_partnership side);

#endif
