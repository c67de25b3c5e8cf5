#include "cpu/blocks/block_history.h"

void history_rebase(block_history *c, const routine_block *blocks, uint64_t time, uint64_t left) {
  for (uint32_t i = 0; i < HISTORY_LENGTH; i++) {
    const uint32_t place = c->blocks_passed[i].place;
    const uint64_t sum = c->blocks_passed[i].sum;
    if (place & PLACE_IN_EVENT) continue;
    c->blocks_passed[i].place = PLACE_IN_EVENT;
    c->events[i] = (history_event){
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

void history_last(const block_history *c, const stream_rules *rules, uint32_t late,
                  passed_instruction last[HISTORY_LENGTH]) {
  uint32_t index = c->index, count = c->event_count;
  uint64_t time = c->time, word = rules->words[index];
  for (uint32_t i = 0; i < HISTORY_LENGTH && i < c->count; i++) {
    passed_instruction *p = &last[HISTORY_LENGTH - 1 - i];
    const history_event *m = &c->events[(count - 1) % HISTORY_LENGTH];
    if (count > 0 && m->left == c->left + 1 + i) {
      count--;
      index = m->index;
      *p = (passed_instruction){
          .word = latched((rules->words[index] & ~WORD_TAKEN) | m->flags, index),
          .issued = m->issued,
          .accessed = m->accessed,
      };
    } else {
      index = before(rules, index);
      p->word = latched(rules->words[index], index);
      p->issued = time - 1 - waits_for_register(word, load_destination(p->word, late));
      p->accessed = is_access(p->word) ? p->issued + 2 : 0;
    }
    time = p->issued;
    word = p->word;
  }
}
