/* Contexts of a core that compete for issue. Between cycles a context is in `issuable` if it could issue in the next
 * cycle; in `timed` if the run knows the cycle in which it could issue or its front end moves; in neither if it
 * waits for a load that has not reached memory (`at` is SIM_NEVER) or has nothing more to issue. */
#ifndef SIM_ISSUE_QUEUE_H
#define SIM_ISSUE_QUEUE_H

#include "cpu/blocks/cache_ports.h"
#include "cpu/step/pipeline.h"

enum { OPERANDS = SIM_CAUSE_LIMIT }; /* stalled by operands: LOAD_USE, or DATA_MISS during a miss */

/* A context. Its front end has two stages, IF and ID. */
typedef struct context_slot {
  uint64_t in_id, in_if;  /* the word as in a latch, plus the number of the context */
  uint64_t fetch_until;   /* first cycle in which the instruction may leave IF; SIM_NEVER: IF is empty */
  uint64_t *ready;
  const uint32_t *words;
  front_state *front;     /* machine state; the run updates only what it fetches next */
  const stream_rules *rules;
  stall_counts *stall_counts;
  drawn_data data;
  uint64_t fetched_after; /* number of fetched instructions when `in_line` reaches 0; wrong path: see `front` */
  uint64_t unissued;      /* instructions that the stream or drain still has to issue */
  uint64_t opened_with;   /* `unissued` at the start of the run */
  uint64_t at;            /* cycle in which the run examines a timed slot */
  uint64_t accounted_until;        /* cycles before this one are accounted while the slot cannot issue */
  uint64_t missed_until;  /* cycles before this one are lost to a miss */
  uint64_t number;        /* number of the context as in in_id; WORD_WRONG_PATH means the wrong path */
  uint32_t next_index;    /* next index to fetch on the current path; on the wrong path, `front` has the correct one */
  uint32_t in_line;       /* fetches that need only the next word */
  uint32_t reason;        /* cause of its lost cycles; READY: it could issue */
  uint32_t fetches_fast; /* most of its fetches are L1I hits without side effects */
  uint64_t *code_accesses;
} context_slot;

typedef struct issue_queue {
  context_slot of[SIM_CORE_CONTEXT_LIMIT];
  runner runners[SIM_CORE_CONTEXT_LIMIT];
  stream_rules rules[SIM_CORE_CONTEXT_LIMIT];
  data_port port;
  code_port code;
  int code_fits_fast_l1; /* a fetch is nothing but an L1I hit */
  core_rules k;
  stall_counts *counts;
  uint32_t core;
  int has_memory;
  uint32_t issuable, timed, front_end_active; /* contexts (bits); the last: front ends that move in this cycle */
  uint64_t wake_at;               /* no timed slot has an earlier `at` */
  /* back end */
  uint64_t ex, mem, wb;
  uint64_t ex_until, mem_until;
  uint64_t missed_from; /* same fields as in back_state */
} issue_queue;

/* Bits of a latch word above the index of the instruction. */
enum { CONTEXT_NUMBER_SHIFT = 56 };
INLINE uint32_t number_of(uint64_t word) { return (uint32_t)(word >> CONTEXT_NUMBER_SHIFT); }
INLINE uint64_t without_number(uint64_t word) { return word & (UINT64_MAX >> (64 - CONTEXT_NUMBER_SHIFT)); }

/* A bubble of this cause; the lane keeps its owner. */
INLINE uint64_t bubble(uint32_t cause, uint64_t lane) { return cause | (lane & (UINT64_MAX << CONTEXT_NUMBER_SHIFT)); }

/* Cause of a lost cycle while the access stage is held. */
INLINE uint32_t queue_hold_cause(const issue_queue *q, uint64_t cycle) {
  return q->mem_until == SIM_NEVER ? (uint32_t)sim_cause_BUS : (uint32_t)hold_cause(q->missed_from, cycle);
}

/* First cycle in which the operands of the instruction in ID are available; SIM_NEVER: not known. */
INLINE uint64_t has_operands_at(const issue_queue *q, int waits_for_miss, const context_slot *own, uint32_t i) {
  const uint64_t word = own->in_id;
  const uint64_t at = later(own->ready[word_source1(word)], own->ready[word_source2(word)]);
  if (waits_for_miss && (word & (WORD_LOAD | WORD_STORE))) return later(at, q->k.missed_until[i]);
  return at;
}

/* ---- accounts: cycles without another account were lost to other contexts (READY) ---- */

/* Accounts the cycles before `cycle` to the slot's current reason. */
void slot_account(issue_queue *q, uint32_t i, uint64_t cycle);
/* EX is held for `cycles` from `cycle` onwards. Accounts these cycles of each issuable context to the cause of the
 * hold. */
void queue_account_hold(issue_queue *q, uint64_t cycle, uint64_t cycles);

/* ---- when the run examines a slot again; waits_for_miss: an access waits for the previous miss ---- */

/* Decides whether the slot is issuable, timed or neither from cycle `next` onwards. */
void slot_reconsider(issue_queue *q, int waits_for_miss, uint32_t i, uint64_t next);
/* Moves the slots that are due from `timed` to `issuable` or `front_end_active`. */
void queue_wake_up(issue_queue *q, uint64_t cycle);
/* Examines a slot that waited for this access. */
void slot_access_has_begun(issue_queue *q, int waits_for_miss, uint32_t i, uint64_t cycle);
/* Enters the wrong path after a mispredicted branch, and leaves it when the branch is resolved. */
INLINE void enter_wrong_path(context_slot *own, uint32_t wrong) {
  own->front->wrong_path = 1;
  own->front->next_index = own->next_index;
  own->number |= WORD_WRONG_PATH;
  own->next_index = wrong;
}
INLINE void leave_wrong_path(context_slot *own) {
  front_state *f = own->front;
  f->wrong_path = 0;
  f->wrong_index = own->next_index;
  own->number &= ~(uint64_t)WORD_WRONG_PATH;
  own->next_index = f->next_index;
  own->fetched_after = f->fetched;
  own->in_line = 0;
}

/* Flushes the instructions after a mispredicted branch that leaves EX. */
void slot_flush(issue_queue *q, uint32_t i, uint64_t cycle);
/* First cycle after `cycle` in which the back end does something other than in `cycle`. */
uint64_t queue_still_until(const issue_queue *q, uint64_t cycle);
/* Instructions of the context in EX and MEM: issued and not retired. */
uint32_t queue_under_way(const issue_queue *q, uint32_t i);
/* Whether the last instruction of a stream, or of a drain, is in WB. */
int queue_is_over(const issue_queue *q);

void queue_load_back_end(issue_queue *q, const back_state *state);
void queue_store_back_end(const issue_queue *q, back_state *state);

#endif
