/* Parts that were added later, each with its own probability: machines without them stay unchanged. */
#include "random_maker.h"

enum { STEP_ROOM = 60, RANGE_PITCH_BYTES = 64 };

/* ---- memory ---- */

static uint32_t range_begin(maker *m) {
  static const uint32_t bases[] = {0, 0x1000, 0x40000000, 0x7f000000};
  return bases[in(m, 0, 3)];
}

static void make_ranges(maker *m, sim_address_range *ranges, uint32_t grain) {
  for (uint32_t i = 0; i < SIM_RANGE_LIMIT; i++) {
    if (!chance(m, 40)) continue;
    ranges[i].from = range_begin(m) + in(m, 0, 3000 / grain) * grain;
    ranges[i].to = ranges[i].from + in(m, 0, 1000 / grain) * grain;
  }
}

static void make_cache_details(maker *m, sim_cache_config *cache) {
  if (cache->size_bytes == 0) return;
  const uint32_t sets = cache->size_bytes / cache->line_bytes / cache->ways;
  if (cache->pinned_ways == 0 && chance(m, 50)) cache->pinned_ways = half_in(m, 0, (1u << cache->ways) - 1);
  if (cache->pinned_ways != 0 && chance(m, 50)) cache->pinned_sets = in(m, 0, sets);
  if (chance(m, 50)) make_ranges(m, cache->pinned_ranges, chance(m, 50) ? 4 : RANGE_PITCH_BYTES);
}

static void make_memory_details(maker *m) {
  sim_config *c = m->config;
  for (int i = 0; i < 3; i++) make_cache_details(m, &c->caches[i]);
  if (chance(m, 40)) make_ranges(m, c->uncached_ranges, SIM_UNCACHED_GRAIN);
  c->transfer_cycles = half_in(m, 0, 20);
  c->claim_cycles = half_in(m, 1, 12);
  c->tlb_miss_cycles = half_in(m, 0, 40);
  if (c->tlb_entries > 0) {
    c->tlb_replacement = chance(m, 50) ? sim_replacement_LRU : sim_replacement_RANDOM;
    c->tlb_page_bytes = 256u << in(m, 0, 4);
  }
  for (uint32_t i = 0; i < c->routine_count; i++) c->routines[i].hot_permille = half_in(m, 0, 1000);
}

/* ---- lines ---- */

/* A line with its own thread, on some context. */
static uint32_t add_line(maker *m) {
  sim_config *c = m->config;
  const uint32_t line = c->line_count++;
  c->lines[line] = (sim_line_config){.core = SIM_NONE_8, .context = SIM_NONE_8};
  if (c->thread_count == SIM_THREAD_LIMIT || c->step_count > SIM_STEP_LIMIT - STEP_ROOM) return line;
  add_thread(m, sim_thread_start_LINE, in(m, 0, c->core_count - 1u), in(m, 0, c->context_count - 1u));
  sim_thread_config *thread = &c->threads[c->thread_count - 1];
  thread->line = (uint8_t)line;
  make_steps(m, thread);
  return line;
}

static void make_line(maker *m, sim_line_config *line) {
  line->priority = byte_in(m, 0, 5);
  line->trigger = byte_in(m, sim_trigger_LEVEL, sim_trigger_MESSAGE);
  line->loses_masked = flag(m, 40);
  line->masked = flag(m, 5);
  if (!chance(m, 30)) return;
  line->core = byte_in(m, 0, m->config->core_count - 1u);
  line->context = byte_in(m, 0, m->config->context_count - 1u);
}

/* Steps that mask or unmask name the thread's own line. Some steps acknowledge another ring. */
static void address_line(maker *m, sim_thread_config *thread) {
  const sim_nic_config *nic = &m->config->nics[0];
  for (uint32_t i = 0; i < thread->step_count; i++) {
    sim_step_config *step = &m->config->steps[thread->first_step + i];
    const uint32_t op = step->op;
    if ((op == sim_step_op_MASK || op == sim_step_op_UNMASK) && chance(m, 70)) step->index = thread->line;
    const int acknowledges_nic = op == sim_step_op_ACKNOWLEDGE && step->device == sim_device_kind_NIC;
    const int names_ring = acknowledges_nic || op == sim_step_op_TAKE_FRAME ||
                           (op == sim_step_op_JUMP_UNLESS && step->condition == sim_condition_RX_NOT_EMPTY);
    if (!names_ring) continue;
    for (uint32_t ring = 0; ring < nic->ring_count; ring++)
      if (nic->rings[ring].line == thread->line && chance(m, 80)) step->ring = (uint8_t)ring;
  }
}

static void make_lines(maker *m) {
  sim_config *c = m->config;
  for (uint32_t i = in(m, 0, 2); i > 0; i--) {
    const uint32_t line = add_line(m);
    const uint32_t ring = in(m, 0, c->nics[0].ring_count - 1u);
    if (chance(m, 60)) c->nics[0].rings[ring].line = (uint8_t)line;
    else if (c->timer_count > 0) c->timers[0].line = (uint8_t)line;
    else if (c->disk_count > 0) c->disks[0].line = (uint8_t)line;
  }
  for (uint32_t line = 0; line < c->line_count; line++) make_line(m, &c->lines[line]);
  for (int i = 0; i < c->thread_count; i++)
    if (c->threads[i].start == sim_thread_start_LINE) address_line(m, &c->threads[i]);
}

/* ---- network cards ---- */

int random_step_names_nic(const sim_step_config *step) {
  switch (step->op) {
    case sim_step_op_ACKNOWLEDGE: return step->device == sim_device_kind_NIC;
    case sim_step_op_TAKE_FRAME:
    case sim_step_op_GIVE_FRAME:
    case sim_step_op_REAP: return 1;
    case sim_step_op_JUMP_UNLESS:
      return step->condition == sim_condition_RX_NOT_EMPTY || step->condition == sim_condition_TX_DONE;
    default: return 0;
  }
}

/* A card like the first, with its own line and handler or with those of the first. */
static void add_nic(maker *m) {
  sim_config *c = m->config;
  const uint32_t number = c->nic_count++;
  sim_nic_config *nic = &c->nics[number];
  *nic = c->nics[0];
  if (nic->line_rate_bit_per_second > 0) nic->line_rate_bit_per_second = (uint64_t)in(m, 10, 4000) * 1000000;
  nic->receive_mode =
      nic->merge_bytes > 0 ? nic->receive_mode : byte_in(m, sim_receive_mode_RING, sim_receive_mode_REMOTE);
  const uint32_t own_thread = c->thread_count;
  const uint32_t line = chance(m, 70) ? add_line(m) : 0;
  make_line(m, &c->lines[line]);
  for (uint32_t ring = 0; ring < nic->ring_count; ring++) nic->rings[ring].line = (uint8_t)line;
  for (uint32_t i = 0; i < c->thread_count; i++)
    for (uint32_t step = 0; step < c->threads[i].step_count; step++) {
      sim_step_config *s = &c->steps[c->threads[i].first_step + step];
      if (random_step_names_nic(s) && chance(m, i >= own_thread ? 80 : 20)) s->index = (uint16_t)number;
    }
  for (uint32_t i = 0; i < c->traffic_count; i++)
    if (chance(m, 50)) c->traffic[i].nic = (uint8_t)number;
}

/* ---- places ---- */

/* Adds cores with threads, and threads that any context of their core may run. */
void make_places(maker *m) {
  sim_config *c = m->config;
  const uint32_t most = SIM_CONTEXT_LIMIT / c->context_count;
  if (chance(m, 10) && most > c->core_count) {
    c->core_count = byte_in(m, c->core_count, most < SIM_CORE_LIMIT ? most : SIM_CORE_LIMIT);
    for (int i = 0; i < c->thread_count; i++)
      if (c->threads[i].start != sim_thread_start_ALWAYS || c->scheduler != sim_scheduler_NONE)
        c->threads[i].core = byte_in(m, 0, c->core_count - 1u);
  }
  if (!chance(m, 30)) return;
  for (int i = 0; i < c->thread_count; i++)
    if (c->threads[i].start != sim_thread_start_ALWAYS && chance(m, 60)) c->threads[i].context = SIM_NONE_8;
}

/* The transmit queue is full by bytes or by buffers before it is full by frames. */
void make_transmit_bounds(maker *m) {
  for (uint32_t i = 0; i < m->config->nic_count; i++) {
    sim_nic_config *nic = &m->config->nics[i];
    if (chance(m, 25)) nic->tx_queue_bytes = in(m, 1, 4000);
    if (!chance(m, 25)) continue;
    nic->tx_buffers = half_in(m, 1, 6);
    nic->tx_buffer_bytes = in(m, 0, 700);
  }
}

/* Adds sources similar to the existing ones. */
void make_sources(maker *m) {
  sim_config *c = m->config;
  const uint32_t first = c->traffic_count;
  if (first == 0 || !chance(m, 10)) return;
  c->traffic_count = byte_in(m, first, SIM_TRAFFIC_LIMIT);
  for (uint32_t i = first; i < c->traffic_count; i++) {
    c->traffic[i] = c->traffic[in(m, 0, first - 1)];
    c->traffic[i].start_cycle = in(m, 0, 3000);
    c->traffic[i].nic = byte_in(m, 0, c->nic_count - 1u);
    c->traffic[i].frame_count = in(m, 1, 10);
  }
}

/* Lines pinned by a mark instead of ways. */
void make_marks(maker *m) {
  if (!chance(m, 40)) return;
  for (int i = 0; i < 3; i++) {
    sim_cache_config *cache = &m->config->caches[i];
    if (cache->size_bytes == 0 || !chance(m, 60)) continue;
    cache->pinned_lines = byte_in(m, 1, cache->ways);
    cache->pinned_ways = 0;
    if (!chance(m, 60)) continue;
    /* few sets and other pins, so that marks are set, removed and set again */
    cache->size_bytes = (uint32_t)cache->ways * cache->line_bytes << in(m, 0, 2);
    cache->pinned_sets = in(m, 0, 1);
    cache->pinned_ranges[0] = (sim_address_range){.from = in(m, 0, 15) * 256, .to = 16 * 256};
    for (uint32_t r = 0; r < m->config->routine_count; r++) m->config->routines[r].pinned = flag(m, 40);
  }
}

/* Gives threads that run a routine their own data, close together, so that copies share lines and sets. */
void make_copies(maker *m) {
  sim_config *c = m->config;
  if (!chance(m, 40)) return;
  for (uint32_t i = 0; i < c->routine_count; i++) {
    if (!chance(m, 60)) continue;
    c->routines[i].copies_address = chance(m, 80) ? in(m, 0, 63) * 64 : 0x3ffffffcu - in(m, 0, 150) * 4;
    c->routines[i].copy_bytes = chance(m, 80) ? in(m, 1, 40) * 32 : in(m, 0, 1u << 28) * 4;
  }
  for (uint32_t i = 0; i < c->instruction_count; i++) c->instructions[i].in_data = flag(m, 50);
}

/* The core needs cycles to switch from a blocked context. */
void make_switches(maker *m) {
  sim_config *c = m->config;
  const int takes_turns = c->policy >= sim_policy_ROUND_ROBIN && c->policy != sim_policy_SMT;
  if (takes_turns && chance(m, 35)) c->switch_blocked_cycles = byte_in(m, 1, chance(m, 60) ? 2 : 12);
}

/* Loops and tests of status bits, and status bits that follow the fill. */
void make_status(maker *m) {
  sim_config *c = m->config;
  if (c->nic_count == 0 || !chance(m, 30)) return;
  for (uint32_t i = 0; i < c->nic_count; i++) c->nics[i].status_by_fill = flag(m, 50);
  for (uint32_t i = 0; i < c->disk_count; i++) c->disks[i].status_by_fill = flag(m, 50);
  for (uint32_t i = 0; i < c->step_count; i++) {
    sim_step_config *step = &c->steps[i];
    const int tests = step->op == sim_step_op_JUMP_UNLESS && chance(m, 15);
    const int repeats = step->op == sim_step_op_JUMP && chance(m, 6);
    if (!tests && !repeats) continue;
    *step = (sim_step_config){.op = sim_step_op_JUMP_UNLESS, .target = step->target, .bits = byte_in(m, 1, 7)};
    step->condition = byte_in(m, sim_condition_STATUS_SET, sim_condition_STATUS_CLEAR);
    step->index = half_in(m, 0, c->nic_count - 1u);
    step->ring = byte_in(m, 0, c->nics[step->index].ring_count - 1u);
  }
}

/* Goals, which do not change the machine. */
void make_deadlines(maker *m) {
  sim_config *c = m->config;
  for (uint32_t i = 0; i < c->line_count; i++) c->line_deadlines[i] = chance(m, 50) ? in(m, 1, 200) : 0;
  for (uint32_t i = 0; i < c->thread_count; i++) c->thread_deadlines[i] = chance(m, 50) ? in(m, 1, 900) : 0;
}

void make_more(maker *m) {
  sim_config *c = m->config;
  if (chance(m, 35)) make_memory_details(m);
  if (c->nic_count == 0) return;
  if (chance(m, 30)) make_lines(m);
  for (uint32_t i = chance(m, 25) ? in(m, 1, 3) : 0; i > 0; i--) add_nic(m);
}
