/* The stages of a core, stepped cycle by cycle through their latches. Each stream has its own front end, up
 * to the stage that issues; the back end is shared by the contexts of the core. */
#ifndef SIM_PIPELINE_H
#define SIM_PIPELINE_H

#include "cpu/step/back_end.h"
#include "state/tell.h"

/* Starts a stream on the current cpu in an empty front end. `done` of its `budget` instructions have been executed. */
void pipeline_begin(sim *sim, uint32_t stream, uint64_t budget, uint64_t done, uint32_t index);
/* Clears past times at which registers became ready, because fast engines do not keep all of them. */
void pipeline_forget(sim *sim);
/* Whether the pipeline executes the cpu's phase. */
static inline int pipeline_is_used(const cpu_state *cpu) {
  const uint32_t phases = 1u << PHASE_RUN_INSTRUCTIONS | 1u << PHASE_DRAIN_INSTRUCTIONS | 1u << PHASE_SAVE_WORDS |
                          1u << PHASE_RESTORE_WORDS;
  return phases >> cpu->now.phase & 1;
}
int pipeline_is_over(const cpu_state *cpu);
/* Recognition on the current cpu: nullifies the instruction in IF, or those that an abandoning core takes back, and
 * lets the rest drain. Returns the number of nullified stages, from IF onwards. If nothing drains, pipeline_is_over. */
uint32_t pipeline_nullify(sim *sim);
/* Nullified instructions stay visible until the drain starts. */
void pipeline_empty_nullified(sim *sim, uint32_t core, front_state *f);

/* Why the instruction could not leave its stage at the end of the last cycle; BUSY: it can. */
enum sim_cause pipeline_front_stall(const sim *sim, uint32_t cpu, uint32_t stage);
enum sim_cause pipeline_back_stall(const sim *sim, uint32_t core, uint32_t stage);

/* Counts of a context's cycles. */
typedef struct stall_counts {
  uint64_t retired;
  uint64_t busy;
  uint32_t stalls[SIM_CAUSE_LIMIT];
} stall_counts;

shape pipeline_shape(const sim *sim);
stream_rules rules_of(sim *sim, uint32_t cpu);
core_rules core_rules_of(sim *sim, uint32_t core, uint32_t *touched);
static inline int uses_memory(const sim *sim) { return sim->memory.is_used; }
static inline uint32_t cpu_of_index(const sim *sim, uint32_t core, uint32_t index) {
  return is_interleaved(&sim->config) ? core * sim->config.context_count + index : core;
}

/* Instruction streams of the contexts in `active`, by index. A draining context fetches no more instructions. */
void open_streams(sim *sim, uint32_t core, uint32_t active, runner *runners, stream_rules *rules);

/* Code for a pipeline of any shape, out of line. Inlined into each loop it would take a twentieth of the module. */
int any_back_end(sim *sim, back_state *back, const core_rules *k, const runner *runners, uint32_t core, uint64_t cycle,
                 int observed);
void any_front_end(sim *sim, const core_rules *k, const runner *r, uint32_t core, uint64_t cycle, int issued,
                   int observed);
void any_issue(sim *sim, back_state *back, uint32_t lane, const core_rules *k, const runner *r, uint32_t core,
               uint64_t cycle, int observed);
/* With two stages: why the instruction in IF cannot issue; BUSY: it can if its operands are available. */
uint32_t any_issue_hold(const sim *sim, const runner *r, uint64_t cycle);
void any_begin_in_execute(sim *sim, back_state *back, const core_rules *k, const runner *runners, uint32_t core,
                          uint64_t cycle, int issued);
void any_write_registers(const sim *sim, const back_state *back, const runner *runners, uint64_t cycle);
/* One cycle of a core with a single stream. */
void any_step(sim *sim, back_state *back, const core_rules *k, const runner *r, uint32_t core, uint64_t cycle);
/* Ends and starts the bursts that are due before `cycle`. Returns the time of the next such event. */
uint64_t let_due_bursts_go(sim *sim, uint64_t cycle);

/* Chooses the context that issues, for policies under which contexts share the pipeline of a core. */

void select_init(sim *sim);

/* Called if some context could issue in this cycle. Contexts in `blocked` (bits) wait for an operand. Returns whether
 * the core switches from the last issuer to another context, and therefore issues nothing. */
int select_switches(const sim *sim, core_state *c, uint32_t blocked, uint64_t cycle);
void select_issued(const sim *sim, core_state *c, uint32_t local);

static inline uint32_t select_rotated(uint32_t able, uint32_t turn) {
  const uint32_t behind = able & (UINT32_MAX << turn);
  return (uint32_t)__builtin_ctz(behind ? behind : able);
}

/* Weighted round robin: the contexts of the first group that can issue take turns. A context that has issued
 * as often as its weight says waits for the others of its group. */
uint32_t select_weighted(const sim *sim, core_state *c, uint32_t core, uint32_t able);

/* One of the contexts in `able` (bits, not 0), by number within the core. `c` is the core's state, or a copy
 * of it to find out the choice. */
static inline uint32_t select_from(const sim *sim, core_state *c, uint32_t core, uint32_t able) {
  uint32_t chosen;
  if (sim->config.policy == sim_policy_FIXED_PRIORITY) {
    const uint8_t *order = sim->issue_order[core];
    while (!(able >> *order & 1)) order++;
    return *order;
  }
  if (sim->config.policy == sim_policy_WEIGHTED_ROUND_ROBIN) chosen = select_weighted(sim, c, core, able);
  else chosen = select_rotated(able, c->turn);
  c->turn = (uint8_t)(chosen + 1 == sim->config.context_count ? 0 : chosen + 1);
  return chosen;
}

static inline uint32_t select_context(sim *sim, uint32_t core, uint32_t able) {
  return select_from(sim, core_at(sim, core), core, able);
}

#endif
