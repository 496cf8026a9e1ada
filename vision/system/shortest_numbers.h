/* Numbers in JSON, as short as they are exact: 18.2 and not 18.199999999999999. */
#ifndef SQ_VISION_SYSTEM_SHORTEST_NUMBERS_H
#define SQ_VISION_SYSTEM_SHORTEST_NUMBERS_H

/* Shortens the numbers of a JSON text in place; each is read back as the same double. Strings stay as they
 * are. Null is allowed. Returns `json`. */
char *sq_short_numbers(char *json);

/* Writes v with at most `decimals` digits after the point, without trailing zeros: 30.1, 30. v must be
 * finite. Returns `to`. */
enum { SQ_SHORT_NUMBER_MAX = 48 };
char *sq_short_number(char to[SQ_SHORT_NUMBER_MAX], double v, int decimals);

/* v to so many digits after the point; never -0. */
double sq_rounded(double v, int digits);

#endif
