/* Writes the board as a one-page PDF: filled rectangles and one of the fonts that every reader has (ISO
 * 32000-1). */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "calib/lens/charuco_board.h"
#include "vision/frame/opencv.h"
#include "vision/math/tunable_number.h"
#include "vision/system/output_file.h"

#define POINT_MM (25.4 / 72)
SQ_NUMBER(MARGIN_MM, 6.0); /* printers leave out so much */
SQ_NUMBER(FOOT_MM, 16.0);  /* the ruler and two lines of text */
#define RULER_MM 100
SQ_NUMBER(TEXT_MM, 3.2);

typedef struct {
    FILE *out;
    double height_mm; /* of the page: PDF's y runs upwards, the board's downwards */
    double left, top; /* where the board lies, mm */
} page;

/* Lying sheets, the usual one first. */
static const struct {
    const char *name;
    double width, height; /* mm */
} papers[] = {{"A4", 297, 210}, {"A3", 420, 297}, {"Letter", 279.4, 215.9}};
enum { PAPERS = sizeof papers / sizeof *papers };

static void box(const page *p, double x, double y, double w, double h) {
    fprintf(p->out, "%.4f %.4f %.4f %.4f re\n", x / POINT_MM, (p->height_mm - y - h) / POINT_MM, w / POINT_MM,
            h / POINT_MM);
}

static void text(const page *p, double x, double y, const char *words) {
    fprintf(p->out, "BT /F %.2f Tf %.3f %.3f Td (", TEXT_MM / POINT_MM, x / POINT_MM,
            (p->height_mm - y) / POINT_MM);
    for (; *words; words++)
        fprintf(p->out, strchr("()\\", *words) ? "\\%c" : "%c", *words);
    fputs(") Tj ET\n", p->out);
}

/* Runs of white bits along the rows, and along the columns: as one path they leave no seams between bits. */
static void white_bits(const page *p, double x, double y, double cell,
                       const bool bits[SQ_CV_MARKER_BITS][SQ_CV_MARKER_BITS]) {
    for (int r = 0; r < SQ_CV_MARKER_BITS; r++)
        for (int c = 0; c < SQ_CV_MARKER_BITS; c++) {
            int along = 0, across = 0;
            while (c + along < SQ_CV_MARKER_BITS && bits[r][c + along])
                along++;
            while (r + across < SQ_CV_MARKER_BITS && bits[r + across][c])
                across++;
            if (along) box(p, x + c * cell, y + r * cell, along * cell, cell);
            if (across) box(p, x + c * cell, y + r * cell, cell, across * cell);
        }
}

static void black_squares(const page *p, const sq_board *b) {
    for (int r = 0; r < b->rows; r++)
        for (int c = 0; c < b->columns; c++)
            if (sq_board_black(c, r))
                box(p, p->left + c * b->square_mm, p->top + r * b->square_mm, b->square_mm, b->square_mm);
    for (int m = 0; m < sq_board_markers(b); m++) {
        sq_mm corner[4];
        double side = SQ_BOARD_MARKER_SHARE * b->square_mm;
        if (sq_board_marker(b, m, corner)) box(p, p->left + corner[0].x, p->top + corner[0].y, side, side);
    }
    fputs("f\n", p->out);
}

static sq_code squares(const page *p, const sq_board *b, sq_diag *d) {
    double cell = SQ_BOARD_MARKER_SHARE * b->square_mm / (SQ_CV_MARKER_BITS + 2);
    fputs("0 g\n", p->out);
    black_squares(p, b);
    fputs("1 g\n", p->out);
    for (int m = 0; m < sq_board_markers(b); m++) {
        bool bits[SQ_CV_MARKER_BITS][SQ_CV_MARKER_BITS];
        sq_mm corner[4];
        sq_code code = sq_cv_marker_bits(m, bits, d);
        if (code) return code;
        if (sq_board_marker(b, m, corner))
            white_bits(p, p->left + corner[0].x + cell, p->top + corner[0].y + cell, cell, bits);
    }
    fputs("f 0 g\n", p->out);
    return SQ_OK;
}

static void foot(const page *p, const sq_board *b) {
    double y = p->top + b->rows * b->square_mm + FOOT_MM / 4;
    char words[256];
    for (int mm = 0; mm <= RULER_MM; mm++)
        box(p, p->left + mm - 0.05, y, 0.1, mm % 10 ? 1.5 : 3);
    fputs("f\n", p->out);
    text(p, p->left + RULER_MM + 3, y + 3, "100 mm: hold a ruler against it; print at 100 %");
    snprintf(words, sizeof words, "squint calibrate --board --squares %dx%d: glue it on something flat.",
             b->columns, b->rows);
    text(p, p->left, y + 8, words);
}

static sq_code content(char **stream, size_t *size, const sq_board *b, double width_mm, double height_mm,
                       sq_diag *d) {
    page p = {.out = open_memstream(stream, size), .height_mm = height_mm};
    p.left = (width_mm - b->columns * b->square_mm) / 2;
    p.top = (height_mm - b->rows * b->square_mm - FOOT_MM) / 2;
    if (!p.out) return sq_fail(d, SQ_E_MEMORY, "not enough memory for a page; close other programs");
    sq_code code = squares(&p, b, d);
    foot(&p, b);
    fclose(p.out);
    return code;
}

/* The objects, each with its place in the file kept for the table at the end. */
static void document(FILE *out, const char *stream, size_t size, double width_mm, double height_mm) {
    enum { OBJECTS = 5 };
    long at[OBJECTS];
    fputs("%PDF-1.4\n", out);
    at[0] = ftell(out);
    fputs("1 0 obj\n<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >> >>\nendobj\n",
          out);
    at[1] = ftell(out);
    fputs("2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n", out);
    at[2] = ftell(out);
    fprintf(out,
            "3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %.3f %.3f] /Contents 4 0 R\n"
            "/Resources << /Font << /F 5 0 R >> >> >>\nendobj\n",
            width_mm / POINT_MM, height_mm / POINT_MM);
    at[3] = ftell(out);
    fprintf(out, "4 0 obj\n<< /Length %zu >>\nstream\n%sendstream\nendobj\n", size, stream);
    at[4] = ftell(out);
    fputs("5 0 obj\n<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>\nendobj\n", out);
    long table = ftell(out);
    fprintf(out, "xref\n0 %d\n0000000000 65535 f \n", OBJECTS + 1);
    for (int i = 0; i < OBJECTS; i++)
        fprintf(out, "%010ld 00000 n \n", at[i]);
    fprintf(out, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%ld\n%%%%EOF\n", OBJECTS + 1, table);
}

static bool fits(const sq_board *b, int paper) {
    return b->columns * b->square_mm + 2 * MARGIN_MM <= papers[paper].width &&
           b->rows * b->square_mm + FOOT_MM + 2 * MARGIN_MM <= papers[paper].height;
}

/* The paper of that name, or the first that the board fits on. */
static sq_code find_paper(int *paper, const sq_board *b, const char *name, sq_diag *d) {
    for (*paper = 0; *paper < PAPERS; ++*paper) {
        if (name && strcasecmp(name, papers[*paper].name) != 0) continue;
        if (fits(b, *paper)) return SQ_OK;
        if (name)
            return sq_fail(
                d, SQ_E_ARGUMENT,
                "a board of %d x %d squares of %g mm does not fit on %s; give smaller ones, or --paper a3",
                b->columns, b->rows, b->square_mm, papers[*paper].name);
    }
    if (name) return sq_fail(d, SQ_E_ARGUMENT, "--paper %.40s: give a4, a3 or letter", name);
    return sq_fail(d, SQ_E_ARGUMENT,
                   "a board of %d x %d squares of %g mm fits on no paper; give smaller ones or fewer",
                   b->columns, b->rows, b->square_mm);
}

sq_code sq_board_print(const sq_board *b, const char *paper, const char *path, sq_diag *d) {
    int sheet;
    char *stream = NULL;
    size_t size = 0;
    sq_code code = find_paper(&sheet, b, paper, d);
    if (!code) code = content(&stream, &size, b, papers[sheet].width, papers[sheet].height, d);
    sq_output_file o;
    if (!code) code = sq_output_begin(&o, path, d);
    if (!code) {
        FILE *out = fopen(o.path, "wbe");
        if (out) document(out, stream, size, papers[sheet].width, papers[sheet].height);
        code = sq_output_close(&o, out, d);
    }
    free(stream);
    return code;
}
