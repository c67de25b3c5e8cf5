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

void history_last(const course *c, const stream_rules *rules, uint32_t late, passed_instruction last[RING]) {
  uint32_t index = c->index, marks = c->mark_count;
  uint64_t time = c->time, word = rules->words[index];
  for (uint32_t i = 0; i < RING && i < c->count; i++) {
    passed_instruction *p = &last[RING - 1 - i];
    const mark *m = &c->marks[(marks - 1) % RING];
    if (marks > 0 && m->left == c->left + 1 + i) {
      marks--;
      index = m->index;
      *p = (passed_instruction){
          .word = latched((rules->words[index] & ~WORD_TAKEN) | m->flags, index),
          .issued = m->issued,
          .accessed = m->accessed,
      };
    } else {
      index = before(rules, index);
      p->word = latched(rules->words[index], index);
      p->issued = time - 1 - waits_for(word, brought_by(p->word, late));
      p->accessed = is_access(p->word) ? p->issued + 2 : 0;
    }
    time = p->issued;
    word = p->word;
  }
}
