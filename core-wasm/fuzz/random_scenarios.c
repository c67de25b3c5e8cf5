/* Random valid scenarios, one per seed. Each must have the properties of properties.h.
 *   random_scenarios COUNT [FIRST_SEED]
 * Prints the number of scenarios, the seeds that failed, and the slowest ones. Exit code 1 if one failed.
 * A child process does the work, so a scenario that ends the process (an assertion, a hang) is counted as well. */
#define _DEFAULT_SOURCE
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "properties.h"

enum { CYCLES_LIMIT = 6000, HANG_SECONDS = 60, SHOWN_FAILURES = 20 };

/* Memory shared by parent and child. */
typedef struct progress {
  uint64_t seed; /* under way */
  uint64_t end;
  uint64_t failed;
  uint64_t longest_microseconds;
  uint64_t longest_seed;
  property_summary summary;
} progress;

/* Processor time, so that other load does not count. */
static uint64_t now_microseconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

static void report_failure(progress *p, const char *what) {
  if (p->failed++ < SHOWN_FAILURES) printf("failed: seed %" PRIu64 ": %s\n", p->seed, what);
}

static void try_seed(progress *p) {
  static scenario made;
  const uint64_t begin = now_microseconds();
  choices from = choices_from_seed(p->seed);
  scenario_from_choices(&from, &made);
  const char *broken = broken_property(&made, choose(&from, 1, CYCLES_LIMIT), &from, &p->summary);
  if (broken) report_failure(p, broken);
  const uint64_t took = now_microseconds() - begin;
  if (took <= p->longest_microseconds) return;
  p->longest_microseconds = took;
  p->longest_seed = p->seed;
}

static void try_the_rest(progress *p) {
  for (; p->seed < p->end; p->seed++) {
    alarm(HANG_SECONDS);
    try_seed(p);
  }
  fflush(stdout);
}

/* Returns when the child has finished, or has ended at a seed. */
static void run_child(progress *p) {
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    try_the_rest(p);
    _exit(0);
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child) {
    perror("random_scenarios");
    exit(2);
  }
  if (p->seed == p->end) return;
  report_failure(p, WIFSIGNALED(status) ? strsignal(WTERMSIG(status)) : "ended the program");
  p->seed++;
}

int main(int argc, char **argv) {
  const uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : 0;
  const uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 0;
  if (count == 0 || first > UINT64_MAX - count) {
    fprintf(stderr, "usage: random_scenarios COUNT [FIRST_SEED]\n");
    return 2;
  }
  progress *p = mmap(NULL, sizeof *p, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (p == MAP_FAILED) {
    perror("random_scenarios");
    return 2;
  }
  p->seed = first;
  p->end = first + count;
  while (p->seed < p->end) run_child(p);
  const property_summary *s = &p->summary;
  printf("seeds %" PRIu64 "..%" PRIu64 ": %" PRIu64 " cycles, %" PRIu64 " frames offered, %" PRIu64
         " delivered, %" PRIu64 " dropped, %" PRIu64 " interrupts, %" PRIu64 " soft interrupts\n",
         first, p->end - 1, s->cycles, s->frames_offered, s->frames_delivered, s->frames_dropped, s->interrupts,
         s->soft_interrupts);
  printf("%" PRIu64 " tried, %" PRIu64 " failed, longest %.1f ms (seed %" PRIu64 ")\n", count, p->failed,
         (double)p->longest_microseconds / 1000, p->longest_seed);
  return p->failed > 0;
}
