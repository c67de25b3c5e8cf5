#include "base/check.h"

#include <string.h>

int config_fail(const check *k, enum sim_status status, const void *field, uint64_t value) {
  *k->error = (sim_error){
      .status = (uint32_t)status,
      .field_offset = (uint32_t)((const uint8_t *)field - (const uint8_t *)k->config),
      .value = value,
  };
  return 0;
}

static uint64_t value_of(const void *field, uint32_t bytes) {
  uint64_t value = 0;
  memcpy(&value, field, bytes); /* little-endian: snapshot.c */
  return value;
}

__attribute__((noinline)) int config_in_range(const check *k, const void *field, uint32_t bytes, uint64_t low,
                                              uint64_t high) {
  const uint64_t value = value_of(field, bytes);
  return (value >= low && value <= high) || config_fail(k, sim_status_OUT_OF_RANGE, field, value);
}

__attribute__((noinline)) int config_refers(const check *k, const void *field, uint32_t bytes, uint32_t count) {
  const uint64_t value = value_of(field, bytes);
  return value < count || config_fail(k, sim_status_BAD_REFERENCE, field, value);
}

__attribute__((noinline)) int config_consistent(const check *k, const void *field, uint32_t bytes, int is_consistent) {
  return is_consistent || config_fail(k, sim_status_INCONSISTENT, field, value_of(field, bytes));
}

int config_bounded(const check *k, const void *record, const bound *bounds, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    if (!config_in_range(k, (const uint8_t *)record + bounds[i].offset, bounds[i].bytes, bounds[i].low, bounds[i].high))
      return 0;
  return 1;
}
