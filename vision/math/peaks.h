/* The highest places of a field of numbers. */
#ifndef SQ_VISION_MATH_PEAKS_H
#define SQ_VISION_MATH_PEAKS_H

typedef struct {
    int x, y;
    float height;
} sq_peak;

/* Where no place within two rows and columns is higher, and which are at least that high: the `most` highest
 * of them, the highest first; of equal ones those of the upper rows. The field has rows of w numbers; its two
 * outer rows and columns have no peaks. out has room for 2 * most. Returns how many there are. */
int sq_peaks_find(const float *field, int w, int h, float least, int most, sq_peak *out);

#endif
