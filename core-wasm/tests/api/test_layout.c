#include <stdlib.h>
#include <string.h>

#include "../layout/layout_text.h"
#include "sim.h"
#include "support/test.h"

static char text[1 << 16];

static void text_is_the_same_whatever_the_capacity(void) {
  const uint32_t length = layout_text(NULL, 0);
  EXPECT(length > 1000 && length < sizeof text);
  memset(text, '#', sizeof text);
  EXPECT_EQUAL(layout_text(text, 100), length);
  EXPECT(text[99] != '#' && text[100] == '#');
  EXPECT_EQUAL(layout_text(text, sizeof text), length);
  EXPECT(text[length - 1] == '\n' && text[length] == '#');
}

static void text_tells_offsets_sizes_and_values(void) {
  text[layout_text(text, sizeof text - 1)] = 0;
  EXPECT(strstr(text, "\nrecord sim_event 16\n"));
  EXPECT(strstr(text, "\nfield sim_event uint8_t kind 1 6\n"));
  EXPECT(strstr(text, "\nfield sim_config sim_nic_config nics SIM_NIC_LIMIT "));
  EXPECT(strstr(text, "\nvalue sim_layer save-restore 6\n"));
  EXPECT(strstr(text, "\nlimit SIM_NONE 4294967295\n"));
}

/* A second implementation, because config.c cannot check itself. */
static uint64_t fnv1a(const char *bytes, uint32_t length) {
  uint64_t hash = 14695981039346656037u;
  for (uint32_t i = 0; i < length; i++) hash = (hash ^ (unsigned char)bytes[i]) * 1099511628211u;
  return hash;
}

static void hash_is_over_the_text(void) {
  const uint32_t length = layout_text(text, sizeof text);
  EXPECT_EQUAL(layout_text_hash(), fnv1a(text, length));
  EXPECT_EQUAL(sim_layout_hash(), layout_text_hash());
}

/* Exchanging two fields of one size keeps all sizes, but must change the hash. */
static void hash_sees_exchanged_fields(void) {
  const uint32_t length = layout_text(text, sizeof text - 1);
  text[length] = 0;
  char *subject = strstr(text, "field sim_event uint32_t subject 1 8");
  char *value = strstr(text, "field sim_event uint32_t value 1 12");
  EXPECT(subject && value);
  if (!subject || !value) return;
  memcpy(subject, "field sim_event uint32_t value 1 8\nf", 36);
  EXPECT(fnv1a(text, length) != sim_layout_hash());
}

int main(void) {
  RUN(text_is_the_same_whatever_the_capacity);
  RUN(text_tells_offsets_sizes_and_values);
  RUN(hash_is_over_the_text);
  RUN(hash_sees_exchanged_fields);
  return TEST_EXIT_CODE;
}
