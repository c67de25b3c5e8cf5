/* Steps the pipelines of one or several cores. It computes constant values once for a run, and skips cycles in
 * which a core does nothing. */
#ifndef SIM_STEPPER_H
#define SIM_STEPPER_H

#include "cpu/step/pipeline.h"

/* A core while it is stepped. */
typedef struct stepper {
  shape s;
  core_rules k;
  runner *runners;      /* the streams of the core, by index */
  stall_counts *counts; /* their cycles, by index */
  uint64_t kept_before; /* cycle before which the front and back ends were stored; SIM_NEVER: not stored */
  front_state *before;  /* the front ends, by index */
  back_state back_before;
  uint64_t wake;  /* first cycle to step */
  uint64_t stood; /* the cycles from this one until `wake` equal the last stepped cycle */
  uint32_t core;
  uint32_t active;  /* streams (bits) */
  uint32_t touched; /* streams that the back end may have changed */
  uint32_t able;    /* streams that could issue, and still can unless something changes them */
  uint32_t full;    /* streams whose front ends do not move before they issue */
  uint32_t ready;   /* streams that could issue in the last cycle, but were not chosen */
  int may_stand;
  int stop_retired, is_over;
  uint32_t lost_to[SIM_CORE_CONTEXT_LIMIT]; /* by index: cause of the last cycle in which the stream did not issue */
} stepper;

/* A stream's place is the number of its cpu. */
typedef struct stepped_cores {
  stepper cores[SIM_CORE_LIMIT];
  stream_rules rules[SIM_CONTEXT_LIMIT];
  runner runners[SIM_CONTEXT_LIMIT];
  stall_counts counts[SIM_CONTEXT_LIMIT];
  front_state before[SIM_CONTEXT_LIMIT];
} stepped_cores;

/* Adds the streams in `active`, which continue their counts. A draining context fetches no more instructions. */
void stepper_open(sim *sim, stepped_cores *all, uint32_t core, uint32_t active, int stop_retired);
/* Steps the open cores (bits) from `from` to at most `to`, in each cycle the first core first. Stops earlier, after the
 * cycle in which a stream ends, an instruction retires with `stop_retired`, or a program ends the run. Returns the
 * cycle reached. */
uint64_t steppers_run(sim *sim, stepped_cores *all, uint32_t cores, uint64_t from, uint64_t to);
/* Completes the counts up to `cycle` after a run of `cycles` cycles. steppers_run does this itself. */
void stepper_close(stepper *st, uint64_t cycle, uint64_t cycles);
/* One core with the rows of the window: each cycle is stepped, and each instruction in a stage gets a row. */
uint64_t pipeline_run_observed(sim *sim, stepper *st, uint64_t from, uint64_t to);
/* One cycle of it, in which the rows move along. */
void stepper_step_observed(sim *sim, stepper *st, uint64_t cycle);

#endif
