/* Random cores and caches. */
#include "random_maker.h"

void make_core(maker *m) {
  sim_config *c = m->config;
  c->seed = (uint64_t)in(m, 0, UINT32_MAX) << 32;
  c->seed |= in(m, 0, UINT32_MAX);
  const int is_interleaved = chance(m, 40);
  c->policy = is_interleaved ? byte_in(m, sim_policy_ROUND_ROBIN, sim_policy_SMT)
                             : byte_in(m, sim_policy_SINGLE, sim_policy_ON_EVENT);
  c->core_count = chance(m, 70) ? 1 : byte_in(m, 2, 3);
  const uint32_t most = chance(m, 10) ? SIM_CONTEXT_LIMIT / c->core_count : 4;
  c->context_count =
      c->policy == sim_policy_SINGLE ? 1 : byte_in(m, 1, most < SIM_CORE_CONTEXT_LIMIT ? most : SIM_CORE_CONTEXT_LIMIT);
  if (c->policy == sim_policy_SMT) c->issue_width = byte_in(m, 1, SIM_ISSUE_LIMIT);
  for (int i = 0; i < SIM_CONTEXT_LIMIT; i++) {
    c->contexts[i].priority = byte_in(m, 0, 2);
    c->contexts[i].group = byte_in(m, 0, 1);
    c->contexts[i].weight = byte_in(m, 1, 4);
  }
  if (chance(m, 30)) { /* deeper */
    c->execute_stage = byte_in(m, 2, 6);
    c->access_stage = byte_in(m, c->execute_stage + 1u, c->execute_stage + 3u);
    c->stage_count = byte_in(m, c->access_stage + 2u, SIM_STAGE_LIMIT);
  }
  c->branch_resolve_stage = byte_in(m, c->execute_stage - 1u, c->access_stage - 1u);
  c->load_use_cycles = byte_in(m, 0, 3);
  c->multiply_cycles = byte_in(m, 1, 5);
  c->memory_cycles = half_in(m, 1, chance(m, 50) ? 1 : 6);
  for (int step = sim_entry_step_PUSH_SR; step <= sim_entry_step_LOAD_PC; step++)
    c->entry_cycles[step] = chance(m, 60) ? 1 : half_in(m, 0, 4);
  if (chance(m, 5)) {
    for (int step = 0; step < 8; step++) c->entry_cycles[step] = 0;
  }
  c->save_kind = byte_in(m, sim_save_kind_CYCLES, sim_save_kind_WORDS);
  c->save_amount = half_in(m, 0, 40);
  c->restore_amount = half_in(m, 0, 40);
  c->tail_chain = flag(m, 30);
  c->system_call_saves_frame = flag(m, 30);
}

static void make_cache(maker *m, sim_cache_config *cache, uint32_t least_exponent) {
  cache->ways = byte_in(m, 1, 4);
  cache->line_bytes = (uint16_t)(8u << in(m, 0, 3));
  cache->size_bytes = (uint32_t)cache->ways * cache->line_bytes << in(m, least_exponent, least_exponent + 3);
  if (chance(m, 25)) cache->sub_block_bytes = (uint16_t)(4u << in(m, 0, 1));
  if (chance(m, 30)) cache->pinned_ways = half_in(m, 0, (1u << cache->ways) - 1);
  cache->replacement = byte_in(m, sim_replacement_LRU, sim_replacement_RANDOM);
  cache->write_back = flag(m, 60);
  cache->write_allocate = flag(m, 60);
}

void make_memory(maker *m) {
  sim_config *c = m->config;
  if (chance(m, 60)) return;
  if (chance(m, 80)) make_cache(m, &c->caches[0], 0);
  if (chance(m, 80)) make_cache(m, &c->caches[1], 0);
  if (chance(m, 50)) {
    make_cache(m, &c->caches[2], 4);
    c->caches[2].sub_block_bytes = 0;
    c->caches[2].line_bytes = 64; /* not shorter than the lines of the L1s */
    c->caches[2].size_bytes = (uint32_t)c->caches[2].ways * 64 << in(m, 2, 5);
    c->caches[2].pinned_ways = 0;
  }
  c->has_memory = flag(m, 30);
  c->bus_ratio = half_in(m, 1, 4);
  c->memory_latency_cycles = half_in(m, 0, 30);
  c->l2_cycles = half_in(m, 1, 9);
  c->uncached_cycles = half_in(m, 1, 20);
  c->write_cycles = half_in(m, 1, 8);
  c->store_buffer_entries = byte_in(m, 0, 4);
  c->non_blocking = flag(m, 40);
  c->dma_places = flag(m, 40);
  c->device_bus_cycles = half_in(m, 0, chance(m, 70) ? 0 : c->uncached_cycles);
  c->posts_device_writes = flag(m, 30);
  c->l2_per_core = flag(m, 50) && c->caches[1].size_bytes > 0 && c->caches[2].size_bytes > 0 && !c->dma_places;
  if (chance(m, 30)) {
    c->tlb_entries = byte_in(m, 1, 8);
    c->tlb_page_bytes = 256;
  }
  if (chance(m, 50)) {
    c->predictor_mode = byte_in(m, sim_predictor_BACKWARD_TAKEN, sim_predictor_BIMODAL);
    c->predictor_counters = c->predictor_mode == sim_predictor_BIMODAL ? 64 : 0;
  }
}

/* They replace other instructions of explicit sequences, and are added to the instructions of profiles. */
void make_prefetches(maker *m) {
  sim_config *c = m->config;
  if (!chance(m, 25)) return;
  for (uint32_t i = 0; i < c->instruction_count; i++) {
    if (!chance(m, 30)) continue;
    c->instructions[i].operation = sim_operation_PREFETCH;
    c->instructions[i].destination = 0;
  }
  for (uint32_t i = 0; i < c->routine_count; i++) {
    c->routines[i].mix_prefetch = chance(m, 50) ? half_in(m, 1, 40) : 0;
    c->routines[i].prefetch_ahead = half_in(m, 0, 12);
  }
}

/* Cycles in EX, jumps, and accesses of several words in explicit sequences. */
void make_timings(maker *m) {
  sim_config *c = m->config;
  if (!chance(m, 30)) return;
  c->store_execute_cycles = byte_in(m, 1, 3);
  c->jump_execute_cycles = byte_in(m, 1, 3);
  c->compare_branch_cycles = flag(m, 50);
  for (uint32_t i = 0; i < c->instruction_count; i++) {
    if (chance(m, 30)) c->instructions[i].taken = SIM_TAKEN_JUMP;
    if (chance(m, 30)) c->instructions[i].words = byte_in(m, 0, 4);
  }
}

/* The stages in which results and outcomes of branches are known. Called after all other draws of stages and misses. */
void make_forwarding(maker *m) {
  sim_config *c = m->config;
  if (m->is_usual) {
    c->branch_operands = sim_branch_operands_CONDITION_CODES;
    if (chance(m, 80)) c->predictor_mode = sim_predictor_NOT_TAKEN;
    return;
  }
  c->branch_operands = flag(m, 30);
  c->branch_target_stage = byte_in(m, 0, c->execute_stage - 1u);
  if (chance(m, 25)) c->predictor_targets = (uint16_t)(1u << in(m, 0, 6));
  if (chance(m, 15)) c->branch_resolve_stage = c->access_stage;
  if (chance(m, 15) && !c->non_blocking) c->forwarding = sim_forwarding_NONE;
  else c->store_forwarding = flag(m, 20);
}

/* Pipelines of few stages, and deeper ones in which EX accesses memory or is the last stage. */
void make_depths(maker *m) {
  sim_config *c = m->config;
  if (!chance(m, 30)) return;
  if (chance(m, 75)) {
    c->stage_count = byte_in(m, 2, 4);
    c->execute_stage = c->stage_count > 2 ? 2 : 1;
  } else if (chance(m, 20)) c->stage_count = c->execute_stage + 1u;
  c->access_stage = c->execute_stage;
  c->branch_resolve_stage = byte_in(m, c->execute_stage > 1 ? c->execute_stage - 1u : 1, c->access_stage);
  if (c->execute_stage == 1) c->tlb_refill_instructions = 0;
  c->branch_target_stage = byte_in(m, 0, c->execute_stage - 1u);
}

/* ---- an ordinary machine, for which the engine has a fast path ---- */

static void make_usual_cache(maker *m, sim_cache_config *cache) {
  *cache = (sim_cache_config){.ways = 4, .line_bytes = (uint16_t)(16u << in(m, 0, 2)), .write_back = 1};
  cache->size_bytes = 4u * cache->line_bytes << in(m, 1, 6);
  cache->replacement = sim_replacement_LRU;
  cache->write_allocate = flag(m, 70);
}

static void make_usual_routine(maker *m, sim_routine_config *routine) {
  routine->kind = sim_routine_kind_INSTRUCTIONS;
  routine->fixed = in(m, 50, chance(m, 20) ? 2000 : 300);
  routine->uncached_permille = 0;
  if (routine->instruction_count == 0) routine->body_instructions = half_in(m, 4, 400);
}

/* No thread is fast enough for the frames: DMA never pauses, and a ring overflows. */
static void saturate(maker *m) {
  sim_config *c = m->config;
  c->dma_enabled = 1;
  for (uint32_t i = 0; i < c->traffic_count; i++) {
    sim_traffic_config *traffic = &c->traffic[i];
    if (traffic->direction != sim_direction_RECEIVE || traffic->kind == sim_traffic_kind_TRACE) continue;
    traffic->loop = sim_loop_OPEN;
    traffic->frame_count = 0;
    traffic->interval_cycles_denominator = 1;
    traffic->interval_cycles_numerator = in(m, 100, 600);
  }
}

void make_usual(maker *m) {
  sim_config *c = m->config;
  if (!chance(m, 20) || c->core_count > 1) return;
  m->is_usual = 1;
  const uint8_t resolve = byte_in(m, 1, 2);
  if (chance(m, 80)) make_usual_cache(m, &c->caches[0]);
  if (chance(m, 90)) make_usual_cache(m, &c->caches[1]);
  if (c->caches[2].size_bytes > 0) c->caches[2].line_bytes = 64; /* not shorter than the lines of the L1s */
  c->stage_count = 5;
  c->execute_stage = 2;
  c->access_stage = 3;
  c->branch_resolve_stage = resolve;
  c->memory_cycles = 1;
  c->load_use_cycles = byte_in(m, 0, 1);
  c->multiply_cycles = byte_in(m, 1, 3);
  c->memory_latency_cycles = half_in(m, 0, 30);
  c->tlb_entries = 0;
  c->tlb_page_bytes = 0;
  c->non_blocking = flag(m, 10);
  for (uint32_t i = 0; i < c->routine_count; i++) make_usual_routine(m, &c->routines[i]);
  if (chance(m, 50)) saturate(m);
}
