/* The fields of the records in sim_layout.def. The config fuzzer also patches new ones. */
#ifndef FUZZ_RECORD_FIELDS_H
#define FUZZ_RECORD_FIELDS_H

#include <stdint.h>

typedef struct record_field {
  const char *record;
  uint32_t offset;
  uint32_t width; /* size of one element; records within a record are fields of single bytes */
  uint32_t count;
} record_field;

/* Fields of one record are consecutive. Returns the first one and writes their number. */
const record_field *record_fields(const char *record, uint32_t *count);

#endif
