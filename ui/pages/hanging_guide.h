/* Helps to hang a phone over the mat: looks at its pictures while a page asks for it, and says where the mat
 * is seen and what to do. It has a thread of its own, so that neither the game nor the pages wait. */
#ifndef SQ_UI_PAGES_HANGING_GUIDE_H
#define SQ_UI_PAGES_HANGING_GUIDE_H

#include <stddef.h>
#include <stdint.h>

#include "vision/system/failure.h"

typedef struct sq_hanging_guide sq_hanging_guide;

/* Starts the thread. The caller frees *out. Fails with SQ_E_MEMORY. */
sq_code sq_hanging_guide_new(sq_hanging_guide **out, sq_diag *d);
void sq_hanging_guide_free(sq_hanging_guide *g); /* null is allowed; nobody may use it any more */

/* Offers each picture, a JPEG; it is copied if somebody asks and the one before is finished. */
void sq_hanging_guide_offer(sq_hanging_guide *g, const uint8_t *jpeg, size_t size);

/* Bytes of an answer with its final 0. */
enum { SQ_HANGING_TEXT = 4096 };

/* The last result, as JSON: {} before the first picture; {"seen": n, "found": false, "why": "…"}, or
 *
 *   {"seen": 7, "found": true, "width": 1920, "height": 1080, "outline": [[x, y], …], "height_mm": 1720,
 *    "turn_deg": 0, "tilt_deg": 8.1, "raise": [1, 0], "move_mm": [0, 0], "raise_mm": 110, "blur_px": 0.9,
 *    "sharp": true, "light": true, "well": false}
 *
 * (hanging_advice.h). seen: how many pictures were looked at. */
void sq_hanging_guide_ask(sq_hanging_guide *g, char text[SQ_HANGING_TEXT]);

#endif
