#include "cpu/blocks/block_run.h"

/* Writes draws, counters, and the state of bus and access stage after the last access, which ended at `accessed`. */
RARE static void leave_accesses(block_engine *e, const access_log *log, uint64_t accessed) {
  const data_rules *data = &e->rules->data;
  if (accessed == 0) return; /* no access was made */
  e->back->missed_from = accessed == log->missed_until ? log->missed_from : SIM_NEVER;
  if (!e->has_memory) {
    *e->k->bus_free_at = later(*e->k->bus_free_at, accessed);
    return;
  }
  if (data->given == NULL) *data->draws = log->draws;
  *data->words = log->words;
  state_of(one_machine(e->sim))->counters.caches[CACHE_L1D].accesses[data->layer] += log->hits;
}

/* Keeps results of accesses for the stepped access stage: those of last[from] and of younger instructions. */
INLINE void hand_over_accesses(made_accesses *made, const passed_instruction *last, uint32_t from) {
  made->next = made->count = 0;
  for (uint32_t i = from; i < HISTORY_LENGTH; i++)
    if (last[i].accessed != 0) made->until[made->count++] = last[i].accessed;
}

INLINE uint64_t delay_of(const passed_instruction *p) {
  return p->accessed > p->issued + 2 ? p->accessed - p->issued - 2 : 0;
}

static void set_ready(const block_engine *e, const passed_instruction *p, int is_accessed) {
  const uint32_t destination = word_destination(p->word);
  if (destination == 0) return;
  const uint64_t there = is_accessed ? p->accessed - 1 + e->k->load_use_cycles : SIM_NEVER;
  e->rules->ready[destination] = p->word & WORD_LOAD ? there : 0;
}

/* Instructions in EX and in the access stage at the end. */
typedef struct back_end_view {
  const passed_instruction *youngest; /* the last issued instruction, in EX or later */
  uint32_t index;   /* index in `last` */
  uint32_t bubbles; /* bubbles after it, from a flush */
} back_end_view;

/* The boundary follows the cycle in which the last instruction was fetched: last[3] is in IF. */
INLINE back_end_view view_of(const passed_instruction *last, uint32_t flush_cycles) {
  if (last[2].word & WORD_MISPREDICTED) return (back_end_view){&last[2], 2, flush_cycles - 1};
  return (back_end_view){&last[1], 1, last[1].word & WORD_MISPREDICTED ? flush_cycles : 0};
}

/* Subtracts cycles of instructions that have not reached write-back. `next` is the word after the last instruction. */
RARE static void take_off_younger(const block_engine *e, const passed_instruction *last, uint32_t youngest,
                                  uint64_t next, uint32_t *stalls) {
  for (uint32_t i = HISTORY_LENGTH; i-- > youngest; next = last[i].word) {
    const uint64_t word = last[i].word;
    stalls[stall_of_access(e->has_memory)] -= (uint32_t)delay_of(&last[i]);
    if (word & WORD_MISPREDICTED) stalls[sim_cause_BRANCH] -= e->flush_cycles;
    if (!is_access(word) || last[i].accessed != 0)
      stalls[sim_cause_LOAD_USE] -= waits_for_register(next, load_destination(word, e->k->load_use_cycles));
    if (i == youngest) continue; /* it was issued */
    *e->k->branches -= branch_count(word);
    *e->k->mispredicted -= (word & WORD_MISPREDICTED) != 0;
  }
}

/* Writes the latches of the back end: `x` in EX and, ahead of it, an instruction or a bubble in the access stage. */
RARE static void leave_unflushed(block_engine *e, const passed_instruction *x, uint32_t *stalls) {
  back_state *b = e->back;
  const passed_instruction *before = x - 1;
  b->latch[0][0] = x->word;
  b->latch[1][0] = before->word;
  b->execute_until[0] = x->issued + 1;
  b->access_until[0] = before->accessed;
  if (before->word & WORD_MISPREDICTED) b->latch[1][0] = sim_cause_BRANCH;
  else if (waits_for_register(x->word, load_destination(before->word, e->k->load_use_cycles)))
    b->latch[1][0] = sim_cause_LOAD_USE;
  else if (delay_of(before) && !waits_for_register(x->word, load_destination(before->word, 1)))
    b->execute_until[0] = before->issued + 2; /* it entered EX while the access stage was held */
  if (is_valid(b->latch[1][0])) {
    if (before->accessed != 0) b->missed_from = e->has_memory && delay_of(before) ? before->issued + 2 : SIM_NEVER;
    set_ready(e, before, 1);
  } else {
    b->access_until[0] = 0;
    stalls[b->latch[1][0]]--; /* it has not reached write-back */
  }
  set_ready(e, x, 0);
}

/* Writes the latches of the boundary after the cycle in which the last instruction was fetched, and returns that
 * boundary. `t->stalls` covers everything up to the issue of the next instruction. Cycles that have not reached
 * write-back are subtracted. */
RARE static uint64_t leave_latches(block_engine *e, const block_history *c, const passed_instruction *last,
                                   stall_counts *t) {
  front_state *f = e->front;
  back_state *b = e->back;
  const stream_rules *rules = e->rules;
  const back_end_view v = view_of(last, e->flush_cycles);
  const uint64_t at = v.youngest->issued + 1 + v.bubbles;
  take_off_younger(e, last, v.index, rules->words[c->index], t->stalls);
  if (v.bubbles == 0) leave_unflushed(e, v.youngest, t->stalls);
  else {
    b->latch[0][0] = sim_cause_BRANCH;
    b->latch[1][0] = v.bubbles == 1 ? v.youngest->word : sim_cause_BRANCH;
    b->execute_until[0] = v.youngest->issued + 1;
    b->access_until[0] = 0;
  }
  f->latch[STAGE_IF + 1] = v.index == 2 ? sim_cause_BRANCH : last[2].word;
  f->latch[STAGE_IF] = last[3].word;
  f->wrong_path = (last[3].word & WORD_MISPREDICTED) != 0;
  if (e->has_memory) {
    f->fetch_until = v.bubbles == 0 ? b->execute_until[0] : at;
    f->fetch_line = (rules->address + word_index(last[3].word) * INSTRUCTION_BYTES) >> e->k->fetch_line_shift;
  }
  const uint32_t issued = (uint32_t)is_valid(b->latch[0][0]) + (uint32_t)is_valid(b->latch[1][0]);
  const uint64_t retired = c->count - (HISTORY_LENGTH - 1 - v.index) - issued;
  f->retired += retired;
  t->retired += retired;
  t->busy += retired;
  hand_over_accesses(e->made, last, v.index + (v.bubbles != 0));
  return at;
}

RARE uint64_t leave_blocks(block_engine *e, const block_run *s, const block_history *c, const access_log *log,
                           uint64_t from, uint64_t branches, stall_counts *t) {
  front_state *f = e->front;
  const stream_rules *rules = e->rules;
  passed_instruction last[HISTORY_LENGTH] = {{0}};
  history_last(c, rules, e->k->load_use_cycles, last);
  leave_accesses(e, log, s->accessed);
  if (c->count <= REWOUND) { /* the latches already contain all passed instructions */
    hand_over_accesses(e->made, last, 0);
    return from;
  }
  /* The instruction leaves the access stage in the first cycle. A load in EX has its result at the end. */
  const uint64_t leaving = e->back->latch[1][0], first = e->back->latch[0][0];
  if (is_valid(leaving)) f->retired++, t->retired++, t->busy++;
  else t->stalls[leaving]++;
  if (first & WORD_LOAD) rules->ready[word_destination(first)] = 0;
  rules->ready[0] = 0;
  if (e->has_memory)
    state_of(one_machine(e->sim))->counters.caches[CACHE_L1I].accesses[rules->data.layer] += s->code_hits;
  if (!rules->given) *e->branch_draws = s->branch_draws;
  *e->k->branches += branches - branch_count(first);
  *e->k->mispredicted += s->mispredicted;
  const uint64_t lost_branch = s->mispredicted * e->flush_cycles;
  t->stalls[sim_cause_LOAD_USE] += (uint32_t)(s->time - (from - 1) - c->count - lost_branch - log->stalls);
  t->stalls[sim_cause_BRANCH] += (uint32_t)lost_branch;
  t->stalls[stall_of_access(e->has_memory)] += (uint32_t)log->stalls;
  f->fetched = rules->budget - s->left;
  f->next_index = s->index;
  if (branches != 0) {
    const uint32_t next = following(rules, s->last_branch);
    f->wrong_index = s->last_taken ? next : rules->targets[s->last_branch];
    if (s->last_taken && !(last[3].word & WORD_MISPREDICTED)) /* instructions fetched until the branch was resolved */
      for (uint32_t i = 0; i < e->flush_cycles; i++) f->wrong_index = following(rules, f->wrong_index);
  }
  return leave_latches(e, c, last, t);
}
