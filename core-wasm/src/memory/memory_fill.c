#include "memory/memory.h"

/* Bytes that the bus transfers for a line of an L1: that line, or the line of the L2 that contains it. */
static uint32_t brought(const sim *sim, uint32_t level, uint32_t line, uint32_t *bytes) {
  const cache_geometry *g = &sim->memory.caches[sim->memory.has[CACHE_L2] ? CACHE_L2 : level];
  *bytes = memory_line_bytes(g);
  return cache_line_address(g, line);
}

/* Critical word first: the beat with the missed word arrives first (M-131). */
uint8_t fill_first_byte(const sim *sim, uint32_t level, uint32_t address) {
  if (sim->memory.restarts[level] != sim_fill_order_CRITICAL_WORD_FIRST) return 0;
  uint32_t bytes;
  const uint32_t word = address & ~(MEMORY_WORD_BYTES - 1u), at = word - brought(sim, level, address, &bytes);
  const uint32_t per_beat = sim->config.bus_bytes_per_beat;
  return (uint8_t)(per_beat > MEMORY_WORD_BYTES ? at / per_beat * per_beat : at);
}

uint64_t fill_word_arrival(const sim *sim, const fill_state *fill, uint32_t level, uint32_t address) {
  uint32_t bytes;
  const uint32_t at = (address & ~(MEMORY_WORD_BYTES - 1u)) - brought(sim, level, fill->line, &bytes);
  const uint32_t round = at < fill->from_byte ? bytes : 0;
  const uint64_t end = earlier(at + round + MEMORY_WORD_BYTES - fill->from_byte, bytes);
  return fill->until - memory_beats(sim, bytes) + memory_beats(sim, end);
}

uint64_t fill_code_arrival(const sim *sim, const fill_state *fill, uint32_t address) {
  const memory_shape *m = &sim->memory;
  const cache_geometry *g = &m->caches[CACHE_L1I];
  if (fill->coming == FILL_BY_WORDS) return fill_word_arrival(sim, fill, CACHE_L1I, address);
  if (fill->from_part == 0 && fill->coming == FILL_AT_ONCE) return fill->until;
  const uint32_t part = cache_sub_block(g, address);
  if (part < fill->from_part) return 0;
  if (fill->coming == FILL_AT_ONCE) return fill->until;
  uint32_t from = fill->line + ((uint32_t)fill->from_part << g->sub_block_shift),
           end = fill->line + memory_line_bytes(g);
  if (m->has[CACHE_L2]) {
    from = cache_line_address(&m->caches[CACHE_L2], fill->line);
    end = from + memory_line_bytes(&m->caches[CACHE_L2]);
  }
  const uint32_t part_end = fill->line + ((part + 1) << g->sub_block_shift);
  return fill->until - memory_beats(sim, end - from) + memory_beats(sim, part_end - from);
}

static uint64_t data_arrival(const sim *sim, const fill_state *fill, uint32_t address) {
  return fill->coming == FILL_BY_WORDS ? fill_word_arrival(sim, fill, CACHE_L1D, address) : fill->until;
}

void fill_forget(sim *sim, uint32_t core, int is_code, uint32_t address, uint64_t cycle) {
  core_state *state = core_at(sim, core);
  if (state->fills_until <= cycle) return;
  const uint32_t line = cache_line_address(cache_shape_at(sim, is_code ? CACHE_L1I : CACHE_L1D), address);
  for (uint32_t kind = is_code ? FILL_CODE : FILL_DATA; kind < (is_code ? FILL_KINDS : FILL_STREAM); kind++)
    for (uint32_t i = 0; i < cpus_of_core(&sim->config); i++)
      if (state->fills[kind][i].line == line) {
        state->fills[kind][i].line = UINT32_MAX;
        if (is_code)
          state->fills[kind][i].until = 0; /* its entry is free, so the next fill need not drop an active one */
      }
}

void fill_l2_begin(sim *sim, uint32_t line, uint32_t victim, uint64_t until) {
  l2_fill *place = state_of(sim)->l2_fills; /* a fill that has ended, if there is one */
  for (uint32_t i = 0; i < L2_FILL_LIMIT; i++) {
    l2_fill *fill = &state_of(sim)->l2_fills[i];
    if (fill->line == line || fill->line == victim) *fill = (l2_fill){0};
    if (fill->until < place->until) place = fill;
  }
  *place = (l2_fill){.until = until, .line = line};
  state_of(sim)->l2_fills_until = until;
}

uint64_t fill_l2_data(const sim *sim, uint32_t line, uint64_t answer) {
  if (state_of(sim)->l2_fills_until <= answer) return answer;
  for (uint32_t i = 0; i < L2_FILL_LIMIT; i++) {
    const l2_fill *fill = &state_of(sim)->l2_fills[i];
    if (fill->line == line) answer = later(answer, fill->until);
  }
  return answer;
}

uint64_t fill_data(const sim *sim, uint32_t core, uint32_t address, uint64_t cycle, uint64_t until) {
  const core_state *state = core_at(sim, core);
  if (state->fills_until <= cycle) return until;
  const uint32_t line = cache_line_address(cache_shape_at(sim, CACHE_L1D), address);
  for (uint32_t i = 0; i < cpus_of_core(&sim->config); i++) {
    const fill_state *fill = &state->fills[FILL_DATA][i], *ahead = &state->fills[FILL_PREFETCH][i],
                     *rest = &state->fills[FILL_REST][i];
    if (fill->line == line) until = later(until, data_arrival(sim, fill, address));
    if (rest->line == line) until = later(until, data_arrival(sim, rest, address));
    if (ahead->line != line || ahead->until <= cycle) continue;
    const uint64_t comes = data_arrival(sim, ahead, address);
    until = later(until, comes);
    state_of(sim)->counters.prefetch_waits += comes > cycle;
  }
  return until;
}

uint64_t memory_streamed(const sim *sim, uint32_t core, uint32_t index, uint32_t pc, uint64_t cycle) {
  const fill_state *fill = &core_at(sim, core)->fills[FILL_STREAM][index];
  return fill->until <= cycle ? cycle + 1 : later(cycle + 1, fill_code_arrival(sim, fill, pc));
}

uint64_t memory_fetch_from(const sim *sim, uint32_t core, uint32_t index, uint64_t cycle) {
  const uint64_t until = core_at(sim, core)->code_until[index], returned = until + sim->config.fetch_return_cycles;
  return until != 0 && until <= cycle && cycle < returned ? returned : cycle;
}

uint64_t fill_code(sim *sim, uint32_t core, uint32_t index, uint32_t address, uint64_t cycle) {
  core_state *state = core_at(sim, core);
  if (state->fills_until <= cycle) return cycle + 1;
  const uint32_t line = cache_line_address(cache_shape_at(sim, CACHE_L1I), address);
  fill_state *stream = &state->fills[FILL_STREAM][index];
  /* A fill that has ended stays in the list, because a fetch that skips this function when all code fills have ended
   * keeps it, too. */
  if (stream->until > cycle) *stream = (fill_state){0};
  for (uint32_t kind = FILL_CODE; kind < FILL_KINDS; kind++)
    for (uint32_t i = 0; i < cpus_of_core(&sim->config); i++) {
      const fill_state *fill = &state->fills[kind][i];
      if (fill->line == line && fill->until > cycle) *stream = *fill;
    }
  return memory_streamed(sim, core, index, address, cycle);
}
