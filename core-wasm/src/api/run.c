/* The machine as a block diagram: in each cycle traffic and wire, NIC, DMA and bus act first, then the
 * processor, then effects at the end of the cycle, then recognition (docs/model.md). If nothing can
 * happen, the clock jumps to the next cycle in which something can. */
#include "api/machine.h"
#include "base/paths.h"

#include "cpu/core_run.h"
#include "cpu/step/pipeline.h"
#include "cpu/trace/rows.h"
#include "device/device.h"
#include "device/nic.h"
#include "device/platform.h"
#include "device/traffic.h"
#include "memory/burst.h"
#include "progress/progress.h"
#include "software/interrupt.h"
#include "software/scheduler.h"
#include "software/software.h"

/* ---- the cpus ---- */

static int is_illustrated(uint32_t phase) { return phase == PHASE_RUN_CYCLES || phase == PHASE_DRAIN_CYCLES; }

/* A phase of known length in which all cycles are alike. */
static int has_known_length(const cpu_state *cpu) { return cpu->now.phase != PHASE_IDLE && !pipeline_is_used(cpu); }

static int is_repeating(const sim *sim, uint32_t cpu) {
  return (sim->polls_repeating >> cpu & 1) && cpu_at(sim, cpu)->now.phase == PHASE_RUN_CYCLES;
}

/* Turns of a poll that repeats without effect may be skipped, except with time slices: each turn starts a new slice. */
static int polls_may_be_skipped(const sim *sim, int is_observed, int stop_retired) {
  return !is_observed && !stop_retired && sim->config.scheduler != sim_scheduler_ROUND_ROBIN;
}

/* Turns of a poll that end before `reached` change only counters. */
static void skip_polls(sim *sim, uint64_t reached) {
  EACH_CPU(sim) {
    cpu_state *cpu = cpu_now(sim);
    const poll_loop *loop = &sim->polls[sim->cpu];
    if (!is_repeating(sim, sim->cpu) || cpu->now.end >= reached) continue;
    activity *a = activity_at(sim, cpu->now.thread);
    const uint64_t length = cpu->now.end - cpu->now.begin;
    const uint64_t runs = (reached - 1 - cpu->now.begin) / length;
    cpu->now.begin += runs * length;
    cpu->now.end += runs * length;
    cpu->last = cpu->now;
    if (!loop->turns) continue;
    a->activation += (uint32_t)runs;
    thread_counters_at(sim, cpu->now.thread)->ended += runs;
    a->budget_from = cpu->now.begin;
    cpu->preemptions += runs;
    a->preempted_order = cpu->preemptions;
  }
}

/* First cycle after the cycles from `from` on that can be skipped together. */
static uint64_t skip_limit(const sim *sim, uint64_t from, uint64_t to, int is_observed, int stop_retired) {
  const int is_free = polls_may_be_skipped(sim, is_observed, stop_retired);
  for (uint32_t i = 0; i < sim->cpu_count; i++) {
    const cpu_state *cpu = cpu_at(sim, i);
    if (!has_known_length(cpu) || (is_free && is_repeating(sim, i))) continue;
    assert(cpu->now.phase != PHASE_START);
    to = earlier(to, cpu->now.end);
    if (stop_retired && is_illustrated(cpu->now.phase))
      to = earlier(to, add_saturating(rows_illustrated_retirement(sim, &cpu->now, from), 1));
  }
  return to;
}

static void skip_cycles(sim *sim, uint64_t from, uint64_t to, int stop_retired) {
  EACH_CPU(sim) {
    const cpu_activity *now = &cpu_now(sim)->now;
    if (!has_known_length(cpu_now(sim))) continue;
    if (stop_retired && is_illustrated(now->phase) && rows_illustrated_retirement(sim, now, from) < to)
      sim->events_this_step |= 1u << sim_event_kind_RETIRED;
    rows_phase(sim, from, to);
  }
}

/* Runs the cores whose pipelines work in this cycle. */
static uint32_t begin_cycle(sim *sim) {
  uint32_t cores = 0;
  for (uint32_t i = 0; i < sim->cpu_count; i++) {
    cpu_state *cpu = cpu_at(sim, i);
    cpu->last = cpu->now;
    if (pipeline_is_used(cpu)) cores |= 1u << core_of_cpu(sim, i);
  }
  return cores;
}

/* With `stop_retired`, or with rows on, several cores take one cycle each, the first core first. */
static uint64_t run_cores(sim *sim, uint32_t cores, uint64_t from, uint64_t to, int has_rows, int stop_retired) {
  const int several = (cores & (cores - 1)) != 0;
  if (several && !has_rows && !stop_retired) return cores_run_together(sim, cores, from, to);
  uint64_t reached = several ? from + 1 : to;
  for (uint32_t rest = cores; rest != 0; rest &= rest - 1)
    reached = core_run(sim, (uint32_t)__builtin_ctz(rest), from, reached, stop_retired);
  return reached;
}

/* Returns the cycle reached. */
static uint64_t run_cpus(sim *sim, uint64_t from, uint64_t to, int stop_retired) {
  const uint32_t cores = begin_cycle(sim);
  uint64_t begin, end;
  rows_overlap(sim, from, to, &begin, &end);
  const int is_observed = begin < end;
  uint64_t reached = skip_limit(sim, from, to, is_observed, stop_retired);
  int has_rows = 0;
  if (is_observed && sim->cpu_count > 1 && begin < reached) { /* rows must be in the order of their cycles */
    has_rows = begin <= from;
    reached = later(begin, from + 1);
  }
  if (cores != 0) reached = run_cores(sim, cores, from, reached, has_rows, stop_retired);
  if (HAS_PATH(PATH_POLLS) && sim->polls_repeating) skip_polls(sim, reached);
  if (is_observed || stop_retired) skip_cycles(sim, from, reached, stop_retired);
  return reached;
}

/* Ends the phase if this was its last cycle. */
static void finish_phase(sim *sim) {
  const cpu_state *cpu = cpu_now(sim);
  const cpu_activity *now = &cpu->now;
  switch ((enum cpu_phase)now->phase) {
    case PHASE_IDLE:
    case PHASE_START:
      return;
    case PHASE_RUN_INSTRUCTIONS:
      if (pipeline_is_over(cpu)) software_executed(sim);
      return;
    case PHASE_DRAIN_INSTRUCTIONS:
      if (pipeline_is_over(cpu)) interrupt_drained(sim);
      return;
    case PHASE_SAVE_WORDS:
      if (pipeline_is_over(cpu)) context_saved(sim);
      return;
    case PHASE_RESTORE_WORDS:
      if (pipeline_is_over(cpu)) context_restored(sim);
      return;
    case PHASE_RUN_CYCLES:
      if (now->end == sim->boundary) software_executed(sim);
      return;
    case PHASE_SPIN:
      if (now->end == sim->boundary) software_spun(sim);
      return;
    case PHASE_DRAIN_CYCLES:
      if (now->end == sim->boundary) interrupt_drained(sim);
      return;
    case PHASE_ENTRY:
      if (now->end == sim->boundary) interrupt_entry_step_over(sim);
      return;
    case PHASE_SAVE_CYCLES:
      if (now->end == sim->boundary) context_saved(sim);
      return;
    case PHASE_RESTORE_CYCLES:
      if (now->end == sim->boundary) context_restored(sim);
      return;
    case PHASE_SWITCH:
      if (now->end == sim->boundary) scheduler_switched(sim);
      return;
  }
}

/* ---- the clock ---- */

static int is_interrupt_waiting(const sim *sim) {
  for (uint32_t cpu = 0; cpu < sim->cpu_count; cpu++)
    if (interrupt_waiting(sim, cpu)) return 1;
  return sim->harts != NULL && harts_are_due(sim);
}

/* First cycle in which a part other than the processor and the bus acts. */
static uint64_t next_beside_bus(const sim *sim) {
  const uint64_t to = earlier(traffic_seen_next(sim), devices_next(sim));
  return earlier(earlier(to, platform_next(sim)), earlier(scheduler_next(sim), progress_next_check(sim)));
}

/* Computes that cycle, and lets the devices rest until it or until software acts on one of them. Devices do not rest
 * while DMA is active or a scheduler has a clock. */
static uint64_t look_at_devices(sim *sim) {
  const uint64_t next = next_beside_bus(sim), bus = dma_next(sim);
  sim->devices_rest_until = HAS_PATH(PATH_REST) && bus == SIM_NEVER && !scheduler_is_on(sim) ? next : 0;
  return earlier(next, bus);
}

static int runs_instructions(const sim *sim) {
  for (uint32_t i = 0; i < sim->cpu_count; i++)
    if (pipeline_is_used(cpu_at(sim, i))) return 1;
  return 0;
}

/* First cycle after this one in which a part other than the processor has something to do. */
static uint64_t horizon(sim *sim, uint64_t until, uint32_t stop_mask) {
  const uint64_t next = state_of(sim)->cycle + 1;
  if (!sim->skipping || (sim->events_this_step & stop_mask) || is_interrupt_waiting(sim)) return next;
  if ((stop_mask & SIM_STOP_EXECUTED) && runs_instructions(sim)) return next;
  const uint64_t to = machine_devices_rest(sim) ? sim->devices_rest_until : look_at_devices(sim);
  return later(earlier(until, to), next);
}

static void tick_devices(sim *sim) {
  machine_devices_wake(sim);
  if (progress_checks_issue(sim)) {
    context_account_cycles(sim, sim->boundary);
    progress_check_issue(sim);
  }
  traffic_tick(sim);
  devices_tick(sim);
  dma_tick(sim);
  coalesce_tick(sim);
}

/* Ends the skipping of polls if the data that they read have changed, or may change at the start of the next cycle. */
static void update_polls(sim *sim, int something_is_due) {
  if (!HAS_PATH(PATH_POLLS)) return;
  if (sim->polls_invalidated || something_is_due) sim->polls_repeating = 0;
  sim->polls_invalidated = 0;
}

static void reset_free_steps(sim *sim) {
  if (!sim->has_stepped) return;
  sim->has_stepped = 0;
  for (uint32_t i = 0; i < sim->cpu_count; i++) sim->free_steps[i] = 0;
}

/* Polls do not predict offers of a closed loop. Not in advance(), because that would invalidate its profile. */
static inline void look_at_traffic(sim *sim) {
  sim->polls_invalidated |= state_of(sim)->traffic_next <= state_of(sim)->cycle;
}

/* Advances one cycle, or several cycles in which only the processor acts (M-2). */
static void advance(sim *sim, uint64_t until, uint32_t stop_mask) {
  const uint64_t cycle = state_of(sim)->cycle;
  sim->event_cycle = cycle;
  sim->boundary = cycle;
  sim->run_ends = 0; /* a hart that takes an interrupt at the start of a cycle sets this flag, too */
  reset_free_steps(sim);
  look_at_traffic(sim);
  if (!machine_devices_rest(sim)) tick_devices(sim);
  else if (state_of(sim)->traffic_next <= cycle) traffic_tick(sim);
  EACH_CPU(sim) software_start(sim);
  if (sim->progress_suspected) progress_find_lost_wake_ups(sim);
  context_update(sim);

  update_polls(sim, 0);
  const uint64_t to = horizon(sim, until, stop_mask);
  const uint64_t reached = run_cpus(sim, cycle, to, (stop_mask >> sim_event_kind_RETIRED & 1) != 0);
  assert(reached > cycle);
  burst_let_go_first(sim, reached - 1);
  dma_pass_on(sim);
  traffic_catch_up(sim, cycle, reached);
  state_of(sim)->cycle = reached;
  sim->event_cycle = reached - 1;
  sim->boundary = reached;
  if (reached > cycle + 1) reset_free_steps(sim);
  EACH_CPU(sim) finish_phase(sim);
  scheduler_wake_sleepers(sim);
  scheduler_tick(sim);
  if (sim->harts != NULL) harts_wake(sim);
  EACH_CPU(sim) interrupt_recognise(sim);
  if (sim->harts != NULL) {
    harts_settle(sim);
    harts_answer(sim);
  }
  update_polls(sim, reached == to);
  if (sim->progress_suspected) progress_find_lost_wake_ups(sim);
  context_update(sim);
}

/* Phases of a fixed length that nothing interrupts and in which no instruction retires. */
static int has_fixed_length(uint32_t phase) {
  return phase == PHASE_ENTRY || phase == PHASE_SAVE_CYCLES || phase == PHASE_RESTORE_CYCLES;
}

/* While devices rest, the steps of an entry follow each other, so only the end of each step needs work. */
static void advance_entry(sim *sim, uint64_t until, uint32_t stop_mask) {
  cpu_state *cpu = state_of(sim)->cpus;
  if (sim->cpu_count > 1 || !sim->skipping || !has_fixed_length(cpu->now.phase)) return;
  /* A step in these phases may affect harts and late lines, which only advance() handles. */
  if (sim->harts != NULL || sim->config.late_arrival) return;
  uint64_t begin, end;
  rows_overlap(sim, state_of(sim)->cycle, until, &begin, &end);
  if (begin < end) return;
  sim->cpu = 0;
  const int are_told = sim->has_events || (stop_mask >> sim_event_kind_ENTRY_STEP & 1);
  while (has_fixed_length(cpu->now.phase) && !(sim->events_this_step & stop_mask)) {
    const uint64_t limit = earlier(earlier(until, sim->devices_rest_until), state_of(sim)->traffic_next);
    if (cpu->now.phase == PHASE_ENTRY && !are_told) interrupt_pass_steps(sim, limit);
    if (cpu->now.end >= limit) return;
    cpu->last = cpu->now;
    sim->boundary = state_of(sim)->cycle = cpu->now.end;
    sim->event_cycle = sim->boundary - 1;
    reset_free_steps(sim);
    finish_phase(sim);
    update_polls(sim, 0);
    if (sim->progress_suspected) progress_find_lost_wake_ups(sim);
    context_update(sim);
  }
}

uint32_t sim_step(sim *sim, uint64_t until_cycle, uint32_t stop_mask) {
  assert(sim != NULL);
  sim->events_this_step = 0;
  sim->are_transfers_observed = sim->has_events || (stop_mask >> sim_event_kind_DMA_BEGIN & 1);
  machine_devices_wake(sim);
  while (state_of(sim)->cycle < until_cycle && !(sim->events_this_step & stop_mask)) {
    advance(sim, until_cycle, stop_mask);
    if (HAS_PATH(PATH_ENTRY)) advance_entry(sim, until_cycle, stop_mask);
  }
  context_account_cycles(sim, state_of(sim)->cycle);
  pipeline_forget(sim);
  return sim->events_this_step & stop_mask;
}

void sim_set_skipping(sim *sim, int skipping) { sim->skipping = skipping; }

uint64_t sim_cycle(const sim *sim) { return state_of(sim)->cycle; }

/* ---- queries of observers and readers ---- */

sim_observers *machine_observers(const sim *sim) { return sim->observers; }

void machine_flush(sim *sim) { context_account_cycles(sim, state_of(sim)->cycle); }

/* Observes the fill of every ring and queue. */
static void report_levels(sim *sim) {
  const uint64_t cycle = state_of(sim)->cycle;
  for (uint32_t nic = 0; nic < sim->config.nic_count; nic++) {
    series_level(sim->observers, sim_track_kind_RX_FILL, nic, cycle, nic_at(sim, nic)->rx_fill);
    series_level(sim->observers, sim_track_kind_TX_FILL, nic, cycle, nic_at(sim, nic)->tx.count);
  }
  for (uint32_t queue = 0; queue < sim->config.queue_count; queue++)
    series_level(sim->observers, sim_track_kind_QUEUE_FILL, queue, cycle, queue_at(sim, queue)->count);
}

void sim_series_reset(sim *sim, uint32_t bin_cycles) {
  series_reset(sim->observers, state_of(sim)->cycle, bin_cycles);
  report_levels(sim);
}

void sim_window_set(sim *sim, uint64_t from_cycle, uint64_t to_cycle) {
  window_set(sim->observers, from_cycle, to_cycle);
  sim->has_window = from_cycle < to_cycle;
  rows_forget(sim);
}

const sim_counters *sim_get_counters(sim *sim) {
  machine_flush(sim);
  return &state_of(sim)->counters;
}

const sim_histogram *sim_packet_histogram(const sim *sim, int direction) {
  assert(direction >= 0 && direction < sim_direction_COUNT);
  return &state_of(sim)->packet_latency[direction];
}

const sim_summary *sim_packet_part_summary(const sim *sim, int direction, int part) {
  assert(direction >= 0 && direction < sim_direction_COUNT && part >= 0 && part < SIM_PART_LIMIT);
  return &state_of(sim)->packet_part[direction][part];
}

const sim_histogram *sim_interrupt_histogram(const sim *sim) { return &state_of(sim)->interrupt_latency; }

const sim_summary *sim_interrupt_part_summary(const sim *sim, int part) {
  assert(part >= 0 && part < sim_interrupt_part_COUNT);
  return &state_of(sim)->interrupt_part[part];
}
