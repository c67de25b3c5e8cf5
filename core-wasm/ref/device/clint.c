/* Timer and software interrupts of harts (docs/model.md, Machine mode). */
#include "ref/ref.h"

static const uint32_t begin = 0xf2000000, compare_at = 0x4000, time_at = 0xbff8;

int ref_clint_has(const ref *r, uint32_t address, uint32_t bytes) {
  int harts = 0;
  for (int thread = 0; thread < r->config.thread_count; thread++) harts += ref_is_hart(r, thread);
  if (harts == 0 || bytes != 4 || address < begin) return 0;
  const uint32_t at = address - begin, contexts = (uint32_t)r->context_total;
  return at < 4 * contexts || (at >= compare_at && at < compare_at + 8 * contexts) ||
         (at >= time_at && at < time_at + 8);
}

/* NULL: no hart lives there. */
static ref_hart *hart_of(ref *r, uint32_t context) {
  const int thread = ref_hart_on(r, (int)context);
  return thread == REF_NONE ? NULL : &r->harts[thread];
}

uint32_t ref_clint_read(const ref *r, uint32_t address) {
  const uint32_t at = address - begin;
  const int is_high = at % 8 == 4;
  const uint64_t time = r->cycle + r->time_ahead;
  if (at >= time_at) return (uint32_t)(is_high ? time >> 32 : time);
  const int thread = ref_hart_on(r, (int)(at < compare_at ? at / 4 : (at - compare_at) / 8));
  if (thread == REF_NONE) return 0;
  const ref_hart *h = &r->harts[thread];
  if (at < compare_at) return (uint32_t)h->software_interrupt;
  return (uint32_t)(is_high ? h->mtimecmp >> 32 : h->mtimecmp);
}

/* MTIP rises, or falls, at this moment. */
static void look(ref *r, uint64_t moment) {
  for (int thread = 0; thread < r->config.thread_count; thread++) {
    ref_hart *h = &r->harts[thread];
    if (!h->exists) continue;
    const int is_due = r->cycle + r->time_ahead >= h->mtimecmp;
    if (is_due && !h->has_timer) h->timer_from = moment;
    h->has_timer = is_due;
  }
}

void ref_clint_cycle(ref *r) { look(r, r->cycle); }

static uint64_t with_word(uint64_t before, uint32_t at, uint32_t value) {
  return at % 8 == 4 ? before % (1ull << 32) + ((uint64_t)value << 32) : before >> 32 << 32 | value;
}

void ref_clint_write(ref *r, uint32_t address, uint32_t value) {
  const uint32_t at = address - begin;
  if (at >= time_at) {
    r->time_ahead = with_word(r->cycle + r->time_ahead, at, value) - r->cycle;
    look(r, r->cycle + 1);
    return;
  }
  ref_hart *h = hart_of(r, at < compare_at ? at / 4 : (at - compare_at) / 8);
  if (h == NULL) return;
  if (at >= compare_at) {
    h->mtimecmp = with_word(h->mtimecmp, at, value);
    look(r, r->cycle + 1);
    return;
  }
  if (value % 2 && !h->software_interrupt) h->software_from = r->cycle + 1;
  h->software_interrupt = value % 2;
}
