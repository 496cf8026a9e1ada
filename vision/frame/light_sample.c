/* Light and colour between pixels: the table from code values to linear light, and bilinear interpolation
 * in each plane of any frame format. */
#include "vision/frame/light_sample.h"

#include "vision/frame/felt_chroma.h"

#include <string.h>

/* 255 (i / 255)^2.2 */
const float sq_light_of[256] = {
    0.0000f,   0.0013f,   0.0059f,   0.0145f,   0.0273f,   0.0447f,   0.0667f,   0.0936f,   0.1256f,
    0.1627f,   0.2052f,   0.2531f,   0.3064f,   0.3654f,   0.4302f,   0.5007f,   0.5771f,   0.6594f,
    0.7477f,   0.8422f,   0.9428f,   1.0496f,   1.1627f,   1.2822f,   1.4080f,   1.5404f,   1.6792f,
    1.8245f,   1.9765f,   2.1351f,   2.3005f,   2.4726f,   2.6514f,   2.8372f,   3.0297f,   3.2292f,
    3.4357f,   3.6492f,   3.8697f,   4.0973f,   4.3320f,   4.5738f,   4.8228f,   5.0790f,   5.3425f,
    5.6133f,   5.8914f,   6.1769f,   6.4697f,   6.7699f,   7.0776f,   7.3928f,   7.7154f,   8.0456f,
    8.3834f,   8.7287f,   9.0817f,   9.4423f,   9.8106f,   10.1865f,  10.5702f,  10.9617f,  11.3609f,
    11.7680f,  12.1828f,  12.6055f,  13.0361f,  13.4746f,  13.9210f,  14.3754f,  14.8377f,  15.3081f,
    15.7864f,  16.2728f,  16.7672f,  17.2698f,  17.7804f,  18.2992f,  18.8261f,  19.3612f,  19.9044f,
    20.4559f,  21.0156f,  21.5836f,  22.1598f,  22.7443f,  23.3372f,  23.9383f,  24.5479f,  25.1657f,
    25.7920f,  26.4267f,  27.0698f,  27.7213f,  28.3814f,  29.0498f,  29.7268f,  30.4123f,  31.1064f,
    31.8089f,  32.5201f,  33.2398f,  33.9682f,  34.7051f,  35.4507f,  36.2050f,  36.9679f,  37.7395f,
    38.5198f,  39.3088f,  40.1066f,  40.9131f,  41.7284f,  42.5524f,  43.3853f,  44.2270f,  45.0775f,
    45.9368f,  46.8050f,  47.6821f,  48.5680f,  49.4629f,  50.3667f,  51.2794f,  52.2011f,  53.1317f,
    54.0713f,  55.0199f,  55.9775f,  56.9442f,  57.9198f,  58.9045f,  59.8983f,  60.9011f,  61.9131f,
    62.9341f,  63.9643f,  65.0035f,  66.0520f,  67.1096f,  68.1763f,  69.2522f,  70.3374f,  71.4317f,
    72.5353f,  73.6481f,  74.7701f,  75.9014f,  77.0420f,  78.1919f,  79.3510f,  80.5195f,  81.6973f,
    82.8844f,  84.0809f,  85.2867f,  86.5020f,  87.7265f,  88.9605f,  90.2039f,  91.4567f,  92.7190f,
    93.9907f,  95.2718f,  96.5624f,  97.8625f,  99.1721f,  100.4912f, 101.8198f, 103.1579f, 104.5056f,
    105.8628f, 107.2295f, 108.6058f, 109.9918f, 111.3873f, 112.7924f, 114.2071f, 115.6314f, 117.0654f,
    118.5090f, 119.9623f, 121.4252f, 122.8978f, 124.3801f, 125.8721f, 127.3738f, 128.8853f, 130.4064f,
    131.9373f, 133.4780f, 135.0284f, 136.5886f, 138.1586f, 139.7383f, 141.3279f, 142.9273f, 144.5365f,
    146.1555f, 147.7844f, 149.4231f, 151.0717f, 152.7302f, 154.3985f, 156.0767f, 157.7649f, 159.4629f,
    161.1709f, 162.8888f, 164.6166f, 166.3544f, 168.1021f, 169.8598f, 171.6275f, 173.4052f, 175.1929f,
    176.9905f, 178.7982f, 180.6159f, 182.4437f, 184.2815f, 186.1293f, 187.9872f, 189.8552f, 191.7332f,
    193.6214f, 195.5196f, 197.4280f, 199.3464f, 201.2750f, 203.2137f, 205.1626f, 207.1216f, 209.0907f,
    211.0701f, 213.0596f, 215.0593f, 217.0692f, 219.0893f, 221.1196f, 223.1601f, 225.2108f, 227.2718f,
    229.3431f, 231.4245f, 233.5163f, 235.6183f, 237.7306f, 239.8532f, 241.9861f, 244.1292f, 246.2827f,
    248.4466f, 250.6207f, 252.8052f, 255.0000f,
};

/* Bilinear in one plane of w × h samples, `stride` bytes a row and `step` bytes a sample; places outside are
 * taken to the border. */
static float in_plane(const uint8_t *plane, int stride, int step, int w, int h, double x, double y) {
    x = fmin(fmax(x, 0), w - 1);
    y = fmin(fmax(y, 0), h - 1);
    int x0 = (int)x, y0 = (int)y, x1 = x0 + (x0 < w - 1), y1 = y0 + (y0 < h - 1);
    float a = (float)(x - x0), b = (float)(y - y0);
    const uint8_t *top = plane + (size_t)y0 * (size_t)stride, *low = plane + (size_t)y1 * (size_t)stride;
    float t = (1 - a) * top[x0 * step] + a * top[x1 * step],
          l = (1 - a) * low[x0 * step] + a * low[x1 * step];
    return (1 - b) * t + b * l;
}

static void from_bgr(const sq_frame *f, sq_px p, float v[SQ_CHANNELS]) {
    float c[3];
    for (int k = 0; k < 3; k++)
        c[k] = in_plane(f->plane[0] + k, f->stride[0], 3, f->width, f->height, p.x, p.y);
    v[0] = sq_luma(c[2], c[1], c[0]);
    v[1] = (c[0] - v[0]) * 0.564f;
    v[2] = (c[2] - v[0]) * 0.713f;
}

/* Chroma samples of a halved plane lie at 2i + ½ in y, and in x there or at 2i. */
static void chroma(const sq_frame *f, sq_px p, float v[SQ_CHANNELS]) {
    bool half_x = f->format != SQ_FRAME_I444,
         half_y = f->format == SQ_FRAME_I420 || f->format == SQ_FRAME_NV12;
    bool packed = f->format == SQ_FRAME_NV12;
    double x = half_x ? (p.x - (f->siting == SQ_CHROMA_CENTRE ? 0.5 : 0)) / 2 : p.x;
    double y = half_y ? (p.y - 0.5) / 2 : p.y;
    int w = half_x ? (f->width + 1) / 2 : f->width, h = half_y ? (f->height + 1) / 2 : f->height;
    for (int c = 0; c < 2; c++) {
        const uint8_t *plane = packed ? f->plane[1] + c : f->plane[1 + c];
        v[1 + c] = in_plane(plane, f->stride[packed ? 1 : 1 + c], packed ? 2 : 1, w, h, x, y);
    }
}

bool sq_colour_between(const sq_frame *f, sq_px p, float v[SQ_CHANNELS]) {
    if (!(p.x >= 0 && p.y >= 0 && p.x < f->width - 1 && p.y < f->height - 1)) return false;
    memset(v, 0, sizeof *v * SQ_CHANNELS);
    if (f->format == SQ_FRAME_BGR) {
        from_bgr(f, p, v);
        return true;
    }
    v[0] = in_plane(f->plane[0], f->stride[0], 1, f->width, f->height, p.x, p.y);
    if (f->format != SQ_FRAME_GREY) chroma(f, p, v);
    return true;
}
