/* What libFuzzer calls: the program's part under test eats the bytes; a crash, a sanitizer's word or a failed
 * assertion is a finding. Returns 0. */
#ifndef SQ_TESTS_FUZZ_FUZZ_H
#define SQ_TESTS_FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

#endif
