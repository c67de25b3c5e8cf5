#include "cpu/blocks/issue_course.h"

void issue_new_base(course *c, const routine_block *blocks, uint64_t time, uint64_t left) {
  for (uint32_t i = 0; i < RING; i++) {
    const uint32_t place = c->passed[i].place;
    const uint64_t sum = c->passed[i].sum;
    if (place & PLACE_MARKED) continue;
    c->passed[i].place = PLACE_MARKED;
    c->marks[i] = (mark){
        .left = c->base_left - sum_length(sum) + 1,
        .issued = c->base_time + sum_cycles(sum) - 1,
        .index = place_last(blocks, place),
        .flags = place_flags(place),
    };
  }
  c->base_time = time;
  c->base_left = left;
}

static uint32_t before(const stream_rules *rules, uint32_t index) { return (index == 0 ? rules->length : index) - 1; }

/* The last four of the course, as far as it has so many, from the last back. */
static void go_back(const flight *f, const course *c, uint32_t late, passage *at) {
  const stream_rules *rules = f->r->rules;
  uint32_t index = c->index, marks = c->mark_count;
  uint64_t time = c->time, word = rules->words[index];
  for (uint32_t i = 0; i < RING && i < c->count; i++) {
    passage *p = &at[RING - 1 - i];
    passage_begin(p, 0);
    const mark *m = &c->marks[(marks - 1) % RING];
    if (marks > 0 && m->left == c->left + 1 + i) {
      marks--;
      index = m->index;
      p->word = latched((rules->words[index] & ~WORD_TAKEN) | m->flags, index);
      p->accessed = m->accessed;
      time = m->issued;
    } else {
      index = before(rules, index);
      p->word = latched(rules->words[index], index);
      time -= 1 + waits_for(word, brought_by(p->word, late));
      p->accessed = is_access(p->word) ? time + 2 : 0;
    }
    p->in[IN_EXECUTE] = time;
    word = p->word;
  }
}

void issue_hand_over(flight *f, const course *c, int has_memory, int misses, uint32_t late, uint32_t flush_cycles,
                     tally *t) {
  passage at[RING];
  const uint32_t old = c->count < RING ? RING - (uint32_t)c->count : 0;
  for (uint32_t i = 0; i < old; i++) passage_copy(&at[i], &f->at[c->count + i]);
  go_back(f, c, late, at);
  at[0].in[IN_DECODE] = at[0].in[IN_EXECUTE] - 1;
  at[0].in[IN_ACCESS] = at[0].in[IN_EXECUTE] + 1;
  at[0].in[IN_WRITE_BACK] = later(at[0].in[IN_EXECUTE] + 2, at[0].accessed);
  uint64_t time_before = at[0].in[IN_EXECUTE];
  for (uint32_t i = 1; i < RING; i++) {
    const passage *before = &at[i - 1];
    const uint64_t time = at[i].in[IN_EXECUTE];
    const uint32_t waits = waits_for(at[i].word, brought_by(before->word, late));
    const int was_flushed = (before->word & WORD_MISPREDICTED) != 0;
    if (at[i].accessed > time + 2) t->lost[held_by(has_memory)] -= (uint32_t)(at[i].accessed - time - 2);
    if (i > 1) t->lost[sim_cause_LOAD_USE] -= waits;
    if (i > 1 && was_flushed) t->lost[sim_cause_BRANCH] -= flush_cycles;
    if (i >= old) at[i].fetched = was_flushed ? time - 1 - waits : 0;
    if (at[i].in[IN_DECODE] == SIM_NEVER) at[i].in[IN_DECODE] = was_flushed ? time - 1 - waits : before->in[IN_EXECUTE];
    /* Behind a miss he has come to EX already, unless he needs its data. */
    if (before->accessed > time_before + 2 && !waits_for(at[i].word, brought_by(before->word, 1)))
      at[i].in[IN_EXECUTE] = time_before + 1;
    time_before = time;
  }
  at[3].in[IN_DECODE] = SIM_NEVER;
  at[3].misses = (uint64_t)misses;
  if (at[3].word & WORD_MISPREDICTED) t->lost[sim_cause_BRANCH] -= flush_cycles;
  if (!misses) t->lost[sim_cause_LOAD_USE] -= waits_for(f->r->rules->words[c->index], brought_by(at[3].word, late));
  /* Those before have been read, or are there. */
  for (uint32_t i = old; i < RING; i++) {
    const uint32_t destination = word_destination(at[i].word);
    const uint64_t there = at[i].accessed == 0 ? SIM_NEVER : at[i].accessed - 1 + late;
    if (destination != 0) f->r->rules->ready[destination] = at[i].word & WORD_LOAD ? there : 0;
  }
  for (uint32_t i = 0; i < RING; i++) passage_copy(&f->at[i], &at[i]);
}
