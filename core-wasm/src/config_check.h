/* Refusals of a configuration, shared by the parts of its check. */
#ifndef SIM_CONFIG_CHECK_H
#define SIM_CONFIG_CHECK_H

#include "sim.h"

enum { REQUEST_BYTES_LIMIT = 1 << 24 };

typedef struct check {
  const sim_config *config;
  sim_error *error;
} check;

int config_fail(const check *k, enum sim_status status, const void *field, uint64_t value);

/* Each ends the check with an error that names the field. */
#define IN_RANGE(field, low, high)                                          \
  do {                                                                      \
    const uint64_t value_ = (field);                                        \
    if (value_ < (uint64_t)(low) || value_ > (uint64_t)(high))              \
      return config_fail(k, sim_status_OUT_OF_RANGE, &(field), value_);            \
  } while (0)
#define AT_MOST(field, high)                                                \
  do {                                                                      \
    const uint64_t value_ = (field);                                        \
    if (value_ > (uint64_t)(high)) return config_fail(k, sim_status_OUT_OF_RANGE, &(field), value_); \
  } while (0)
#define REFERS(field, count)                                                \
  do {                                                                      \
    const uint64_t value_ = (field);                                        \
    if (value_ >= (uint64_t)(count)) return config_fail(k, sim_status_BAD_REFERENCE, &(field), value_); \
  } while (0)
#define CONSISTENT(condition, field)                                        \
  do {                                                                      \
    if (!(condition)) return config_fail(k, sim_status_INCONSISTENT, &(field), (field)); \
  } while (0)

/* Routines, locks, threads and their steps. */
int config_check_software(const check *k);

#endif
