/* Contexts of a core that contend for the pipeline: how each stands, and when it is looked at again.
 * Between cycles a context is in `able` when it could issue in the next one; in `waiting` when the cycle in which it
 * could, or in which its front end moves, is known; in neither when it waits for a load that has not come to memory
 * (`at` is SIM_NEVER) or has nothing more to issue. */
#ifndef SIM_ISSUE_QUEUE_H
#define SIM_ISSUE_QUEUE_H

#include "cpu/blocks/cache_ports.h"
#include "cpu/step/pipeline_run.h"

enum { OPERANDS = SIM_CAUSE_LIMIT }; /* waits for them: LOAD_USE, or DATA_MISS while one is under way */

/* A context; its front end has two stages, IF and ID. */
typedef struct context_slot {
  uint64_t in_id, in_if;  /* as in a latch, with the context's number */
  uint64_t fetch_until;   /* first cycle in which IF may be left; SIM_NEVER: it holds nobody */
  uint64_t *ready;
  const uint32_t *words;
  front_state *front;     /* as it was at the begin, but for where the stream is fetched */
  const stream_rules *rules;
  stall_counts *stall_counts;
  struct context_slot *next; /* whose turn is next, while they take turns */
  drawn_data data;
  uint64_t fetched_after; /* instructions fetched after those in the line; on the wrong path `front` knows */
  uint64_t unissued;      /* instructions of the stream, or of what drains */
  uint64_t opened_with;   /* `unissued` at the begin */
  uint64_t at;            /* see above */
  uint64_t accounted_until;        /* while it cannot issue: its cycles before this one are in the tally */
  uint64_t missed_until;  /* the miss that the cycles from `billed` on wait for */
  uint64_t number;        /* of the context, where in_id and in_if have it; on the wrong path with that flag */
  uint32_t next_index;    /* to fetch, on the path that is fetched; on the wrong one `front` keeps the right one's */
  uint32_t in_line;       /* fetches that need no more than the next word */
  uint32_t reason;        /* what its cycles are lost to; READY: it could issue */
  uint32_t fetches_fast; /* most of its fetches are no more than a hit in the L1I */
  uint64_t *code_accesses;
} context_slot;

typedef struct issue_queue {
  context_slot of[SIM_CORE_CONTEXT_LIMIT];
  runner runners[SIM_CORE_CONTEXT_LIMIT];
  stream_rules rules[SIM_CORE_CONTEXT_LIMIT];
  data_port port;
  code_port code;
  int code_fits_fast_l1; /* a hit in the L1I is all there is to a fetch */
  core_rules k;
  stall_counts *counts;
  uint32_t core;
  int has_memory;
  uint32_t issuable, timed, front_end_active; /* contexts as bits; moving: their front ends, in this cycle */
  uint64_t wake_at;               /* nobody's `at` in `waiting` is before */
  /* The back end: */
  uint64_t ex, mem, wb;
  uint64_t ex_until, mem_until;
  uint64_t missed_from; /* as in back_state */
} issue_queue;

/* Above the index of the instruction. */
enum { CONTEXT_NUMBER_SHIFT = 56 };
HOT uint32_t number_of(uint64_t word) { return (uint32_t)(word >> CONTEXT_NUMBER_SHIFT); }
HOT uint64_t without_number(uint64_t word) { return word & (UINT64_MAX >> (64 - CONTEXT_NUMBER_SHIFT)); }

/* A bubble; the lane keeps its owner. */
HOT uint64_t bubble(uint32_t cause, uint64_t lane) { return cause | (lane & (UINT64_MAX << CONTEXT_NUMBER_SHIFT)); }

/* What MEM is lost to, if it is held in `cycle`. */
HOT uint32_t queue_hold_cause(const issue_queue *q, uint64_t cycle) {
  return q->mem_until == SIM_NEVER ? (uint32_t)sim_cause_BUS : (uint32_t)hold_cause(q->missed_from, cycle);
}

/* First cycle in which who is in ID could issue, or SIM_NEVER while that is not known. */
HOT uint64_t has_operands_at(const issue_queue *q, int waits_for_miss, const context_slot *own, uint32_t i) {
  const uint64_t word = own->in_id;
  const uint64_t at = later(own->ready[word_source1(word)], own->ready[word_source2(word)]);
  if (waits_for_miss && (word & (WORD_LOAD | WORD_STORE))) return later(at, q->k.missed_until[i]);
  return at;
}

/* ---- the bill: what is left when all else is known was lost to others (READY) ---- */

/* The cycles before `cycle` were lost to what they were lost to until now. */
void slot_account(issue_queue *q, uint32_t i, uint64_t cycle);
/* Nobody could issue in so many cycles from `cycle` on: who could is billed to what holds EX. */
void queue_account_hold(issue_queue *q, uint64_t cycle, uint64_t cycles);

/* ---- when a context is looked at again; waits_for_miss: an access waits for the miss before it ---- */

/* From `next` on, where its bill has come to. */
void slot_reconsider(issue_queue *q, int waits_for_miss, uint32_t i, uint64_t next);
/* Whose time has come: who could issue, and whose front end moves. */
void queue_wake_up(issue_queue *q, uint64_t cycle);
/* What waits for the access that has begun is known now. */
void slot_access_has_begun(issue_queue *q, int waits_for_miss, uint32_t i, uint64_t cycle);
/* A mispredicted branch is fetched: so is the wrong path from now on; and not any more, it is resolved. */
HOT void enter_wrong_path(context_slot *own, uint32_t wrong) {
  own->front->wrong_path = 1;
  own->front->next_index = own->next_index;
  own->number |= WORD_WRONG_PATH;
  own->next_index = wrong;
}
HOT void leave_wrong_path(context_slot *own) {
  front_state *f = own->front;
  f->wrong_path = 0;
  f->wrong_index = own->next_index;
  own->number &= ~(uint64_t)WORD_WRONG_PATH;
  own->next_index = f->next_index;
  own->fetched_after = f->fetched;
  own->in_line = 0;
}

/* A mispredicted branch has left EX: what was fetched behind it is flushed, and its front end moves. */
void slot_flush(issue_queue *q, uint32_t i, uint64_t cycle);
/* First cycle after `cycle`, whose move is over, in which the back end does something else than in this one. */
uint64_t queue_still_until(const issue_queue *q, uint64_t cycle);
/* Instructions of context i in EX and MEM: issued, not retired. */
uint32_t queue_under_way(const issue_queue *q, uint32_t i);
/* Who was in WB was the last of his stream, or of what drains. */
int queue_is_over(const issue_queue *q);

void queue_load_back_end(issue_queue *q, const back_state *state);
void queue_store_back_end(const issue_queue *q, back_state *state);

#endif
