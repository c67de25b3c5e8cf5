/* Cores, contexts and cpus of a configuration. */
#ifndef SIM_TOPOLOGY_H
#define SIM_TOPOLOGY_H

#include "sim.h"

/* Whether contexts share the pipeline cycle by cycle. Each context is then a cpu. */
static inline int is_interleaved(const sim_config *c) { return c->policy >= sim_policy_ROUND_ROBIN; }
static inline uint32_t cpus_of_core(const sim_config *c) { return is_interleaved(c) ? c->context_count : 1; }
static inline uint32_t context_total(const sim_config *c) { return (uint32_t)c->core_count * c->context_count; }

#endif
