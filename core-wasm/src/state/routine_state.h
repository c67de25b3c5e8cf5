/* The code of routines as the machine holds it: words, blocks, drawn outcomes of branches. It is immutable after
 * create, except for the outcomes and for code that programs write. */
#ifndef SIM_ROUTINE_STATE_H
#define SIM_ROUTINE_STATE_H

#include "sim.h"

/* An instruction of a body, 32 bits:
 *   0-4 destination, 5-9 source1, 10-14 source2, 15-19 one bit for its kind (none: ALU), 20-22 its execute_class,
 *   23 WORD_CONDITION, 24-27 number of accessed words after the first, 30 taken. An instruction that stores and has a
 *   result has the bits of loads and of stores: its result arrives like that of a load.
 * In a latch the upper half contains the index in the body, and the flags below;
 * in a bubble WORD_VALID is clear and the low bits contain its sim_cause. */
enum {
  WORD_SOURCE1_SHIFT = 5,
  WORD_SOURCE2_SHIFT = 10,
  WORD_OPERATION_SHIFT = 15,
  WORD_CLASS_SHIFT = 20,
  WORD_MORE_SHIFT = 24,
  WORD_REGISTER_MASK = 31
};
/* Classes of instructions by their cycles in EX. */
enum execute_class {
  EXECUTE_PLAIN,
  EXECUTE_MULTIPLY,
  EXECUTE_DIVIDE,
  EXECUTE_STORE,
  EXECUTE_JUMP,
  EXECUTE_READ, /* programs: the value is read after IF: for a load in its access, else when it leaves EX */
  EXECUTE_WRITE = 7, /* a store to a device, which takes effect in its access; replaces the bits of EXECUTE_STORE */
  EXECUTE_CLASSES
};
#define WORD_LOAD (1u << 15)
#define WORD_STORE (1u << 16)
#define WORD_BRANCH (1u << 17)
#define WORD_MULTIPLY (1u << 18)
#define WORD_PREFETCH (1u << 19)
#define WORD_CONDITION (1u << 23) /* the next branch reads its result, and has to wait for it */
#define WORD_REDIRECTS (1u << 24) /* branches: predicted taken, see redirects() */
#define WORD_COMPARES (1u << 25)  /* branches, including those that fault: needs its operands one cycle before EX */
#define WORD_REFILLS WORD_CONDITION  /* loads and stores: its page is missing, and a refill issues before it */
#define WORD_MISPREDICTED (1u << 28) /* the instructions fetched after it will be flushed */
#define WORD_WRONG_PATH (1u << 29)   /* fetched after a mispredicted branch */
#define WORD_TAKEN (1u << 30)
#define WORD_VALID (1u << 31)
#define WORD_REFILL WORD_TAKEN       /* other instructions than branches: see is_refill() */

/* The predicted target is known when the branch leaves the stage of the prediction. */
static inline int redirects(uint64_t w) { return (w & WORD_BRANCH) && (w & WORD_REDIRECTS); }
/* An instruction of the routine that refills the TLB. It is in no body; its index counts from that routine's start. */
static inline int is_refill(uint64_t w) { return (w & (WORD_REFILL | WORD_BRANCH)) == WORD_REFILL; }
static inline int needs_refill(uint64_t w) { return (w & WORD_REFILLS) && (w & (WORD_LOAD | WORD_STORE)); }
static inline int compares_early(uint64_t w) { return (w & WORD_COMPARES) && !(w & (WORD_LOAD | WORD_STORE)); }
/* An AMO: it loads, then stores at the same address. (An SC also has both bits, but only one access.) */
static inline int is_atomic(uint64_t w) {
  return (w & WORD_LOAD) && (w & WORD_STORE) && (w & 15u << WORD_MORE_SHIFT) != 0;
}
/* The first access of an instruction in the access stage. */
static inline uint64_t first_access(uint64_t w) {
  return is_atomic(w) ? w & ~(uint64_t)(WORD_STORE | 15u << WORD_MORE_SHIFT) : w;
}
static inline uint64_t latched(uint32_t word, uint32_t index) { return word | WORD_VALID | (uint64_t)index << 32; }
static inline uint32_t word_destination(uint64_t w) { return (uint32_t)w & WORD_REGISTER_MASK; }
static inline uint32_t word_source1(uint64_t w) { return (uint32_t)w >> WORD_SOURCE1_SHIFT & WORD_REGISTER_MASK; }
static inline uint32_t word_source2(uint64_t w) { return (uint32_t)w >> WORD_SOURCE2_SHIFT & WORD_REGISTER_MASK; }
static inline uint32_t word_operation(uint64_t w) {
  const uint32_t bits = (uint32_t)w >> WORD_OPERATION_SHIFT & 31;
  return bits ? (uint32_t)sim_operation_LOAD + (uint32_t)__builtin_ctz(bits) : (uint32_t)sim_operation_ALU;
}
static inline uint32_t word_class(uint64_t w) { return (uint32_t)w >> WORD_CLASS_SHIFT & 7; }
/* Programs: the value is read, or the effect occurs, in the last cycle of the access. */
static inline int is_late_access(uint64_t w) {
  return word_class(w) == EXECUTE_WRITE || (word_class(w) == EXECUTE_READ && (w & WORD_LOAD));
}
static inline uint32_t word_more(uint64_t w) { return (uint32_t)w >> WORD_MORE_SHIFT & 15; }
static inline uint32_t word_index(uint64_t w) { return (uint32_t)(w >> 32); }

/* Streams of instructions: the routines; save and restore in words; a stream without hazards for routines in cycles,
 * if contexts share the pipeline. */
enum { STREAM_SAVE = SIM_ROUTINE_LIMIT, STREAM_RESTORE, STREAM_TIMED, STREAM_COUNT };
enum { INSTRUCTION_BYTES = 4, HALF_BYTES = 2 };

/* Consecutive instructions, up to and including a branch, the end of the body, or the limit of the words. Bit 0
 * stands for the first of them. */
typedef struct routine_block {
  uint64_t sums[2];      /* for a branch not taken, and one taken; equal without a branch; BLOCK_ACCESSES, .. */
  uint32_t successor[2]; /* offset of the next block in that case */
  uint32_t accesses;
  uint32_t writes;       /* bit 0 stands for the first access: 1 = it stores */
  uint32_t waits;        /* loads whose result the next instruction reads and waits for */
  uint8_t last_access;   /* cycles from the issue of the first access to the issue of the last one */
  uint8_t straight;      /* instructions from this one onwards, in one line of code, before a branch and before the last
                            one of the body; the maximum */
  uint8_t branches;      /* the last is a branch */
  uint8_t reserved;
} routine_block;

enum { BLOCK_LIMIT = 32 };

/* Fields of sums, so that the sums of many blocks are added at once: their first bits. No field overflows into the
 * next, because sums stop at limits that leave the highest bit of each field but the last free (BLOCK_FULL). */
enum {
  BLOCK_ACCESSES = 0,
  BLOCK_BRANCHES = 8,
  BLOCK_LENGTH = 16, /* 0: an instruction that takes several cycles, with BLOCK_LONG branches */
  BLOCK_CYCLES = 32, /* sum of the length and the waits */
  BLOCK_LINES = 48, /* lines of code after the first one, including the line of the successor; not for a body
                        that continues at address 0 */
  BLOCK_LONG = 64 /* more branches than the outcomes that are drawn */
};
#define BLOCK_FULL                                                                                                     \
  (0x80ull << BLOCK_ACCESSES | 0x80ull << BLOCK_BRANCHES | 0x8000ull << BLOCK_LENGTH | 0x8000ull << BLOCK_CYCLES)

static inline uint32_t sum_accesses(uint64_t sum) { return (uint8_t)(sum >> BLOCK_ACCESSES); }
static inline uint32_t sum_branches(uint64_t sum) { return (uint8_t)(sum >> BLOCK_BRANCHES); }
static inline uint32_t sum_length(uint64_t sum) { return (uint16_t)(sum >> BLOCK_LENGTH); }
static inline uint32_t sum_cycles(uint64_t sum) { return (uint16_t)(sum >> BLOCK_CYCLES); }
static inline uint32_t sum_lines(uint64_t sum) { return (uint16_t)(sum >> BLOCK_LINES); }

static inline uint32_t block_length(const routine_block *block) { return sum_length(block->sums[0]); }

typedef struct routine_code {
  uint32_t *words;   /* without WORD_VALID */
  uint16_t *targets; /* index after the branch at this index was taken; programs: index of the next instruction */
  uint64_t branch_key;
  uint32_t length;
  uint32_t end; /* number of indices; if the memory is executable, its indices follow the indices of code */
  uint32_t address;
  uint32_t taken_permille;
  uint32_t given; /* the code contains the outcomes of branches */
  uint8_t is_program;
  uint8_t extensions; /* extensions of its machine code: SIM_EXTENSION_A, .. */
  uint8_t is_compressed; /* it has one index for each half of a word, because an instruction may start there */
  uint8_t is_stepped; /* an instruction-driven run does not support all of its instructions */
  uint8_t are_early;       /* result of routine_branches_compare_early */
  uint8_t conditions_wait; /* marks for a branch directly after them */
  const uint32_t *image; /* its machine code, as in memory */
  uint32_t *written;     /* the code in the state, if a program may store to it; otherwise NULL */
  const uint8_t *memory; /* programs, with `written` */
  const uint32_t *program; /* its instructions by index; the lowest two bits of a 16-bit instruction are 0 here */
  uint8_t *operations; /* programs: the rv32_operation at each index */
  const routine_block *blocks; /* by index; not for stepped cores */
} routine_code;

/* Outcomes of branches that were drawn together, bits by number. Each outcome depends on its number alone. */
typedef struct drawn_outcomes {
  uint64_t until; /* number after the last outcome; 0: none */
  uint32_t taken;
  uint32_t reserved;
} drawn_outcomes;

#endif
