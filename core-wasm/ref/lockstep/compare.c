/* Runs engine and reference model on one machine and compares events, counters and latencies. */
#include "ref/lockstep/compare.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "ref/ref.h"
#include "support/machine_fixture.h"

static const sim_observer_config watched = {.event_capacity = 1 << 18, .latency_capacity = 1 << 16};

enum { CONTEXT_EVENTS = 7 };

static uint64_t cycle_of(const sim_event *e) { return (uint64_t)e->cycle_high << 32 | e->cycle_low; }

/* ---- printing ---- */

static void print_shown(FILE *out, uint32_t shown) {
  fprintf(out, "%s/%s/%d", name_of("sim_layer", shown & 255), name_of("sim_run_state", shown >> 8 & 255),
          (int)(shown >> 16 & 255));
}

static void print_event(FILE *out, const char *side, const sim_event *e) {
  fprintf(out, "  %-6s %8" PRIu64 " %-16s context %3u", side, cycle_of(e), name_of("sim_event_kind", e->kind),
          e->context);
  if (e->kind == sim_event_kind_LAYER) {
    fprintf(out, "  ");
    print_shown(out, e->subject);
    fprintf(out, " (was ");
    print_shown(out, e->value);
    fprintf(out, ")\n");
  } else {
    fprintf(out, "  subject %u value %u\n", e->subject, e->value);
  }
}

static void print_around(FILE *out, const char *side, const sim_event *events, size_t count, size_t at) {
  const size_t from = at > CONTEXT_EVENTS ? at - CONTEXT_EVENTS : 0;
  for (size_t i = from; i < count && i < at + 4; i++) print_event(out, i == at ? "->" : side, &events[i]);
}

/* ---- comparing ---- */

/* Orders events within a cycle by kind, context and subject. Equal events keep their order. */
typedef struct ordered {
  sim_event event;
  size_t at;
} ordered;

static int in_order(const void *a, const void *b) {
  const ordered *x = a, *y = b;
  const uint64_t cx = cycle_of(&x->event), cy = cycle_of(&y->event);
  if (cx != cy) return cx < cy ? -1 : 1;
  if (x->event.kind != y->event.kind) return x->event.kind < y->event.kind ? -1 : 1;
  if (x->event.context != y->event.context) return x->event.context < y->event.context ? -1 : 1;
  if (x->event.kind != sim_event_kind_LAYER && x->event.subject != y->event.subject)
    return x->event.subject < y->event.subject ? -1 : 1;
  return x->at < y->at ? -1 : x->at > y->at;
}

static sim_event *sorted(const sim_event *events, size_t count) {
  ordered *all = malloc((count + 1) * sizeof *all);
  sim_event *result = malloc((count + 1) * sizeof *result);
  for (size_t i = 0; i < count; i++) all[i] = (ordered){events[i], i};
  qsort(all, count, sizeof *all, in_order);
  for (size_t i = 0; i < count; i++) result[i] = all[i].event;
  free(all);
  return result;
}

/* The engine names the waiting thread of a context only until another thread has run there, so it is not compared. */
static uint32_t without_waiter(uint32_t shown) {
  return (shown >> 8 & 255) == sim_run_state_WAITING ? shown | SIM_NONE_8 << 16 : shown;
}

/* Keeps only the last layer event of a context in each cycle, because the earlier states take no time. Returns the
 * number of remaining events. */
static size_t without_moments(sim_event *events, size_t count) {
  size_t kept = 0;
  for (size_t i = 0; i < count; i++) {
    const sim_event *e = &events[i];
    sim_event *last = kept > 0 ? &events[kept - 1] : NULL;
    if (e->kind == sim_event_kind_LAYER) {
      events[i].subject = without_waiter(e->subject);
      events[i].value = without_waiter(e->value);
      if (e->subject == e->value) continue;
    }
    if (e->kind == sim_event_kind_LAYER && last != NULL && last->kind == e->kind && last->context == e->context &&
        cycle_of(last) == cycle_of(e)) {
      last->subject = e->subject;
      if (last->subject == last->value) kept--;
    } else events[kept++] = *e;
  }
  return kept;
}

static int latency_order(const void *a, const void *b) {
  const sim_latency *x = a, *y = b;
  if (x->end_cycle != y->end_cycle) return x->end_cycle < y->end_cycle ? -1 : 1;
  if (x->is_packet != y->is_packet) return x->is_packet < y->is_packet ? -1 : 1;
  return x->number < y->number ? -1 : x->number > y->number;
}

static void print_latency(FILE *out, const char *side, const sim_latency *l) {
  fprintf(out, "  %-6s %s %u direction %u nic/line %u %" PRIu64 "..%" PRIu64 ":", side,
          l->is_packet ? "packet" : "interrupt", l->number, l->direction, l->nic, l->begin_cycle, l->end_cycle);
  for (int i = 0; i < SIM_PART_LIMIT; i++)
    if (l->parts[i])
      fprintf(out, " %s %" PRIu64, name_of(l->is_packet ? "sim_packet_part" : "sim_interrupt_part", i), l->parts[i]);
  fprintf(out, "\n");
}

/* ---- engine ---- */

typedef struct result {
  sim_event *events;
  size_t event_count;
  int events_lost; /* the log is too small, so events are not compared */
  sim_latency *latencies;
  size_t latency_count;
  int latencies_lost;
  sim_counters counters;
  sim_marks marks;
  histograms histograms;
  sim_program_frame programs[SIM_THREAD_LIMIT]; /* all zero: this thread has executed no instruction */
  sim_hart harts[SIM_THREAD_LIMIT];             /* all zero: this thread is not in machine mode */
  sim_plic plic;                                /* all zero: no thread is in machine mode */
  uint8_t memory[SIM_PROGRAM_MEMORY_LIMIT];     /* memory of programs */
  uint32_t code[SIM_PROGRAM_LIMIT];             /* code of all programs, one after another */
} result;

static void read_programs(const trial *t, sim *sim, result *result) {
  memset(result->programs, 0, sizeof result->programs);
  memset(result->memory, 0, sizeof result->memory);
  memset(result->harts, 0, sizeof result->harts);
  memset(&result->plic, 0, sizeof result->plic);
  if (sim_plic_of(sim) != NULL) result->plic = *sim_plic_of(sim);
  for (uint32_t thread = 0; thread < t->config.thread_count; thread++) {
    const sim_program_frame *frame = sim_program_registers(sim, thread);
    if (frame != NULL) result->programs[thread] = *frame;
    if (sim_hart_at(sim, thread) != NULL) result->harts[thread] = *sim_hart_at(sim, thread);
  }
  const uint8_t *memory = sim_program_memory(sim);
  if (memory != NULL) memcpy(result->memory, memory, t->config.program_memory_bytes);
  uint32_t at = 0;
  for (int routine = 0; routine < t->config.routine_count; routine++) {
    const uint32_t *code = sim_program_code(sim, (uint32_t)routine);
    for (uint32_t i = 0; code != NULL && i < t->config.routines[routine].word_count; i++) result->code[at++] = code[i];
  }
}

/* Removes counts that are not modelled (README.md), and counts of a wasteful or scarce period that is not set. */
static void without_lost_wake_ups(const sim_config *config, sim_counters *counters) {
  for (int nic = 0; nic < config->nic_count; nic++) {
    sim_nic_health *health = &counters->health[nic];
    health->lost_wake_ups = health->forgotten_longest = health->forgotten_from = 0;
    health->forgotten_since = SIM_NEVER;
    if (health->wasteful_since == SIM_NEVER) health->wasted = health->delivered = 0;
  }
  for (int thread = 0; thread < config->thread_count; thread++)
    if (counters->threads[thread].scarce_since == SIM_NEVER) counters->threads[thread].scarce_cycles = 0;
}

static result run_engine(const trial *t) {
  static result result;
  sim *sim = fixture_create(&t->config, t->trace, &watched);
  sim_step(sim, t->cycles, 0);
  const uint64_t first = sim_event_first(sim), next = sim_event_next(sim);
  result.event_count = first == 0 ? (size_t)(next - first) : 0;
  result.events = malloc((result.event_count + 1) * sizeof *result.events);
  for (size_t i = 0; i < result.event_count; i++)
    result.events[i] = sim_event_log(sim)[(first + i) & (watched.event_capacity - 1)];
  result.events_lost = first != 0;
  result.latency_count = (size_t)(sim_latency_next(sim) - sim_latency_first(sim));
  result.latencies = malloc((result.latency_count + 1) * sizeof *result.latencies);
  for (size_t i = 0; i < result.latency_count; i++)
    result.latencies[i] = sim_latency_log(sim)[(sim_latency_first(sim) + i) & (watched.latency_capacity - 1)];
  result.latencies_lost = sim_latency_first(sim) != 0;
  result.counters = *sim_get_counters(sim);
  without_lost_wake_ups(&t->config, &result.counters);
  result.marks = *sim_get_marks(sim);
  read_programs(t, sim, &result);
  read_histograms(sim, &result.histograms);
  read_tallies(sim, &t->config);
  fixture_free(sim);
  return result;
}

static size_t first_different_event(const sim_event *a, size_t a_count, const sim_event *b, size_t b_count) {
  size_t i = 0;
  while (i < a_count && i < b_count && memcmp(&a[i], &b[i], sizeof *a) == 0) i++;
  return i;
}

/* Events after the last cycle belong to the next one, which may be known to one side only. */
static size_t within(const sim_event *events, size_t count, uint64_t cycles) {
  while (count > 0 && cycle_of(&events[count - 1]) >= cycles) count--;
  return count;
}

static int compare_events(const trial *t, const result *engine, const ref *r, FILE *out, uint64_t *cycle) {
  sim_event *a = sorted(engine->events, engine->event_count), *b = sorted(r->events, r->event_count);
  const size_t a_count = without_moments(a, within(a, engine->event_count, t->cycles));
  const size_t b_count = without_moments(b, within(b, r->event_count, t->cycles));
  if (engine->events_lost) {
    free(a);
    free(b);
    return 0;
  }
  const size_t i = first_different_event(a, a_count, b, b_count);
  const int differs = i < a_count || i < b_count;
  if (differs) {
    *cycle = SIM_NEVER;
    if (i < a_count) *cycle = cycle_of(&a[i]);
    if (i < b_count && cycle_of(&b[i]) < *cycle) *cycle = cycle_of(&b[i]);
  }
  if (differs && out) {
    fprintf(out, "events differ in cycle %" PRIu64 "\n", *cycle);
    print_around(out, "engine", a, a_count, i);
    print_around(out, "ref", b, b_count, i);
  }
  free(a);
  free(b);
  return differs;
}

static void compare_numbers(const char *record, const char *field, const void *a, const void *b, size_t count,
                            FILE *out) {
  const uint64_t *x = a, *y = b;
  for (size_t i = 0; i < count; i++)
    if (x[i] != y[i]) {
      fprintf(out, "  %s.%s[%zu]: engine %" PRIu64 ", ref %" PRIu64, record, field, i, x[i], y[i]);
      if (strcmp(field, "cycles_by") == 0)
        fprintf(out, " (context %zu %s %s)", i / SIM_CAUSE_LIMIT / SIM_LAYER_LIMIT,
                name_of("sim_layer", (int)(i / SIM_CAUSE_LIMIT % SIM_LAYER_LIMIT)),
                name_of("sim_cause", (int)(i % SIM_CAUSE_LIMIT)));
      fprintf(out, "\n");
    }
}

static int compare_counters(const result *engine, const ref *r, FILE *out) {
  if (memcmp(&engine->counters, &r->counters, sizeof engine->counters) == 0) return 0;
  if (!out) return 1;
  fprintf(out, "counters differ\n");
#define FIELD(record, type, name, count) FIELD_##record(name, count)
#define FIELD_RECORD(record, type, name, count) FIELD_##record(name, (count) * sizeof(type) / 8)
#define COUNTERS_ONLY(name, count) \
  compare_numbers("counters", #name, &engine->counters.name, &r->counters.name, count, out);
#define SKIP(name, count)
  COUNTERS_ONLY(instructions, 1)
  COUNTERS_ONLY(detailed_cycles, 1)
  COUNTERS_ONLY(interrupts, 1)
  COUNTERS_ONLY(soft_interrupts, 1)
  COUNTERS_ONLY(soft_lost, 1)
  COUNTERS_ONLY(context_switches, 1)
  COUNTERS_ONLY(saves, 1)
  COUNTERS_ONLY(restores, 1)
  COUNTERS_ONLY(ticks, 1)
  COUNTERS_ONLY(instructions_by, SIM_CONTEXT_LIMIT)
  COUNTERS_ONLY(instructions_of, SIM_LAYER_LIMIT)
  COUNTERS_ONLY(detailed_by, SIM_CORE_LIMIT)
  COUNTERS_ONLY(queue_taken, SIM_QUEUE_LIMIT)
  COUNTERS_ONLY(queue_dropped, SIM_QUEUE_LIMIT)
  COUNTERS_ONLY(cycles_by, SIM_CYCLES_BY_LIMIT)
  COUNTERS_ONLY(branches, 1)
  COUNTERS_ONLY(mispredicted, 1)
  COUNTERS_ONLY(tlb_accesses, SIM_LAYER_LIMIT)
  COUNTERS_ONLY(tlb_misses, SIM_LAYER_LIMIT)
  COUNTERS_ONLY(bus_transactions, 1)
  COUNTERS_ONLY(bus_cycles, 1)
  COUNTERS_ONLY(transfers, 1)
  COUNTERS_ONLY(claims, 1)
  COUNTERS_ONLY(program_faults, 1)
  COUNTERS_ONLY(fault, sizeof r->counters.fault / 8)
  COUNTERS_ONLY(prefetches, 1)
  COUNTERS_ONLY(prefetched_lines, 1)
  COUNTERS_ONLY(prefetches_dropped, 1)
  COUNTERS_ONLY(prefetch_waits, 1)
  COUNTERS_ONLY(caches, sizeof r->counters.caches / 8)
#define DEVICE(NAME, number, kind, list) COUNTERS_ONLY(list, sizeof r->counters.list / 8)
#include "sim_devices.def"
  COUNTERS_ONLY(rings, sizeof r->counters.rings / 8)
  COUNTERS_ONLY(health, sizeof r->counters.health / 8)
  COUNTERS_ONLY(lines, sizeof r->counters.lines / 8)
  COUNTERS_ONLY(threads, sizeof r->counters.threads / 8)
  COUNTERS_ONLY(deadlock, sizeof r->counters.deadlock / 8)
  COUNTERS_ONLY(locks, sizeof r->counters.locks / 8)
#undef FIELD
#undef FIELD_RECORD
  return 1;
}

static int compare_marks(const sim_marks *engine, const sim_marks *model, FILE *out) {
  if (memcmp(engine, model, sizeof *engine) == 0) return 0;
  if (!out) return 1;
  const uint32_t *a = engine->ring_frames, *b = model->ring_frames;
  for (size_t i = 0; i < (offsetof(sim_marks, released) - offsetof(sim_marks, ring_frames)) / sizeof *a; i++)
    if (a[i] != b[i]) fprintf(out, "  mark %zu of sim_marks: engine %u, ref %u\n", i, a[i], b[i]);
  compare_numbers("marks", "released", engine->released, model->released, SIM_THREAD_LIMIT, out);
  compare_numbers("marks", "lines", engine->lines, model->lines, sizeof engine->lines / 8, out);
  compare_numbers("marks", "threads", engine->threads, model->threads, sizeof engine->threads / 8, out);
  return 1;
}

static int compare_latencies(result *engine, ref *r, FILE *out) {
  if (engine->latencies_lost) return 0;
  qsort(engine->latencies, engine->latency_count, sizeof *engine->latencies, latency_order);
  if (r->latency_count > 0) qsort(r->latencies, r->latency_count, sizeof *r->latencies, latency_order);
  for (size_t i = 0; i < engine->latency_count || i < r->latency_count; i++) {
    const sim_latency *a = i < engine->latency_count ? &engine->latencies[i] : NULL;
    const sim_latency *b = i < r->latency_count ? &r->latencies[i] : NULL;
    if (a && b && memcmp(a, b, sizeof *a) == 0) continue;
    if (out) {
      fprintf(out, "latency records differ\n");
      if (a) print_latency(out, "engine", a);
      if (b) print_latency(out, "ref", b);
    }
    return 1;
  }
  return 0;
}

static int compare_programs(const trial *t, const result *engine, const ref *r, FILE *out) {
  int differ = memcmp(engine->memory, r->program_memory, sizeof engine->memory) != 0;
  for (uint32_t at = 0; differ && out && at < t->config.program_memory_bytes; at++)
    if (engine->memory[at] != r->program_memory[at])
      fprintf(out, "  memory of programs, byte %u: engine %u, ref %u\n", at, engine->memory[at], r->program_memory[at]);
  uint32_t word = 0;
  for (int routine = 0; routine < t->config.routine_count; routine++)
    for (uint32_t i = 0; r->program_code[routine] != NULL && i < t->config.routines[routine].word_count; i++, word++) {
      if (engine->code[word] == r->program_code[routine][i]) continue;
      differ = 1;
      if (out)
        fprintf(out, "  code of routine %d, word %u: engine %08x, ref %08x\n", routine, i, engine->code[word],
                r->program_code[routine][i]);
    }
  for (int thread = 0; thread < t->config.thread_count; thread++) {
    const sim_program_frame *a = &engine->programs[thread];
    const ref_program *b = &r->programs[thread];
    if (!b->begun && a->executed == 0 && a->pc == 0) continue;
    if (a->executed == b->executed && a->pc == b->pc && a->cause == b->cause && memcmp(a->x, b->x, sizeof a->x) == 0)
      continue;
    differ = 1;
    if (!out) continue;
    fprintf(out,
            "  program of thread %d: engine executed %" PRIu64 " pc %08x cause %d, ref executed %" PRIu64
            " pc %08x cause %d\n",
            thread, a->executed, a->pc, (int)a->cause, b->executed, b->pc, (int)b->cause);
    for (int x = 0; x < 32; x++)
      if (a->x[x] != b->x[x]) fprintf(out, "    x%d: engine %08x, ref %08x\n", x, a->x[x], b->x[x]);
  }
  return differ;
}

static uint32_t mstatus_of(const ref_hart *h) {
  return 0x1800u | (h->enabled ? 8u : 0) | (h->enabled_before ? 0x80u : 0);
}

/* The model enables sources, while the engine enables lines. */
static uint64_t enabled_lines(const ref_hart *h) {
  uint64_t lines = 0;
  for (int source = 1; source <= SIM_LINE_LIMIT; source++) lines |= (uint64_t)h->enables[source] << (source - 1);
  return lines;
}

static int compare_plic(const trial *t, const sim_plic *engine, const ref *r, FILE *out) {
  int differ = 0, has_harts = 0;
  for (int thread = 0; thread < t->config.thread_count; thread++) has_harts |= ref_is_hart(r, thread);
  for (int line = 0; has_harts && line < t->config.line_count; line++) {
    const ref_source_of_plic *s = &r->plic[line + 1];
    const int pending = engine->pending >> line & 1, claimed = engine->claimed >> line & 1;
    if (pending == s->pending && claimed == s->claimed && engine->priority[line] == s->priority) continue;
    differ = 1;
    if (out)
      fprintf(out, "  source %d: pending %d, claimed %d, priority %d; ref %d, %d, %d\n", line + 1, pending, claimed,
              engine->priority[line], s->pending, s->claimed, s->priority);
  }
  return differ;
}

static int compare_harts(const trial *t, const result *engine, const ref *r, FILE *out) {
  int differ = 0;
  for (int thread = 0; thread < t->config.thread_count; thread++) {
    if (!ref_is_hart(r, thread)) continue;
    const sim_hart *a = &engine->harts[thread];
    const ref_hart *b = &r->harts[thread];
    const uint64_t layers = b->layer | (uint64_t)b->layer_before << 8;
    const struct {
      const char *name;
      uint64_t engine, model;
    } values[] = {
        {"mcycle", a->cycle_offset, b->cycles_ahead},   {"minstret", a->instret_offset, b->instructions_ahead},
        {"mtimecmp", a->mtimecmp, b->mtimecmp},         {"exceptions", a->exceptions, b->exceptions},
        {"interrupts", a->interrupts, b->interrupts},   {"mstatus", a->mstatus, mstatus_of(b)},
        {"mie", a->mie, b->mie},                        {"mtvec", a->mtvec, b->mtvec},
        {"mscratch", a->mscratch, b->mscratch},         {"mepc", a->mepc, b->mepc},
        {"mcause", a->mcause, b->mcause},               {"mtval", a->mtval, b->mtval},
        {"mline", a->mline, b->lines},                  {"mlayer", a->mlayer, layers},
        {"msip", a->msip, (uint64_t)b->software_interrupt}, {"stopped", a->stopped, (uint64_t)b->stopped},
        {"sources", a->plic_enabled, enabled_lines(b)}, {"threshold", a->plic_threshold, (uint64_t)b->threshold},
    };
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
      if (values[i].engine == values[i].model) continue;
      differ = 1;
      if (out)
        fprintf(out, "  hart of thread %d: %s: engine %" PRIx64 ", ref %" PRIx64 "\n", thread, values[i].name,
                values[i].engine, values[i].model);
    }
  }
  return differ;
}

static outcome compare_with(const trial *t, result *engine, uint32_t as_engine, uint32_t *met, FILE *out) {
  ref *r = ref_create(&t->config, t->trace);
  r->as_engine = as_engine;
  while (r->cycle < t->cycles) ref_cycle(r);
  outcome o = {.cycle = t->cycles, .events = engine->event_count, .interrupts = engine->counters.interrupts};
  o.delivered = engine->latency_count;
  o.differs = compare_events(t, engine, r, out, &o.cycle);
  if (!o.differs || out) o.differs |= compare_latencies(engine, r, out);
  if (!o.differs || out) o.differs |= compare_counters(engine, r, out);
  if (!o.differs || out) o.differs |= compare_marks(&engine->marks, &r->marks, out);
  if (!o.differs || out) o.differs |= compare_histograms(&engine->histograms, r, out);
  if (!o.differs || out) o.differs |= compare_tallies(r, out);
  if (!o.differs || out) o.differs |= compare_programs(t, engine, r, out);
  if (!o.differs || out) o.differs |= compare_harts(t, engine, r, out);
  if (!o.differs || out) o.differs |= compare_plic(t, &engine->plic, r, out);
  for (int thread = 0; thread < t->config.thread_count; thread++) {
    o.executed += r->programs[thread].executed;
    o.boosts += r->counters.threads[thread].boosts;
    o.traps += r->harts[thread].exceptions;
    o.trap_interrupts += r->harts[thread].interrupts;
    o.externals += r->harts[thread].externals;
  }
  for (int nic = 0; nic < t->config.nic_count; nic++) {
    o.hosted += r->counters.nics[nic].host_answered;
    o.replies += r->counters.nics[nic].requests_answered;
  }
  o.faults = r->counters.program_faults;
  o.claims = r->claims;
  o.late_arrivals = r->late_arrivals;
  o.code_stores = r->code_stores;
  o.from_memory = r->from_memory;
  o.deadlocks = r->counters.deadlock.cycle != SIM_NEVER;
  *met = r->met;
  ref_free(r);
  return o;
}

/* First compares with the rules. If the run met known differences, compares again with a model that behaves like the
 * engine there. That run may meet new ones. */
outcome compare_trial(const trial *t, FILE *out) {
  result engine = run_engine(t);
  uint32_t as_engine = 0, met = 0;
  outcome o = compare_with(t, &engine, 0, &met, NULL);
  while (o.differs && (met & ~as_engine) != 0) {
    as_engine |= met;
    o = compare_with(t, &engine, as_engine, &met, NULL);
  }
  if (!o.differs) o.known = as_engine;
  else if (out) compare_with(t, &engine, as_engine, &met, out);
  free(engine.events);
  free(engine.latencies);
  return o;
}
