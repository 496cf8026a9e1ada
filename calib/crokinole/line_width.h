/* How wide a line is whose picture is blurred. */
#ifndef SQ_CALIB_CROKINOLE_LINE_WIDTH_H
#define SQ_CALIB_CROKINOLE_LINE_WIDTH_H

/* A profile across a line: `middle` samples on either side of where its middle is expected, `fine` of them a
 * pixel. */
typedef struct {
    int middle, fine;
    float *value; /* 2 middle + 1 of them */
} sq_line_profile;

/* What is seen of it. */
typedef struct {
    double half_px; /* half its width, where it falls to half of what it differs from its ground */
    double off_px;  /* by how much its middle lies towards the end of the profile */
} sq_seen_width;

sq_seen_width sq_seen_width_of(const sq_line_profile *p);

typedef struct {
    double px, sigma_px; /* and its standard deviation */
} sq_line_width;

/* The true width, by the shape of a profile in linear light (0..255): a blurred line has lost its flat top.
 * Of a line as narrow as it is blurred the shape tells little, and sigma_px says so. edges_px: how much the
 * picture's sharper edges are blurred (sq_sharpness_measure), which is as much as the picture may blur, for
 * edges are soft themselves; infinite where none told. p->value is overwritten. */
sq_line_width sq_line_width_of(const sq_line_profile *p, double edges_px);

#endif
