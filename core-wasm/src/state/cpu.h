/* The state of a cpu: one phase at a time, on the context that its pointer names. A core whose contexts take turns by
 * events is one cpu. If contexts share the pipeline cycle by cycle, each context is a cpu of its own. */
#ifndef SIM_CPU_H
#define SIM_CPU_H

#include "base/topology.h"
#include "sim.h"

enum cpu_phase {
  PHASE_IDLE,
  PHASE_START,            /* takes no cycle: the first steps of a thread run when its first cycle starts */
  PHASE_RUN_CYCLES,       /* a routine given in cycles */
  PHASE_RUN_INSTRUCTIONS, /* a routine given in instructions */
  PHASE_SPIN,             /* the one cycle that a thread spends after too many steps without one */
  PHASE_DRAIN_CYCLES,     /* drain of a routine given in cycles */
  PHASE_DRAIN_INSTRUCTIONS,
  PHASE_ENTRY,
  PHASE_SAVE_CYCLES,
  PHASE_SAVE_WORDS,
  PHASE_RESTORE_CYCLES,
  PHASE_RESTORE_WORDS,
  PHASE_SWITCH            /* the scheduler gives a context to another thread */
};

/* Pipeline stages. Each stream has its own front stages, from fetch to issue. The core has the others. */
enum {
  FRONT_LIMIT = 8,
  BACK_LIMIT = 10,
  LANE_LIMIT = SIM_ISSUE_LIMIT,
  STAGE_IF = 0
};

/* State contains no padding: its bytes are hashed and saved. */
#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"

typedef struct cpu_activity {
  uint64_t begin;     /* first cycle of the phase; for a run: of the run since its last start or resume */
  uint64_t end;       /* first cycle after the phase; SIM_NEVER if unknown */
  uint64_t done;      /* cycles or instructions of the routine's budget that were done at the start of the phase */
  uint64_t budget;
  uint64_t nullified; /* fetches that earlier recognitions removed from this execution */
  uint64_t ran;       /* drain: cycles from the start or resume of the run to the recognition */
  uint8_t phase;
  uint8_t thread;     /* the thread that runs, or will run after an entry, save or restore; SIM_NONE_8 when idle */
  uint8_t context;    /* the pointer: the context on which the cpu works */
  uint8_t entry_step;
  uint8_t routine;
  uint8_t resumed;    /* the thread was resumed: recognition waits until one of its instructions has left IF */
  uint8_t recognised; /* interrupt recognised at the end of the last cycle: number of nullified stages, from IF on */
  uint8_t layer;      /* layer to which the routine's cycles are accounted */
} cpu_activity;

/* State that a stream keeps from cycle to cycle. Registers hold it while the pipeline runs. */
typedef struct front_state {
  uint64_t fetched;            /* instructions on the correct path */
  uint64_t retired;
  uint64_t fetch_until;        /* first cycle in which an instruction may leave IF; SIM_NEVER: its page is missing */
  uint64_t fetch_line;         /* L1I line of the last fetch; all ones: none */
  uint64_t latch[FRONT_LIMIT]; /* the instruction in each stage in the last cycle; format: routine_state.h */
  uint32_t next_index;         /* index in the body of the next instruction to fetch */
  uint32_t wrong_index;        /* the same on the wrong path */
  uint32_t wrong_path;         /* set while a mispredicted branch is unresolved */
  uint32_t draining;           /* the stream fetches no more: number of nullified stages, from IF on */
  uint32_t predicted_index;    /* index in the body that a branch with WORD_REDIRECTS was predicted to jump to */
  uint16_t refilled;           /* instructions of a TLB refill that were issued */
  uint16_t refilling;          /* instructions of a TLB refill that have not retired */
  uint64_t refill_at;          /* first cycle in which the refill issues; 0: no refill has started */
  uint32_t fetched_bits;       /* programs that may be written: the instruction in IF as it was fetched; otherwise 0 */
  uint32_t reserved;
} front_state;

typedef struct stream_state {
  front_state front;
  uint64_t ready[32]; /* first cycle in which an instruction that reads the register may issue */
  uint64_t budget;    /* instructions of the stream */
  uint8_t stream;
  uint8_t fresh;      /* the latches still contain the previous stream */
  uint8_t context;    /* context whose registers `ready` describes */
  uint8_t reserved;
  uint32_t moved;     /* number of registers saved or restored so far */
} stream_state;

/* The stages from EX onwards. Instructions that issued together move together: they leave a stage when all of them can
 * leave. */
typedef struct back_state {
  /* first cycle in which the instruction may leave the access stage; SIM_NEVER: it waits for the bus */
  uint64_t access_until[LANE_LIMIT];
  uint64_t missed_from;              /* first cycle in which a miss holds the access stage; SIM_NEVER: no miss does */
  uint64_t execute_until[LANE_LIMIT]; /* first cycle in which the instruction may leave EX */
  uint64_t latch[BACK_LIMIT][LANE_LIMIT];
  uint8_t owner[BACK_LIMIT][LANE_LIMIT]; /* index within the core of the stream of the instruction */
} back_state;

/* A line that is being loaded into an L1. */
typedef struct fill_state {
  uint64_t until;
  uint32_t line;
  uint8_t from_part; /* code: first part that arrives */
  uint8_t coming;    /* how the line arrives: FILL_AT_ONCE, FILL_BY_PARTS or FILL_BY_WORDS */
  uint8_t from_byte; /* FILL_BY_WORDS: first byte of the transferred block to arrive */
  uint8_t reserved;
} fill_state;

enum {
  FILL_AT_ONCE,
  FILL_BY_PARTS, /* sub-blocks in order, up to the end of the line */
  FILL_BY_WORDS  /* the whole line word by word, with wrap-around, starting with the first word to arrive */
};

/* Fills of a context: its last data miss and prefetch; the previous miss, whose line may still be arriving; the code
 * line that its stream reads; its last code misses, some of which a branch or an interrupt may have cancelled. */
enum {
  FILL_DATA, FILL_PREFETCH, FILL_REST, FILL_STREAM, FILL_CODE, FILL_CODE_COUNT = 4,
  FILL_KINDS = FILL_CODE + FILL_CODE_COUNT
};

/* A line that is being loaded into the L2. */
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
  uint8_t turn;                       /* the context after the last issuer */
  /* context that issued last; SIM_NONE_8 if the core switched away from it */
  uint8_t issuer;
  uint16_t unturned; /* contexts (bits) that issued since the core switched away from them, if only misses block */
  uint8_t reserved[4];
  uint8_t credit[SIM_CORE_CONTEXT_LIMIT]; /* weighted round robin: issues that each context has left in this round */
} core_state;

enum cpu_switching { SWITCHING_NOT, SWITCHING_THREADS, SWITCHING_AT_TICK, SWITCHING_TO_TRAP };

typedef struct cpu_state {
  cpu_activity now;
  cpu_activity last;       /* work in the last finished cycle, for the view */
  uint64_t slice_end;      /* end of the slice of the running thread; SIM_NEVER: it has none */
  uint64_t preemptions;    /* counter that orders activities by their preemption */
  uint16_t entry_taken[8]; /* cycles of each step of the current or last entry, by sim_entry_step */
  uint32_t release;        /* closed-loop traffic (bits) that waits until an activity has control again */
  uint8_t saving;          /* thread whose registers are being saved */
  uint8_t interrupted;     /* thread that the current entry interrupted, or that would resume otherwise */
  uint8_t resuming;        /* save and restore lead to an activity, not to a start */
  uint8_t unreturned;      /* thread that starts to run although no return led to it */
  uint8_t switching;       /* the drain leads to the scheduler, not to an entry (cpu_switching) */
  uint8_t tick_due;        /* a tick of the scheduler is due and not yet handled */
  uint16_t save_done;      /* cycles of a save that had passed when another line took over the entry */
  uint8_t reserved[4];
  stream_state stream;
} cpu_state;

#pragma GCC diagnostic pop

#endif
