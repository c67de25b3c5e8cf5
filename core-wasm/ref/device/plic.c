/* The interrupt controller of harts (docs/model.md, Machine mode: M-222 to M-226). */
#include "ref/ref.h"

static const uint32_t base = 0xfc000000;
enum { SOURCE_COUNT = 65, WORDS = 3, PRIORITIES = 8 };
enum { PENDING = 0x1000, ENABLES = 0x2000, CONTEXTS = 0x200000 };

typedef enum part { NONE, A_PRIORITY, A_PENDING_WORD, AN_ENABLE_WORD, A_THRESHOLD, A_CLAIM } part;

static int lies_at(uint32_t offset, uint32_t first, uint32_t bytes) {
  return offset >= first && offset < first + bytes;
}

/* What the word is; of which context, and which of its kind. */
static part part_at(const ref *r, uint32_t address, int *context, uint32_t *number) {
  const uint32_t offset = address - base, contexts = (uint32_t)r->context_total;
  if (address < base || address % 4 != 0) return NONE;
  if (lies_at(offset, 0, 4 * SOURCE_COUNT)) {
    *number = offset / 4;
    return A_PRIORITY;
  }
  if (lies_at(offset, PENDING, 4 * WORDS)) {
    *number = (offset - PENDING) / 4;
    return A_PENDING_WORD;
  }
  if (lies_at(offset, ENABLES, 128 * contexts)) {
    *context = (int)((offset - ENABLES) / 128);
    *number = (offset - ENABLES) % 128 / 4;
    return *number < WORDS ? AN_ENABLE_WORD : NONE;
  }
  if (lies_at(offset, CONTEXTS, 4096 * contexts)) {
    *context = (int)((offset - CONTEXTS) / 4096);
    if (offset % 4096 == 0) return A_THRESHOLD;
    if (offset % 4096 == 4) return A_CLAIM;
  }
  return NONE;
}

int ref_plic_has(const ref *r, uint32_t address, uint32_t bytes) {
  int context, has_harts = 0;
  uint32_t number;
  for (int thread = 0; thread < r->config.thread_count; thread++) has_harts |= ref_is_hart(r, thread);
  return has_harts && bytes == 4 && part_at(r, address, &context, &number) != NONE;
}

/* M-222: "if the machine has it and no thread starts with it" */
static int exists(const ref *r, int source) {
  return source >= 1 && source <= r->config.line_count && ref_line_thread(r, source - 1) == REF_NONE;
}

/* M-223 */
void ref_plic_gateway(ref *r, int line) {
  ref_source_of_plic *s = &r->plic[line + 1];
  if (!exists(r, line + 1) || s->pending || s->claimed) return;
  s->pending = r->lines[line].pending && !r->lines[line].masked;
}

void ref_plic_rises(ref *r, int line) {
  r->plic[line + 1].told = 0;
  ref_plic_gateway(r, line);
}

/* M-224: "the highest priority goes first, among equal ones the lowest number" */
int ref_plic_best(const ref *r, int thread) {
  int best = 0;
  for (int source = SOURCE_COUNT - 1; source > 0; source--) {
    if (!r->plic[source].pending || !r->harts[thread].enables[source] || r->plic[source].priority == 0) continue;
    if (best == 0 || r->plic[source].priority >= r->plic[best].priority) best = source;
  }
  return best;
}

int ref_plic_interrupts(const ref *r, int thread) {
  const int best = ref_plic_best(r, thread);
  return best != 0 && r->plic[best].priority > r->harts[thread].threshold;
}

static uint32_t claim(ref *r, int thread) {
  const int source = ref_plic_best(r, thread), line = source - 1;
  const ref_hart *h = &r->harts[thread];
  if (source == 0) return 0;
  ref_source_of_plic *s = &r->plic[source];
  s->pending = 0;
  s->claimed = 1;
  r->claims++;
  ref_health_interrupt(r, line);
  if (!r->lines[line].pending) return (uint32_t)source;
  if (!s->told) {
    const ref_taken taken = {.number = r->lines[line].number,
                             .asserted = r->lines[line].asserted,
                             .recognised = h->external.recognised,
                             .begun = h->external.begun};
    ref_record_taken(r, sim_interrupt_source_LINE, line, &taken);
    if (r->taken[line].number == taken.number) r->taken[line].is_open = 0; /* M-226: "one latency" */
  }
  s->told = 1;
  ref_line_recognise(r, line);
  return (uint32_t)source;
}

static uint32_t bits_of(const ref *r, uint32_t word, int thread) {
  uint32_t bits = 0;
  for (int bit = 0; bit < 32; bit++) {
    const int source = (int)word * 32 + bit;
    if (source >= SOURCE_COUNT) break;
    if (thread == REF_NONE ? r->plic[source].pending : r->harts[thread].enables[source]) bits |= 1u << bit;
  }
  return bits;
}

uint32_t ref_plic_read(ref *r, uint32_t address) {
  int context = REF_NONE;
  uint32_t number = 0;
  const part what = part_at(r, address, &context, &number);
  if (what == A_PRIORITY) return (uint32_t)r->plic[number].priority;
  if (what == A_PENDING_WORD) return bits_of(r, number, REF_NONE);
  const int thread = ref_hart_on(r, context);
  if (thread == REF_NONE) return 0;
  if (what == AN_ENABLE_WORD) return bits_of(r, number, thread);
  return what == A_CLAIM ? claim(r, thread) : (uint32_t)r->harts[thread].threshold;
}

void ref_plic_write(ref *r, uint32_t address, uint32_t value) {
  int context = REF_NONE;
  uint32_t number = 0;
  const part what = part_at(r, address, &context, &number);
  if (what == A_PRIORITY && exists(r, (int)number)) r->plic[number].priority = (int)(value % PRIORITIES);
  const int thread = context == REF_NONE ? REF_NONE : ref_hart_on(r, context);
  if (thread == REF_NONE) return;
  ref_hart *h = &r->harts[thread];
  if (what == A_THRESHOLD) h->threshold = (int)(value % PRIORITIES);
  if (what == AN_ENABLE_WORD)
    for (int bit = 0; bit < 32; bit++)
      if (exists(r, (int)number * 32 + bit)) h->enables[number * 32 + (uint32_t)bit] = value >> bit & 1;
  if (what == A_CLAIM && value < SOURCE_COUNT && h->enables[value]) {
    r->plic[value].claimed = 0;
    ref_plic_gateway(r, (int)value - 1);
  }
}
