/* Accesses of the cores: L1s, coherence between them, and DMA against caches (docs/model.md, Memory). */
#include <assert.h>
#include <stdlib.h>

#include "ref/memory/memory.h"

int ref_has_memory(const sim_config *config) {
  int has = config->tlb_entries > 0 || config->has_memory;
  for (int i = 0; i < REF_CACHE_KINDS; i++) has |= config->caches[i].size_bytes > 0;
  return has;
}

ref_memory *ref_memory_create(const sim_config *config, sim_counters *counters) {
  ref_memory *memory = calloc(1, sizeof *memory);
  assert(memory != NULL);
  for (int core = 0; core < config->core_count; core++) {
    ref_cache *caches[REF_CACHE_KINDS] = {&memory->l1i[core], &memory->l1d[core], &memory->l2s[core]};
    for (int kind = REF_L1I; kind < REF_CACHE_KINDS; kind++)
      ref_cache_create(caches[kind], &config->caches[kind], config->seed, &memory->replacement_draws,
                       &counters->caches[kind].pins_refused);
  }
  return memory;
}

void ref_memory_free(ref_memory *memory) {
  if (memory == NULL) return;
  for (int core = 0; core < SIM_CORE_LIMIT; core++) {
    free(memory->l1i[core].lines);
    free(memory->l1d[core].lines);
    free(memory->l2s[core].lines);
  }
  free(memory);
}

static uint64_t latest(uint64_t a, uint64_t b) { return a > b ? a : b; }

/* ---- filling an L1 ---- */

static uint64_t last_word(const ref_cache *cache, const ref_cache_line *line) {
  uint64_t last = 0;
  for (uint32_t word = 0; word < cache->config.line_bytes / REF_WORD_BYTES; word++)
    last = latest(last, line->comes[word]);
  return last;
}

/* A part becomes valid when its last beat has arrived. */
static uint32_t part_end(const ref_cache *cache, uint32_t address) {
  const uint32_t bytes = ref_cache_part_bytes(cache);
  return address - address % bytes + bytes;
}

static void part_comes(ref *r, const ref_cache *cache, uint64_t words[REF_LINE_WORDS], uint32_t from, uint32_t bytes,
                       const ref_arrival *arrival) {
  for (uint32_t at = from; at < from + bytes; at += REF_WORD_BYTES)
    words[at % cache->config.line_bytes / REF_WORD_BYTES] = ref_memory_comes(r, arrival, part_end(cache, at));
}

/* ---- early restart ---- */

static int restarts(const ref_cache *cache) { return cache->config.fill_order != sim_fill_order_WHOLE_LINE; }

/* M-131: "the beat that has the missed word comes first" */
static void begin_with_word(const ref *r, const ref_cache *cache, ref_arrival *arrival, uint32_t address) {
  if (cache->config.fill_order != sim_fill_order_CRITICAL_WORD_FIRST) return;
  const uint32_t word = address - address % REF_WORD_BYTES;
  arrival->first = word;
  if (r->config.bus_bytes_per_beat > REF_WORD_BYTES)
    while ((arrival->first - arrival->from) % r->config.bus_bytes_per_beat != 0) arrival->first--;
}

/* Arrival times of the words of a line that arrives in beats. */
static void words_come(ref *r, const ref_cache *cache, uint64_t words[REF_LINE_WORDS], uint32_t line_begin,
                       const ref_arrival *arrival) {
  for (uint32_t at = 0; at < cache->config.line_bytes; at += REF_WORD_BYTES)
    words[at / REF_WORD_BYTES] = ref_memory_comes(r, arrival, line_begin + at + REF_WORD_BYTES);
}

/* The cycle from which an access to the address may continue. */
static uint64_t there(const ref_cache *cache, const ref_cache_line *line, uint32_t address) {
  return restarts(cache) ? line->comes[address % cache->config.line_bytes / REF_WORD_BYTES] : last_word(cache, line);
}

/* ---- code ---- */

uint64_t ref_memory_fetch_from(const ref *r, int cpu) {
  if (!r->memory->code_fills[cpu].is_some) return r->cycle;
  const uint64_t last = r->memory->code_fills[cpu].last;
  const int returns = r->cycle > last && r->cycle <= last + r->config.fetch_return_cycles;
  return returns ? last + r->config.fetch_return_cycles + 1 : r->cycle;
}

void ref_memory_fetch(ref *r, const ref_requester *requester, int cpu, uint32_t address,
                      uint64_t comes[REF_LINE_WORDS]) {
  ref_cache *l1 = &r->memory->l1i[requester->core];
  const uint32_t line_bytes = l1->config.line_bytes, line_begin = address - address % line_bytes;
  sim_cache_counters *counters = &r->counters.caches[REF_L1I];
  const uint64_t looked_up = ref_memory_translate(r, requester, address, ref_memory_fetch_from(r, cpu));
  counters->accesses[requester->layer]++;
  ref_cache_line *line = ref_cache_find(l1, address);
  if (ref_cache_has(l1, line, address)) {
    ref_cache_hit(l1, line, requester->pinned);
    for (int word = 0; word < REF_LINE_WORDS; word++) comes[word] = latest(looked_up, line->comes[word]);
    return;
  }
  counters->misses[requester->layer]++;
  const uint32_t from = address - address % ref_cache_part_bytes(l1), bytes = line_begin + line_bytes - from;
  ref_arrival arrival = ref_memory_bring(r, requester, from, bytes, looked_up);
  r->memory->code_fills[cpu].is_some = 1;
  r->memory->code_fills[cpu].last = latest(arrival.last, looked_up);
  if (restarts(l1)) begin_with_word(r, l1, &arrival, address);
  else if (ref_cache_part_bytes(l1) == line_bytes) arrival.by_beats = 0;
  ref_cache_line victim;
  line = ref_cache_fill(l1, address, ref_cache_parts(l1, from, bytes), requester->pinned, &victim);
  if (restarts(l1)) {
    words_come(r, l1, comes, line_begin, &arrival);
    if (line != NULL) words_come(r, l1, line->comes, line_begin, &arrival);
    return;
  }
  if (line != NULL) part_comes(r, l1, line->comes, from, bytes, &arrival);
  for (int word = 0; word < REF_LINE_WORDS; word++) comes[word] = line != NULL ? line->comes[word] : 0;
  part_comes(r, l1, comes, from, bytes, &arrival);
}

/* ---- other cores ---- */

/* Snoops the other cores' L1D, and their own L2s. */
static ref_cache_line *line_elsewhere(ref *r, int core, int kind, uint32_t address) {
  if (kind == REF_L2 && (!r->config.l2_per_core || r->memory->l2s[core].sets == 0)) return NULL;
  return ref_cache_find(kind == REF_L1D ? &r->memory->l1d[core] : &r->memory->l2s[core], address);
}

static int others_have(ref *r, int core, uint32_t address) {
  for (int other = 0; other < r->config.core_count; other++)
    for (int kind = REF_L1D; kind <= REF_L2 && other != core; kind++)
      if (line_elsewhere(r, other, kind, address) != NULL) return 1;
  return 0;
}

static ref_cache_line *dirty_elsewhere(ref *r, int core, uint32_t address) {
  for (int other = 0; other < r->config.core_count; other++)
    for (int kind = REF_L1D; kind <= REF_L2 && other != core; kind++) {
      ref_cache_line *line = line_elsewhere(r, other, kind, address);
      if (line != NULL && line->dirty) return line;
    }
  return NULL;
}

static void take_from_others(ref *r, int core, uint32_t address) {
  for (int other = 0; other < r->config.core_count; other++)
    for (int kind = REF_L1D; kind <= REF_L2 && other != core; kind++) {
      ref_cache_line *line = line_elsewhere(r, other, kind, address);
      if (line == NULL) continue;
      line->valid = 0;
      r->counters.caches[kind].invalidations++;
    }
}

static void share_with_others(ref *r, int core, uint32_t address) {
  for (int other = 0; other < r->config.core_count; other++)
    for (int kind = REF_L1D; kind <= REF_L2 && other != core; kind++) {
      ref_cache_line *line = line_elsewhere(r, other, kind, address);
      if (line == NULL) continue;
      line->shared = kind == REF_L1D; /* the L1D above an L2 claims the line */
      line->dirty = 0;
    }
}

/* ---- data ---- */

uint64_t ref_memory_device(ref *r, int core, uint64_t from_cycle, uint32_t words, int writes) {
  const uint64_t beats = ref_memory_beats(r, (words - 1) * REF_WORD_BYTES);
  const uint64_t all = r->config.uncached_cycles + beats;
  const uint64_t on_bus = r->config.device_bus_cycles ? r->config.device_bus_cycles + beats : all;
  if (writes && r->config.posts_device_writes && r->config.store_buffer_entries)
    return ref_memory_write(r, core, from_cycle, on_bus);
  return ref_memory_ask(r, from_cycle, on_bus) + all - 1;
}

/* The line is loaded again, so accesses no longer wait for an earlier prefetch of it. */
static void forget_prefetches(ref *r, int core, uint32_t address) {
  for (int cpu = 0; cpu < r->cpu_count; cpu++)
    if (r->cpus[cpu].core == core && r->memory->prefetched[cpu].line == address / r->config.caches[REF_L1D].line_bytes)
      r->memory->prefetched[cpu].line = UINT32_MAX;
}

/* A miss loads the line or the part. comes[] (or NULL) receives the arrival times of its words. Returns the last
 * cycle in which the access waits; *end is the last cycle of the whole miss. */
static uint64_t miss(ref *r, const ref_requester *requester, uint32_t address, int writes, uint64_t from_cycle,
                     ref_cache_line **brought, uint64_t comes[REF_LINE_WORDS], uint64_t *end) {
  ref_cache *l1 = &r->memory->l1d[requester->core];
  const uint32_t bytes = ref_cache_part_bytes(l1), from = address - address % bytes;
  const ref_cache_line *own = ref_cache_find(l1, address); /* only that part is missing */
  if (own == NULL) forget_prefetches(r, requester->core, address);
  const int shared = !writes && (others_have(r, requester->core, address) || (own != NULL && own->shared));
  ref_arrival arrival;
  if (dirty_elsewhere(r, requester->core, address) != NULL) {
    const uint64_t cycles = r->config.transfer_cycles + ref_memory_beats(r, bytes);
    r->counters.transfers++;
    arrival = (ref_arrival){.last = ref_memory_ask(r, from_cycle, cycles) + cycles - 1};
  } else arrival = ref_memory_bring(r, requester, from, bytes, from_cycle);
  if (writes) take_from_others(r, requester->core, address);
  else share_with_others(r, requester->core, address);
  if (!restarts(l1)) arrival.by_beats = 0;
  else if (arrival.by_beats) begin_with_word(r, l1, &arrival, address);
  ref_cache_line victim;
  ref_cache_line *line = ref_cache_fill(l1, address, ref_cache_parts(l1, from, bytes), requester->pinned, &victim);
  if (line != NULL) {
    line->shared = shared;
    if (restarts(l1)) words_come(r, l1, line->comes, from, &arrival);
    else part_comes(r, l1, line->comes, from, bytes, &arrival);
  }
  if (comes != NULL) words_come(r, l1, comes, address - address % l1->config.line_bytes, &arrival);
  ref_memory_write_back(r, requester->core, REF_L1D, l1, &victim, arrival.last);
  *brought = line;
  *end = arrival.last;
  return ref_memory_comes(r, &arrival, address - address % REF_WORD_BYTES + REF_WORD_BYTES);
}

/* Counts a hit in `cycle` in a line that a prefetch is loading. */
static void count_waits(ref *r, int core, uint32_t address, uint64_t cycle) {
  const uint32_t line = address / r->config.caches[REF_L1D].line_bytes;
  for (int cpu = 0; cpu < r->cpu_count; cpu++)
    if (r->cpus[cpu].core == core && r->memory->prefetched[cpu].begun && r->memory->prefetched[cpu].line == line &&
        r->memory->prefetched[cpu].last >= cycle &&
        r->memory->prefetched[cpu].comes[address % r->config.caches[REF_L1D].line_bytes / REF_WORD_BYTES] >= cycle)
      r->counters.prefetch_waits++;
}

int ref_memory_prefetch(ref *r, const ref_requester *requester, int cpu, uint32_t address) {
  ref_cache *l1 = &r->memory->l1d[requester->core];
  if (ref_is_uncached(r, address)) return 0;
  if (r->memory->prefetched[cpu].begun && r->memory->prefetched[cpu].last >= r->cycle) return 0;
  if (!ref_memory_has_page(r, requester->core, address)) return 0;
  ref_cache_line *line = ref_cache_find(l1, address);
  if (ref_cache_has(l1, line, address)) {
    ref_cache_hit(l1, line, requester->pinned);
    return 1;
  }
  r->counters.prefetched_lines++;
  r->memory->prefetched[cpu].begun = 1;
  miss(r, requester, address, 0, r->cycle, &line, r->memory->prefetched[cpu].comes, &r->memory->prefetched[cpu].last);
  r->memory->prefetched[cpu].line = address / l1->config.line_bytes;
  return 1;
}

uint64_t ref_memory_load(ref *r, const ref_requester *requester, uint32_t address, uint64_t begin) {
  ref_cache *l1 = &r->memory->l1d[requester->core];
  const uint64_t looked_up = ref_memory_translate(r, requester, address, begin),
                 hit_last = looked_up + r->config.memory_cycles - 1;
  if (l1->sets == 0) return latest(hit_last, ref_memory_bring(r, requester, address, REF_WORD_BYTES, looked_up).last);
  r->counters.caches[REF_L1D].accesses[requester->layer]++;
  ref_cache_line *line = ref_cache_find(l1, address);
  if (ref_cache_has(l1, line, address)) {
    ref_cache_hit(l1, line, requester->pinned);
    count_waits(r, requester->core, address, looked_up);
    return latest(hit_last, there(l1, line, address));
  }
  uint64_t end;
  r->counters.caches[REF_L1D].misses[requester->layer]++;
  return latest(hit_last, miss(r, requester, address, 0, looked_up, &line, NULL, &end));
}

uint64_t ref_memory_store(ref *r, const ref_requester *requester, uint32_t address, uint64_t begin) {
  ref_cache *l1 = &r->memory->l1d[requester->core];
  uint64_t from_cycle = ref_memory_translate(r, requester, address, begin); /* start of the write */
  uint64_t last = from_cycle + r->config.memory_cycles - 1;
  if (l1->sets == 0) return latest(last, ref_memory_store_on(r, requester, address, from_cycle));
  r->counters.caches[REF_L1D].accesses[requester->layer]++;
  ref_cache_line *line = ref_cache_find(l1, address);
  int brings = 0;
  if (ref_cache_has(l1, line, address)) {
    ref_cache_hit(l1, line, requester->pinned);
    count_waits(r, requester->core, address, from_cycle);
    last = latest(last, there(l1, line, address));
    if (line->shared) {
      r->counters.claims++;
      last = latest(last, ref_memory_ask(r, from_cycle, r->config.claim_cycles) + r->config.claim_cycles - 1);
      take_from_others(r, requester->core, address);
      line->shared = 0;
    }
  } else {
    r->counters.caches[REF_L1D].misses[requester->layer]++;
    const int has_way = line != NULL || ref_cache_may_fill(l1, address, requester->pinned);
    brings = l1->config.write_allocate && has_way;
    if (brings) {
      uint64_t end;
      const uint64_t brought = miss(r, requester, address, 1, from_cycle, &line, NULL, &end);
      from_cycle = brought + 1;
      last = latest(last, brought);
    } else {
      take_from_others(r, requester->core, address);
      line = NULL;
    }
  }
  const int stays = line != NULL && l1->config.write_back;
  if (stays) line->dirty = 1;
  if (stays) return last;
  return latest(last, ref_memory_store_on(r, requester, address, from_cycle));
}

void ref_memory_unlock(ref *r, int core, uint32_t kind) {
  ref_cache *caches[REF_CACHE_KINDS] = {&r->memory->l1i[core], &r->memory->l1d[core], ref_memory_l2(r, core)};
  ref_cache_unlock(caches[kind]);
}

/* ---- DMA ---- */

static void invalidate(ref *r, int kind, ref_cache *cache, uint32_t address, uint32_t bytes) {
  if (cache->sets == 0) return;
  for (uint32_t at = address - address % cache->config.line_bytes; at < address + bytes;
       at += cache->config.line_bytes) {
    ref_cache_line *line = ref_cache_find(cache, at);
    if (line == NULL) continue;
    line->valid = 0;
    r->counters.caches[kind].invalidations++;
  }
}

static void place(ref *r, uint32_t address, uint32_t bytes) {
  ref_cache *l2 = ref_memory_l2(r, 0);
  for (uint32_t at = address - address % l2->config.line_bytes; at < address + bytes; at += l2->config.line_bytes) {
    if (ref_is_uncached(r, at)) continue;
    ref_cache_line victim;
    if (ref_cache_find(l2, at) != NULL) ref_cache_draw(l2); /* even if no line is replaced */
    ref_cache_line *line = ref_cache_fill(l2, at, 1, 0, &victim);
    if (line == NULL) continue;
    line->dirty = l2->config.write_back;
    ref_memory_write_back(r, 0, REF_L2, l2, &victim, r->moment - 1); /* from that boundary on */
  }
}

/* M-139 */
void ref_memory_dma(ref *r, uint32_t address, uint32_t bytes) {
  for (int core = 0; core < r->config.core_count; core++) invalidate(r, REF_L1D, &r->memory->l1d[core], address, bytes);
  if (r->memory->l2s[0].sets == 0) return;
  if (r->config.dma_places) place(r, address, bytes);
  else
    for (int core = 0; core < (r->config.l2_per_core ? r->config.core_count : 1); core++)
      invalidate(r, REF_L2, &r->memory->l2s[core], address, bytes);
}
