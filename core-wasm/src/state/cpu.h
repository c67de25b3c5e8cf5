/* The state of a cpu: one phase at a time, on the context that its pointer names. A core whose contexts take turns by
 * events is one cpu. If contexts share the pipeline cycle by cycle, each context is a cpu of its own. */
#ifndef SIM_CPU_H
#define SIM_CPU_H

#include "base/topology.h"
#include "sim.h"

enum cpu_phase {
  PHASE_IDLE,
  PHASE_START,            /* takes no cycle: the first steps of a thread run when its first cycle begins */
  PHASE_RUN_CYCLES,       /* a routine given in cycles */
  PHASE_RUN_INSTRUCTIONS, /* a routine given in instructions */
  PHASE_SPIN,             /* the one cycle that a thread spends after too many steps without a cycle */
  PHASE_DRAIN_CYCLES,     /* drain of a routine given in cycles */
  PHASE_DRAIN_INSTRUCTIONS,
  PHASE_ENTRY,
  PHASE_SAVE_CYCLES,
  PHASE_SAVE_WORDS,
  PHASE_RESTORE_CYCLES,
  PHASE_RESTORE_WORDS,
  PHASE_SWITCH            /* the scheduler gives a context to another thread */
};

/* Pipeline stages. The front stages, from fetch to issue, belong to the stream; the others belong to the core. */
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
  uint64_t begin;     /* first cycle of the phase; in a run: of the run since its start or last resume */
  uint64_t end;       /* first cycle after the phase, SIM_NEVER while unknown */
  uint64_t done;      /* cycles or instructions of the routine's budget that were done when the phase began */
  uint64_t budget;
  uint64_t nullified; /* fetches that earlier recognitions took from this execution */
  uint64_t ran;       /* drain: cycles from the start or resume of the run to the recognition */
  uint8_t phase;
  uint8_t thread;     /* the thread that runs, or will run after entry, save or restore; SIM_NONE_8 when idle */
  uint8_t context;    /* the pointer: the context that the cpu works on */
  uint8_t entry_step;
  uint8_t routine;
  uint8_t resumed;    /* the thread was resumed: recognition waits until one instruction has left IF */
  uint8_t recognised; /* interrupt recognised at the end of the last cycle: stages, from IF on, that are nullified */
  uint8_t layer;      /* layer that the routine's cycles are accounted to */
} cpu_activity;

/* State that a stream keeps from cycle to cycle. Registers hold it while the pipeline runs. */
typedef struct front_state {
  uint64_t fetched;            /* instructions on the right path */
  uint64_t retired;
  uint64_t fetch_until;        /* first cycle in which an instruction may leave IF; SIM_NEVER: its page is missing */
  uint64_t fetch_line;         /* L1I line of the last fetch; all ones: no fetch yet */
  uint64_t latch[FRONT_LIMIT]; /* instruction in each stage in the last cycle; format: routine_state.h */
  uint32_t next_index;         /* index in the body of the next instruction to fetch */
  uint32_t wrong_index;        /* the same on the wrong path */
  uint32_t wrong_path;         /* set while a mispredicted branch is unresolved */
  uint32_t draining;           /* the stream fetches nothing more: stages, from IF on, that were nullified */
  uint32_t predicted_index;    /* index in the body that a branch with WORD_REDIRECTS was predicted to go to */
  uint16_t refilled;           /* instructions of a TLB refill that were issued */
  uint16_t refilling;          /* instructions of a TLB refill that have not retired */
  uint64_t refill_at;          /* first cycle in which the refill issues; 0: no refill has begun */
  uint32_t fetched_bits;       /* programs that may be written: the instruction in IF as it was fetched; otherwise 0 */
  uint32_t reserved;
} front_state;

typedef struct stream_state {
  front_state front;
  uint64_t ready[32]; /* first cycle in which an instruction that reads the register may issue */
  uint64_t budget;    /* instructions of the stream */
  uint8_t stream;
  uint8_t fresh;      /* the latches still hold the previous stream */
  uint8_t context;    /* context whose registers `ready` describes */
  uint8_t reserved;
  uint32_t moved;     /* registers saved or restored so far */
} stream_state;

/* The stages from EX on. Instructions that were issued together move together: they leave a stage when all of them
 * can leave. */
typedef struct back_state {
  /* first cycle in which the instruction may leave the access stage; SIM_NEVER: it waits for the bus */
  uint64_t access_until[LANE_LIMIT];
  uint64_t missed_from;              /* first cycle in which a miss holds the access stage; SIM_NEVER: no miss does */
  uint64_t execute_until[LANE_LIMIT]; /* first cycle in which the instruction may leave EX */
  uint64_t latch[BACK_LIMIT][LANE_LIMIT];
  uint8_t owner[BACK_LIMIT][LANE_LIMIT]; /* stream of the core that the instruction belongs to */
} back_state;

/* A line on its way into an L1. */
typedef struct fill_state {
  uint64_t until;
  uint32_t line;
  uint8_t from_part; /* code: first part that arrives */
  uint8_t coming;    /* how the line arrives: FILL_AT_ONCE, FILL_BY_PARTS or FILL_BY_WORDS */
  uint8_t from_byte; /* FILL_BY_WORDS: first byte of the transferred block that arrives */
  uint8_t reserved;
} fill_state;

enum {
  FILL_AT_ONCE,
  FILL_BY_PARTS, /* sub-block after sub-block, up to the end of the line */
  FILL_BY_WORDS  /* the whole line word by word, wrapping around from the first word that arrives */
};

/* Fills of a context: its last data miss and prefetch; the previous miss, whose line may still arrive; the code line
 * that its stream reads; its last code misses, some of which a branch or an interrupt may have cancelled. */
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
  /* first cycle in which the data of a context's last miss are available */
  uint64_t missed_until[SIM_CORE_CONTEXT_LIMIT];
  uint64_t store_until[SIM_STORE_BUFFER_LIMIT];  /* first cycle in which the entry is free */
  uint64_t fills_until;                          /* latest end of any fill */
  uint64_t code_until[SIM_CORE_CONTEXT_LIMIT];   /* end of a context's last code fill; 0: none */
  fill_state fills[FILL_KINDS][SIM_CORE_CONTEXT_LIMIT];
  uint64_t switched_at;               /* first cycle in which the core can issue again after a switch */
  uint8_t turn;                       /* the context after the one that issued last */
  /* context that issued last, unless the core switched away from it; otherwise SIM_NONE_8 */
  uint8_t issuer;
  uint16_t unturned; /* contexts (bits) that issued since the core switched from them, if only misses block */
  uint8_t reserved[4];
  uint8_t credit[SIM_CORE_CONTEXT_LIMIT]; /* weighted round robin: issues left to each context in this round */
} core_state;

enum cpu_switching { SWITCHING_NOT, SWITCHING_THREADS, SWITCHING_AT_TICK, SWITCHING_TO_TRAP };

typedef struct cpu_state {
  cpu_activity now;
  cpu_activity last;       /* work in the last finished cycle, for the view */
  uint64_t slice_end;      /* end of the slice of the running thread; SIM_NEVER without a slice */
  uint64_t preemptions;    /* counter that orders activities by the time of their preemption */
  uint16_t entry_taken[8]; /* cycles of each step of the present or last entry, by sim_entry_step */
  uint32_t release;        /* closed-loop traffic (bits) that waits until an activity has control again */
  uint8_t saving;          /* thread whose registers are being saved */
  uint8_t interrupted;     /* thread that the present entry interrupted, or that would resume otherwise */
  uint8_t resuming;        /* save and restore lead back to an activity, not to a start */
  uint8_t unreturned;      /* thread that begins to run although no return led to it */
  uint8_t switching;       /* the drain leads to the scheduler, not to an entry (cpu_switching) */
  uint8_t tick_due;        /* the scheduler's tick has come and has not been handled */
  uint16_t save_done;      /* cycles of a save during the entry steps that were over when the entry was taken over */
  uint8_t reserved[4];
  stream_state stream;
} cpu_state;

#pragma GCC diagnostic pop

#endif
