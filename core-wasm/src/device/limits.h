/* Bounds of fields that records of several devices, or of traffic, have. */
#ifndef SIM_DEVICE_LIMITS_H
#define SIM_DEVICE_LIMITS_H

#include <stdint.h>

enum {
  FRAME_BYTES_LIMIT = 1 << 18,
  REQUEST_BYTES_LIMIT = 1 << 24,  /* of a disk */
  NANOSECONDS_LIMIT = 1000000000, /* times the clock it stays below 2^64 */
  MEAN_GAP_BITS = 44              /* a mean interval stays below 2^44 cycles, its denominator below 2^44 */
};
#define LINE_RATE_LIMIT 1000000000000u /* bit/s */
#define INTERVAL_NUMERATOR_LIMIT ((uint64_t)1 << 56)

#endif
