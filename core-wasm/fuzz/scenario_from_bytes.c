#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "scenario.h"

enum { STRETCH_LIMIT = 6 };

typedef struct field {
  uint32_t offset;
  uint32_t width;
  uint64_t low, high;
} field;

#define FIELD_IN(record, name, low, high) \
  { offsetof(record, name), sizeof(((record *)NULL)->name), low, high }

/* Numbers that may have any value in their range, independent of the rest (src/api/config.c). A new one needs a line
 * here. tests/random/random_config.c makes the fields that refer to others. */
static const field machine_fields[] = {
    FIELD_IN(sim_config, clock_hertz, 1, (uint64_t)1 << 34),
    FIELD_IN(sim_config, seed, 0, UINT64_MAX),
    FIELD_IN(sim_config, load_use_cycles, 0, UINT8_MAX),
    FIELD_IN(sim_config, multiply_cycles, 1, UINT8_MAX),
    FIELD_IN(sim_config, store_execute_cycles, 1, UINT8_MAX),
    FIELD_IN(sim_config, jump_execute_cycles, 1, UINT8_MAX),
    FIELD_IN(sim_config, compare_branch_cycles, 0, 1),
    FIELD_IN(sim_config, branch_operands, 0, sim_branch_operands_CONDITION_CODES),
    FIELD_IN(sim_config, divide_cycles, 0, UINT8_MAX),
    FIELD_IN(sim_config, time_slice_cycles, 1, UINT32_MAX),
    FIELD_IN(sim_config, switch_cycles, 0, UINT32_MAX),
    FIELD_IN(sim_config, memory_latency_cycles, 0, UINT16_MAX),
    FIELD_IN(sim_config, l2_cycles, 0, UINT16_MAX),
    FIELD_IN(sim_config, write_cycles, 1, UINT16_MAX),
    FIELD_IN(sim_config, transfer_cycles, 0, UINT16_MAX),
    FIELD_IN(sim_config, claim_cycles, 1, UINT16_MAX),
    FIELD_IN(sim_config, tlb_miss_cycles, 0, UINT16_MAX),
    FIELD_IN(sim_config, bus_ratio, 1, 64),
    FIELD_IN(sim_config, memory_cycles, 1, UINT16_MAX),
    FIELD_IN(sim_config, entry_cycles[sim_entry_step_PUSH_SR], 0, UINT16_MAX),
    FIELD_IN(sim_config, entry_cycles[sim_entry_step_VECTOR_ADDRESS], 0, UINT16_MAX),
    FIELD_IN(sim_config, entry_cycles[sim_entry_step_LOAD_PC], 0, UINT16_MAX),
    FIELD_IN(sim_config, save_amount, 0, UINT16_MAX),
    FIELD_IN(sim_config, restore_amount, 0, UINT16_MAX),
    FIELD_IN(sim_config, bus_bytes_per_beat, 1, UINT16_MAX),
    FIELD_IN(sim_config, bus_cycles_per_beat, 1, UINT16_MAX),
    FIELD_IN(sim_config, bus_beats_per_burst, 1, UINT16_MAX),
    FIELD_IN(sim_config, bus_burst_gap_cycles, 0, UINT16_MAX),
};

static const field context_fields[] = {
    FIELD_IN(sim_context_config, priority, 0, UINT8_MAX),
    FIELD_IN(sim_context_config, group, 0, UINT8_MAX),
    FIELD_IN(sim_context_config, weight, 1, UINT8_MAX),
};

static const field nic_fields[] = {
    FIELD_IN(sim_nic_config, line_rate_bit_per_second, 0, 1000000000000u),
    FIELD_IN(sim_nic_config, frame_overhead_bytes, 0, UINT16_MAX),
    FIELD_IN(sim_nic_config, tx_queue_frames, 1, SIM_RING_LIMIT),
    FIELD_IN(sim_nic_config, tx_queue_bytes, 0, 1 << 24),
    FIELD_IN(sim_nic_config, tx_buffer_bytes, 0, 1 << 18),
    FIELD_IN(sim_nic_config, tx_buffers, 0, UINT16_MAX),
    FIELD_IN(sim_nic_config, hash_seed, 0, UINT32_MAX),
    FIELD_IN(sim_nic_config, min_frame_bytes, 0, UINT16_MAX),
    FIELD_IN(sim_nic_config, stuffing_permille, 0, 1000),
    FIELD_IN(sim_nic_config, fifo_bytes, 0, 1 << 24),
    FIELD_IN(sim_nic_config, buffer_bytes, 0, 1 << 18),
    FIELD_IN(sim_nic_config, rings[0].buffers, 0, UINT16_MAX),
    FIELD_IN(sim_nic_config, segment_bytes, 64, 1 << 18),
    FIELD_IN(sim_nic_config, pause, 0, 1),
    FIELD_IN(sim_nic_config, tx_coalesce_frames, 1, UINT16_MAX),
    FIELD_IN(sim_nic_config, tx_absolute_nanoseconds, 1, 1000000000),
    FIELD_IN(sim_nic_config, tx_packet_nanoseconds, 1, 1000000000),
    FIELD_IN(sim_nic_config, tx_throttle_nanoseconds, 0, 1000000000),
    FIELD_IN(sim_nic_config, tx_cut_through_bytes, 0, 1 << 18),
    FIELD_IN(sim_nic_config, rx_cut_through_bytes, 0, 1 << 18),
    FIELD_IN(sim_nic_config, checksum_offload, 0, 1),
};

/* A timer may be the only trigger of a ring's interrupt, so it is not removed. */
static const field ring_fields[] = {
    FIELD_IN(sim_ring_config, frames, 1, SIM_RING_LIMIT),
    FIELD_IN(sim_ring_config, status_mask, 0, 7),
    FIELD_IN(sim_ring_config, coalesce_frames, 1, UINT16_MAX),
    FIELD_IN(sim_ring_config, absolute_nanoseconds, 1, 1000000000),
    FIELD_IN(sim_ring_config, packet_nanoseconds, 1, 1000000000),
    FIELD_IN(sim_ring_config, throttle_nanoseconds, 0, 1000000000),
};

static const field line_fields[] = {
    FIELD_IN(sim_line_config, priority, 0, UINT8_MAX),
    FIELD_IN(sim_line_config, trigger, sim_trigger_LEVEL, sim_trigger_MESSAGE),
    FIELD_IN(sim_line_config, masked, 0, 1),
    FIELD_IN(sim_line_config, loses_masked, 0, 1),
};

static const field queue_fields[] = {
    FIELD_IN(sim_queue_config, capacity, 1, SIM_RING_LIMIT),
};

static const field routine_fields[] = {
    FIELD_IN(sim_routine_config, fixed, 1, UINT32_MAX),
    FIELD_IN(sim_routine_config, per_byte_milli, 0, 1000000000),
    FIELD_IN(sim_routine_config, code_address, 0, UINT32_MAX),
    FIELD_IN(sim_routine_config, body_instructions, 1, SIM_BODY_LIMIT),
    FIELD_IN(sim_routine_config, mix_alu, 1, UINT16_MAX),
    FIELD_IN(sim_routine_config, mix_load, 0, UINT16_MAX),
    FIELD_IN(sim_routine_config, mix_store, 0, UINT16_MAX),
    FIELD_IN(sim_routine_config, mix_branch, 0, UINT16_MAX),
    FIELD_IN(sim_routine_config, mix_multiply, 0, UINT16_MAX),
    FIELD_IN(sim_routine_config, mix_prefetch, 0, UINT16_MAX),
    FIELD_IN(sim_routine_config, prefetch_ahead, 0, UINT16_MAX),
};

static const field thread_fields[] = {
    FIELD_IN(sim_thread_config, priority, 0, UINT8_MAX),
    FIELD_IN(sim_thread_config, budget, 0, UINT16_MAX),
    FIELD_IN(sim_thread_config, budget_cycles, 0, UINT32_MAX),
};

/* The denominator is small, so at least one cycle lies between two events. */
static const field traffic_fields[] = {
    FIELD_IN(sim_traffic_config, interval_cycles_numerator, 7, (uint64_t)1 << 44),
    FIELD_IN(sim_traffic_config, start_cycle, 0, UINT64_MAX),
    FIELD_IN(sim_traffic_config, think_cycles, 0, UINT64_MAX),
    FIELD_IN(sim_traffic_config, frame_count, 0, UINT64_MAX),
    FIELD_IN(sim_traffic_config, size_bytes, 1, 1 << 18),
    FIELD_IN(sim_traffic_config, flows, 1, UINT16_MAX),
};

static const field trace_fields[] = {
    FIELD_IN(sim_trace_entry, time_cycles, 0, UINT64_MAX),
    FIELD_IN(sim_trace_entry, size_bytes, 1, 1 << 18),
    FIELD_IN(sim_trace_entry, flow, 0, UINT16_MAX),
};

/* Records of one kind, and their fields. */
typedef struct stretchable {
  void *records;
  size_t record_bytes;
  uint32_t record_count;
  const field *fields;
  uint32_t field_count;
} stretchable;

#define STRETCHABLE(records, count, fields) \
  { records, sizeof *(records), count, fields, sizeof(fields) / sizeof(fields)[0] }

static void set_number(void *at, uint32_t width, uint64_t value) {
  assert(width <= sizeof value);
  memcpy(at, &value, width); /* little-endian, as the core requires */
}

static void stretch(choices *from, const stretchable *kind) {
  if (kind->record_count == 0) return;
  const uint32_t index = choose(from, 0, kind->record_count - 1);
  const field *f = &kind->fields[choose(from, 0, kind->field_count - 1)];
  uint8_t *record = (uint8_t *)kind->records + index * kind->record_bytes;
  set_number(record + f->offset, f->width, choose_magnitude(from, f->low, f->high));
}

/* ---- more network cards than in the random machines of the unit tests ---- */

/* Adds a line with a handler for its card, like the handler of line 0. */
static void add_line(sim_config *c, uint32_t nic) {
  const uint32_t line = c->line_count++;
  c->lines[line] = c->lines[0];
  c->nics[nic].rings[0].line = (uint8_t)line;
  const sim_thread_config *handler = c->threads;
  while (handler < c->threads + c->thread_count && handler->start != sim_thread_start_LINE) handler++;
  if (handler == c->threads + c->thread_count || c->thread_count == SIM_THREAD_LIMIT) return;
  if (c->step_count + handler->step_count > SIM_STEP_LIMIT) return;
  sim_thread_config *thread = &c->threads[c->thread_count++];
  *thread = *handler;
  thread->line = (uint8_t)line;
  thread->first_step = c->step_count;
  for (uint32_t i = 0; i < thread->step_count; i++) {
    sim_step_config *step = &c->steps[c->step_count++];
    *step = c->steps[handler->first_step + i];
    if (random_step_names_nic(step)) step->index = (uint16_t)nic;
    if (step->op == sim_step_op_MASK || step->op == sim_step_op_UNMASK) step->index = (uint16_t)line;
  }
}

/* Adds cards that are copies of the first. Each shares the first card's line or gets its own. Some steps and traffic
 * move to another card. */
static void add_nics(choices *from, sim_config *c) {
  if (c->nic_count == 0 || choose(from, 0, 2) > 0) return;
  for (uint32_t more = choose(from, 1, choose(from, 0, 9) == 0 ? SIM_NIC_LIMIT - 1 : 2);
       more > 0 && c->nic_count < SIM_NIC_LIMIT; more--) {
    const uint32_t nic = c->nic_count++;
    c->nics[nic] = c->nics[0];
    if (choose(from, 0, 3) > 0) add_line(c, nic);
  }
  for (uint32_t i = 0; i < c->step_count; i++)
    if (random_step_names_nic(&c->steps[i]) && choose(from, 0, 9) == 0)
      c->steps[i].index = (uint16_t)choose(from, 0, c->nic_count - 1u);
  for (uint32_t i = 0; i < c->traffic_count; i++) c->traffic[i].nic = (uint8_t)choose(from, 0, c->nic_count - 1u);
}

static void steer_lines(choices *from, sim_config *c) {
  for (uint32_t i = 0; i < c->line_count; i++) {
    if (choose(from, 0, 7) > 0) continue;
    if (choose(from, 0, 1)) c->lines[i].core = (uint8_t)choose(from, 0, c->core_count - 1u);
    c->lines[i].context = (uint8_t)choose(from, 0, c->context_count - 1u);
  }
}

/* Repairs slots that are shorter than a cycle, and removes cut-through if it is impossible. */
static void fit_wires(sim_config *c) {
  for (uint32_t i = 0; i < c->nic_count; i++) {
    sim_nic_config *nic = &c->nics[i];
    if (nic->slot_nanoseconds * c->clock_hertz < 1000000000) nic->slot_nanoseconds = 0;
    if (nic->line_rate_bit_per_second == 0) nic->tx_cut_through_bytes = nic->rx_cut_through_bytes = 0;
    if (nic->receive_mode != sim_receive_mode_RING || nic->merge_bytes > 0) nic->rx_cut_through_bytes = 0;
  }
}

/* Addresses of instructions are multiples of four. */
static void fit_code(sim_config *c) {
  for (uint32_t i = 0; i < c->routine_count; i++) c->routines[i].code_address &= ~3u;
}

void scenario_from_choices(choices *from, scenario *made) {
  memset(made, 0, sizeof *made);
  random_config_from(from, &made->config, made->trace);
  sim_config *c = &made->config;
  add_nics(from, c);
  steer_lines(from, c);
  sim_nic_config *nic = &c->nics[choose(from, 0, c->nic_count > 0 ? c->nic_count - 1u : 0)];
  const stretchable kinds[] = {
      STRETCHABLE(c, 1, machine_fields),
      STRETCHABLE(c->contexts, SIM_CONTEXT_LIMIT, context_fields),
      STRETCHABLE(c->lines, c->line_count, line_fields),
      STRETCHABLE(c->nics, c->nic_count, nic_fields),
      STRETCHABLE(nic->rings, nic->ring_count, ring_fields),
      STRETCHABLE(c->queues, c->queue_count, queue_fields),
      STRETCHABLE(c->routines, c->routine_count, routine_fields),
      STRETCHABLE(c->threads, c->thread_count, thread_fields),
      STRETCHABLE(c->traffic, c->traffic_count, traffic_fields),
      STRETCHABLE(made->trace, c->trace_entry_count, trace_fields),
  };
  enum { KINDS = sizeof kinds / sizeof kinds[0] };
  for (uint32_t left = choose(from, 0, STRETCH_LIMIT); left > 0; left--)
    stretch(from, &kinds[choose(from, 0, KINDS - 1)]);
  fit_wires(c);
  fit_code(c);
  random_programs(from, c);
  random_room(from, c);
  random_studies(from, c);
  random_harts(from, c);
  random_drivers(from, c);
}

void scenario_from_bytes(const uint8_t *bytes, size_t count, scenario *made) {
  choices from = choices_from_bytes(bytes, count);
  scenario_from_choices(&from, made);
}
