/* Pending soft interrupts, recognition and the entry sequence. */
#ifndef SIM_INTERRUPT_H
#define SIM_INTERRUPT_H

#include "machine.h"

/* What could run instead of the present activity: a line, a soft interrupt or a live frame. */
typedef struct candidate {
  enum candidate_kind { CANDIDATE_NONE, CANDIDATE_LINE, CANDIDATE_SOFT, CANDIDATE_TICK, CANDIDATE_FRAME } kind;
  uint32_t thread;
  uint32_t line;
  uint32_t priority;
} candidate;

void soft_raise(sim *sim, uint32_t thread);

/* Best pending soft interrupt of the cpu, or line too, whose thread could start; CANDIDATE_NONE without one. */
candidate soft_best(const sim *sim, uint32_t cpu);
candidate interrupt_best(const sim *sim, uint32_t cpu);
/* Best of the live frames that wait for the cpu. */
candidate frame_best(const sim *sim, uint32_t cpu);
/* The better of two: the first wins a tie. */
candidate candidate_better(candidate first, candidate second);

/* Something asks for the cpu that its present activity might have to give up. */
int interrupt_waiting(const sim *sim, uint32_t cpu);
/* At the end of a cycle: drops what runs for something more urgent. */
void interrupt_recognise(sim *sim);

/* The thread starts with the entry steps, without a drain: nothing runs. */
void interrupt_enter(sim *sim, candidate chosen);
/* Ends of phases. */
void interrupt_drained(sim *sim);
void interrupt_entry_step_over(sim *sim);

/* Records the latency of the interrupt that started the thread, once; `acknowledged` 0 = never. */
void interrupt_latency_close(sim *sim, uint32_t thread, uint64_t acknowledged);

#endif
