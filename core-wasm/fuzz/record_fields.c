#include "record_fields.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "sim.h"

static const record_field fields[] = {
#define FIELD(record, type, name, count) {#record, offsetof(record, name), sizeof(type), count},
#define FIELD_RECORD(record, type, name, count) {#record, offsetof(record, name), 1, (count) * sizeof(type)},
#include "sim_layout.def"
};

enum { FIELD_COUNT = sizeof fields / sizeof fields[0] };

const record_field *record_fields(const char *record, uint32_t *count) {
  uint32_t first = 0;
  while (first < FIELD_COUNT && strcmp(fields[first].record, record) != 0) first++;
  uint32_t end = first;
  while (end < FIELD_COUNT && strcmp(fields[end].record, record) == 0) end++;
  assert(end > first);
  *count = end - first;
  return &fields[first];
}
