/* The front end of a context that contends: IF and ID, moved when ID is left or holds nobody. */
#ifndef SIM_CONTEXT_FRONT_H
#define SIM_CONTEXT_FRONT_H

#include "cpu/contexts/issue_queue.h"

/* Takes over from what is kept between runs, before the cycle `next`; and back. */
void slot_load_front(const sim *sim, issue_queue *q, uint32_t i, uint64_t next);
void slot_store_front(const sim *sim, issue_queue *q, uint32_t i);
/* In `cycle` ID was left, or holds nobody. */
void slot_advance_front(sim *sim, issue_queue *q, uint32_t i, uint64_t cycle);
/* The next instruction enters IF, or nobody when there is none. */
void fetch_any(sim *sim, issue_queue *q, uint32_t i, uint64_t cycle);

/* The same when no more than the next word is needed; returns whether that is so. */
HOT int fetch_next_word(context_slot *own, int has_memory, uint64_t cycle) {
  if (own->in_line == 0) return 0;
  own->in_if = latched(own->words[own->next_index], own->next_index) | own->number;
  own->next_index++;
  own->in_line--;
  own->fetch_until = has_memory ? cycle + 1 : 0;
  return 1;
}

#endif
