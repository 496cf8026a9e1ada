/* What the eye's claims about pictures cost, in nats: minus the logarithm of the probability that it gave to
 * what is so. */
#ifndef SQ_TESTS_TUNE_SCORE_OF_EYE_H
#define SQ_TESTS_TUNE_SCORE_OF_EYE_H

typedef struct eye_scenes eye_scenes;

/* Reads the scenes of folders (NAME.json beside NAME.jpg), every one of them once and for all. Ends the
 * program with a sentence where one cannot be read. The caller frees. */
eye_scenes *eye_scenes_read(const char *const folders[], int folder_count);
void eye_scenes_free(eye_scenes *s);

int eye_scenes_count(const eye_scenes *s);

/* Looks at all scenes anew, the camera given; nats of each go into cost (eye_scenes_count of them). */
void eye_cost(eye_scenes *s, double cost[]);

/* Finds the camera of all scenes from the mat; nats of the places that it gives to points of the mat. */
void camera_cost(eye_scenes *s, double cost[]);

#endif
