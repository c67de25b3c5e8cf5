/* The stages of a core, stepped cycle by cycle through their latches. Each stream has its own front end, up
 * to the stage that issues; the back end is shared by the contexts of the core. */
#ifndef SIM_PIPELINE_H
#define SIM_PIPELINE_H

#include "state/tell.h"

/* A stream begins on the present cpu in an empty front end, `done` of its `budget` instructions are over. */
void pipeline_begin(sim *sim, uint32_t stream, uint64_t budget, uint64_t done, uint32_t index);
/* Clears times before the present cycle at which registers were ready: fast engines do not keep all of them. */
void pipeline_forget(sim *sim);
/* The cpu's phase goes through the pipeline. */
static inline int pipeline_is_used(const cpu_state *cpu) {
  const uint32_t phases = 1u << PHASE_RUN_INSTRUCTIONS | 1u << PHASE_DRAIN_INSTRUCTIONS | 1u << PHASE_SAVE_WORDS |
                          1u << PHASE_RESTORE_WORDS;
  return phases >> cpu->now.phase & 1;
}
int pipeline_is_over(const cpu_state *cpu);
/* Recognition on the present cpu: what is in IF is nullified, the rest drains. Returns 0 when there is
 * nothing to drain. */
int pipeline_nullify(sim *sim);

/* Why the instruction could not leave its stage at the end of the last cycle; BUSY: it can. */
enum sim_cause pipeline_front_stall(const sim *sim, uint32_t cpu, uint32_t stage);
enum sim_cause pipeline_back_stall(const sim *sim, uint32_t core, uint32_t stage);

#endif
