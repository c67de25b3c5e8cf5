/* The machine as a block diagram: in each cycle traffic and wire, NIC, DMA and bus act first, then the
 * processor, then what falls due at the end of the cycle, then recognition (docs/model.md). Where nothing
 * can happen the clock jumps to the next cycle in which something can. */
#include "machine.h"

#include <string.h>

#include "bus.h"
#include "coalesce.h"
#include "context.h"
#include "interrupt.h"
#include "line.h"
#include "nic.h"
#include "pipeline.h"
#include "queue.h"
#include "rows.h"
#include "snapshot.h"
#include "software.h"
#include "traffic.h"

const char sim_version[] = "1";

/* ---- the processor ---- */

/* A phase whose end is known: nothing in it differs from cycle to cycle. Returns the cycle reached. */
static uint64_t pass(sim *sim, uint64_t from, uint64_t to, int stop_retired) {
  const cpu_activity *now = &sim->state->cpu.now;
  to = earlier(to, now->end);
  const int is_illustrated = now->phase == PHASE_RUN_CYCLES || now->phase == PHASE_DRAIN_CYCLES;
  if (stop_retired && is_illustrated) {
    const uint64_t retires = rows_illustrated_retirement(now, from);
    if (retires < to) {
      to = retires + 1;
      sim->happened |= 1u << sim_event_kind_RETIRED;
    }
  }
  rows_phase(sim, from, to);
  return to;
}

static uint64_t run_processor(sim *sim, uint64_t from, uint64_t to, int stop_retired) {
  cpu_state *cpu = &sim->state->cpu;
  cpu->last = cpu->now;
  switch ((enum cpu_phase)cpu->now.phase) {
    case PHASE_RUN_INSTRUCTIONS:
    case PHASE_DRAIN_INSTRUCTIONS:
    case PHASE_SAVE_WORDS:
    case PHASE_RESTORE_WORDS:
      return pipeline_run(sim, from, to, stop_retired);
    case PHASE_IDLE:
      return to;
    case PHASE_START:
    case PHASE_RUN_CYCLES:
    case PHASE_SPIN:
    case PHASE_DRAIN_CYCLES:
    case PHASE_ENTRY:
    case PHASE_SAVE_CYCLES:
    case PHASE_RESTORE_CYCLES:
      break;
  }
  assert(cpu->now.phase != PHASE_START);
  return pass(sim, from, to, stop_retired);
}

/* Ends the phase if this was its last cycle. */
static void finish_phase(sim *sim) {
  const cpu_activity *now = &sim->state->cpu.now;
  switch ((enum cpu_phase)now->phase) {
    case PHASE_IDLE:
    case PHASE_START:
      return;
    case PHASE_RUN_INSTRUCTIONS:
      if (pipeline_is_over(sim)) software_executed(sim);
      return;
    case PHASE_DRAIN_INSTRUCTIONS:
      if (pipeline_is_over(sim)) interrupt_drained(sim);
      return;
    case PHASE_SAVE_WORDS:
      if (pipeline_is_over(sim)) context_saved(sim);
      return;
    case PHASE_RESTORE_WORDS:
      if (pipeline_is_over(sim)) context_restored(sim);
      return;
    case PHASE_RUN_CYCLES:
      if (now->end == sim->time) software_executed(sim);
      return;
    case PHASE_SPIN:
      if (now->end == sim->time) software_continue(sim);
      return;
    case PHASE_DRAIN_CYCLES:
      if (now->end == sim->time) interrupt_drained(sim);
      return;
    case PHASE_ENTRY:
      if (now->end == sim->time) interrupt_entry_step_over(sim);
      return;
    case PHASE_SAVE_CYCLES:
      if (now->end == sim->time) context_saved(sim);
      return;
    case PHASE_RESTORE_CYCLES:
      if (now->end == sim->time) context_restored(sim);
      return;
  }
}

/* ---- the clock ---- */

/* First cycle after this one in which a part other than the processor has something to do. */
static uint64_t horizon(const sim *sim, uint64_t until, uint32_t stop_mask) {
  const uint64_t next = sim->state->cycle + 1;
  if (!sim->skipping || (sim->happened & stop_mask) || interrupt_waiting(sim)) return next;
  uint64_t to = earlier(until, sim->state->traffic_next);
  to = earlier(to, nic_next(sim));
  to = earlier(to, bus_next(sim));
  to = earlier(to, coalesce_next(sim));
  return later(to, next);
}

/* One cycle, or several in which nothing but the processor acts. */
static void advance(sim *sim, uint64_t until, uint32_t stop_mask) {
  const uint64_t cycle = sim->state->cycle;
  sim->stamp = cycle;
  sim->time = cycle;
  sim->free_steps = 0;
  traffic_tick(sim);
  nic_tick(sim);
  bus_tick(sim);
  coalesce_tick(sim);
  software_start(sim);
  context_settle(sim);

  const uint64_t reached = run_processor(sim, cycle, horizon(sim, until, stop_mask),
                                         (stop_mask >> sim_event_kind_RETIRED & 1) != 0);
  assert(reached > cycle);
  sim->state->cycle = reached;
  sim->stamp = reached - 1;
  sim->time = reached;
  if (reached > cycle + 1) sim->free_steps = 0;
  finish_phase(sim);
  interrupt_recognise(sim);
  context_settle(sim);
}

uint32_t sim_step(sim *sim, uint64_t until_cycle, uint32_t stop_mask) {
  assert(sim != NULL);
  sim->happened = 0;
  while (sim->state->cycle < until_cycle && !(sim->happened & stop_mask)) advance(sim, until_cycle, stop_mask);
  context_bill(sim, sim->state->cycle);
  return sim->happened & stop_mask;
}

void sim_set_skipping(sim *sim, int skipping) { sim->skipping = skipping; }

uint64_t sim_cycle(const sim *sim) { return sim->state->cycle; }

/* ---- creation ---- */

static uint64_t aligned(uint64_t bytes) { return (bytes + 15) & ~(uint64_t)15; }

uint64_t machine_state_bytes(const sim_config *config) {
  return sizeof(sim_state) + (uint64_t)packet_capacity(config) * sizeof(sim_packet) +
         (uint64_t)nic_ring_count(config) * sizeof(ring_state);
}

static uint64_t trace_bytes(const sim_config *config) {
  return (uint64_t)config->trace_entry_count * sizeof(sim_trace_entry);
}

size_t sim_memory_bytes(const sim_config *config, const sim_observer_config *observers) {
  assert(config != NULL && observers != NULL);
  const uint64_t words = routine_code_words(config);
  const uint64_t bytes = aligned(sizeof(sim)) + aligned(machine_state_bytes(config)) + aligned(trace_bytes(config)) +
                         aligned(words * sizeof(uint32_t)) + aligned(words * sizeof(uint16_t)) +
                         observers_bytes(config, observers);
  return bytes <= SIZE_MAX ? (size_t)bytes : SIZE_MAX;
}

static void reset_histograms(sim_state *state) {
  for (int d = 0; d < DIRECTION_COUNT; d++) {
    histogram_reset(&state->packet_latency[d]);
    for (int part = 0; part < SIM_PART_LIMIT; part++) histogram_reset(&state->packet_part[d][part]);
  }
  histogram_reset(&state->interrupt_latency);
  for (int part = 0; part < INTERRUPT_PART_COUNT; part++) histogram_reset(&state->interrupt_part[part]);
}

static void power_up(sim *sim) {
  sim->skipping = 1;
  sim->acting = SIM_NONE_8;
  sim->rows_next = SIM_NEVER;
  rows_forget(sim);
  reset_histograms(sim->state);
  packet_table_init(sim);
  queue_init(sim);
  nic_init(sim);
  coalesce_init(sim);
  bus_init(sim);
  line_init(sim);
  context_init(sim);
  traffic_init(sim);
  software_init(sim);
  context_settle(sim);
}

static sim *refuse(sim_error *error, enum sim_status status, uint32_t field_offset, uint64_t value) {
  *error = (sim_error){.status = (uint32_t)status, .field_offset = field_offset, .value = value};
  return NULL;
}

sim *sim_create(void *memory, size_t memory_bytes, const sim_config *config, const sim_trace_entry *trace,
                const sim_observer_config *observers, sim_error *error) {
  assert(memory != NULL && ((uintptr_t)memory & 15) == 0 && config != NULL && observers != NULL && error != NULL);
  assert(trace != NULL || config->trace_entry_count == 0);
  if (sim_config_check(config, trace, error) != sim_status_OK) return NULL;
  const uint32_t bad_observer = observers_check(observers);
  if (bad_observer != SIM_NONE) return refuse(error, sim_status_INCONSISTENT, SIM_NONE, bad_observer);
  const size_t wanted = sim_memory_bytes(config, observers);
  if (wanted > memory_bytes) return refuse(error, sim_status_NO_MEMORY, SIM_NONE, wanted);

  uint8_t *at = memory;
  sim *sim = memory;
  memset(sim, 0, sizeof *sim);
  at += aligned(sizeof *sim);
  sim->config = *config;
  sim->state = (sim_state *)(void *)at;
  memset(sim->state, 0, machine_state_bytes(config));
  at += aligned(machine_state_bytes(config));
  sim->rings = (ring_state *)(void *)(sim->state->packet + packet_capacity(config));
  sim->trace = (const sim_trace_entry *)(const void *)at;
  if (trace_bytes(config) > 0) memmove(at, trace, trace_bytes(config));
  at += aligned(trace_bytes(config));
  const uint64_t words = routine_code_words(config);
  uint32_t *code_words = (uint32_t *)(void *)at;
  at += aligned(words * sizeof(uint32_t));
  uint16_t *targets = (uint16_t *)(void *)at;
  at += aligned(words * sizeof(uint16_t));
  routine_generate(&sim->config, sim->code, code_words, targets);
  sim->observers = observers_create(at, config, observers);
  assert(sim->observers != NULL);
  sim->has_series = observers->bin_capacity > 0;
  sim->config_hash = snapshot_config_hash(&sim->config, sim->trace);
  power_up(sim);
  return sim;
}

/* ---- what observers and readers ask ---- */

sim_observers *machine_observers(const sim *sim) { return sim->observers; }

void machine_flush(sim *sim) { context_bill(sim, sim->state->cycle); }

void machine_report_levels(sim *sim) {
  const uint64_t cycle = sim->state->cycle;
  for (uint32_t nic = 0; nic < sim->config.nic_count; nic++) {
    series_level(sim->observers, sim_track_kind_RX_FILL, nic, cycle, sim->state->nics[nic].rx_fill);
    series_level(sim->observers, sim_track_kind_TX_FILL, nic, cycle, sim->state->nics[nic].tx.count);
  }
  for (uint32_t queue = 0; queue < sim->config.queue_count; queue++)
    series_level(sim->observers, sim_track_kind_QUEUE_FILL, queue, cycle, sim->state->queues[queue].count);
}

void sim_series_reset(sim *sim, uint32_t bin_cycles) {
  series_reset(sim->observers, sim->state->cycle, bin_cycles);
  machine_report_levels(sim);
}

void sim_window_set(sim *sim, uint64_t from_cycle, uint64_t to_cycle) {
  window_set(sim->observers, from_cycle, to_cycle);
  rows_forget(sim);
}

const sim_counters *sim_get_counters(sim *sim) {
  machine_flush(sim);
  return &sim->state->counters;
}

const sim_histogram *sim_packet_histogram(const sim *sim, int direction) {
  assert(direction >= 0 && direction < DIRECTION_COUNT);
  return &sim->state->packet_latency[direction];
}

const sim_histogram *sim_packet_part_histogram(const sim *sim, int direction, int part) {
  assert(direction >= 0 && direction < DIRECTION_COUNT && part >= 0 && part < SIM_PART_LIMIT);
  return &sim->state->packet_part[direction][part];
}

const sim_histogram *sim_interrupt_histogram(const sim *sim) { return &sim->state->interrupt_latency; }

const sim_histogram *sim_interrupt_part_histogram(const sim *sim, int part) {
  assert(part >= 0 && part < INTERRUPT_PART_COUNT);
  return &sim->state->interrupt_part[part];
}
