/* Lays the machine out in the given memory, and puts it into the state before its first cycle. */
#include "api/machine.h"
#include "cpu/code/routine.h"
#include "device/packet.h"

#include <string.h>

#include "cpu/code/program.h"
#include "cpu/step/pipeline.h"
#include "cpu/trace/rows.h"
#include "device/device.h"
#include "device/host.h"
#include "device/nic.h"
#include "device/platform.h"
#include "device/traffic.h"
#include "memory/memory.h"
#include "progress/progress.h"
#include "software/interrupt.h"
#include "software/scheduler.h"
#include "software/software.h"

const char sim_version[] = "5";

static uint64_t aligned(uint64_t bytes) { return (bytes + 15) & ~(uint64_t)15; }

uint64_t machine_state_bytes(const sim_config *config) {
  return sizeof(sim_state) + (uint64_t)packet_capacity(config) * sizeof(sim_packet) +
         (uint64_t)nic_ring_count(config) * sizeof(ring_state) + console_text_bytes(config) +
         host_state_bytes(config) + program_state_bytes(config) + memory_state_bytes(config);
}

uint64_t machine_saved_bytes(const sim_config *config) {
  uint64_t tallies = 0;
  for (uint32_t kind = 0; kind < sim_tally_kind_COUNT; kind++) tallies += machine_tally_count(config, kind);
  return machine_state_bytes(config) + sizeof(sim_marks) + tallies * sizeof(sim_tally);
}

static uint64_t trace_bytes(const sim_config *config) {
  return (uint64_t)config->trace_entry_count * sizeof(sim_trace_entry) + config->trace_byte_count;
}

/* Bytes of the used parts. It accepts configurations that were not checked. */
static uint64_t config_table_bytes(const sim_config *config) {
  return (uint64_t)snapshot_press_count(config) * sizeof *config->presses +
         (uint64_t)config->point_count * sizeof *config->points;
}

/* Returns the end of these parts. */
static uint8_t *put_tables(sim *sim, uint8_t *at, const sim_config *config) {
  const size_t presses = snapshot_press_count(config) * sizeof *config->presses;
  memcpy(at, config->presses, presses);
  sim->presses = (const uint64_t *)(const void *)at;
  sim->points = (const sim_point *)(const void *)(at + presses);
  memcpy(at + presses, config->points, config->point_count * sizeof *config->points);
  return at + aligned(config_table_bytes(config));
}

size_t sim_memory_bytes(const sim_config *config, const sim_observer_config *observers) {
  assert(config != NULL && observers != NULL);
  const uint64_t words = routine_code_words(config);
  const uint64_t bytes = aligned(MACHINE_BYTES) + aligned(machine_saved_bytes(config)) +
                         aligned(trace_bytes(config)) + aligned(config_table_bytes(config)) +
                         aligned(words * sizeof(uint32_t)) + aligned(words * sizeof(uint16_t)) +
                         aligned(routine_block_count(config) * sizeof(routine_block)) +
                         observers_bytes(config, observers);
  return bytes <= SIZE_MAX ? (size_t)bytes : SIZE_MAX;
}

static void reset_histograms(sim_state *state) {
  for (int d = 0; d < sim_direction_COUNT; d++) {
    histogram_reset(&state->packet_latency[d]);
    for (int part = 0; part < SIM_PART_LIMIT; part++) summary_reset(&state->packet_part[d][part]);
  }
  histogram_reset(&state->interrupt_latency);
  for (int part = 0; part < sim_interrupt_part_COUNT; part++) summary_reset(&state->interrupt_part[part]);
}

static void power_up(sim *sim) {
  sim->skipping = 1;
  sim->acting = SIM_NONE_8;
  rows_forget(sim);
  reset_histograms(state_of(sim));
  packet_table_init(sim);
  queue_init(sim);
  devices_init(sim);
  dma_init(sim);
  memory_init(sim);
  program_init(sim);
  platform_init(sim);
  line_init(sim);
  lock_init(sim);
  progress_init(sim);
  interrupt_init(sim);
  context_init(sim);
  select_init(sim);
  traffic_init(sim);
  scheduler_init(sim);
  software_init(sim);
  context_update(sim);
}

static sim *refuse(sim_error *error, enum sim_status status, uint32_t field_offset, uint64_t value) {
  *error = (sim_error){.status = (uint32_t)status, .field_offset = field_offset, .value = value};
  return NULL;
}

sim *sim_create(void *memory, size_t memory_bytes, const sim_config *config, const sim_trace_entry *trace,
                const sim_observer_config *observers, sim_error *error) {
  assert(memory != NULL && ((uintptr_t)memory & 15) == 0 && config != NULL && observers != NULL && error != NULL);
  assert(trace != NULL || trace_bytes(config) == 0);
  if (sim_config_check(config, trace, error) != sim_status_OK) return NULL;
  const uint32_t bad_observer = observers_check(observers);
  if (bad_observer != SIM_NONE) return refuse(error, sim_status_INCONSISTENT, SIM_NONE, bad_observer);
  const size_t wanted = sim_memory_bytes(config, observers);
  if (wanted > SIM_MEMORY_LIMIT || wanted > memory_bytes) return refuse(error, sim_status_NO_MEMORY, SIM_NONE, wanted);

  uint8_t *at = memory;
  sim *sim = memory;
  memset(sim, 0, MACHINE_BYTES);
  at += aligned(MACHINE_BYTES);
  memcpy(&sim->config, config, CONFIG_HEAD_BYTES);
  assert((uint8_t *)state_of(sim) == at);
  memset(state_of(sim), 0, machine_saved_bytes(config));
  at += aligned(machine_saved_bytes(config));
  sim->memory_state = (uint8_t *)state_of(sim) + machine_state_bytes(config) - memory_state_bytes(config);
  sim->marks = (sim_marks *)(void *)((uint8_t *)state_of(sim) + machine_state_bytes(config));
  sim->rings = (ring_state *)(void *)(state_of(sim)->packet + packet_capacity(config));
  sim->console_texts = (sim_console_text *)(void *)(sim->rings + nic_ring_count(config));
  sim->hosts = (host_state *)(void *)(sim->console_texts + config->console_count);
  sim->trace = (const sim_trace_entry *)(const void *)at;
  if (trace_bytes(config) > 0) memmove(at, trace, trace_bytes(config));
  at += aligned(trace_bytes(config));
  at = put_tables(sim, at, config);
  const uint64_t words = routine_code_words(config);
  uint32_t *code_words = (uint32_t *)(void *)at;
  at += aligned(words * sizeof(uint32_t));
  uint16_t *targets = (uint16_t *)(void *)at;
  at += aligned(words * sizeof(uint16_t));
  routine_generate(&sim->config, sim->code, code_words, targets);
  routine_measure(&sim->config, sim->code, (routine_block *)(void *)at);
  at += aligned(routine_block_count(config) * sizeof(routine_block));
  sim->observers = observers_create(at, config, observers);
  assert(sim->observers != NULL);
  sim->has_series = observers->bin_capacity > 0;
  sim->has_events = observers->event_capacity > 0;
  sim->has_latencies = observers->latency_capacity > 0;
  sim->config_hash = snapshot_config_hash(config, sim->trace);
  measure_init(sim);
  power_up(sim);
  return sim;
}
