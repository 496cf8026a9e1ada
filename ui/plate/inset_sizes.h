/* The sizes of insets, for their own files only, in units of a plate (sq_plate.u). */
#ifndef SQ_UI_PLATE_INSET_SIZES_H
#define SQ_UI_PLATE_INSET_SIZES_H

#define SQ_INSET_GAP 14.0        /* between cards, and around what a card holds */
#define SQ_INSET_TALL 220.0      /* of a picture of a pair, and of the pot */
#define SQ_INSET_PILE_TALL 250.0 /* of a pile's, at least */
#define SQ_INSET_ROW 27.0        /* of a name in the list of a pile */
#define SQ_INSET_TITLE 25.0      /* height of the title's letters */
#define SQ_INSET_TEXT 22.0       /* height of other letters */

#endif
