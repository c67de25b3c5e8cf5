/* Random machines with random software and traffic, all valid: small enough that a few thousand cycles
 * exercise everything. */
#ifndef RANDOM_CONFIG_H
#define RANDOM_CONFIG_H

#include "support/choices.h"
#include "sim.h"

enum { RANDOM_TRACE_LIMIT = 96 };

/* Fills the config; the entries that it counts are in `trace`. */
void random_config(uint64_t seed, sim_config *config, sim_trace_entry trace[RANDOM_TRACE_LIMIT]);

/* The same with every decision taken from these choices. */
void random_config_from(choices *from, sim_config *config, sim_trace_entry trace[RANDOM_TRACE_LIMIT]);

/* Some of its routines become programs, on one machine in four. */
void random_programs(choices *from, sim_config *config);

/* Some look for room in a queue instead of a packet, on one machine in eight. */
void random_room(choices *from, sim_config *config);

/* Critical sections, and what else studies ask for, on some machines. */
void random_studies(choices *from, sim_config *config);

/* Whether the step's index is a network card. */
int random_step_names_nic(const sim_step_config *step);

#endif
