/* Device registers, accesses of several words, the store buffer, and the unlocking of caches. */
#include "memory/burst.h"
#include "memory/memory.h"

/* M-134 */
uint64_t memory_buffer(sim *sim, uint32_t core, uint64_t cycle, uint64_t cycles) {
  const uint32_t entries = sim->config.store_buffer_entries;
  uint64_t *until = core_at(sim, core)->store_until;
  if (entries == 0) return bus_request(sim, cycle, cycles);
  uint32_t oldest = 0;
  for (uint32_t i = 1; i < entries; i++)
    if (until[i] < until[oldest]) oldest = i;
  const uint64_t from = later(cycle, until[oldest]); /* waits until an entry is free */
  until[oldest] = bus_transact(sim, later(from, cycle + sim->config.bus_request_cycles), cycles);
  return from;
}

uint64_t memory_device(sim *sim, uint32_t core, uint32_t index, uint64_t word, uint64_t cycle) {
  const sim_config *c = &sim->config;
  const uint64_t more = memory_beats(sim, word_more(word) * MEMORY_WORD_BYTES);
  const uint64_t on_bus = more + (c->device_bus_cycles ? c->device_bus_cycles : c->uncached_cycles);
  const int is_posted = (word & WORD_STORE) && c->posts_device_writes && c->store_buffer_entries > 0;
  const uint64_t until = is_posted ? memory_buffer(sim, core, cycle, on_bus)
                                   : bus_request(sim, cycle, on_bus) + c->uncached_cycles + more - on_bus;
  const uint64_t plain = cycle + (uint64_t)c->memory_cycles * (1 + word_more(word));
  if (until > plain) core_at(sim, core)->missed_until[index] = until;
  return later(plain, until);
}

uint64_t memory_access_more(sim *sim, uint32_t core, uint32_t index, const data_rules *rules, uint32_t address,
                            uint64_t word, uint64_t cycle) {
  uint64_t *missed_until = &core_at(sim, core)->missed_until[index];
  const int stores_back = is_atomic(word); /* at an equal address */
  const uint32_t pitch = stores_back ? 0 : MEMORY_WORD_BYTES;
  const uint64_t loads = stores_back ? WORD_LOAD : 0;
  const uint64_t one = word & ~((uint64_t)15 << WORD_MORE_SHIFT | loads), memory_cycles = sim->config.memory_cycles;
  uint64_t there = later(cycle + memory_cycles, *missed_until), left = there;
  if (!stores_back && memory_is_uncached(sim, address)) return left; /* one transaction transfers all words */
  burst_let_go_first(sim, cycle);
  for (uint32_t i = 1; i <= word_more(word); i++) {
    left = memory_access_to_come(sim, core, index, rules, address + i * pitch, one, cycle, there);
    there = later(there + memory_cycles, *missed_until);
  }
  if (there > cycle + memory_cycles * (1 + word_more(word))) *missed_until = there;
  return left;
}

void memory_unlock(sim *sim, uint32_t level) {
  const memory_shape *m = &sim->memory;
  if (!m->has[level] || !m->caches[level].pin_locks) return;
  burst_let_go_first(sim, sim->event_cycle); /* a burst may place lines in a cache with locks */
  cache_unlock(&m->caches[level], cache_of(sim, level, core_of_cpu(sim, sim->cpu)));
}

int memory_pins_are_sound(const sim *sim) {
  const memory_shape *m = &sim->memory;
  for (uint32_t level = 0; level < CACHE_COUNT; level++) {
    const cache_geometry *g = &m->caches[level];
    if (state_of(sim)->counters.caches[level].pins_refused > 0 && !g->pin_locks) return 0;
    for (uint32_t core = 0; m->has[level] && g->pinned_lines != 0 && core < sim->config.core_count; core++)
      for (uint32_t set = 0; set <= g->set_mask; set++)
        if (!cache_marks_are_sound(g, cache_of(sim, level, core), set)) return 0;
  }
  return 1;
}
