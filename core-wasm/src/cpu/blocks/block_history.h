/* What a smooth stretch has done, and how the four passages of a flight follow from it. */
#ifndef SIM_BLOCK_HISTORY_H
#define SIM_BLOCK_HISTORY_H

#include "cpu/step/pipeline_run.h"

enum { HISTORY_LENGTH = 4, NO_REGISTER = 32 };

/* The register that a load brings late. */
HOT uint32_t load_destination(uint64_t word, uint32_t late) {
  const uint32_t destination = word_destination(word);
  return (word & WORD_LOAD) && destination != 0 && late ? destination : NO_REGISTER;
}

HOT uint32_t waits_for_register(uint64_t word, uint32_t brought) {
  return word_source1(word) == brought || word_source2(word) == brought;
}

/* What the cycles are lost to in which an access takes longer. */
HOT enum sim_cause stall_of_access(int has_memory) { return has_memory ? sim_cause_DATA_MISS : sim_cause_BUS; }

static inline int is_access(uint64_t word) { return (word & (WORD_LOAD | WORD_STORE)) != 0; }

/* One of the last instructions that were passed. */
typedef struct passed_instruction {
  uint64_t word;     /* as in a latch */
  uint64_t issued;
  uint64_t accessed; /* first cycle in which the access stage may be left; 0: no access was made */
} passed_instruction;

/* A branch, or an access that missed. */
typedef struct history_event {
  uint64_t left; /* of the budget, before it */
  uint64_t issued, accessed;
  uint32_t index, flags; /* WORD_TAKEN, WORD_MISPREDICTED */
} history_event;

/* One that was passed with others. */
typedef struct history_block {
  uint64_t sum;   /* of what was done since the base, with it */
  uint32_t place; /* of it, with PLACE_TAKEN; PLACE_MARKED: the mark says it */
  uint32_t reserved;
} history_block;

/* What was done last: from the marks on every instruction has followed the one before it. The branch of a block that
 * was passed with others is noted by the sum of what was done since the base, and its block. */
typedef struct block_history {
  history_event events[HISTORY_LENGTH]; /* by number modulo RING */
  history_block blocks_passed[HISTORY_LENGTH];
  uint32_t event_count;
  uint32_t index; /* of the next instruction */
  uint64_t left;
  uint64_t time;  /* in which it would be issued */
  uint64_t count;
  uint64_t base_left, base_time; /* what was left, and the cycle, where sums are 0 */
} block_history;

enum { PLACE_TAKEN = 1, PLACE_IN_EVENT = 2 };
_Static_assert(sizeof(routine_block) % 8 == 0, "an offset leaves these bits free");

HOT uint32_t place_index(uint32_t place) { return place / (uint32_t)sizeof(routine_block); }
/* Of the branch. */
HOT uint32_t place_last(const routine_block *blocks, uint32_t place) {
  return place_index(place) + block_length(&blocks[place_index(place)]) - 1;
}
HOT uint32_t place_flags(uint32_t place) {
  return place & PLACE_TAKEN ? WORD_TAKEN | WORD_MISPREDICTED : 0;
}

HOT void note_event(block_history *c, uint64_t left, uint64_t issued, uint64_t accessed, uint32_t index,
                    uint32_t flags) {
  const uint32_t i = c->event_count++ % HISTORY_LENGTH;
  c->blocks_passed[i].place = PLACE_IN_EVENT;
  c->events[i] = (history_event){.left = left, .issued = issued, .accessed = accessed, .index = index, .flags = flags};
}

/* What sums say comes into the marks; from now on they count from here. */
void history_rebase(block_history *c, const routine_block *blocks, uint64_t time, uint64_t left);

/* The last instructions, the youngest last: as many as there are, the others stay as they are. */
void history_last(const block_history *c, const stream_rules *rules, uint32_t late,
                  passed_instruction last[HISTORY_LENGTH]);

#endif
