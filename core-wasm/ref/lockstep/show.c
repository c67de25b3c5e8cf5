#include "ref/lockstep/compare.h"

#include <inttypes.h>
#include <string.h>

#include "ref/ref.h"
#include "support/machine_fixture.h"

typedef struct name {
  const char *enumeration;
  int value;
  const char *json;
} name;
static const name names[] = {
#define ENUM_VALUE(enumeration, value_name, value, json) {#enumeration, value, json},
#include "sim_layout.def"
};

const char *name_of(const char *enumeration, int value) {
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    if (strcmp(names[i].enumeration, enumeration) == 0 && names[i].value == value) return names[i].json;
  return "?";
}

/* ---- stages ---- */

static void print_slot(FILE *out, const ref_instruction *i) {
  static const char letters[] = "?alsbm";
  if (i->valid)
    fprintf(out, " %c%u,%u,%u@%u%s", letters[i->operation], i->destination, i->source1, i->source2, i->index,
            i->wrong_path ? "!" : "");
  else fprintf(out, " -%s", name_of("sim_cause", i->cause));
}

static void print_ref_stages(const ref *r, FILE *out) {
  fprintf(out, "  ref   ");
  for (int c = 0; c < r->cpu_count; c++) {
    fprintf(out, " [%d]", c);
    for (int s = 0; s < r->config.execute_stage; s++) print_slot(out, &r->cpus[c].front[s]);
  }
  for (int s = r->config.execute_stage; s < r->config.stage_count; s++) {
    fprintf(out, " |");
    const ref_group *group = &r->cores[0].back[s];
    if (group->count == 0) fprintf(out, " -%s", name_of("sim_cause", group->cause));
    for (int lane = 0; lane < group->count; lane++) print_slot(out, &group->lanes[lane]);
  }
  fprintf(out, "\n");
}

static void print_engine_stages(const sim *sim, FILE *out) {
  static sim_view v;
  static const char letters[] = "?alsbm";
  sim_get_view(sim, &v);
  fprintf(out, "  engine");
  for (int i = 0; i < v.occupied_count; i++) {
    const sim_view_stage *s = &v.stages[i];
    fprintf(out, " %u/%u:%c%u,%u,%u@%u%s", s->context, s->stage, s->operation < 6 ? letters[s->operation] : '#',
            s->destination, s->source1, s->source2, s->pc, s->flags & SIM_ROW_FLUSHED ? "!" : "");
    if (s->stall) fprintf(out, "(%s)", name_of("sim_cause", s->stall));
  }
  fprintf(out, "\n");
}

/* The cause to which the cycle of the first context was accounted since `before`. */
static const char *accounted_cause(const uint64_t *before, const uint64_t *now) {
  for (int i = 0; i < SIM_LAYER_LIMIT * SIM_CAUSE_LIMIT; i++)
    if (now[i] != before[i]) return name_of("sim_cause", i % SIM_CAUSE_LIMIT);
  return "?";
}

void print_stages(const trial *t, uint64_t from_cycle, FILE *out) {
  sim *sim = fixture_create(&t->config, t->trace, &fixture_blind);
  ref *r = ref_create(&t->config, t->trace);
  while (r->cycle < t->cycles) {
    const sim_counters engine_before = *sim_get_counters(sim), ref_before = r->counters;
    sim_step(sim, sim_cycle(sim) + 1, 0);
    r->shows_stages = r->cycle >= from_cycle ? out : NULL;
    if (r->shows_stages) {
      fprintf(out, "%" PRIu64 "\n", r->cycle);
      print_engine_stages(sim, out);
    }
    ref_cycle(r);
    const char *of_engine = accounted_cause(engine_before.cycles_by, sim_get_counters(sim)->cycles_by);
    const char *of_ref = accounted_cause(ref_before.cycles_by, r->counters.cycles_by);
    if (r->shows_stages) fprintf(out, "  bills %s, %s%s\n", of_engine, of_ref, of_engine == of_ref ? "" : " <-");
  }
  ref_free(r);
  fixture_free(sim);
}

void ref_show_stages(const ref *r) {
  if (r->shows_stages) print_ref_stages(r, r->shows_stages);
}

/* ---- the machine, readably ---- */

static uint64_t number_at(const void *at, size_t width) {
  uint64_t value = 0;
  memcpy(&value, at, width);
  return value;
}

/* Prints entries up to the last one that differs. */
static void print_if_not(FILE *out, const char *field, const void *at, const void *standard, size_t width,
                         size_t count) {
  const char *is = at, *usual = standard;
  while (count > 0 && memcmp(is + (count - 1) * width, usual + (count - 1) * width, width) == 0) count--;
  if (count == 0) return;
  fprintf(out, " %s", field);
  for (size_t i = 0; i < count; i++)
    fprintf(out, "%c%" PRIu64, i ? ',' : '=', number_at(is + i * width, width));
}

#define PRINT(record, a, b) print_##record(out, a, b)
#define RECORD_BEGIN(record) static void print_##record(FILE *out, const record *a, const record *b) {
#define FIELD(record, type, name, count) print_if_not(out, #name, &a->name, &b->name, sizeof(type), count);
#define RECORD_END(record) (void)out, (void)a, (void)b; }
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#include "sim_layout.def"
#pragma GCC diagnostic pop

static void print_thread(FILE *out, const sim_config *c, int i, const sim_config *d) {
  const sim_thread_config *thread = &c->threads[i];
  fprintf(out, "thread %d (%s):", i, name_of("sim_thread_start", thread->start));
  print_sim_thread_config(out, thread, &d->threads[i]);
  fprintf(out, "\n");
  for (int s = 0; s < thread->step_count; s++) {
    const sim_step_config *step = &c->steps[thread->first_step + s];
    fprintf(out, "  %2d %s index %u", s, name_of("sim_step_op", step->op), step->index);
    if (step->op == sim_step_op_JUMP || step->op == sim_step_op_JUMP_UNLESS) fprintf(out, " to %u", step->target);
    if (step->op == sim_step_op_JUMP_UNLESS) fprintf(out, " %s", name_of("sim_condition", step->condition));
    if (step->bits) fprintf(out, " bits %u", step->bits);
    if (step->ring) fprintf(out, " ring %u", step->ring);
    if (step->cycles) fprintf(out, " cycles %u", step->cycles);
    if (step->op == sim_step_op_WAIT) fprintf(out, " condition %s", name_of("sim_condition", step->condition));
    if (step->op == sim_step_op_READ_DISK || step->op == sim_step_op_WRITE_DISK)
      fprintf(out, " blocks %u", step->target);
    fprintf(out, "\n");
  }
}

#define PRINT_EACH(record, array, count)                 \
  for (int i = 0; i < (count); i++) {                    \
    fprintf(out, #array " %d:", i);                      \
    print_##record(out, &c->array[i], &d.array[i]);      \
    fprintf(out, "\n");                                  \
  }

static void print_ranges(FILE *out, const char *what, const sim_address_range ranges[SIM_RANGE_LIMIT]) {
  for (int i = 0; i < SIM_RANGE_LIMIT; i++)
    if (ranges[i].to > ranges[i].from)
      fprintf(out, " %s [%" PRIu32 ", %" PRIu32 ")", what, ranges[i].from, ranges[i].to);
}

void print_trial(const trial *t, FILE *out) {
  static sim_config d;
  const sim_config *c = &t->config;
  sim_config_defaults(&d);
  memcpy(d.program, c->program, sizeof d.program); /* the view shows it with its routine */
  fprintf(out, "policy %s, %" PRIu64 " cycles\nmachine:", name_of("sim_policy", c->policy), t->cycles);
  print_sim_config(out, c, &d);
  print_ranges(out, "uncached", c->uncached_ranges);
  print_ranges(out, "unmapped", c->unmapped_ranges);
  fprintf(out, "\n");
  for (int i = 0; i < 3; i++) {
    if (c->caches[i].size_bytes == 0) continue;
    fprintf(out, "cache %d:", i);
    print_sim_cache_config(out, &c->caches[i], &(sim_cache_config){0});
    print_ranges(out, "pinned", c->caches[i].pinned_ranges);
    fprintf(out, "\n");
  }
  for (int i = 0; i < c->thread_count; i++) print_thread(out, c, i, &d);
  PRINT_EACH(sim_line_config, lines, c->line_count)
#define DEVICE(NAME, number, kind, list) PRINT_EACH(sim_##kind##_config, list, c->kind##_count)
#include "sim_devices.def"
  for (int i = 0; i < c->nic_count; i++)
    for (int k = 0; k < c->nics[i].ring_count; k++) {
      fprintf(out, "nics %d ring %d:", i, k);
      print_sim_ring_config(out, &c->nics[i].rings[k], &d.nics[i].rings[k]);
      fprintf(out, "\n");
    }
  PRINT_EACH(sim_lock_config, locks, c->lock_count)
  PRINT_EACH(sim_queue_config, queues, c->queue_count)
  PRINT_EACH(sim_routine_config, routines, c->routine_count)
  for (int i = 0; i < c->routine_count; i++) {
    if (c->routines[i].kind != sim_routine_kind_PROGRAM) continue;
    fprintf(out, "program %d:", i);
    for (uint32_t k = 0; k < (uint32_t)c->routines[i].word_count + c->routines[i].data_words; k++)
      fprintf(out, " %s%08x", k == c->routines[i].word_count ? "data " : "", c->program[c->routines[i].first_word + k]);
    fprintf(out, "\n");
  }
  PRINT_EACH(sim_point, points, (int)c->point_count)
  PRINT_EACH(sim_instruction, instructions, c->instruction_count)
  PRINT_EACH(sim_traffic_config, traffic, c->traffic_count)
  if (c->policy >= sim_policy_ROUND_ROBIN) PRINT_EACH(sim_context_config, contexts, c->context_count)
  for (uint32_t i = 0; i < c->trace_entry_count; i++) {
    const sim_trace_entry nothing = {0};
    fprintf(out, "trace %u:", i);
    print_sim_trace_entry(out, &t->trace[i], &nothing);
    fprintf(out, "\n");
  }
}
