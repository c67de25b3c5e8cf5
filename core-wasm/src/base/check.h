/* Checks of a configuration: a check ends at the first error, which names the field. */
#ifndef SIM_CHECK_H
#define SIM_CHECK_H

#include <stddef.h>

#include "sim.h"

typedef struct check {
  const sim_config *config;
  sim_error *error;
} check;

int config_fail(const check *k, enum sim_status status, const void *field, uint64_t value);

/* A field whose bounds depend on no other field. */
typedef struct bound {
  uint16_t offset;
  uint8_t bytes;
  uint8_t low;
  uint32_t high;
} bound;
#define BOUND(record, field, low, high) \
  { (uint16_t)offsetof(record, field), (uint8_t)sizeof(((record *)0)->field), low, high }
#define ONE_OF(record, field, enumeration) BOUND(record, field, 0, enumeration##_COUNT - 1)

/* Checks that each of `count` fields of the record is within its bounds. Otherwise it ends with an error that names
 * the field. */
int config_bounded(const check *k, const void *record, const bound *bounds, uint32_t count);
#define BOUNDED(record, bounds)                                                                            \
  do {                                                                                                     \
    if (!config_bounded(k, record, bounds, (uint32_t)(sizeof(bounds) / sizeof((bounds)[0])))) return 0;    \
  } while (0)

int config_in_range(const check *k, const void *field, uint32_t bytes, uint64_t low, uint64_t high);
int config_refers(const check *k, const void *field, uint32_t bytes, uint32_t count);
int config_consistent(const check *k, const void *field, uint32_t bytes, int is_consistent);

/* Each macro ends the check with an error that names the field. */
#define IN_RANGE(field, low, high)                                                                         \
  do {                                                                                                     \
    if (!config_in_range(k, &(field), sizeof(field), (uint64_t)(low), (uint64_t)(high))) return 0;         \
  } while (0)
#define AT_MOST(field, high) IN_RANGE(field, 0, high)
#define REFERS(field, count)                                                                               \
  do {                                                                                                     \
    if (!config_refers(k, &(field), sizeof(field), (uint32_t)(count))) return 0;                           \
  } while (0)
#define CONSISTENT(condition, field)                                                                       \
  do {                                                                                                     \
    if (!config_consistent(k, &(field), sizeof(field), condition)) return 0;                               \
  } while (0)

#endif
