/* Makes a trial that differs smaller: a change is kept if the machine is valid and still differs. */
#include <string.h>

#include "ref/lockstep/compare.h"
#include "record_fields.h"

static int keeps_differing(const trial *t) {
  sim_error error;
  if (sim_config_check(&t->config, t->trace, &error) != sim_status_OK) return 0;
  return compare_trial(t, NULL).differs;
}

/* Keeps the change if the machine still differs. Returns whether it does. */
static int try_change(trial *t, const trial *changed) {
  if (memcmp(t, changed, sizeof *t) == 0 || !keeps_differing(changed)) return 0;
  *t = *changed;
  return 1;
}

static void remove_step(sim_config *c, int thread, int step) {
  sim_thread_config *of = &c->threads[thread];
  const int at = of->first_step + step;
  memmove(&c->steps[at], &c->steps[at + 1], (size_t)(c->step_count - at - 1) * sizeof c->steps[0]);
  c->step_count--;
  of->step_count--;
  for (int i = 0; i < c->thread_count; i++)
    if (i != thread && c->threads[i].first_step > at) c->threads[i].first_step--;
  for (int s = 0; s < of->step_count; s++)
    if (c->steps[of->first_step + s].target > step) c->steps[of->first_step + s].target--;
}

static int remove_thread(sim_config *c, int thread) {
  while (c->threads[thread].step_count > 0) remove_step(c, thread, c->threads[thread].step_count - 1);
  memmove(&c->threads[thread], &c->threads[thread + 1], (size_t)(c->thread_count - thread - 1) * sizeof c->threads[0]);
  c->thread_count--;
  for (int i = 0; i < c->step_count; i++) {
    sim_step_config *step = &c->steps[i];
    if (step->op != sim_step_op_RAISE) continue;
    if (step->index == thread) return 0;
    if (step->index > thread) step->index--;
  }
  for (int i = 0; i < c->traffic_count; i++) {
    sim_traffic_config *traffic = &c->traffic[i];
    if (traffic->thread == SIM_NONE_8) continue;
    if (traffic->thread == thread) return 0;
    if (traffic->thread > thread) traffic->thread--;
  }
  return 1;
}

static trial changed; /* too large for the stack of some hosts */

static int drop_parts(trial *t) {
  int progress = 0;
  for (int i = t->config.traffic_count - 1; i >= 0; i--) {
    changed = *t;
    memmove(&changed.config.traffic[i], &changed.config.traffic[i + 1],
            (size_t)(t->config.traffic_count - i - 1) * sizeof t->config.traffic[0]);
    changed.config.traffic_count--;
    progress += try_change(t, &changed);
  }
  for (int i = t->config.thread_count - 1; i >= 0; i--) {
    changed = *t;
    if (remove_thread(&changed.config, i)) progress += try_change(t, &changed);
  }
  for (int i = t->config.thread_count - 1; i >= 0; i--)
    for (int s = t->config.threads[i].step_count - 1; s >= 0; s--) {
      changed = *t;
      remove_step(&changed.config, i, s);
      progress += try_change(t, &changed);
    }
  return progress;
}

/* Moves the value toward the default: first all the way, then by halves. */
static int simplify_number(trial *t, size_t offset, uint32_t width, uint64_t standard) {
  int progress = 0;
  uint64_t now = 0;
  memcpy(&now, (char *)&t->config + offset, width);
  if (now == standard) return 0;
  const uint64_t tries[] = {standard, 0, 1, now / 2, now - 1};
  for (int i = 0; i < 5; i++) {
    if (tries[i] == now || (tries[i] > now && i > 0)) continue;
    changed = *t;
    memcpy((char *)&changed.config + offset, &tries[i], width);
    if (try_change(t, &changed)) {
      progress = 1;
      break;
    }
  }
  return progress;
}

/* Tries to replace each instruction of a program with a NOP. */
static int drop_words(trial *t) {
  const uint32_t nothing = 0x13; /* addi x0, x0, 0 */
  int progress = 0;
  for (int i = 0; i < t->config.routine_count; i++) {
    const sim_routine_config *routine = &t->config.routines[i];
    if (routine->kind != sim_routine_kind_PROGRAM) continue;
    for (uint32_t k = 0; k < routine->word_count; k++) {
      if (t->config.program[routine->first_word + k] == nothing) continue;
      changed = *t;
      changed.config.program[routine->first_word + k] = nothing;
      progress += try_change(t, &changed);
    }
  }
  return progress;
}

typedef struct part {
  const char *record;
  size_t begin, size;
  int count;
} part;

static int simplify_numbers(trial *t) {
  static sim_config standard;
  sim_config_defaults(&standard);
  int progress = 0;
#define PART(record, array, count) \
  { #record, offsetof(sim_config, array), sizeof(record), (int)(count) }
  const sim_config *c = &t->config;
  const part parts[] = {
      PART(sim_line_config, lines, c->line_count),       PART(sim_nic_config, nics, c->nic_count),
      PART(sim_queue_config, queues, c->queue_count),    PART(sim_thread_config, threads, c->thread_count),
      PART(sim_routine_config, routines, c->routine_count), PART(sim_traffic_config, traffic, c->traffic_count),
      PART(sim_context_config, contexts, c->context_count), {"sim_config", 0, sizeof(sim_config), 1},
      PART(sim_ring_config, nics[0].rings, c->nic_count > 0 ? c->nics[0].ring_count : 0),
      PART(sim_cache_config, caches, 3),
      PART(sim_instruction, instructions, c->instruction_count),
  };
  for (size_t p = 0; p < sizeof parts / sizeof parts[0]; p++) {
    uint32_t count;
    const record_field *fields = record_fields(parts[p].record, &count);
    for (int i = 0; i < parts[p].count; i++)
      for (uint32_t f = 0; f < count; f++) {
        if (fields[f].count > 16 || fields[f].offset == 0) continue;
        for (uint32_t k = 0; k < fields[f].count; k++) {
          const size_t offset = parts[p].begin + (size_t)i * parts[p].size + fields[f].offset + k * fields[f].width;
          uint64_t usual = 0;
          memcpy(&usual, (char *)&standard + offset, fields[f].width);
          progress += simplify_number(t, offset, fields[f].width, usual);
        }
      }
  }
  return progress;
}

static void cut_time(trial *t) {
  const outcome o = compare_trial(t, NULL);
  changed = *t;
  changed.cycles = o.cycle + 1 < t->cycles ? o.cycle + 1 : t->cycles;
  try_change(t, &changed);
  for (uint64_t by = t->cycles / 2; by > 0; by /= 2) {
    changed = *t;
    if (by < changed.cycles) changed.cycles -= by;
    try_change(t, &changed);
  }
}

void shrink_trial(trial *t) {
  for (int round = 0; round < 12; round++) {
    cut_time(t);
    if (drop_parts(t) + drop_words(t) + simplify_numbers(t) == 0) break;
  }
}
