/* What a cpu is doing: one phase at a time, on the context that its pointer names. A core whose contexts take
 * turns by events is one cpu; where they share the pipeline cycle by cycle each context is a cpu of its own. */
#ifndef SIM_CPU_H
#define SIM_CPU_H

#include "base/topology.h"
#include "sim.h"

enum cpu_phase {
  PHASE_IDLE,
  PHASE_START,            /* takes no time: the first steps of a thread run when its first cycle begins */
  PHASE_RUN_CYCLES,       /* a routine given in cycles */
  PHASE_RUN_INSTRUCTIONS, /* a routine given in instructions */
  PHASE_SPIN,             /* the cycle that a thread spends after too many steps in no time */
  PHASE_DRAIN_CYCLES,     /* drain of a routine given in cycles */
  PHASE_DRAIN_INSTRUCTIONS,
  PHASE_ENTRY,
  PHASE_SAVE_CYCLES,
  PHASE_SAVE_WORDS,
  PHASE_RESTORE_CYCLES,
  PHASE_RESTORE_WORDS,
  PHASE_SWITCH            /* the scheduler gives a context to another thread */
};

/* Stages: the front ones belong to the stream, from fetch to the one that issues; the others to the core. */
enum {
  FRONT_LIMIT = 8,
  BACK_LIMIT = 10,
  LANE_LIMIT = SIM_ISSUE_LIMIT,
  STAGE_IF = 0
};

/* State holds no padding: its bytes are hashed and saved. */
#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"

typedef struct cpu_activity {
  uint64_t begin;     /* first cycle of the phase; of a run: since start or resume */
  uint64_t end;       /* first cycle after it, SIM_NEVER while not known */
  uint64_t done;      /* of the routine's budget, when the phase began */
  uint64_t budget;
  uint64_t nullified; /* fetches that this execution lost to recognitions before */
  uint64_t ran;       /* drain: cycles since start or resume at recognition */
  uint8_t phase;
  uint8_t thread;     /* runs, or will run when entry, save or restore is over; SIM_NONE_8 when idle */
  uint8_t context;    /* the pointer */
  uint8_t entry_step;
  uint8_t routine;
  uint8_t resumed;    /* recognition waits until one instruction is beyond IF */
  uint8_t recognised; /* an interrupt was recognised at the end: what was in IF is nullified */
  uint8_t layer;      /* that the routine's cycles are accounted to */
} cpu_activity;

/* What a stream keeps from cycle to cycle; held in registers while the pipeline runs. */
typedef struct front_state {
  uint64_t fetched;            /* instructions on the right path */
  uint64_t retired;
  uint64_t fetch_until;        /* first cycle in which IF may be left; SIM_NEVER: its page is missing */
  uint64_t fetch_line;         /* where it fetched last, in L1I lines; all ones: nowhere yet */
  uint64_t latch[FRONT_LIMIT]; /* the instruction in the stage in the last cycle; see routine_state.h */
  uint32_t next_index;         /* of the body: the next instruction to fetch, */
  uint32_t wrong_index;        /* or the next on the wrong path, */
  uint32_t wrong_path;         /* while a mispredicted branch is not resolved */
  uint32_t draining;           /* nothing more is fetched */
  uint32_t predicted_index;    /* of the body: where a branch with WORD_REDIRECTS was predicted to go */
  uint16_t refilled;           /* instructions of a refill of the TLB that have been issued, */
  uint16_t refilling;          /* and those that have not retired */
  uint64_t refill_at;          /* first cycle in which it issues; 0: none has begun */
  uint32_t fetched_bits;       /* of a program that may be written: the instruction in IF as it was fetched; else 0 */
  uint32_t reserved;
} front_state;

typedef struct stream_state {
  front_state front;
  uint64_t ready[32]; /* first cycle in which an instruction that reads the register may be issued */
  uint64_t budget;    /* instructions of the stream */
  uint8_t stream;
  uint8_t fresh;      /* the latches are those of the stream before */
  uint8_t context;    /* whose registers `ready` is about */
  uint8_t reserved;
  uint32_t moved;     /* registers saved or restored so far */
} stream_state;

/* From EX on. What was issued together moves together: a stage is left when all of it can leave. */
typedef struct back_state {
  uint64_t access_until[LANE_LIMIT]; /* first cycle in which the access stage may be left; SIM_NEVER: waits for bus */
  uint64_t missed_from;              /* the access stage is held because of a miss from then on; SIM_NEVER: of none */
  uint64_t execute_until[LANE_LIMIT]; /* first cycle in which EX may be left */
  uint64_t latch[BACK_LIMIT][LANE_LIMIT];
  uint8_t owner[BACK_LIMIT][LANE_LIMIT]; /* the core's stream that it belongs to */
} back_state;

/* A line on its way into an L1. */
typedef struct fill_state {
  uint64_t until;
  uint32_t line;
  uint8_t from_part; /* code: the first that comes */
  uint8_t coming;    /* FILL_AT_ONCE, .. */
  uint8_t from_byte; /* FILL_BY_WORDS: of what the bus brings, the first that comes */
  uint8_t reserved;
} fill_state;

enum {
  FILL_AT_ONCE,
  FILL_BY_PARTS, /* sub-blocks, up to the end of the line */
  FILL_BY_WORDS  /* of a whole line, round from the first that comes */
};

/* Of a context: its last data miss and prefetch, and the miss before, whose line may still come; the code that its
 * stream takes from; its last code misses, of which some may have been given up (a branch, an interrupt). */
enum {
  FILL_DATA, FILL_PREFETCH, FILL_REST, FILL_STREAM, FILL_CODE, FILL_CODE_COUNT = 4,
  FILL_KINDS = FILL_CODE + FILL_CODE_COUNT
};

/* A line on its way into the L2. */
typedef struct l2_fill {
  uint64_t until;
  uint32_t line;
  uint32_t reserved;
} l2_fill;

typedef struct core_state {
  back_state back;
  uint64_t missed_until[SIM_CORE_CONTEXT_LIMIT]; /* first cycle in which the data of a context's last miss are there */
  uint64_t store_until[SIM_STORE_BUFFER_LIMIT];  /* first cycle in which the entry is free */
  uint64_t fills_until;                          /* the latest end of a fill */
  uint64_t code_until[SIM_CORE_CONTEXT_LIMIT];   /* the end of a context's last fill of code, 0: none */
  fill_state fills[FILL_KINDS][SIM_CORE_CONTEXT_LIMIT];
  uint64_t switched_at;               /* first cycle in which the core can issue again */
  uint8_t turn;                       /* context after the one that issued last */
  uint8_t issuer;                     /* context that issued last and was not switched from, or SIM_NONE_8 */
  uint8_t reserved[6];
  uint8_t credit[SIM_CORE_CONTEXT_LIMIT]; /* weighted round robin: issues left in this round */
} core_state;

enum cpu_switching { SWITCHING_NOT, SWITCHING_THREADS, SWITCHING_AT_TICK, SWITCHING_TO_TRAP };

typedef struct cpu_state {
  cpu_activity now;
  cpu_activity last;       /* what the last finished cycle belonged to, for the picture of the machine */
  uint64_t slice_end;      /* of the thread that runs, SIM_NEVER without one */
  uint64_t preemptions;    /* numbers the activities by the time they were preempted */
  uint16_t entry_taken[8]; /* cycles of each step of the present or last entry, by sim_entry_step */
  uint32_t release;        /* closed traffic (bits) waits until an activity has control again */
  uint8_t saving;          /* thread whose registers are being saved */
  uint8_t interrupted;     /* thread that the present entry interrupted, or would be resumed else */
  uint8_t resuming;        /* save and restore lead back to an activity, not to a start */
  uint8_t unreturned;      /* thread that begins to run although nothing has returned to it */
  uint8_t switching;       /* the drain leads to the scheduler, not to an entry: cpu_switching */
  uint8_t tick_due;        /* the scheduler's tick has come and has not been worked on */
  uint8_t reserved[6];
  stream_state stream;
} cpu_state;

#pragma GCC diagnostic pop

#endif
