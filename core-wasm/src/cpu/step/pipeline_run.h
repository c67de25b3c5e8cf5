/* The loops that step a core, and what they report. Between pipeline.c, pipeline_run.c and pipeline_rows.c. */
#ifndef SIM_PIPELINE_RUN_H
#define SIM_PIPELINE_RUN_H

#include "cpu/step/back_end.h"

/* What a context did with its cycles. */
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

core_rules core_rules_of(sim *sim, uint32_t core, uint32_t *touched);
/* Instruction streams of the contexts in `active`, by index. A draining context fetches nothing more. */
void open_streams(sim *sim, uint32_t core, uint32_t active, runner *runners, stream_rules *rules);

/* A pipeline of any shape, out of line: a part of each loop it would be a twentieth of the module. */
int any_back_end(sim *sim, back_state *back, const core_rules *k, const runner *runners, uint32_t core, uint64_t cycle,
                 int observed);
void any_front_end(sim *sim, const core_rules *k, const runner *r, uint32_t core, uint64_t cycle, int issued,
                   int observed);
void any_issue(sim *sim, back_state *back, uint32_t lane, const core_rules *k, const runner *r, uint32_t core,
               uint64_t cycle, int observed);
/* One cycle of a core that one stream has to itself. */
void any_step(sim *sim, back_state *back, const core_rules *k, const runner *r, uint32_t core, uint64_t cycle);
/* Ends and begins the bursts that are due before `cycle`; returns when that is to be done again. */
uint64_t let_due_bursts_go(sim *sim, uint64_t cycle);

/* A stream in `active`, or its drain, is over. */
int pipeline_is_any_over(const sim *sim, uint32_t core, uint32_t active);

/* A pipeline of any shape, with rows or without, from `from` to at most `to`; returns the cycle reached. `active`:
 * streams of the core, by index. */
uint64_t pipeline_run_any(sim *sim, uint32_t core, uint32_t active, uint64_t from, uint64_t to, int stop_retired,
                          stall_counts *counts, int observed);
/* One cycle, and the rows move along. */
void pipeline_step_observed(sim *sim, uint32_t core, uint32_t active, uint64_t cycle, int stop_retired,
                            stall_counts *counts);
/* The same over several cycles; opens a row for each instruction in a stage. */
uint64_t pipeline_run_observed(sim *sim, uint32_t core, uint32_t active, uint64_t from, uint64_t to, int stop_retired,
                               stall_counts *counts);

#endif
