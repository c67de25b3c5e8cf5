/* Passes each named file to a fuzz target, which stops the program if a property is broken. So the committed
 * inputs can be checked without libFuzzer. */
#include <stdio.h>

#include "fuzz.h"

enum { INPUT_BYTES = 4096 };

int main(int argc, char **argv) {
  static uint8_t bytes[INPUT_BYTES];
  for (int at = 1; at < argc; at++) {
    FILE *file = fopen(argv[at], "rb");
    if (file == NULL) {
      fprintf(stderr, "replay: cannot read %s\n", argv[at]);
      return 1;
    }
    const size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    if (size == sizeof bytes) {
      fprintf(stderr, "replay: %s has %d bytes or more\n", argv[at], INPUT_BYTES);
      return 1;
    }
    printf("%s\n", argv[at]);
    fflush(stdout);
    LLVMFuzzerTestOneInput(bytes, size);
  }
  return 0;
}
