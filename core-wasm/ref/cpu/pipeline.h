/* Instructions in the pipeline (docs/model.md, Pipeline). */
#ifndef REF_PIPELINE_H
#define REF_PIPELINE_H

#include "ref/cpu/rv32.h"
#include "ref/device/devices.h"

enum { REF_LANE_LIMIT = SIM_ISSUE_LIMIT };

enum ref_late_value { REF_TAKES_NOTHING, REF_TAKES_CSR, REF_TAKES_REGISTER, REF_TAKES_STORE };

typedef struct ref_instruction {
  int valid;        /* 0 for a bubble, which has only a cause */
  uint8_t cause;
  int cpu;
  uint8_t operation, destination, source1, source2;
  uint32_t index;   /* in its body */
  uint32_t next;    /* index of the next instruction */
  /* number of this fetch in its stream, from 1; number of the previous fetch, 0 if there is none */
  uint64_t number, behind;
  int mispredicted; /* a taken branch that has not been resolved */
  int wrong_path;
  int drew;         /* its outcome was drawn */
  int counts;       /* 0: illustration */
  int jumps;
  int divides;
  int conditional;  /* SC: a store whose result arrives like that of a load */
  int amo;          /* an AMO: first a load, then a store */
  int faults;       /* program: it passes through without an effect */
  int redirects;    /* a branch that was predicted taken, whose target is not known before it is decoded */
  uint32_t predicted; /* there, by index */
  enum ref_late_value takes; /* program: its value is read after IF */
  uint64_t executed;  /* number of instructions before it */
  uint32_t operand;   /* hart: the operand of a CSR instruction, or the stored value */
  uint32_t address; /* address of a program's load or store, or of any one that has looked up its page */
  uint32_t refill_left; /* number of TLB refill instructions before it */
  int is_excepted;      /* whether the exception for them is being taken, */
  uint64_t handler_at;  /* and the first cycle in which their first instruction may issue */
  int is_handler;       /* one of them */
  uint32_t bytes;   /* program: number of fetched bytes */
  uint32_t bits;    /* its bits when it entered IF */
  ref_rv32 decoded; /* the decoded bits */
  int is_cut;       /* whether its second half is missing */
  uint32_t words;   /* that it accesses */
  uint64_t issued;  /* cycle in which the instruction entered EX */
  int accessed;     /* 0: not yet, 1: begun */
  uint64_t fetch_last; /* last cycle in which IF is held */
  uint64_t access_begin, access_last; /* whether it is in the access stage */
  uint64_t data_last; /* cycle in which the loaded data arrive; later than access_last only if misses do not block */
  int missed;         /* whether its data arrive later than after a hit */
} ref_instruction;

typedef struct ref_group {
  ref_instruction lanes[REF_LANE_LIMIT];
  int count;          /* 0 for a bubble */
  uint8_t cause;      /* of the bubble */
  uint64_t entered;   /* cycle in which it entered its present stage */
} ref_group;

/* A stream of instructions being fetched. */
typedef struct ref_stream {
  uint64_t length, fetched; /* number of instructions on the correct path */
  uint64_t retired;
  uint32_t next;            /* index in the body */
  int wrong_path;           /* whether instructions fetched now will be flushed */
  uint32_t wrong_next;
  /* numbers of all fetches, with wrong paths; of the last one; of the last one on the correct path */
  uint64_t fetches, last, last_right;
  int code;                 /* index of the code, or REF_NONE: instructions without hazards */
  uint8_t plain_operation;
  int counts;
  int knows_line; /* whether it has looked up the line of its last fetch */
  uint32_t line;
  uint64_t comes[128 / 4]; /* last cycle in which the word of that line arrives */
} ref_stream;

/* Registers of a context. */
typedef struct ref_registers {
  int is_loaded[32]; /* a load that ends after this cycle writes the register: */
  uint64_t data_last[32];
  int missed[32];
} ref_registers;

/* ---- which context issues ---- */
int ref_is_able(ref *r, int core, int c); /* whether it could issue in this cycle */
/* the next instruction to issue if its page is missing, otherwise NULL */
ref_instruction *ref_without_page(ref *r, int c);
int ref_select(ref *r, int core);         /* the context that issues next, or REF_NONE */
void ref_cpus_of(const ref *r, int core, int *first, int *count);

/* ---- cpu/pipeline.c, cpu/fetch.c ---- */
enum slot { HELD, LEFT, BUBBLE_STAYS }; /* the effect of an instruction in its stage */
ref_instruction ref_bubble(uint8_t cause);
void ref_redirect(ref *r, int cpu, const ref_instruction *branch, int stage); /* the stage that it leaves */
void ref_leave_fetch(ref *r, int cpu, ref_instruction *instruction); /* it takes effect */
uint8_t ref_fetch_waits(const ref *r, int cpu); /* 0 if the instruction in IF can leave, otherwise the cause */
void ref_move_front_end(ref *r, int cpu, enum slot execute_slot);
void ref_pipeline_cycle(ref *r, int core);
int ref_pipeline_in_flight(const ref *r, int cpu); /* number of instructions after fetch that will complete */
void ref_pipeline_nullify(ref *r, int cpu);
void ref_pipeline_clear(ref *r, int cpu);
void ref_pipeline_start(ref *r, int cpu);
void ref_pipeline_retire(ref *r, int core);
int ref_last_stage_cause(const ref *r, int core);
ref_stream *ref_cpu_stream(ref *r, int cpu); /* the stream that is fetched now, or NULL */

/* ---- cpu/operands.c ---- */
ref_registers *ref_registers_of(ref *r, int cpu);
uint32_t ref_cycles_in_execute(const ref *r, const ref_instruction *instruction);
int ref_accesses(const ref_instruction *instruction); /* whether it is a load or store */
int ref_has_miss_under_way(ref *r, int cpu);
/* 0 if it can issue, otherwise the cause of the wait */
uint8_t ref_lack(ref *r, int core, const ref_instruction *instruction);

#endif
