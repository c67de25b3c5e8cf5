/* Functions that tests need from each kind of device, in tests/device/<kind>.c. */
#ifndef DEVICE_KINDS_H
#define DEVICE_KINDS_H

#include "random/random_maker.h"

#define DEVICE(NAME, number, kind, list)                                                                       \
  /* Gives some random machines devices of the kind, and steps that acknowledge them. */                       \
  void make_##list(maker *m);                                                                                  \
  /* Makes the most devices, each with a line from `first_line` onwards. All do something early. */          \
  void largest_##list(sim_config *config, uint32_t first_line);                                                \
  /* Whether they did so by the end of api/test_limits.c, where a thread acknowledges each. */                   \
  int largest_##kind##_worked(const sim_counters *counters, uint32_t index);                                   \
  /* Runs the tests worked out by hand. Returns 1 if one failed. */                                                    \
  int test_##list(void);
#include "sim_devices.def"

/* Random network cards, timers and disks are made among other parts (random_devices.c), so that seeds keep their
 * machines. Network cards at their bounds are in api/test_limits.c, and their tests are separate programs. */
#define make_nics(m) (void)(m)
#define make_timers(m) (void)(m)
#define make_disks(m) (void)(m)
#define test_nics() 0

#endif
