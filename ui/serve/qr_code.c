/* QR codes by libqrencode, two rows of modules a line of text. */
#include "ui/serve/qr_code.h"

#include <qrencode.h>
#include <stdbool.h>

/* Modules of light around the code, without which readers do not find it (ISO 18004 asks for 4; in a terminal
 * 2 do). */
enum { QUIET = 2 };

static bool is_dark(const QRcode *c, int x, int y) {
    bool inside = x >= 0 && y >= 0 && x < c->width && y < c->width;
    return inside && c->data[y * c->width + x] & 1;
}

void sq_link_code_print(FILE *out, const char *link) {
    /* upper and lower half of a character, each dark or light: black on white whatever the terminal's own
     * colours are */
    static const char *const blocks[2][2] = {{" ", "\u2584"}, {"\u2580", "\u2588"}};
    QRcode *c = QRcode_encodeString8bit(link, 0, QR_ECLEVEL_M);
    if (!c) return;
    for (int y = -QUIET; y < c->width + QUIET; y += 2) {
        fputs("  \033[30;107m", out);
        for (int x = -QUIET; x < c->width + QUIET; x++)
            fputs(blocks[is_dark(c, x, y)][is_dark(c, x, y + 1)], out);
        fputs("\033[0m\n", out);
    }
    QRcode_free(c);
}
