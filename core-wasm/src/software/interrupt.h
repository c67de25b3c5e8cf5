/* Pending soft interrupts, recognition and the entry sequence. */
#ifndef SIM_INTERRUPT_H
#define SIM_INTERRUPT_H

#include "state/tell.h"

enum candidate_kind {
  CANDIDATE_NONE,
  CANDIDATE_LINE,
  CANDIDATE_SOFT,
  CANDIDATE_TICK,
  CANDIDATE_ACTIVITY,
  CANDIDATE_TRAP /* the running hart goes to its handler */
};

/* A line, a soft interrupt or a live activity that could run instead of the current one: priority, kind, line and
 * thread in one word. It is passed by value, because WebAssembly keeps structs only in memory. */
typedef uint64_t candidate;

static inline candidate candidate_of(enum candidate_kind kind, uint32_t thread, uint32_t line, uint32_t priority) {
  return (uint64_t)priority << 32 | (uint32_t)kind << 16 | line << 8 | thread;
}
static inline uint32_t candidate_priority(candidate c) { return (uint32_t)(c >> 32); }
static inline enum candidate_kind candidate_kind(candidate c) { return (enum candidate_kind)((uint32_t)c >> 16); }
static inline uint32_t candidate_line(candidate c) { return (uint32_t)c >> 8 & 0xff; }
static inline uint32_t candidate_thread(candidate c) { return (uint32_t)c & 0xff; }
static inline candidate candidate_none(void) {
  return candidate_of(CANDIDATE_NONE, SIM_NONE_8, SIM_NONE_8, UINT32_MAX);
}

void interrupt_init(sim *sim);

/* Best pending soft interrupt of the cpu whose thread could start. interrupt_best also considers lines.
 * CANDIDATE_NONE: there is none. */
candidate soft_best(const sim *sim, uint32_t cpu);
candidate interrupt_best(const sim *sim, uint32_t cpu);
/* Best of the live activities that wait for the cpu. */
candidate activity_best(const sim *sim, uint32_t cpu);
/* The better of two candidates. The first wins a tie. */
static inline candidate candidate_better(candidate first, candidate second) {
  return candidate_priority(second) < candidate_priority(first) ? second : first;
}

/* Whether a candidate waits to which the current activity may have to yield the cpu. */
int interrupt_waiting(const sim *sim, uint32_t cpu);
/* End of a cycle: preempts the running activity if a candidate is more urgent. */
void interrupt_recognise(sim *sim);

/* Starts the thread with the entry steps and without a drain, because nothing is running. */
void interrupt_enter(sim *sim, candidate chosen);
/* Counts the interrupt of the line, and clears it if it is an edge or a message: at its recognition, or with late
 * arrival when its thread starts. */
void interrupt_begins(sim *sim, uint32_t line);
/* Called when a phase ends. */
void interrupt_drained(sim *sim);
void interrupt_entry_step_over(sim *sim);
/* Passes the steps of the current entry that end before `until`. It passes only steps without an effect besides
 * their duration: neither the step at which the pointer moves, nor the last one. */
void interrupt_pass_steps(sim *sim, uint64_t until);

/* Records the latency of the interrupt that started the thread, once. `acknowledged` 0 = never. */
void interrupt_latency_closes(sim *sim, uint32_t thread, uint64_t acknowledged);
static inline void interrupt_latency_close(sim *sim, uint32_t thread, uint64_t acknowledged) {
  if (activity_at(sim, thread)->latency_open) interrupt_latency_closes(sim, thread, acknowledged);
}

#endif
