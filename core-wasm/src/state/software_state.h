/* State of the software: started threads, what contexts hold, locks. */
#ifndef SIM_SOFTWARE_STATE_H
#define SIM_SOFTWARE_STATE_H

#include "sim.h"

/* One bit for each thread. */
typedef uint64_t thread_set;
_Static_assert(SIM_THREAD_LIMIT <= 64, "a bit each");
static inline thread_set thread_bit(uint32_t thread) { return (thread_set)1 << thread; }
/* The set must not be empty. */
static inline uint32_t thread_first(thread_set threads) { return (uint32_t)__builtin_ctzll(threads); }

enum activity_state { ACTIVITY_NONE, ACTIVITY_READY, ACTIVITY_RUNNING, ACTIVITY_WAITING };
/* Next action of an activity that gets control and has no routine. */
enum activity_next { NEXT_FIRST_STEPS, NEXT_STEPS, NEXT_SPIN };

/* Routine of the lock that a lock step executes, or has executed. An unlock step uses only the first two values. */
enum lock_stage { LOCK_BEGINS, LOCK_ACCESSES, LOCK_POLLS };

/* State contains no padding: its bytes are hashed and saved. */
#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"

/* A started thread, until it returns. A thread has at most one activity. Times are boundaries: an event at the end
 * of cycle t has the time t + 1. */
typedef struct activity {
  uint64_t asserted; /* milestones of the interrupt that started the activity; 0 = absent */
  uint64_t recognised;
  uint64_t drained;
  uint64_t entered;
  uint64_t saved;
  uint64_t first;
  uint64_t preempted_order;
  uint64_t turn;       /* scheduler order within its priority; the lowest is first */
  uint64_t slice_left; /* rest of its slice while it is not running */
  uint64_t wake_at;    /* end of its sleep; SIM_NEVER: it is not sleeping */
  uint64_t budget_from; /* start of the activation or, for a permanent thread, of the turn */
  uint64_t lock_turn;  /* order among the threads that wait for the lock; the lowest is first */
  uint64_t done;     /* progress of the current exec step, valid while `executing` */
  uint64_t budget;
  uint64_t nullified;
  uint32_t packet;   /* current packet, or SIM_NONE */
  uint32_t interrupt_number;
  uint32_t activation;
  uint32_t packet_words; /* number of words of the packet that it has accessed */
  uint32_t finished;     /* closed-loop traffic (bits) whose packet it finished */
  uint16_t step;     /* index of the thread's next step; of the exec step while `executing` */
  uint16_t body_index;
  uint8_t state;
  uint8_t in_memory; /* its registers are saved in memory */
  uint8_t executing;
  uint8_t latency_open; /* the latency of its interrupt has not been recorded yet */
  uint8_t next;         /* activity_next */
  uint8_t lock_stage;   /* routine of its lock or unlock step */
  uint16_t budget_left; /* number of packets that its budget still allows */
  uint8_t context;      /* context of its start, if any context of its core may run it */
  /* a step has enabled or disabled interrupts: the thread's initial setting no longer holds */
  uint8_t interrupts_changed;
  uint8_t layer;      /* harts: layer in this cycle; 0 for other threads */
  uint8_t boost;      /* how much more urgent it is than its own priority (M-227) */
  uint8_t saved_for;  /* 1 + the thread whose entry saved its registers, if it has its own amounts; else 0 */
  uint8_t reserved[3];
} activity;

typedef struct context_state {
  uint64_t accounted_to; /* the counters include all cycles before this one */
  uint64_t checked_busy; /* BUSY and READY cycles at the last check of issue (progress.c) */
  uint64_t checked_ready;
  uint32_t shown;     /* layer | run state << 8 | thread << 16 */
  uint8_t layer;      /* layer of the cycles since accounted_to */
  uint8_t cause;
  uint8_t accounted_by_pipeline; /* the pipeline itself accounts for each of these cycles */
  uint8_t loaded_thread;   /* thread whose registers the context holds, or SIM_NONE_8 */
  uint8_t running;    /* thread that executes in the cycles since accounted_to, or SIM_NONE_8 */
  uint8_t owner_thread; /* thread that last got the context from the scheduler, or SIM_NONE_8 */
  uint8_t reserved[6];
} context_state;

typedef struct lock_state {
  uint64_t accounted_to; /* the counters include holding and waiting before this cycle */
  thread_set waiting;
  uint8_t holder;     /* thread that holds the lock, or SIM_NONE_8 */
  uint8_t reserved[7];
} lock_state;

#pragma GCC diagnostic pop

#endif
