/* Bounds of the configuration. Each refusal names the field. */
#include <assert.h>
#include <string.h>

#include "api/machine.h"
#include "base/check.h"
#include "cache/memory_shape.h"
#include "cpu/code/program.h"
#include "device/device.h"

enum {
  FRONT_STAGE_LIMIT = 8,
  CLOCK_HERTZ_LIMIT_EXPONENT = 34 /* 2^34 Hz */
};
#define UNCACHED_LIMIT 0xf0000000u /* device registers */

/* A range ends at or after its begin. Uncached ranges lie below the devices and consist of whole grains. */
static int check_ranges(const check *k, const sim_address_range *ranges, uint32_t grain) {
  for (int i = 0; i < SIM_RANGE_LIMIT; i++) {
    CONSISTENT(ranges[i].from <= ranges[i].to && ranges[i].from % grain == 0, ranges[i].from);
    CONSISTENT(ranges[i].to <= UNCACHED_LIMIT && ranges[i].to % grain == 0, ranges[i].to);
  }
  return 1;
}

static const bound cache_bounds[] = {
    ONE_OF(sim_cache_config, replacement, sim_replacement),
    BOUND(sim_cache_config, write_back, 0, 1),
    BOUND(sim_cache_config, write_allocate, 0, 1),
    ONE_OF(sim_cache_config, pin_kind, sim_pin_kind),
    ONE_OF(sim_cache_config, fill_order, sim_fill_order),
};

static const bound machine_bounds[] = {
    ONE_OF(sim_config, policy, sim_policy),
    BOUND(sim_config, core_count, 1, SIM_CORE_LIMIT),
    BOUND(sim_config, context_count, 1, SIM_CORE_CONTEXT_LIMIT),
    BOUND(sim_config, issue_width, 1, SIM_ISSUE_LIMIT),
    BOUND(sim_config, stage_count, 2, SIM_STAGE_LIMIT),
    BOUND(sim_config, execute_stage, 1, FRONT_STAGE_LIMIT),
    BOUND(sim_config, bus_ratio, 1, 64),
    BOUND(sim_config, tlb_entries, 0, 64),
    ONE_OF(sim_config, tlb_replacement, sim_replacement),
    ONE_OF(sim_config, predictor_mode, sim_predictor),
    BOUND(sim_config, store_buffer_entries, 0, SIM_STORE_BUFFER_LIMIT),
    BOUND(sim_config, non_blocking, 0, 1),
    BOUND(sim_config, dma_places, 0, 1),
    BOUND(sim_config, posts_device_writes, 0, 1),
    BOUND(sim_config, l2_per_core, 0, 1),
    BOUND(sim_config, has_memory, 0, 1),
    ONE_OF(sim_config, scheduler, sim_scheduler),
    BOUND(sim_config, time_slice_cycles, 1, UINT32_MAX),
    BOUND(sim_config, line_count, 0, SIM_LINE_LIMIT),
#define DEVICE(NAME, number, kind, list) BOUND(sim_config, kind##_count, 0, SIM_##NAME##_LIMIT),
#include "sim_devices.def"
    BOUND(sim_config, queue_count, 0, SIM_QUEUE_LIMIT),
    BOUND(sim_config, lock_count, 0, SIM_LOCK_LIMIT),
    BOUND(sim_config, thread_count, 0, SIM_THREAD_LIMIT),
    BOUND(sim_config, routine_count, 0, SIM_ROUTINE_LIMIT),
    BOUND(sim_config, traffic_count, 0, SIM_TRAFFIC_LIMIT),
    BOUND(sim_config, step_count, 0, SIM_STEP_LIMIT),
    BOUND(sim_config, instruction_count, 0, SIM_INSTRUCTION_LIMIT),
    BOUND(sim_config, point_count, 0, SIM_POINT_LIMIT),
    BOUND(sim_config, trace_entry_count, 0, SIM_TRACE_LIMIT),
    BOUND(sim_config, trace_byte_count, 0, SIM_TRACE_BYTE_LIMIT),
    BOUND(sim_config, multiply_cycles, 1, UINT8_MAX),
    BOUND(sim_config, store_execute_cycles, 1, UINT8_MAX),
    BOUND(sim_config, jump_execute_cycles, 1, UINT8_MAX),
    BOUND(sim_config, compare_branch_cycles, 0, 1),
    ONE_OF(sim_config, forwarding, sim_forwarding),
    BOUND(sim_config, store_forwarding, 0, 1),
    ONE_OF(sim_config, branch_operands, sim_branch_operands),
    BOUND(sim_config, memory_cycles, 1, UINT16_MAX),
    ONE_OF(sim_config, save_kind, sim_save_kind),
    BOUND(sim_config, tail_chain, 0, 1),
    BOUND(sim_config, overlaps, 0, SIM_OVERLAP_ENTRY | SIM_OVERLAP_FETCH),
    BOUND(sim_config, abandons, 0, 1),
    BOUND(sim_config, late_arrival, 0, 1),
    BOUND(sim_config, system_call_saves_frame, 0, 1),
    BOUND(sim_config, dma_enabled, 0, 1),
    BOUND(sim_config, bus_bytes_per_beat, 1, UINT16_MAX),
    BOUND(sim_config, bus_cycles_per_beat, 1, UINT16_MAX),
    BOUND(sim_config, bus_beats_per_burst, 1, UINT16_MAX),
};

static int check_stages(const check *k) {
  const sim_config *c = k->config;
  CONSISTENT(c->access_stage == c->execute_stage ||
                 (c->access_stage > c->execute_stage && c->access_stage + 1 < c->stage_count),
             c->access_stage);
  CONSISTENT(c->stage_count - c->execute_stage <= BACK_LIMIT, c->execute_stage);
  /* IF issues an instruction as soon as it is known, so no branch can be resolved there and no page be looked up. */
  const int issues_from_fetch = c->execute_stage == 1;
  IN_RANGE(c->branch_resolve_stage, c->execute_stage - !issues_from_fetch, c->access_stage);
  CONSISTENT(!issues_from_fetch || c->tlb_refill_instructions == 0, c->tlb_refill_instructions);
  IN_RANGE(c->branch_target_stage, 0, c->execute_stage - 1);
  return 1;
}

static int check_machine(const check *k) {
  const sim_config *c = k->config;
  BOUNDED(c, machine_bounds);
  CONSISTENT(c->trace_byte_count % 8 == 0, c->trace_byte_count); /* the hash reads words of 64 bits */
  IN_RANGE(c->clock_hertz, 1, (uint64_t)1 << CLOCK_HERTZ_LIMIT_EXPONENT);
  CONSISTENT(c->policy != sim_policy_SINGLE || c->context_count == 1, c->context_count);
  CONSISTENT((uint32_t)c->core_count * c->context_count <= SIM_CONTEXT_LIMIT, c->core_count);
  CONSISTENT(c->policy == sim_policy_SMT || c->issue_width == 1, c->issue_width);
  CONSISTENT((is_interleaved(c) && c->policy != sim_policy_SMT) || c->switch_blocked_cycles == 0,
             c->switch_blocked_cycles);
  CONSISTENT(c->switch_blocked_by_miss <= (c->switch_blocked_cycles != 0), c->switch_blocked_by_miss);
  if (!check_stages(k)) return 0;
  CONSISTENT(c->device_bus_cycles <= c->uncached_cycles, c->device_bus_cycles);
  /* An L1D claims its lines exclusively, and DMA can place data only into one L2. */
  CONSISTENT(!c->l2_per_core || (c->caches[1].size_bytes > 0 && c->caches[2].size_bytes > 0 && !c->dma_places),
             c->l2_per_core);
  for (int i = 0; i < 3; i++) {
    BOUNDED(&c->caches[i], cache_bounds);
    if (!check_ranges(k, c->caches[i].pinned_ranges, 1)) return 0;
  }
  if (!check_ranges(k, c->uncached_ranges, SIM_UNCACHED_GRAIN)) return 0;
  if (!check_ranges(k, c->unmapped_ranges, SIM_UNCACHED_GRAIN)) return 0;
  /* The tick's work ends before the next tick. */
  CONSISTENT(c->tick_work_cycles == 0 || c->tick_work_cycles < c->tick_cycles, c->tick_work_cycles);
  uint32_t bad = memory_check(c);
  if (bad == SIM_NONE) bad = program_check(c);
  if (bad != SIM_NONE) return config_fail(k, sim_status_OUT_OF_RANGE, (const uint8_t *)c + bad, 0);
  CONSISTENT(c->forwarding == sim_forwarding_FULL || !c->store_forwarding, c->store_forwarding);
  /* The write-back of a miss in progress is not modelled. */
  CONSISTENT(c->forwarding == sim_forwarding_FULL || !c->non_blocking, c->non_blocking);
  for (int i = 0; i < SIM_CONTEXT_LIMIT; i++) IN_RANGE(c->contexts[i].weight, 1, UINT8_MAX);
  return 1;
}

static int check_entry(const check *k) {
  const sim_config *c = k->config;
  const int saves_in_cycles = c->save_kind == sim_save_kind_CYCLES && !is_interleaved(c);
  CONSISTENT(saves_in_cycles || !c->overlaps, c->overlaps);
  /* The remains of an abandoned refill or miss are not modelled. */
  CONSISTENT(!c->abandons || !(is_interleaved(c) || c->non_blocking || c->tlb_refill_instructions), c->abandons);
  return 1;
}

static const bound line_bounds[] = {
    ONE_OF(sim_line_config, trigger, sim_trigger),
    BOUND(sim_line_config, masked, 0, 1),
    BOUND(sim_line_config, loses_masked, 0, 1),
};

static int check_line(const check *k, const sim_line_config *line) {
  BOUNDED(line, line_bounds);
  if (line->core != SIM_NONE_8) REFERS(line->core, k->config->core_count);
  if (line->context != SIM_NONE_8) REFERS(line->context, k->config->context_count);
  return 1;
}

static int check_sizes(const check *k, const sim_traffic_config *traffic) {
  AT_MOST(traffic->size_count, SIM_SIZE_LIMIT);
  if (traffic->size_count == 0) IN_RANGE(traffic->size_bytes, 1, FRAME_BYTES_LIMIT);
  for (uint32_t i = 0; i < traffic->size_count; i++) {
    IN_RANGE(traffic->sizes[i], 1, FRAME_BYTES_LIMIT);
    IN_RANGE(traffic->size_weights[i], 1, UINT16_MAX);
  }
  return 1;
}

/* In thousandths: above 1 the mean is finite; from 10 on the distribution has no heavy tail. */
enum { BURST_SHAPE_LEAST = 1050, BURST_SHAPE_MOST = 10000 };

static const bound traffic_bounds[] = {
    ONE_OF(sim_traffic_config, kind, sim_traffic_kind),
    ONE_OF(sim_traffic_config, direction, sim_direction),
    ONE_OF(sim_traffic_config, loop, sim_loop),
    BOUND(sim_traffic_config, ends_with_packet, 0, 1),
    ONE_OF(sim_traffic_config, body, sim_body),
};

static int check_traffic(const check *k, const sim_traffic_config *traffic) {
  const sim_config *c = k->config;
  BOUNDED(traffic, traffic_bounds);
  REFERS(traffic->nic, c->nic_count);
  if (traffic->thread != SIM_NONE_8) {
    REFERS(traffic->thread, c->thread_count);
    REFERS(traffic->queue, c->queue_count);
    CONSISTENT(c->threads[traffic->thread].start == sim_thread_start_SOFT, traffic->thread);
  }
  if (traffic->kind == sim_traffic_kind_TRACE) {
    AT_MOST(traffic->trace_entry_count, c->trace_entry_count);
    AT_MOST(traffic->first_trace_entry, c->trace_entry_count - traffic->trace_entry_count);
    return 1;
  }
  if (!check_sizes(k, traffic)) return 0;
  AT_MOST(traffic->burst_pause_cycles, (uint64_t)1 << MEAN_GAP_BITS);
  if (traffic->burst_shape_milli > 0) IN_RANGE(traffic->burst_shape_milli, BURST_SHAPE_LEAST, BURST_SHAPE_MOST);
  IN_RANGE(traffic->flows, 1, UINT16_MAX);
  CONSISTENT(traffic->direction == sim_direction_RECEIVE || traffic->thread != SIM_NONE_8, traffic->thread);
  IN_RANGE(traffic->interval_cycles_denominator, 1, (uint64_t)1 << MEAN_GAP_BITS);
  IN_RANGE(traffic->interval_cycles_numerator, 1, INTERVAL_NUMERATOR_LIMIT);
  /* At least one cycle lies between two events, so that time advances. */
  const uint64_t mean = traffic->interval_cycles_numerator / traffic->interval_cycles_denominator;
  CONSISTENT(mean >= 1 && mean <= (uint64_t)1 << MEAN_GAP_BITS, traffic->interval_cycles_numerator);
  return 1;
}

static int check_trace(const check *k, const sim_trace_entry *trace) {
  for (uint32_t i = 0; i < k->config->trace_entry_count; i++) {
    const uint32_t bytes = k->config->trace_byte_count;
    const int size_fits = trace[i].size_bytes >= 1 && trace[i].size_bytes <= FRAME_BYTES_LIMIT;
    const int bytes_fit = trace[i].byte_count <= bytes && trace[i].first_byte <= bytes - trace[i].byte_count;
    if (size_fits && bytes_fit && trace[i].direction <= sim_direction_SEND) continue;
    *k->error = (sim_error){.status = sim_status_OUT_OF_RANGE, .field_offset = SIM_NONE, .value = i};
    return 0;
  }
  return 1;
}

static int check_parts(const check *k) {
  const sim_config *c = k->config;
  for (uint32_t i = 0; i < c->line_count; i++)
    if (!check_line(k, &c->lines[i])) return 0;
  if (!devices_check(k)) return 0;
  for (uint32_t i = 0; i < c->queue_count; i++) IN_RANGE(c->queues[i].capacity, 1, SIM_RING_LIMIT);
  if (!config_check_software(k)) return 0;
  for (uint32_t i = 0; i < c->traffic_count; i++)
    if (!check_traffic(k, &c->traffic[i])) return 0;
  return 1;
}

enum sim_status sim_config_check(const sim_config *config, const sim_trace_entry *trace, sim_error *error) {
  assert(config != NULL && error != NULL);
  *error = (sim_error){.status = sim_status_OK, .field_offset = SIM_NONE};
  const check k = {config, error};
  if (config->cookie != SIM_CONFIG_COOKIE) config_fail(&k, sim_status_BAD_COOKIE, &config->cookie, config->cookie);
  else if (check_machine(&k) && check_entry(&k) && check_parts(&k) && trace != NULL) check_trace(&k, trace);
  return (enum sim_status)error->status;
}
