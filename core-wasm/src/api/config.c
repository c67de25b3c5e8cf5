/* Defaults of the configuration, and the layout of the records. */
#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "layout_hash.gen.h"
#include "sim.h"

static void default_nic(sim_nic_config *nic, uint32_t index) {
  nic->frame_overhead_bytes = 20; /* preamble, start of frame, gap */
  nic->tx_queue_frames = 16;
  nic->receive_mode = sim_receive_mode_RING;
  nic->ring_count = 1;
  nic->tx_coalesce_frames = 1;
  for (int i = 0; i < SIM_NIC_RING_LIMIT; i++) {
    nic->rings[i].frames = 16;
    nic->rings[i].coalesce_frames = 1;
    nic->rings[i].line = (uint8_t)index;
    nic->rings[i].status_mask = SIM_NIC_STATUS_RX | SIM_NIC_STATUS_TX;
  }
}

static void default_line(sim_line_config *line) {
  line->trigger = sim_trigger_LEVEL;
  line->priority = 1;
  line->core = SIM_NONE_8;
  line->context = SIM_NONE_8;
}

/* Typical for embedded network code; a free parameter without a source. */
static void default_routine(sim_routine_config *routine) {
  routine->kind = sim_routine_kind_CYCLES;
  routine->fixed = 1;
  routine->body_instructions = 64;
  routine->taken_permille = 400;
  routine->dependent_permille = 300;
  routine->mix_alu = 50;
  routine->mix_load = 22;
  routine->mix_store = 12;
  routine->mix_branch = 15;
  routine->mix_multiply = 1;
  routine->hot_permille = 800;
  routine->data_bytes = 4096;
  routine->hot_bytes = 512;
}

static void default_cache(sim_cache_config *cache) {
  cache->line_bytes = 32;
  cache->ways = 4;
  cache->write_back = 1;
  cache->write_allocate = 1;
}

void sim_config_defaults(sim_config *config) {
  assert(config != NULL);
  memset(config, 0, offsetof(sim_config, presses)); /* the hash covers only the used part of a table */
  config->cookie = SIM_CONFIG_COOKIE;
  config->clock_hertz = 200000000;
  config->policy = sim_policy_SINGLE;
  config->core_count = 1;
  config->context_count = 1;
  config->issue_width = 1;
  config->stage_count = 5;
  config->bus_ratio = 1;
  config->memory_latency_cycles = 20;
  config->l2_cycles = 8;
  config->uncached_cycles = 10;
  config->write_cycles = 2;
  config->transfer_cycles = 4;
  config->claim_cycles = 2;
  config->tlb_page_bytes = 4096;
  config->tlb_miss_cycles = 20;
  config->predictor_counters = 512;
  config->time_slice_cycles = 10000;
  for (int i = 0; i < 3; i++) default_cache(&config->caches[i]);
  config->execute_stage = 2;
  config->access_stage = 3;
  for (int i = 0; i < SIM_CONTEXT_LIMIT; i++) config->contexts[i].weight = 1;
  config->nic_count = 1;
  config->line_count = 1;
  config->branch_resolve_stage = 2;
  config->branch_target_stage = 1;
  config->load_use_cycles = 1;
  config->multiply_cycles = 1;
  config->store_execute_cycles = 1;
  config->jump_execute_cycles = 1;
  config->program_stack_bytes = 256;
  config->memory_cycles = 1;
  for (int step = sim_entry_step_PUSH_SR; step <= sim_entry_step_LOAD_PC; step++) config->entry_cycles[step] = 1;
  config->save_kind = sim_save_kind_CYCLES;
  config->save_amount = 93; /* source 000: both together 186 */
  config->restore_amount = 93;
  config->bus_bytes_per_beat = 4;
  config->bus_cycles_per_beat = 1;
  config->bus_beats_per_burst = 8;
  config->bus_burst_gap_cycles = 1;
  for (int i = 0; i < SIM_LINE_LIMIT; i++) default_line(&config->lines[i]);
  for (uint32_t i = 0; i < SIM_NIC_LIMIT; i++) default_nic(&config->nics[i], i);
  for (int i = 0; i < SIM_TIMER_LIMIT; i++) {
    config->timers[i].period_cycles_numerator = 200000;
    config->timers[i].period_cycles_denominator = 1;
    config->timers[i].start_cycle = 200000;
  }
  for (int i = 0; i < SIM_DISK_LIMIT; i++) {
    config->disks[i].rate_bit_per_second = 400000000;
    config->disks[i].block_bytes = 512;
    config->disks[i].queue_requests = SIM_DISK_QUEUE_LIMIT;
    config->disks[i].buffer_address = 0x60000000u + ((uint32_t)i << 24); /* the configuration contains no other data */
  }
  for (int i = 0; i < SIM_QUEUE_LIMIT; i++) config->queues[i].capacity = 64;
  for (int i = 0; i < SIM_LOCK_LIMIT; i++)
    config->locks[i] = (sim_lock_config){.acquire = SIM_NONE_8, .poll = SIM_NONE_8, .release = SIM_NONE_8};
  for (int i = 0; i < SIM_ROUTINE_LIMIT; i++) default_routine(&config->routines[i]);
  for (int i = 0; i < SIM_THREAD_LIMIT; i++) {
    config->threads[i].layer = sim_layer_APPLICATION;
    config->threads[i].interrupts_enabled = 1;
  }
  for (int i = 0; i < SIM_TRAFFIC_LIMIT; i++) {
    config->traffic[i].interval_cycles_numerator = 1;
    config->traffic[i].interval_cycles_denominator = 1;
    config->traffic[i].size_bytes = 1500;
    config->traffic[i].thread = SIM_NONE_8;
    config->traffic[i].flows = 1;
  }
}

/* ---- layout of the records ---- */

/* A record's size is the sum of its fields: no implicit padding, the same bytes on every host. */
#define RECORD_BEGIN(record) enum { record##_sum_of_fields = 0
#define FIELD(record, type, name, count) + (int)sizeof(type) * (count)
#define FIELD_RECORD(record, type, name, count) + (int)sizeof(type) * (count)
#define RECORD_END(record) \
  }; \
  _Static_assert(sizeof(record) == (size_t)record##_sum_of_fields, #record " has implicit padding");
#include "sim_layout.def"

_Static_assert(sim_event_kind_COUNT <= 32, "event kinds are bits of a 32-bit mask");
_Static_assert(sizeof(sim_event) == 16, "the event log is sized in 16-byte records");
_Static_assert((int)SIM_LAYER_LIMIT == (int)sim_layer_COUNT, "SIM_LAYER_LIMIT counts sim_layer");
_Static_assert((int)SIM_CAUSE_LIMIT == (int)sim_cause_COUNT, "SIM_CAUSE_LIMIT counts sim_cause");
_Static_assert((int)SIM_DROP_CAUSE_LIMIT == (int)sim_drop_cause_COUNT,
               "SIM_DROP_CAUSE_LIMIT counts sim_drop_cause");
_Static_assert((int)SIM_PART_LIMIT >= (int)sim_packet_part_COUNT, "SIM_PART_LIMIT holds sim_packet_part");

uint64_t sim_layout_hash(void) { return SIM_LAYOUT_HASH; }
