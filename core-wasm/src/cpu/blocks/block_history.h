/* The last part of a run of blocks: it allows the reconstruction of the last four instructions, which are still in
 * the pipeline. */
#ifndef SIM_BLOCK_HISTORY_H
#define SIM_BLOCK_HISTORY_H

#include "cpu/step/pipeline.h"

enum { HISTORY_LENGTH = 4, NO_REGISTER = 32 };

/* Register that a load writes one cycle later than others, or NO_REGISTER. */
INLINE uint32_t load_destination(uint64_t word, uint32_t late) {
  const uint32_t destination = word_destination(word);
  return (word & WORD_LOAD) && destination != 0 && late ? destination : NO_REGISTER;
}

INLINE uint32_t waits_for_register(uint64_t word, uint32_t brought) {
  return word_source1(word) == brought || word_source2(word) == brought;
}

/* Cause of the additional cycles of an access that takes longer than a hit. */
INLINE enum sim_cause stall_of_access(int has_memory) { return has_memory ? sim_cause_DATA_MISS : sim_cause_BUS; }

static inline int is_access(uint64_t word) { return (word & (WORD_LOAD | WORD_STORE)) != 0; }

/* An instruction and the cycle of its issue. */
typedef struct passed_instruction {
  uint64_t word;     /* the word as in a latch */
  uint64_t issued;
  uint64_t accessed; /* first cycle in which it may leave the access stage; 0: no access was made */
} passed_instruction;

/* A branch, or an access that missed. */
typedef struct history_event {
  uint64_t left; /* cycles of the budget left before this instruction */
  uint64_t issued, accessed;
  uint32_t index, flags; /* WORD_TAKEN, WORD_MISPREDICTED */
} history_event;

/* A block that pass_known_blocks has passed. */
typedef struct history_block {
  uint64_t sum;   /* packed totals from the base to the end of this block */
  uint32_t place; /* offset of the block, with PLACE_TAKEN; PLACE_IN_EVENT: `events` has it */
  uint32_t reserved;
} history_block;

/* The latest branches and missed accesses. Between two of them instructions follow each other in program order, one a
 * cycle plus load-use delays. */
typedef struct block_history {
  history_event events[HISTORY_LENGTH]; /* entry number modulo HISTORY_LENGTH */
  history_block blocks_passed[HISTORY_LENGTH];
  uint32_t event_count;
  uint32_t index; /* index of the next instruction */
  uint64_t left;
  uint64_t time;  /* cycle of the next issue */
  uint64_t count;
  uint64_t base_left, base_time; /* cycle and remaining budget at which the packed totals are 0 */
} block_history;

enum { PLACE_TAKEN = 1, PLACE_IN_EVENT = 2 };
_Static_assert(sizeof(routine_block) % 8 == 0, "an offset leaves these bits free");

INLINE uint32_t place_index(uint32_t place) { return place / (uint32_t)sizeof(routine_block); }
/* Index of the last instruction of the block: its branch. */
INLINE uint32_t place_last(const routine_block *blocks, uint32_t place) {
  return place_index(place) + block_length(&blocks[place_index(place)]) - 1;
}
INLINE uint32_t place_flags(uint32_t place) {
  return place & PLACE_TAKEN ? WORD_TAKEN | WORD_MISPREDICTED : 0;
}

INLINE void note_event(block_history *c, uint64_t left, uint64_t issued, uint64_t accessed, uint32_t index,
                       uint32_t flags) {
  const uint32_t i = c->event_count++ % HISTORY_LENGTH;
  c->blocks_passed[i].place = PLACE_IN_EVENT;
  c->events[i] = (history_event){.left = left, .issued = issued, .accessed = accessed, .index = index, .flags = flags};
}

/* Converts packed totals into events and makes (time, left) the base. */
void history_rebase(block_history *c, const routine_block *blocks, uint64_t time, uint64_t left);

/* Fills in the last min(count, HISTORY_LENGTH) instructions, the youngest in last[HISTORY_LENGTH - 1]. `late`:
 * cycles of the load-use delay. */
void history_last(const block_history *c, const stream_rules *rules, uint32_t late,
                  passed_instruction last[HISTORY_LENGTH]);

#endif
