/* Who holds a file that cannot be locked, for a sentence that says so. */
#ifndef SQ_VISION_SYSTEM_LOCK_HOLDER_H
#define SQ_VISION_SYSTEM_LOCK_HOLDER_H

/* Text that names the holder. */
typedef struct {
    char text[200];
} sq_holder;

/* The program that holds a lock (flock) on this open file, with its arguments and its number: "squint referee
 * --out tuesday camera (process 1234)". "another squint" where the system does not tell, as for a file that
 * another machine has locked. Returns to->text. */
const char *sq_lock_holder(sq_holder *to, int file);

#endif
