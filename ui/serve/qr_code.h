/* A link as a QR code on a terminal, which a phone's camera reads. */
#ifndef SQ_UI_SERVE_QR_CODE_H
#define SQ_UI_SERVE_QR_CODE_H

#include <stdio.h>

/* Prints the code in half blocks, dark on light in any terminal theme, with its quiet zone; prints nothing if
 * the link is too long or memory runs out. */
void sq_link_code_print(FILE *out, const char *link);

#endif
