/* Prints what layout_text reports: the source of layout.gen.ts where no emcc is installed. */
#include <inttypes.h>
#include <stdio.h>

#include "src/layout.h"
#include "sim.h"

int main(void) {
  static char text[1 << 16];
  const uint32_t length = layout_text(text, sizeof text);
  if (length > sizeof text) return 1;
  fwrite(text, 1, length, stdout);
  printf("hash %016" PRIx64 "\n", sim_layout_hash());
  return 0;
}
