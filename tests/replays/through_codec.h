/* Sends frames through a real encoder and its decoder, as a camera or a messenger does. */
#ifndef SQ_TESTS_REPLAYS_THROUGH_CODEC_H
#define SQ_TESTS_REPLAYS_THROUGH_CODEC_H

#include "datasets/film/video_faults.h"

typedef struct sq_codec sq_codec;

/* codec: elements of GStreamer from raw video to raw video. The frames of the source must be I420 and of one
 * size; they come out in their order, with their own times, numbers and colours, as large as the elements
 * make them. On failure *out is null. */
sq_code sq_codec_open(sq_codec **out, const char *codec, sq_frame_source *source, void *who, sq_diag *d);
/* A sq_frame_source: who is the codec. Valid until the next call. */
sq_code sq_codec_next(void *codec, sq_frame *frame, sq_diag *d);
void sq_codec_close(sq_codec *c); /* null is allowed */

#endif
