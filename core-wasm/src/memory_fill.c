#include "memory_fill.h"

/* When the part of the line with this address is there; 0: the fill does not bring it. */
static uint64_t arrival(const sim *sim, const fill_state *fill, uint32_t address) {
  const memory_shape *m = &sim->memory;
  const cache_geometry *g = &m->caches[CACHE_L1I];
  if (fill->from_part == 0 && !fill->by_beats) return fill->until;
  const uint32_t part = cache_sub_block(g, address);
  if (part < fill->from_part) return 0;
  if (!fill->by_beats) return fill->until;
  uint32_t from = fill->line + ((uint32_t)fill->from_part << g->sub_block_shift),
           end = fill->line + memory_line_bytes(g);
  if (m->has[CACHE_L2]) {
    from = cache_line_address(&m->caches[CACHE_L2], fill->line);
    end = from + memory_line_bytes(&m->caches[CACHE_L2]);
  }
  const uint32_t part_end = fill->line + ((part + 1) << g->sub_block_shift);
  return fill->until - memory_beats(sim, end - from) + memory_beats(sim, part_end - from);
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
          state->fills[kind][i].until = 0; /* its place is free: the next fill need not drop one that lasts */
      }
}

uint64_t fill_begin(sim *sim, uint32_t core, uint32_t index, uint32_t kind, uint32_t address, uint64_t until,
                    int by_beats) {
  core_state *state = core_at(sim, core);
  const int is_code = kind == FILL_CODE;
  const cache_geometry *g = cache_shape_at(sim, is_code ? CACHE_L1I : CACHE_L1D);
  for (uint32_t i = FILL_CODE; is_code && i < FILL_KINDS; i++) /* the one that ends first is forgotten */
    if (state->fills[i][index].until < state->fills[kind][index].until) kind = i;
  fill_state *fill = &state->fills[kind][index];
  fill->until = until;
  fill->line = cache_line_address(g, address);
  fill->from_part = is_code ? (uint8_t)cache_sub_block(g, address) : 0;
  fill->by_beats = (uint8_t)by_beats;
  state->fills_until = later(state->fills_until, until);
  if (is_code) state->fills[FILL_STREAM][index] = *fill;
  return arrival(sim, fill, address);
}

void fill_l2_begin(sim *sim, uint32_t line, uint64_t until) {
  l2_fill *fill = &state_of(sim)->l2_fills[state_of(sim)->next_l2_fill++ % L2_FILL_LIMIT];
  *fill = (l2_fill){.until = until, .line = line};
}

uint64_t fill_l2_data(const sim *sim, uint32_t line, uint64_t answer) {
  const uint64_t latest = state_of(sim)->next_l2_fill - 1;
  if (state_of(sim)->l2_fills[latest % L2_FILL_LIMIT].until <= answer) return answer;
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
    const fill_state *fill = &state->fills[FILL_DATA][i], *ahead = &state->fills[FILL_PREFETCH][i];
    if (fill->line == line) until = later(until, fill->until);
    if (ahead->line != line || ahead->until <= cycle) continue;
    until = later(until, ahead->until);
    state_of(sim)->counters.prefetch_waits++;
  }
  return until;
}

uint64_t memory_streamed(const sim *sim, uint32_t core, uint32_t index, uint32_t pc, uint64_t cycle) {
  const fill_state *fill = &core_at(sim, core)->fills[FILL_STREAM][index];
  return fill->until <= cycle ? cycle + 1 : later(cycle + 1, arrival(sim, fill, pc));
}

uint64_t fill_code(sim *sim, uint32_t core, uint32_t index, uint32_t address, uint64_t cycle) {
  core_state *state = core_at(sim, core);
  if (state->fills_until <= cycle) return cycle + 1;
  const uint32_t line = cache_line_address(cache_shape_at(sim, CACHE_L1I), address);
  fill_state *stream = &state->fills[FILL_STREAM][index];
  /* One that is over stays as it is: who fetches without a look at the fills, as all of code are
   * over, leaves it too. */
  if (stream->until > cycle) *stream = (fill_state){0};
  for (uint32_t kind = FILL_CODE; kind < FILL_KINDS; kind++)
    for (uint32_t i = 0; i < cpus_of_core(&sim->config); i++) {
      const fill_state *fill = &state->fills[kind][i];
      if (fill->line == line && fill->until > cycle) *stream = *fill;
    }
  return memory_streamed(sim, core, index, address, cycle);
}
