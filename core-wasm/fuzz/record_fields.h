/* The fields of the records in sim_layout.def: a new one is patched by the config fuzzer as it is. */
#ifndef FUZZ_RECORD_FIELDS_H
#define FUZZ_RECORD_FIELDS_H

#include <stdint.h>

typedef struct record_field {
  const char *record;
  uint32_t offset;
  uint32_t width; /* of one element; records within a record are fields of single bytes */
  uint32_t count;
} record_field;

/* The fields of a record stand together; returns the first and writes their number. */
const record_field *record_fields(const char *record, uint32_t *count);

#endif
