/* State of the software: started threads, what contexts hold, locks. */
#ifndef SIM_SOFTWARE_STATE_H
#define SIM_SOFTWARE_STATE_H

#include "sim.h"

/* A bit each. */
typedef uint64_t thread_set;
_Static_assert(SIM_THREAD_LIMIT <= 64, "a bit each");
static inline thread_set thread_bit(uint32_t thread) { return (thread_set)1 << thread; }
/* Of a set that is not empty. */
static inline uint32_t thread_first(thread_set threads) { return (uint32_t)__builtin_ctzll(threads); }

enum activity_state { ACTIVITY_NONE, ACTIVITY_READY, ACTIVITY_RUNNING, ACTIVITY_WAITING };
/* What an activity that is not executing a routine goes on with when it gets control. */
enum activity_next { NEXT_FIRST_STEPS, NEXT_STEPS, NEXT_SPIN };

/* Which routine of the lock a lock step executes, or has executed; an unlock step knows the first two. */
enum lock_stage { LOCK_BEGINS, LOCK_ACCESSES, LOCK_POLLS };

/* State holds no padding: its bytes are hashed and saved. */
#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"

/* A thread that was started, until it returns. A thread has at most one. Cycles are boundaries: something at the
 * end of cycle t has the time t + 1. */
typedef struct activity {
  uint64_t asserted; /* milestones of the interrupt that started it; 0 = absent */
  uint64_t recognised;
  uint64_t drained;
  uint64_t entered;
  uint64_t saved;
  uint64_t first;
  uint64_t preempted_order;
  uint64_t turn;       /* scheduler: small = first of its priority */
  uint64_t slice_left; /* while it does not run */
  uint64_t wake_at;    /* SIM_NEVER: it does not sleep */
  uint64_t budget_from; /* begin of the activation, or of the turn of a thread that always lives */
  uint64_t lock_turn;  /* among those that wait: small = first */
  uint64_t done;     /* of the exec step under way, while `executing` */
  uint64_t budget;
  uint64_t nullified;
  uint32_t packet;   /* in hand, or SIM_NONE */
  uint32_t interrupt_number;
  uint32_t activation;
  uint32_t packet_words; /* of it that it has accessed */
  uint32_t finished;     /* closed traffic (bits) whose packet it finished */
  uint16_t step;     /* index of the thread's next step; of the exec step while `executing` */
  uint16_t body_index;
  uint8_t state;
  uint8_t in_memory; /* its registers were saved */
  uint8_t executing;
  uint8_t latency_open; /* the interrupt's latency has not been recorded yet */
  uint8_t next;         /* activity_next */
  uint8_t lock_stage;   /* of its lock or unlock step */
  uint16_t budget_left; /* packets that it may take before its budget is used */
  uint8_t context;      /* where it was started, of a thread that any context of its core may run */
  uint8_t interrupts_changed; /* a step has enabled or disabled interrupts: they are not as the thread begins */
  uint8_t layer;      /* of a hart, in this cycle; else 0 */
  uint8_t boost;      /* by so much it is more urgent than by its own priority (M-227) */
  uint8_t reserved[4];
} activity;

typedef struct context_state {
  uint64_t accounted_to; /* cycles before this one are in the counters */
  uint64_t checked_busy; /* BUSY and READY cycles at the last check of issue (progress.c) */
  uint64_t checked_ready;
  uint32_t shown;     /* layer | run state << 8 | thread << 16 */
  uint8_t layer;      /* what the cycles since accounted_to are */
  uint8_t cause;
  uint8_t accounted_by_pipeline; /* the pipeline accounts each of them itself */
  uint8_t loaded_thread;   /* thread whose registers the context holds, or SIM_NONE_8 */
  uint8_t running;    /* thread whose instructions the cycles since accounted_to are, or SIM_NONE_8 */
  uint8_t owner_thread; /* thread that the scheduler gave it to last, or SIM_NONE_8 */
  uint8_t reserved[6];
} context_state;

typedef struct lock_state {
  uint64_t accounted_to; /* what it was held and waited for before is in the counters */
  thread_set waiting;
  uint8_t holder;     /* thread, or SIM_NONE_8 */
  uint8_t reserved[7];
} lock_state;

#pragma GCC diagnostic pop

#endif
