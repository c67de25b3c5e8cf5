#include "cpu/step/pipeline.h"
#include "cpu/step/stepper.h"

/* ---- stepping with the rows of the window ---- */

/* Why each instruction could not move before this cycle. */
typedef struct stalls {
  uint8_t front[SIM_CORE_CONTEXT_LIMIT][FRONT_LIMIT];
  uint8_t back[BACK_LIMIT];
} stalls;

static void note_stalls(const sim *sim, uint32_t core, uint32_t active, stalls *out) {
  for (uint32_t rest = active; rest != 0; rest &= rest - 1) {
    const uint32_t i = (uint32_t)__builtin_ctz(rest);
    const uint32_t cpu = cpu_of_index(sim, core, i);
    for (uint32_t stage = 0; stage < sim->config.execute_stage; stage++) {
      const enum sim_cause cause = pipeline_front_stall(sim, cpu, stage);
      /* The context could have issued, but the core chose another one. */
      out->front[i][stage] = is_interleaved(&sim->config) && cause == sim_cause_BUSY ? sim_cause_READY : (uint8_t)cause;
    }
  }
  for (uint32_t stage = sim->config.execute_stage; stage < sim->config.stage_count; stage++)
    out->back[stage - sim->config.execute_stage] = (uint8_t)pipeline_back_stall(sim, core, stage);
}

static void stand(sim *sim, uint32_t core, uint32_t active, uint64_t cycle, const stalls *why) {
  const sim_config *c = &sim->config;
  sim_view_stage shown;
  const back_state *back = &core_at(sim, core)->back;
  for (uint32_t i = c->stage_count - c->execute_stage; i-- > 0;)
    for (uint32_t l = 0; l < c->issue_width; l++) {
      if (!is_valid(back->latch[i][l])) continue;
      const cpu_state *cpu = cpu_at(sim, cpu_of_index(sim, core, back->owner[i][l]));
      rows_describe_word(sim, back->latch[i][l], cpu->stream.stream, &cpu->now, &shown);
      rows_stand(sim, cycle, rows_back(sim, core, l, i), c->execute_stage + i, &shown, why->back[i]);
    }
  for (uint32_t rest = active; rest != 0; rest &= rest - 1) {
    const uint32_t i = (uint32_t)__builtin_ctz(rest);
    const uint32_t number = cpu_of_index(sim, core, i);
    const cpu_state *cpu = cpu_at(sim, number);
    for (uint32_t stage = c->execute_stage; stage-- > 0;) {
      const uint64_t word = cpu->stream.front.latch[stage];
      if (!is_valid(word)) continue;
      rows_describe_word(sim, word, cpu->stream.stream, &cpu->now, &shown);
      rows_stand(sim, cycle, rows_front(sim, number, stage), stage, &shown, why->front[i][stage]);
    }
  }
}

uint64_t pipeline_run_observed(sim *sim, stepper *st, uint64_t from, uint64_t to) {
  const uint64_t cycle_before = state_of(sim)->cycle;
  uint64_t cycle = from;
  rows_begin(sim, st->core, from);
  do {
    stalls why;
    state_of(sim)->cycle = cycle; /* the stalls describe the previous boundary */
    note_stalls(sim, st->core, st->active, &why);
    state_of(sim)->cycle = cycle_before;
    stepper_step_observed(sim, st, cycle);
    stand(sim, st->core, st->active, cycle, &why);
    cycle++;
  } while (cycle < to && !st->is_over && !sim->run_ends);
  stepper_close(st, cycle, cycle - from);
  rows_end(sim, st->core, cycle);
  return cycle;
}
