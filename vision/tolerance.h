/* Every tolerance of sight: its unit, its reason, and what breaks when it moves. Sizes of the equipment stand
 * in rules/gear.h. */
#ifndef SQ_VISION_TOLERANCE_H
#define SQ_VISION_TOLERANCE_H

/* Megapixels of the largest picture that is read. Phones give 12 to 50; at 100 one frame takes 300 MB as BGR,
 * and a wink is 80 pixels wide, far more than sight can use. Lower refuses phones, higher invites a memory
 * bomb. */
#define SQ_PICTURE_MAX_MP 64

/* Bytes of the largest picture file: SQ_PICTURE_MAX_MP pixels of three 16-bit channels, uncompressed. Lower
 * refuses honest files, higher lets a wrong name (a video, a disk image) fill the memory before it is
 * refused. */
#define SQ_PICTURE_MAX_BYTES (SQ_PICTURE_MAX_MP * 6 << 20)

#endif
