/* Steps the pipelines of one or several cores. Constant values are computed once for a run, and the cycles in which a
 * core stands still are passed together. */
#ifndef SIM_STEPPER_H
#define SIM_STEPPER_H

#include "cpu/step/pipeline.h"

/* A core while it is stepped. */
typedef struct stepper {
  shape s;
  core_rules k;
  runner *runners;      /* the streams of the core, by index */
  stall_counts *counts; /* their cycles, by index */
  uint64_t kept_before; /* front and back ends were stored before this cycle; SIM_NEVER: none stored */
  front_state *before;  /* the front ends, by index */
  back_state back_before;
  uint64_t wake;  /* first cycle to step */
  uint64_t stood; /* the cycles from here on, before `wake`, are like the last one that was stepped */
  uint32_t core;
  uint32_t active;  /* streams (bits) */
  uint32_t touched; /* streams that the back end may have changed */
  uint32_t able;    /* streams that could issue, and still can unless they are touched */
  uint32_t full;    /* streams whose front end does not move before they issue */
  uint32_t ready;   /* streams that could issue in the last cycle, when another was chosen */
  int may_stand;
  int stop_retired, is_over;
  uint32_t lost_to[SIM_CORE_CONTEXT_LIMIT]; /* by index: cause of the last cycle in which the stream did not issue */
} stepper;

/* Streams have their places by the number of their cpu. */
typedef struct stepped_cores {
  stepper cores[SIM_CORE_LIMIT];
  stream_rules rules[SIM_CONTEXT_LIMIT];
  runner runners[SIM_CONTEXT_LIMIT];
  stall_counts counts[SIM_CONTEXT_LIMIT];
  front_state before[SIM_CONTEXT_LIMIT];
} stepped_cores;

/* Takes up the streams in `active`, and adds to their counts. A draining context fetches nothing more. */
void stepper_open(sim *sim, stepped_cores *all, uint32_t core, uint32_t active, int stop_retired);
/* Steps the cores (bits), which are open, from `from` to at most `to`, in each cycle the first one first. Stops earlier
 * behind the cycle in which a stream is over, an instruction retires with `stop_retired`, or a program ends the run.
 * Returns the cycle reached. */
uint64_t steppers_run(sim *sim, stepped_cores *all, uint32_t cores, uint64_t from, uint64_t to);
/* Completes the counts after a run of `cycles` cycles, up to `cycle`. steppers_run has done so. */
void stepper_close(stepper *st, uint64_t cycle, uint64_t cycles);
/* One core with the rows of the window: each cycle is stepped, and each instruction in a stage gets a row. */
uint64_t pipeline_run_observed(sim *sim, stepper *st, uint64_t from, uint64_t to);
/* One cycle of it, and the rows move along. */
void stepper_step_observed(sim *sim, stepper *st, uint64_t cycle);

#endif
