/* Prints the layout and its hash: the source of layout.gen.ts and layout_hash.gen.h. */
#include <inttypes.h>
#include <stdio.h>

#include "layout_text.h"

int main(void) {
  static char text[1 << 16];
  const uint32_t length = layout_text(text, sizeof text);
  if (length > sizeof text) return 1;
  fwrite(text, 1, length, stdout);
  printf("hash %016" PRIx64 "\n", layout_text_hash());
  return 0;
}
