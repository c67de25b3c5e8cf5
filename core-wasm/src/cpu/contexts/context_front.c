#include "cpu/contexts/multi_context.h"

/* Sets how many fetches from the next instruction on need only the next word: same line, no branch, within the
 * budget. `fetched` instructions were fetched before. The next fetch is not before cycle `next`. */
static void aim(const sim *sim, issue_queue *q, uint32_t i, uint64_t fetched, uint64_t next) {
  context_slot *own = &q->of[i];
  const front_state *f = own->front;
  const stream_rules *rules = own->rules;
  own->in_line = 0;
  own->fetched_after = fetched;
  if (f->draining) return;
  if (f->wrong_path) {
    own->in_line = rules->blocks[own->next_index].straight;
    return;
  }
  if (q->has_memory && sim->memory.has[CACHE_L1I]) {
    const uint32_t pc = rules->address + own->next_index * INSTRUCTION_BYTES;
    if (pc >> q->k.fetch_line_shift != f->fetch_line) return;
    /* words of a line that is still being filled are requested one by one */
    if (core_at(sim, q->core)->fills[FILL_STREAM][i].until > next) return;
  }
  own->in_line = (uint32_t)earlier(rules->blocks[own->next_index].straight, rules->budget - fetched);
  own->fetched_after += own->in_line;
}

void slot_load_front(const sim *sim, issue_queue *q, uint32_t i, uint64_t next) {
  context_slot *own = &q->of[i];
  const front_state *f = own->front;
  own->in_if = f->latch[STAGE_IF];
  own->fetch_until = SIM_NEVER;
  if (is_valid(own->in_if)) {
    own->in_if |= own->number;
    own->fetch_until = q->has_memory ? f->fetch_until : 0;
  }
  own->next_index = f->next_index;
  if (f->wrong_path) enter_wrong_path(own, f->wrong_index);
  aim(sim, q, i, f->fetched, is_valid(own->in_if) ? later(next, own->fetch_until) : next);
}

void slot_store_front(const sim *sim, issue_queue *q, uint32_t i) {
  const context_slot *own = &q->of[i];
  front_state *f = own->front;
  if (f->wrong_path) {
    f->wrong_index = own->next_index;
    return;
  }
  const uint64_t fetched = own->fetched_after - own->in_line;
  if (q->has_memory && !sim->memory.has[CACHE_L1I] && fetched != f->fetched)
    f->fetch_line = own->rules->address + (own->next_index - 1) * INSTRUCTION_BYTES;
  f->fetched = fetched;
  f->next_index = own->next_index;
}

/* Fetches a branch of the correct path that is predicted not taken. Returns its word. */
static uint32_t fetch_branch(issue_queue *q, uint32_t i, uint32_t index) {
  context_slot *own = &q->of[i];
  const runner *r = &q->runners[i];
  const uint32_t word = r->rules->words[index], target = r->rules->targets[index];
  if (!branch_is_taken(r, word)) {
    r->front->wrong_index = target;
    return word & ~WORD_TAKEN;
  }
  const uint32_t wrong = own->next_index;
  r->front->wrong_index = wrong;
  own->next_index = target;
  enter_wrong_path(own, wrong);
  return word | WORD_TAKEN | WORD_MISPREDICTED;
}

/* First cycle in which the instruction at `index` may leave IF. */
static uint64_t fetched_at(sim *sim, issue_queue *q, uint32_t i, uint32_t index, uint64_t cycle) {
  const context_slot *own = &q->of[i];
  front_state *f = own->front;
  const uint32_t pc = own->rules->address + index * INSTRUCTION_BYTES;
  const uint64_t line = pc >> q->k.fetch_line_shift;
  if (line == f->fetch_line) {
    return core_at(sim, q->core)->fills_until > cycle ? memory_streamed(sim, q->core, i, pc, cycle) : cycle + 1;
  }
  f->fetch_line = line;
  const data_rules *data = &own->rules->data;
  if (q->code_fits_fast_l1 && !data->is_illustration && core_at(sim, q->core)->fills_until <= cycle &&
      code_port_hits(&q->code, pc)) {
    state_of(sim)->counters.caches[CACHE_L1I].accesses[data->layer]++;
    return cycle + 1;
  }
  return memory_fetch(sim, q->core, i, data, pc, cycle);
}

/* Makes the frequent fetches that need more than the next word: from a line that hits in place, and branches.
 * Returns 0, and changes nothing, for others. No branch depends on the outcome, which the host could not predict. */
INLINE int fetch_fast(sim *sim, issue_queue *q, context_slot *own, uint32_t i, uint64_t cycle) {
  front_state *f = own->front;
  const stream_rules *rules = own->rules;
  const uint64_t fetched = own->fetched_after - own->in_line + 1;
  if (!own->fetches_fast || f->wrong_path || f->draining || fetched > rules->budget) return 0;
  const uint32_t index = own->next_index, shift = q->k.fetch_line_shift;
  const uint32_t pc = rules->address + index * INSTRUCTION_BYTES;
  if (q->has_memory) {
    if (core_at(sim, q->core)->fills_until > cycle) return 0;
    const uint32_t is_new = pc >> shift != f->fetch_line; /* no branch: both values are common */
    if (is_new & (uint32_t)!code_port_hits_first(&q->code, pc)) return 0;
    f->fetch_line = pc >> shift;
    *own->code_accesses += is_new;
  }
  const uint32_t next = following(rules, index);
  uint32_t word = own->words[index], taken = 0;
  if (word & WORD_BRANCH) { /* predicted not taken: the next instruction is fetched, on either path */
    taken = (uint32_t)branch_is_taken(&q->runners[i], word);
    f->wrong_index = f->next_index = rules->targets[index];
    f->wrong_path = taken;
    word = (word & ~WORD_TAKEN) | (taken * (WORD_TAKEN | WORD_MISPREDICTED));
  }
  own->in_if = latched(word, index) | own->number;
  own->number |= taken * WORD_WRONG_PATH;
  own->fetch_until = q->has_memory ? cycle + 1 : 0;
  own->next_index = next;
  f->fetched = fetched;
  const int goes_on = taken | !q->has_memory | ((pc + (next - index) * INSTRUCTION_BYTES) >> shift == f->fetch_line);
  own->in_line = goes_on ? (uint32_t)earlier(rules->blocks[next].straight, rules->budget - fetched) : 0;
  own->fetched_after = fetched + own->in_line;
  return 1;
}

void fetch_any(sim *sim, issue_queue *q, uint32_t i, uint64_t cycle) {
  context_slot *own = &q->of[i];
  if (fetch_fast(sim, q, own, i, cycle)) return;
  front_state *f = own->front;
  const stream_rules *rules = own->rules;
  const uint64_t fetched = own->fetched_after - own->in_line;
  own->fetch_until = q->has_memory ? cycle + 1 : 0;
  if (f->draining || (!f->wrong_path && fetched == rules->budget)) {
    own->in_if = sim_cause_FILL;
    own->fetch_until = SIM_NEVER;
    return;
  }
  if (f->wrong_path) {
    const uint32_t index = own->next_index;
    own->next_index = following(rules, index);
    own->in_line = rules->blocks[own->next_index].straight;
    own->in_if = latched(own->words[index] & ~WORD_TAKEN, index) | own->number;
    return;
  }
  const uint32_t index = own->next_index;
  const uint64_t number = own->number;
  uint32_t word = own->words[index];
  own->next_index = following(rules, index);
  if (word & WORD_BRANCH) word = fetch_branch(q, i, index);
  own->in_if = latched(word, index) | number;
  f->fetched = fetched + 1;
  if (q->has_memory) own->fetch_until = fetched_at(sim, q, i, index, cycle);
  aim(sim, q, i, fetched + 1, own->fetch_until);
}

void slot_advance_front(sim *sim, issue_queue *q, uint32_t i, uint64_t cycle) {
  context_slot *own = &q->of[i];
  if (is_valid(own->in_if) && own->fetch_until > cycle) own->in_id = sim_cause_FETCH_MISS;
  else {
    own->in_id = own->in_if;
    if (!fetch_next_word(own, q->has_memory, cycle)) fetch_any(sim, q, i, cycle);
  }
  slot_reconsider(q, q->has_memory && q->k.non_blocking, i, cycle + 1);
}
