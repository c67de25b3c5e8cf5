/* Contexts that share a pipeline, run from issue to issue: the run examines a context when it issues, when its front
 * end moves and when its wait gets a known end. It skips cycles in which nothing moves (README.md in this folder). */
#ifndef SIM_MULTI_CONTEXT_H
#define SIM_MULTI_CONTEXT_H

#include "cpu/contexts/issue_queue.h"
#include "cpu/step/pipeline.h"

/* Runs the contexts in `active` (bits) from `from` to at most `to`; states and accounts are as with run_shared at
 * every boundary. Returns the cycle reached. */
uint64_t multi_context_run(sim *sim, uint32_t core, uint32_t active, uint64_t from, uint64_t to, stall_counts *counts);

/* Front end of a context slot: IF and ID. It moves when ID is left or holds a bubble. */

/* Loads the front end from the machine state before cycle `next`, and stores it. */
void slot_load_front(const sim *sim, issue_queue *q, uint32_t i, uint64_t next);
void slot_store_front(const sim *sim, issue_queue *q, uint32_t i);
/* Moves the front end in `cycle`, in which ID was left or holds a bubble. */
void slot_advance_front(sim *sim, issue_queue *q, uint32_t i, uint64_t cycle);
/* Puts the next instruction, or a bubble, into IF. */
void fetch_any(sim *sim, issue_queue *q, uint32_t i, uint64_t cycle);

/* Like fetch_any, for a fetch that needs only the next word. Returns whether the fetch is of this kind. */
INLINE int fetch_next_word(context_slot *own, int has_memory, uint64_t cycle) {
  if (own->in_line == 0) return 0;
  own->in_if = latched(own->words[own->next_index], own->next_index) | own->number;
  own->next_index++;
  own->in_line--;
  own->fetch_until = has_memory ? cycle + 1 : 0;
  return 1;
}

#endif
