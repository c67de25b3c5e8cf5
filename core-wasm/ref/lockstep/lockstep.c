/* Compares the engine with the reference model on random machines: lockstep COUNT FIRST_SEED [CYCLES]. Prints the
 * seeds that differ, the first of these machines reduced, and then the known differences (found/). Prints "ok
 * lockstep" or FAIL lockstep. Exit code 1 if a machine differs. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "ref/lockstep/compare.h"
#include "ref/lockstep/found/found.h"
#include "ref/ref.h"

/* ENOUGH_MACHINES random machines contain every kind of step. */
enum { SHOWN_SEEDS = 20, SHOWN_CYCLES = 16, UNKNOWN_LIMIT = 16, ENOUGH_MACHINES = 2000 };

typedef struct tally {
  uint64_t agree, differ, known, unknown, without, events, interrupts, records;
  uint64_t many_cores, any_context; /* machines with over three contexts; with threads that choose a context */
  uint64_t deadlocks;               /* machines that met a known difference */
  uint64_t inherit, boosts;         /* machines in which a priority was inherited; inheritances */
  uint64_t marks;                   /* machines with pinned lines in a cache */
  uint64_t harts, traps, trap_interrupts; /* machines with harts, and their exceptions and interrupts */
  uint64_t claiming, externals, claims;   /* machines whose harts made claims at the PLIC, with their counts */
  uint64_t few_stages;              /* machines with two to four cores */
  uint64_t overlaps, abandons, late, late_arrivals; /* machines with such entries; entries taken over */
  uint64_t hosted, replies;               /* answers of hosts, and answers to hosts */
  uint64_t writing, code_stores, from_memory; /* machines with stores to code; the stores; instructions in memory */
  uint64_t programs, executed,
      faults; /* machines with programs, their instructions, and programs that ended with an exception */
  uint64_t steps[sim_step_op_COUNT], conditions[sim_condition_COUNT]; /* totals over the compared machines */
  uint64_t by_known[REF_KNOWN_COUNT + 1];
  struct {
    const char *what;
    uint64_t count;
  } by_unknown[UNKNOWN_LIMIT];
} tally;

static void count_unknown(tally *n, const char *what) {
  n->unknown++;
  for (int i = 0; i < UNKNOWN_LIMIT; i++) {
    if (n->by_unknown[i].what != NULL && n->by_unknown[i].what != what) continue;
    n->by_unknown[i].what = what;
    n->by_unknown[i].count++;
    return;
  }
}

static void show_first(uint64_t seed, const trial *t) {
  static trial smallest;
  smallest = *t;
  shrink_trial(&smallest);
  printf("seed %" PRIu64 ", shrunk:\n", seed);
  print_trial(&smallest, stdout);
  compare_trial(&smallest, stdout);
  if (smallest.config.core_count == 1)
    print_stages(&smallest, smallest.cycles > SHOWN_CYCLES ? smallest.cycles - SHOWN_CYCLES : 0, stdout);
}

static int has_any_context(const sim_config *config) {
  int has = 0;
  for (int i = 0; i < config->thread_count; i++) has |= config->threads[i].context == SIM_NONE_8;
  return has;
}

static int has_marks(const sim_config *config) {
  int has = 0;
  for (int i = 0; i < 3; i++) has |= config->caches[i].pinned_lines > 0;
  return has;
}

static int has_program(const sim_config *config) {
  int has = 0;
  for (int i = 0; i < config->routine_count; i++) has |= config->routines[i].kind == sim_routine_kind_PROGRAM;
  return has;
}

static int has_hart(const sim_config *config) {
  int has = 0;
  for (int i = 0; i < config->thread_count; i++) has |= config->threads[i].machine_mode;
  return has;
}

static void count_steps(tally *n, const sim_config *config) {
  for (int i = 0; i < config->step_count; i++) {
    const sim_step_config *step = &config->steps[i];
    n->steps[step->op]++;
    if (step->op == sim_step_op_JUMP_UNLESS || step->op == sim_step_op_WAIT) n->conditions[step->condition]++;
  }
}

/* Prints the steps and conditions that no machine had. Returns their number. */
static int print_never(const tally *n) {
  int count = 0;
  for (int op = 0; op < sim_step_op_COUNT; op++)
    if (n->steps[op] == 0 && ++count) printf("no machine has the step %s\n", name_of("sim_step_op", op));
  for (int on = 0; on < sim_condition_COUNT; on++)
    if (n->conditions[on] == 0 && ++count) printf("no machine has the condition %s\n", name_of("sim_condition", on));
  if (n->hosted == 0 && ++count) printf("no host has answered\n");
  if (n->replies == 0 && ++count) printf("no host was answered\n");
  if (n->late_arrivals == 0 && ++count) printf("no line came late\n");
  return count;
}

static void try_seed(tally *n, uint64_t seed, uint64_t cycles) {
  static trial t;
  memset(&t, 0, sizeof t);
  choices from = choices_from_seed(seed);
  random_config_from(&from, &t.config, t.trace);
  random_programs(&from, &t.config);
  random_room(&from, &t.config);
  random_studies(&from, &t.config);
  random_harts(&from, &t.config);
  random_drivers(&from, &t.config);
  t.cycles = cycles;
  n->many_cores += t.config.core_count > 3;
  n->any_context += has_any_context(&t.config);
  n->marks += has_marks(&t.config);
  n->programs += has_program(&t.config);
  n->harts += has_hart(&t.config);
  const char *unknown = ref_not_modelled(&t.config);
  if (unknown != NULL) {
    count_unknown(n, unknown);
    ref_leave_out_unknown(&t.config);
    sim_error error;
    if (ref_not_modelled(&t.config) != NULL || sim_config_check(&t.config, t.trace, &error) != sim_status_OK) return;
    n->without++;
  }
  count_steps(n, &t.config);
  const outcome o = compare_trial(&t, NULL);
  n->events += o.events;
  n->interrupts += o.interrupts;
  n->records += o.delivered;
  n->deadlocks += o.deadlocks;
  n->inherit += o.boosts > 0;
  n->boosts += o.boosts;
  n->executed += o.executed;
  n->writing += o.code_stores > 0;
  n->code_stores += o.code_stores;
  n->from_memory += o.from_memory;
  n->traps += o.traps;
  n->trap_interrupts += o.trap_interrupts;
  n->externals += o.externals;
  n->claiming += o.claims > 0;
  n->claims += o.claims;
  n->overlaps += t.config.overlaps != 0;
  n->abandons += t.config.abandons;
  n->few_stages += t.config.stage_count < 5;
  n->late += t.config.late_arrival;
  n->late_arrivals += o.late_arrivals;
  n->hosted += o.hosted;
  n->replies += o.replies;
  n->faults += o.faults;
  if (o.differs) {
    if (n->differ++ < SHOWN_SEEDS) printf("seed %" PRIu64 " differs\n", seed);
    if (n->differ == 1) show_first(seed, &t);
  } else if (o.known) {
    n->known++;
    for (int i = 0; i < REF_KNOWN_COUNT; i++) n->by_known[i] += o.known >> i & 1;
  } else {
    n->agree++;
  }
}

int main(int argc, char **argv) {
  const uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : 0;
  const uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 0;
  const uint64_t cycles = argc > 3 ? strtoull(argv[3], NULL, 10) : 3000;
  if (count == 0 || cycles == 0) {
    fprintf(stderr, "usage: lockstep COUNT FIRST_SEED [CYCLES]\n");
    return 2;
  }
  setvbuf(stdout, NULL, _IOLBF, 0);
  static tally n;
  for (uint64_t i = 0; i < count; i++) try_seed(&n, first + i, cycles);
  printf("seeds %" PRIu64 "..%" PRIu64 ", %" PRIu64 " cycles each: %" PRIu64 " events, %" PRIu64 " interrupts, %" PRIu64
         " latency records compared\n",
         first, first + count - 1, cycles, n.events, n.interrupts, n.records);
  printf("%" PRIu64 " machines of more than 3 cores, %" PRIu64 " with threads of any context, %" PRIu64
         " with pinned lines, %" PRIu64 " met a deadlock\n", n.many_cores, n.any_context, n.marks, n.deadlocks);
  printf("%" PRIu64 " machines in which threads inherited priorities, %" PRIu64 " times\n", n.inherit, n.boosts);
  printf("%" PRIu64 " machines with programs: %" PRIu64 " instructions executed, %" PRIu64 " exceptions\n", n.programs,
         n.executed, n.faults);
  printf("%" PRIu64 " of them store to code: %" PRIu64 " times; %" PRIu64 " instructions lay in the memory\n",
         n.writing, n.code_stores, n.from_memory);
  printf("%" PRIu64 " machines with harts: %" PRIu64 " exceptions and %" PRIu64 " interrupts taken\n", n.harts, n.traps,
         n.trap_interrupts);
  printf("%" PRIu64 " machines claimed at the PLIC: %" PRIu64 " external interrupts, %" PRIu64 " claims\n", n.claiming,
         n.externals, n.claims);
  printf("%" PRIu64 " machines save beside the entry, %" PRIu64 " abandon instructions; in %" PRIu64
         " lines may come late: %" PRIu64 " entries taken over; %" PRIu64 " have fewer than 5 stages\n", n.overlaps,
         n.abandons, n.late, n.late_arrivals, n.few_stages);
  printf("%" PRIu64 " answers of hosts to programs, %" PRIu64 " of programs to hosts\n", n.hosted, n.replies);
  printf("not compared: lost wake-ups, view, window, series, the thread of a waiting context\n");
  for (int i = 0; i < UNKNOWN_LIMIT && n.by_unknown[i].what; i++)
    printf("not modelled: %s: %" PRIu64 " machines\n", n.by_unknown[i].what, n.by_unknown[i].count);
  for (int i = 0; i < REF_KNOWN_COUNT; i++)
    if (n.by_known[i]) printf("known difference: %s: met by %" PRIu64 " machines\n", ref_known_names[i], n.by_known[i]);
  const int lost = run_found(stdout);
  const int never = count >= ENOUGH_MACHINES ? print_never(&n) : 0;
  const int failed = n.differ > 0 || lost > 0 || never > 0 || n.agree == 0;
  printf("%s lockstep: %" PRIu64 " machines agree, %" PRIu64 " but for known differences, %" PRIu64 " differ; %" PRIu64
         " not modelled (%" PRIu64 " of them run without that)\n",
         failed ? "FAIL" : "ok", n.agree, n.known, n.differ, n.unknown, n.without);
  return failed;
}

/* Parts of machines that this model does not know, and their removal. At present there are none. */

const char *ref_not_modelled(const sim_config *config) {
  (void)config;
  return NULL;
}

void ref_leave_out_unknown(sim_config *config) { (void)config; }
