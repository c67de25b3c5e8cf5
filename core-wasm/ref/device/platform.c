#include "ref/ref.h"

/* Timer and software interrupts of harts (docs/model.md, Machine mode). */

static const uint32_t begin = 0xf2000000, compare_at = 0x4000, time_at = 0xbff8;

int ref_clint_has(const ref *r, uint32_t address, uint32_t bytes) {
  int harts = 0;
  for (int thread = 0; thread < r->config.thread_count; thread++) harts += ref_is_hart(r, thread);
  if (harts == 0 || bytes != 4 || address < begin) return 0;
  const uint32_t at = address - begin, contexts = (uint32_t)r->context_total;
  return at < 4 * contexts || (at >= compare_at && at < compare_at + 8 * contexts) ||
         (at >= time_at && at < time_at + 8);
}

/* NULL if the context has no hart. */
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

/* MTIP rises or falls at this moment. */
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

/* The interrupt controller of harts (docs/model.md, Machine mode: M-222 to M-226). */

static const uint32_t base = 0xfc000000;
enum { SOURCE_COUNT = 65, WORDS = 3, PRIORITIES = 8 };
enum { PENDING = 0x1000, ENABLES = 0x2000, CONTEXTS = 0x200000 };

typedef enum part { NONE, A_PRIORITY, A_PENDING_WORD, AN_ENABLE_WORD, A_THRESHOLD, A_CLAIM } part;

static int lies_at(uint32_t offset, uint32_t first, uint32_t bytes) {
  return offset >= first && offset < first + bytes;
}

/* The kind of the word at the address, its context, and its number within the kind. */
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

/* M-222: "if the machine has this line and no thread starts with it" */
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

/* M-211: registers of devices other than the rings of cards, by address; and registers of the PLIC. */

enum { CARDS = 0xf01, CONSOLES = 0xf02, DISKS = 0xf03, BUTTONS = 0xf04 }; /* the upper 12 bits */
enum { PLIC = 0xfc };                                                 /* 8 bits */

int ref_has_register(const ref *r, uint32_t address, uint32_t bytes) {
  const uint32_t device = address >> 8 & 0xfff, at = address & 0xff;
  if (ref_plic_has(r, address, bytes)) return 1;
  switch (address >> 20) {
    case CARDS:
      return bytes == 4 && device % 16 == 0 && device / 16 < r->config.nic_count && at % 4 == 0 && at <= 44 &&
             r->config.nics[device / 16].in_memory;
    case CONSOLES: return bytes == 1 && device < r->config.console_count && at < 8;
    case DISKS: return bytes == 4 && device < r->config.disk_count && at % 4 == 0 && at <= 20;
    case BUTTONS: return bytes == 4 && device < r->config.button_count && at % 4 == 0 && at <= 4;
    default: return 0;
  }
}

static uint32_t disk_register(ref *r, int disk, uint32_t at) {
  switch (at) {
    case 0: return (uint32_t)r->disks[disk].status;
    case 4: return (uint32_t)r->disks[disk].held;
    case 8: return r->disks[disk].done;
    case 20: return (uint32_t)ref_disk_take(r, disk);
    default: return 0;
  }
}

/* M-214: "requests that many blocks; 0, or more than a step could request, is no request" */
static void ask_disk(ref *r, int disk, int is_write, uint32_t blocks) {
  const uint64_t most = (1u << 24) / r->config.disks[disk].block_bytes;
  if (blocks == 0 || blocks > 0xffff || blocks > most) return;
  ref_disk_request(r, disk, is_write, blocks);
}

/* M-211: "acts in the last cycle of its access" */
uint32_t ref_load_register(ref *r, uint32_t address) {
  const uint64_t moment = r->moment;
  const int device = (int)(address >> 8 & 0xfff);
  uint32_t value = 0;
  r->moment = r->cycle + 1;
  if (address >> 24 == PLIC) {
    value = ref_plic_read(r, address);
    r->moment = moment;
    return value;
  }
  switch (address >> 20) {
    case CARDS: value = ref_nic_load(r, device / 16, address & 0xff); break;
    case CONSOLES: value = ref_console_load(r, device, address & 0xff); break;
    case DISKS: value = disk_register(r, device, address & 0xff); break;
    default:
      value = address & 4 ? (uint32_t)r->counters.buttons[device].presses
                          : (uint32_t)r->status[sim_device_kind_BUTTON][device];
  }
  r->moment = moment;
  return value;
}

void ref_store_register(ref *r, uint32_t address, uint32_t value, int thread) {
  const uint64_t moment = r->moment;
  const int device = (int)(address >> 8 & 0xfff);
  const uint32_t at = address & 0xff;
  const sim_step_config step = {.index = (uint8_t)device};
  r->moment = r->cycle + 1;
  if (address >> 24 == PLIC) {
    ref_plic_write(r, address, value);
    r->moment = moment;
    return;
  }
  switch (address >> 20) {
    case CARDS: ref_nic_store(r, device / 16, at, value, thread); break;
    case CONSOLES: ref_console_store(r, device, at, (uint8_t)value); break;
    case DISKS:
      if (at == 0 && value % 2 == 1) ref_disk_acknowledge(r, &step);
      if (at == 12 || at == 16) ask_disk(r, device, at == 16, value);
      break;
    default:
      if (at == 0 && value % 2 == 1) ref_button_acknowledge(r, &step);
  }
  r->moment = moment;
}
