/* Declarations shared by the libFuzzer targets. */
#ifndef FUZZ_H
#define FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* Called by libFuzzer; returns 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* NULL, or the name of a broken property, for which the fuzzer keeps the input. */
static inline void fuzz_expect(const char *broken) {
  if (broken == NULL) return;
  fprintf(stderr, "broken: %s\n", broken);
  abort();
}

#endif
