#include "device/platform.h"

#include "cpu/code/machine_mode.h"
#include "device/device.h"
#include "progress/progress.h"

/* Offsets and strides in words. */
enum {
  PENDING_AT = 0x1000 / 4,
  ENABLE_AT = 0x2000 / 4,
  ENABLE_STRIDE = 0x80 / 4,
  TARGET_AT = 0x200000 / 4,
  TARGET_STRIDE = 0x1000 / 4,
  SOURCES = SIM_LINE_LIMIT + 1, /* source 0 is none */
  SOURCE_WORDS = (SOURCES + 31) / 32,
  MOST_PRIORITY = 7
};

enum kind { NO_REGISTER, PRIORITY, PENDING, ENABLE, THRESHOLD, CLAIM };

typedef struct place {
  enum kind kind;
  uint32_t context; /* registers of ENABLE, THRESHOLD, CLAIM */
  uint32_t index;   /* source number, or word of a bit mask */
} place;

RARE static place place_of(const sim *sim, uint32_t at) {
  const uint32_t contexts = context_total(&sim->config);
  if (at < SOURCES) return (place){PRIORITY, 0, at};
  if (at >= PENDING_AT && at - PENDING_AT < SOURCE_WORDS) return (place){PENDING, 0, at - PENDING_AT};
  const uint32_t enable = at - ENABLE_AT, target = at - TARGET_AT; /* below the block: too large */
  if (enable / ENABLE_STRIDE < contexts && enable % ENABLE_STRIDE < SOURCE_WORDS)
    return (place){ENABLE, enable / ENABLE_STRIDE, enable % ENABLE_STRIDE};
  if (target / TARGET_STRIDE < contexts && target % TARGET_STRIDE < 2)
    return (place){target % TARGET_STRIDE == 0 ? THRESHOLD : CLAIM, target / TARGET_STRIDE, 0};
  return (place){NO_REGISTER, 0, 0};
}

int plic_has(const sim *sim, uint32_t at) { return place_of(sim, at).kind != NO_REGISTER; }

/* ---- lines and sources ---- */

static int is_source(const sim *sim, uint32_t line) {
  return line < sim->config.line_count && sim->line_thread[line] == SIM_NONE_8;
}

/* One word of the bits of all sources. */
static uint32_t word_of(uint64_t lines, uint32_t word) {
  return (uint32_t)(word == 0 ? lines << 1 : lines >> (32 * word - 1));
}

RARE static uint64_t with_word(const sim *sim, uint64_t lines, uint32_t word, uint32_t value) {
  for (uint32_t bit = 0; bit < 32; bit++) {
    const uint32_t line = 32 * word + bit - 1;
    if (!is_source(sim, line)) continue;
    lines = value >> bit & 1 ? lines | line_bit(line) : lines & ~line_bit(line);
  }
  return lines;
}

/* ---- interrupts ---- */

RARE uint32_t plic_first(const sim *sim, const sim_hart *hart, uint32_t above) {
  uint32_t first = SIM_NONE;
  for (uint64_t lines = sim->plic->pending & hart->plic_enabled; lines != 0; lines &= lines - 1) {
    const uint32_t line = (uint32_t)__builtin_ctzll(lines);
    if (sim->plic->priority[line] <= above) continue;
    above = sim->plic->priority[line];
    first = line;
  }
  return first;
}

RARE void plic_request(sim *sim, uint32_t line) {
  const line_state *l = line_at(sim, line);
  if (l->pending && !l->masked && is_source(sim, line)) sim->plic->pending |= line_bit(line) & ~sim->plic->claimed;
}

RARE void plic_asserted(sim *sim, uint32_t line) {
  sim->plic->answered &= ~line_bit(line);
  plic_request(sim, line);
}

/* M-226: the latency ends with the first claim of a pending request, even if a hart took the line before. */
RARE static void answer(sim *sim, const sim_hart *hart, uint32_t line) {
  const line_state *l = line_at(sim, line);
  if (!l->pending || sim->plic->answered & line_bit(line)) return;
  sim->plic->answered |= line_bit(line);
  hart_interrupts *taken = sim->hart_interrupts;
  if (taken->open & line_bit(line) && taken->lines[line].number == l->number) {
    taken->lines[line] = (hart_interrupt){0};
    taken->open &= ~line_bit(line);
  }
  const uint64_t ends[sim_interrupt_part_COUNT] = {
      hart->external_recognised, hart->external_drained, 0, 0, 0, sim->boundary};
  interrupt_responded(sim, sim_interrupt_source_LINE, line, l->number, l->asserted_at, ends);
}

RARE static uint32_t claim(sim *sim, const sim_hart *hart) {
  const uint32_t line = plic_first(sim, hart, 0);
  if (line == SIM_NONE) return 0;
  sim->plic->pending &= ~line_bit(line);
  sim->plic->claimed |= line_bit(line);
  answer(sim, hart, line);
  progress_interrupt_recognised(sim, line);
  if (line_at(sim, line)->pending) line_taken(sim, line);
  return line + 1;
}

RARE static void complete(sim *sim, const sim_hart *hart, uint32_t source) {
  if (source == 0 || source >= SOURCES || !(hart->plic_enabled & line_bit(source - 1))) return;
  sim->plic->claimed &= ~line_bit(source - 1);
  plic_request(sim, source - 1);
}

/* ---- registers ---- */

RARE uint32_t plic_load(sim *sim, uint32_t device, uint32_t at) {
  (void)device;
  const place p = place_of(sim, at);
  if (p.kind == PRIORITY) return p.index > 0 ? sim->plic->priority[p.index - 1] : 0;
  if (p.kind == PENDING) return word_of(sim->plic->pending, p.index);
  const sim_hart *hart = machine_mode_hart_on(sim, p.context);
  if (hart == NULL) return 0;
  if (p.kind == ENABLE) return word_of(hart->plic_enabled, p.index);
  return p.kind == THRESHOLD ? hart->plic_threshold : claim(sim, hart);
}

RARE void plic_store(sim *sim, uint32_t device, uint32_t at, uint32_t value) {
  (void)device;
  const place p = place_of(sim, at);
  if (p.kind == PRIORITY && p.index > 0 && is_source(sim, p.index - 1))
    sim->plic->priority[p.index - 1] = value & MOST_PRIORITY;
  if (p.kind <= PENDING) return;
  sim_hart *hart = machine_mode_hart_on(sim, p.context);
  if (hart == NULL) return;
  if (p.kind == ENABLE) hart->plic_enabled = with_word(sim, hart->plic_enabled, p.index, value);
  else if (p.kind == THRESHOLD) hart->plic_threshold = value & MOST_PRIORITY;
  else complete(sim, hart, value);
}

int plic_is_sound(const sim *sim) {
  if (sim->plic == NULL) return 1;
  uint64_t used = sim->plic->pending | sim->plic->claimed;
  for (; used != 0; used &= used - 1)
    if (!is_source(sim, (uint32_t)__builtin_ctzll(used))) return 0;
  return (sim->plic->pending & sim->plic->claimed) == 0;
}
