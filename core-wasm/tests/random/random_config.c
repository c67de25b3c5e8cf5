#include <assert.h>

#include "device/kinds.h"
#include "random_maker.h"

static void make_bus_and_nic(maker *m) {
  sim_config *c = m->config;
  c->dma_enabled = flag(m, 70);
  c->bus_bytes_per_beat = half_in(m, 1, 16);
  c->bus_cycles_per_beat = half_in(m, 1, 3);
  c->bus_beats_per_burst = half_in(m, 1, 16);
  c->bus_burst_gap_cycles = half_in(m, 0, 6);
  c->nic_count = flag(m, 95);
  sim_nic_config *nic = &c->nics[0];
  nic->line_rate_bit_per_second = chance(m, 30) ? 0 : (uint64_t)in(m, 10, 4000) * 1000000;
  nic->frame_overhead_bytes = half_in(m, 0, 24);
  nic->rings[0].frames = half_in(m, 1, 8);
  nic->tx_queue_frames = half_in(m, 1, 4);
  nic->receive_mode = byte_in(m, sim_receive_mode_RING, sim_receive_mode_REMOTE);
  c->lines[0].trigger = byte_in(m, sim_trigger_LEVEL, sim_trigger_EDGE);
  c->lines[0].priority = byte_in(m, 0, 4);
  c->lines[0].masked = flag(m, 10);
  nic->rings[0].status_mask = chance(m, 70) ? 3 : byte_in(m, 0, 7);
  c->queue_count = byte_in(m, 1, 4);
  for (int i = 0; i < c->queue_count; i++) c->queues[i].capacity = half_in(m, 1, 6);
}

static void make_sequence(maker *m, sim_routine_config *routine) {
  sim_config *c = m->config;
  routine->first_instruction = c->instruction_count;
  routine->instruction_count = half_in(m, 1, 12);
  for (int i = 0; i < routine->instruction_count; i++) {
    sim_instruction *instruction = &c->instructions[c->instruction_count++];
    instruction->operation = byte_in(m, sim_operation_ALU, sim_operation_MULTIPLY);
    const int has_result =
        instruction->operation != sim_operation_STORE && instruction->operation != sim_operation_BRANCH;
    instruction->destination = has_result ? byte_in(m, 0, 5) : 0; /* few registers, so there are many hazards */
    instruction->source1 = byte_in(m, 0, 5);
    instruction->source2 = byte_in(m, 0, 5);
    instruction->taken = flag(m, 50);
    instruction->address = in(m, 0, 255) * 4;
  }
}

static void make_routines(maker *m) {
  sim_config *c = m->config;
  c->routine_count = byte_in(m, 2, 8);
  for (int i = 0; i < c->routine_count; i++) {
    sim_routine_config *routine = &c->routines[i];
    routine->kind = byte_in(m, sim_routine_kind_CYCLES, sim_routine_kind_INSTRUCTIONS);
    routine->fixed = in(m, 1, chance(m, 30) ? 6 : 300);
    routine->per_byte_milli = chance(m, 30) ? in(m, 0, 300) : 0;
    routine->code_address = in(m, 0, 1000) * 64;
    routine->body_instructions = half_in(m, 1, 40);
    routine->taken_permille = half_in(m, 0, 1000);
    routine->dependent_permille = half_in(m, 0, 1000);
    routine->mix_multiply = half_in(m, 0, 10);
    routine->data_address = in(m, 0, 15) * 256;
    routine->data_bytes = in(m, 4, 2048);
    routine->hot_bytes = in(m, 4, routine->data_bytes);
    routine->packet_permille = half_in(m, 0, 300);
    routine->uncached_permille = chance(m, 20) ? half_in(m, 0, 200) : 0;
    routine->pinned = flag(m, 30);
    if (chance(m, 40)) make_sequence(m, routine);
  }
}

/* ---- threads ---- */

static sim_step_config *add_step(maker *m, uint32_t op, uint32_t index) {
  sim_config *c = m->config;
  assert(c->step_count < SIM_STEP_LIMIT);
  sim_step_config *step = &c->steps[c->step_count++];
  *step = (sim_step_config){.op = (uint8_t)op, .index = (uint16_t)index};
  return step;
}

static void add_exec(maker *m) { add_step(m, sim_step_op_EXEC, in(m, 0, m->config->routine_count - 1u)); }

static void add_acknowledge(maker *m) {
  const uint8_t bits = byte_in(m, 1, 7);
  add_step(m, sim_step_op_ACKNOWLEDGE, 0)->bits = bits;
}

static int soft_threads(const sim_config *c, uint8_t *threads) {
  int count = 0;
  for (int i = 0; i < c->thread_count; i++)
    if (c->threads[i].start == sim_thread_start_SOFT) threads[count++] = (uint8_t)i;
  return count;
}

static void add_random_step(maker *m) {
  sim_config *c = m->config;
  uint8_t soft[SIM_THREAD_LIMIT];
  const int soft_count = soft_threads(c, soft);
  const uint32_t queue = in(m, 0, c->queue_count - 1u);
  const uint32_t pick = in(m, 0, 13);
  if (pick <= 3) add_exec(m);
  else if (pick == 4) add_step(m, sim_step_op_PUT, queue);
  else if (pick == 5) add_step(m, sim_step_op_TAKE, queue);
  else if (pick == 6) add_step(m, sim_step_op_DELIVER, 0);
  else if (pick == 7 && soft_count > 0 && chance(m, 50))
    add_step(m, sim_step_op_RAISE, soft[in(m, 0, (uint32_t)soft_count - 1)]);
  else if (c->nic_count > 0) {
    if (pick == 8) add_acknowledge(m);
    else if (pick == 9) add_step(m, sim_step_op_TAKE_FRAME, 0);
    else if (pick == 10) add_step(m, sim_step_op_GIVE_FRAME, 0);
    else if (pick == 11) add_step(m, sim_step_op_REAP, 0);
    else if (pick == 12 && chance(m, 20)) add_step(m, sim_step_op_MASK, 0);
    else add_step(m, sim_step_op_UNMASK, 0);
  }
}

static void add_loop(maker *m, uint32_t first_step) {
  sim_config *c = m->config;
  const uint32_t condition = c->nic_count > 0 ? in(m, 0, 2) : (uint32_t)sim_condition_QUEUE_NOT_EMPTY;
  const uint16_t test = (uint16_t)(c->step_count - first_step);
  const int by_queue = condition == sim_condition_QUEUE_NOT_EMPTY;
  const uint32_t index = by_queue ? in(m, 0, c->queue_count - 1u) : 0;
  sim_step_config *jump = add_step(m, sim_step_op_JUMP_UNLESS, index);
  jump->condition = (uint8_t)condition;
  if (condition == sim_condition_RX_NOT_EMPTY) add_step(m, sim_step_op_TAKE_FRAME, 0);
  else if (condition == sim_condition_TX_DONE) add_step(m, sim_step_op_REAP, 0);
  else add_step(m, sim_step_op_TAKE, index);
  for (uint32_t i = in(m, 0, 3); i > 0; i--) add_random_step(m);
  add_step(m, sim_step_op_JUMP, 0)->target = test;
  jump->target = (uint16_t)(c->step_count - first_step);
}

/* Decides what the thread does with its packet. */
static void add_hand_over(maker *m) {
  sim_config *c = m->config;
  uint8_t soft[SIM_THREAD_LIMIT];
  const int soft_count = soft_threads(c, soft);
  const uint32_t pick = in(m, 0, 9);
  if (pick <= 4) add_step(m, sim_step_op_DELIVER, 0);
  else if (pick <= 6 && c->nic_count > 0) add_step(m, sim_step_op_GIVE_FRAME, 0);
  else {
    add_step(m, sim_step_op_PUT, in(m, 0, c->queue_count - 1u));
    if (soft_count > 0) add_step(m, sim_step_op_RAISE, soft[in(m, 0, (uint32_t)soft_count - 1)]);
  }
}

/* A correct driver: it acknowledges, empties the ring and reaps. */
static void add_driver(maker *m, uint32_t first_step) {
  sim_config *c = m->config;
  add_step(m, sim_step_op_ACKNOWLEDGE, 0)->bits = SIM_NIC_STATUS_RX | SIM_NIC_STATUS_TX;
  const uint16_t test = (uint16_t)(c->step_count - first_step);
  sim_step_config *jump = add_step(m, sim_step_op_JUMP_UNLESS, 0);
  jump->condition = sim_condition_RX_NOT_EMPTY;
  add_step(m, sim_step_op_TAKE_FRAME, 0);
  if (chance(m, 80)) add_exec(m);
  add_hand_over(m);
  add_step(m, sim_step_op_JUMP, 0)->target = test;
  jump->target = (uint16_t)(c->step_count - first_step);
  add_step(m, sim_step_op_REAP, 0);
}

void make_steps(maker *m, sim_thread_config *thread) {
  sim_config *c = m->config;
  thread->first_step = c->step_count;
  /* a permanent thread that finds nothing to take would only spin */
  if (thread->start == sim_thread_start_ALWAYS && chance(m, 95)) add_exec(m);
  if (thread->start == sim_thread_start_LINE && chance(m, 75)) add_driver(m, thread->first_step);
  else if (thread->start == sim_thread_start_LINE && chance(m, 80)) add_acknowledge(m);
  else if (thread->start == sim_thread_start_SOFT && chance(m, 60)) {
    add_step(m, sim_step_op_TAKE, in(m, 0, c->queue_count - 1u));
    if (chance(m, 80)) add_exec(m);
    add_hand_over(m);
  }
  for (uint32_t i = in(m, c->step_count > thread->first_step ? 0 : 1, chance(m, 50) ? 1 : 5); i > 0; i--) {
    if (chance(m, 30)) add_loop(m, thread->first_step);
    else add_random_step(m);
  }
  if (thread->start == sim_thread_start_ALWAYS) {
    if (chance(m, 30)) add_step(m, sim_step_op_WAIT, in(m, 0, c->queue_count - 1u));
    if (chance(m, 50)) add_exec(m);
  }
  add_step(m, sim_step_op_RETURN, 0);
  thread->step_count = (uint16_t)(c->step_count - thread->first_step);
}

void add_thread(maker *m, enum sim_thread_start start, uint32_t core, uint32_t context) {
  sim_config *c = m->config;
  sim_thread_config *thread = &c->threads[c->thread_count++];
  thread->layer = byte_in(m, sim_layer_APPLICATION, sim_layer_KERNEL_COPY);
  thread->priority = start == sim_thread_start_ALWAYS ? byte_in(m, 4, 8) : byte_in(m, 0, 6);
  thread->start = (uint8_t)start;
  thread->core = (uint8_t)core;
  thread->context = (uint8_t)context;
  thread->interrupts_enabled = flag(m, start == sim_thread_start_LINE ? 40 : 93);
  thread->system_call = start == sim_thread_start_SOFT && chance(m, 40);
}

static void make_threads(maker *m) {
  sim_config *c = m->config;
  const int is_interleaved = c->policy >= sim_policy_ROUND_ROBIN;
  for (uint32_t core = 0; core < c->core_count; core++)
    for (uint32_t context = 0; context < c->context_count; context++)
      if (c->thread_count < SIM_THREAD_LIMIT - 5 && chance(m, context == 0 ? 85 : is_interleaved ? 60 : 20))
        add_thread(m, sim_thread_start_ALWAYS, core, context);
  const uint32_t last_core = c->core_count - 1u, last = c->context_count - 1u;
  if (c->nic_count > 0 && chance(m, 90)) add_thread(m, sim_thread_start_LINE, in(m, 0, last_core), in(m, 0, last));
  for (uint32_t i = in(m, 1, 4); i > 0; i--) add_thread(m, sim_thread_start_SOFT, in(m, 0, last_core), in(m, 0, last));
  for (int i = 0; i < c->thread_count; i++) make_steps(m, &c->threads[i]);
}

/* ---- traffic ---- */

static void make_trace(maker *m, sim_traffic_config *traffic) {
  sim_config *c = m->config;
  const uint32_t room = RANDOM_ENTRY_LIMIT - c->trace_entry_count;
  traffic->first_trace_entry = c->trace_entry_count;
  traffic->trace_entry_count = in(m, 0, room < 40 ? room : 40);
  uint64_t time = 0;
  for (uint32_t i = 0; i < traffic->trace_entry_count; i++) {
    const uint32_t gap = chance(m, 20) ? 0 : in(m, 0, 1200);
    time = traffic->loop == sim_loop_OPEN ? time + gap : gap;
    sim_trace_entry *entry = &m->trace[c->trace_entry_count++];
    *entry = (sim_trace_entry){.time_cycles = time};
    entry->size_bytes = in(m, 1, 1600);
    entry->direction = byte_in(m, 0, 1);
  }
}

static void make_traffic(maker *m) {
  sim_config *c = m->config;
  if (c->nic_count == 0) return;
  uint8_t soft[SIM_THREAD_LIMIT];
  const int soft_count = soft_threads(c, soft);
  c->traffic_count = byte_in(m, 0, 4);
  for (int i = 0; i < c->traffic_count; i++) {
    sim_traffic_config *traffic = &c->traffic[i];
    traffic->kind = byte_in(m, sim_traffic_kind_CONSTANT, sim_traffic_kind_TRACE);
    traffic->loop = flag(m, 40);
    traffic->queue = byte_in(m, 0, c->queue_count - 1u);
    traffic->thread = soft_count > 0 && chance(m, 80) ? soft[in(m, 0, (uint32_t)soft_count - 1)] : SIM_NONE_8;
    traffic->direction = traffic->thread != SIM_NONE_8 ? byte_in(m, 0, 1) : sim_direction_RECEIVE;
    traffic->interval_cycles_denominator = in(m, 1, 7);
    traffic->interval_cycles_numerator = in(m, 30, chance(m, 30) ? 300 : 5000) * traffic->interval_cycles_denominator;
    traffic->interval_cycles_numerator += in(m, 0, 6);
    traffic->start_cycle = chance(m, 50) ? 0 : in(m, 0, 500);
    traffic->think_cycles = chance(m, 50) ? 0 : in(m, 0, 400);
    traffic->frame_count = chance(m, 80) ? 0 : in(m, 1, 10);
    traffic->size_bytes = in(m, 1, 1600);
    if (traffic->kind == sim_traffic_kind_TRACE) make_trace(m, traffic);
  }
}

/* Some frames have known bytes: few or many, in parts that overlap. */
static void make_recorded_bytes(maker *m) {
  sim_config *c = m->config;
  if (c->trace_entry_count == 0 || chance(m, 40)) return;
  uint8_t *bytes = (uint8_t *)(m->trace + c->trace_entry_count);
  c->trace_byte_count = 8 * in(m, 1, (RANDOM_TRACE_LIMIT - RANDOM_ENTRY_LIMIT) * sizeof *m->trace / 8);
  for (uint32_t i = 0; i < c->trace_byte_count; i++) bytes[i] = byte_in(m, 0, UINT8_MAX);
  for (uint32_t i = 0; i < c->trace_entry_count; i++) {
    if (chance(m, 20)) continue;
    sim_trace_entry *entry = &m->trace[i];
    entry->byte_count = in(m, 0, c->trace_byte_count);
    entry->first_byte = in(m, 0, c->trace_byte_count - entry->byte_count);
  }
}

void random_config_from(choices *from, sim_config *config, sim_trace_entry trace[RANDOM_TRACE_LIMIT]) {
  maker m = {.choices = from, .config = config, .trace = trace};
  sim_config_defaults(config);
  make_core(&m);
  make_memory(&m);
  make_bus_and_nic(&m);
  make_routines(&m);
  make_threads(&m);
  make_traffic(&m);
  make_devices(&m);
  make_operating_system(&m);
  make_locks(&m);
  make_kernel(&m);
  make_prefetches(&m);
  make_timings(&m);
  make_more(&m);
  make_receive_cut_through(&m);
  make_places(&m);
  make_transmit_bounds(&m);
  make_usual(&m);
  make_marks(&m);
  make_sources(&m);
  make_status(&m);
  make_fills(&m);
  make_copies(&m);
  make_switches(&m);
  make_forwarding(&m);
#define DEVICE(NAME, number, kind, list) make_##list(&m);
#include "sim_devices.def"
  make_deadlines(&m);
  make_inheritance(&m);
  make_recorded_bytes(&m);
  make_scheduling(&m);
  make_entries(&m);
  make_depths(&m);
}

void random_config(uint64_t seed, sim_config *config, sim_trace_entry trace[RANDOM_TRACE_LIMIT]) {
  choices from = choices_from_seed(seed);
  random_config_from(&from, config, trace);
}
