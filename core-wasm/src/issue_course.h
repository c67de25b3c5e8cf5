/* What a smooth stretch has done, and how the four passages of a flight follow from it. */
#ifndef SIM_ISSUE_COURSE_H
#define SIM_ISSUE_COURSE_H

#include "issue_end.h"

enum { RING = 4, NO_REGISTER = 32 };

/* The register that a load brings late. */
HOT uint32_t brought_by(uint64_t word, uint32_t late) {
  const uint32_t destination = word_destination(word);
  return (word & WORD_LOAD) && destination != 0 && late ? destination : NO_REGISTER;
}

HOT uint32_t waits_for(uint64_t word, uint32_t brought) {
  return word_source1(word) == brought || word_source2(word) == brought;
}

/* What the cycles are lost to in which an access takes longer. */
HOT enum sim_cause held_by(int has_memory) { return has_memory ? sim_cause_DATA_MISS : sim_cause_BUS; }

/* A branch, or an access that missed. */
typedef struct mark {
  uint64_t left; /* of the budget, before it */
  uint64_t issued, accessed;
  uint32_t index, flags; /* WORD_TAKEN, WORD_MISPREDICTED */
} mark;

/* What was done last: from the marks on every instruction has followed the one before it. */
typedef struct course {
  mark marks[RING]; /* by number modulo RING */
  uint32_t mark_count;
  uint32_t index; /* of the next instruction */
  uint64_t left;
  uint64_t time;  /* in which it would be issued */
  uint64_t count;
} course;

HOT void set_mark(course *c, uint64_t left, uint64_t issued, uint64_t accessed, uint32_t index, uint32_t flags) {
  c->marks[c->mark_count++ % RING] =
      (mark){.left = left, .issued = issued, .accessed = accessed, .index = index, .flags = flags};
}

/* The last four are those of the course, as far as it has so many. What the last three have lost is billed by who goes
 * on. */
void issue_hand_over(flight *f, const course *c, int has_memory, int misses, uint32_t late, uint32_t flush_cycles,
                     tally *t);

#endif
