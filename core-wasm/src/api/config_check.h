/* The parts of the check of a configuration. */
#ifndef SIM_CONFIG_CHECK_H
#define SIM_CONFIG_CHECK_H

#include "base/check.h"

/* Routines, locks, threads and their steps. */
int config_check_software(const check *k);

#endif
