/* The front end of a stream: fetch, the wrong path, and the stages up to the one that issues. */
#ifndef SIM_FRONT_END_H
#define SIM_FRONT_END_H

#include "base/rng.h"
#include "cpu/code/program.h"
#include "cpu/code/program_code.h"
#include "cpu/code/routine.h"
#include "cpu/trace/rows.h"
#include "memory/memory.h"

typedef struct shape {
  uint32_t execute, access, last; /* stages */
  uint32_t resolve;               /* a branch leaves this stage resolved */
  uint32_t target;                /* a branch that is predicted taken leaves this stage with its target */
  uint32_t lanes;
  int is_written_first;   /* instructions read results from the registers */
  int compares_early;     /* a branch needs its operands one cycle earlier than other instructions */
  int stores_late;        /* a store needs its data in the access stage */
  int has_memory; /* memory.c handles accesses */
  int has_programs;
  int refills;    /* software refills the TLB */
  int has_predictor; /* otherwise branches are predicted not taken */
  int has_blocks; /* the block engine may have made accesses in advance */
  int has_others; /* an operand may come from an instruction other than a load */
  int is_alone;   /* one stream has the core alone */
  int is_any; /* the value is unknown at compile time */
} shape;

/* The same for code that serves every shape. Copies field by field: a copied record would stay in memory. */
INLINE shape any_shape(shape s) {
  return (shape){
      .execute = s.execute,
      .access = s.access,
      .last = s.last,
      .resolve = s.resolve,
      .target = s.target,
      .lanes = s.lanes,
      .is_written_first = s.is_written_first,
      .compares_early = s.compares_early,
      .stores_late = s.stores_late,
      .has_memory = s.has_memory,
      .has_programs = s.has_programs,
      .refills = s.refills,
      .has_predictor = s.has_predictor,
      .has_others = s.has_others,
      .is_alone = s.is_alone,
      .is_any = 1,
  };
}

/* Accesses that the block engine made for instructions before the access stage, in their order. */
typedef struct made_accesses {
  uint64_t until[3]; /* first cycle in which it may leave the access stage */
  uint32_t next, count;
} made_accesses;

typedef struct stream_rules {
  const uint32_t *words;
  const uint16_t *targets;
  const routine_block *blocks;
  uint64_t *ready;
  uint64_t branch_key;
  uint64_t budget;
  uint64_t goal; /* number of retired instructions at which the stream or drain ends */
  uint64_t taken_limit;
  uint32_t length, given, is_program, is_compressed, is_written;
  const routine_code *code;
  const uint32_t *program;
  uint32_t address;
  data_rules data; /* only if memory.c handles accesses */
} stream_rules;

typedef struct core_rules {
  uint64_t *bus_free_at;
  uint32_t memory_cycles, multiply_cycles, load_use_cycles;
  uint8_t execute_cycles[EXECUTE_CLASSES];
  uint32_t fetch_line_shift;
  uint32_t non_blocking, fetch_returns;
  const uint64_t *missed_until; /* by index */
  uint64_t *branches, *mispredicted;
  made_accesses *made; /* NULL if the engine passes no blocks */
  uint32_t *touched; /* streams (bits) that the back end may have changed */
} core_rules;

/* A stream while it runs. A lane names its stream by the index within the core. */
typedef struct runner {
  front_state *front;
  const stream_rules *rules;
  uint64_t *branch_draws;
  uint32_t cpu;
  uint32_t index;
} runner;

INLINE int is_valid(uint64_t word) { return (int32_t)word < 0; }

_Static_assert(WORD_VALID == 1u << 31, "is_valid tests the sign of the lower half");

INLINE uint32_t following(const stream_rules *k, uint32_t index) { return index + 1 == k->length ? 0 : index + 1; }

INLINE uint32_t behind_wrong(shape s, const stream_rules *k, uint32_t index) {
  if (!s.has_programs || !k->is_program) return following(k, index);
  return index < k->length ? k->targets[index] : program_instruction_at(k->code, index).behind;
}

/* Also reads the memory, for a program that stores may change. */
INLINE uint32_t word_at(shape s, const stream_rules *k, uint32_t index) {
  return !s.has_programs || !k->is_written || index < k->length ? k->words[index]
                                                                : program_instruction_at(k->code, index).word;
}

INLINE int branch_is_taken(const runner *r, uint32_t word) {
  const stream_rules *k = r->rules;
  if (k->given) return (word & WORD_TAKEN) != 0;
  return (int)rng_is_below(rng_draw(k->branch_key, (*r->branch_draws)++), k->taken_limit);
}

/* A program finds its end while it runs. */
INLINE uint64_t budget_of(const sim *sim, shape s, const runner *r) {
  return s.has_programs ? cpu_at(sim, r->cpu)->stream.budget : r->rules->budget;
}

/* The next instruction of the correct path or, after an unresolved mispredicted branch, of the wrong path. A bubble
 * if there is none. */
INLINE uint64_t fetch(sim *sim, shape s, const runner *r, uint32_t core) {
  front_state *f = r->front;
  const stream_rules *k = r->rules;
  if (f->draining) return sim_cause_FILL;
  if (f->wrong_path) {
    const uint32_t index = f->wrong_index;
    f->wrong_index = behind_wrong(s, k, index);
    return latched((word_at(s, k, index) & ~WORD_TAKEN) | WORD_WRONG_PATH, index);
  }
  if (f->fetched == budget_of(sim, s, r)) return sim_cause_FILL;
  f->fetched++;
  const uint32_t index = f->next_index;
  const uint32_t word = word_at(s, k, index);
  f->next_index = following(k, index);
  if (!(word & WORD_BRANCH) || (s.has_programs && k->is_program)) return latched(word, index);
  const int taken = branch_is_taken(r, word);
  const uint32_t kept = taken ? word | WORD_TAKEN : word & ~WORD_TAKEN;
  const uint32_t target = k->targets[index], behind = f->next_index;
  int predicted = 0, is_late = 0;
  if (s.has_predictor) {
    const uint32_t pc = k->address + index * INSTRUCTION_BYTES, to = k->address + target * INSTRUCTION_BYTES;
    predicted = memory_predicts(sim, core, pc, target <= index);
    is_late = predicted && s.target != STAGE_IF && !memory_knows_target(sim, core, pc, to);
    memory_learns(sim, core, pc, taken);
    if (taken) memory_learns_target(sim, core, pc, to);
  }
  f->wrong_index = taken || is_late ? behind : target;
  if (taken) f->next_index = target;
  if (taken == predicted && !is_late) return latched(kept, index);
  f->wrong_path = 1;
  if (is_late) f->predicted_index = target;
  return latched(kept | (is_late ? WORD_REDIRECTS : 0) | (taken != predicted ? WORD_MISPREDICTED : 0), index);
}

/* The first cycle in which the instruction at `pc` may leave IF. */
INLINE uint64_t fetch_line(sim *sim, shape s, const core_rules *k, const runner *r, uint32_t core, uint32_t pc,
                           uint64_t cycle) {
  front_state *f = r->front;
  const uint64_t line = pc >> k->fetch_line_shift;
  if (line != f->fetch_line) {
    f->fetch_line = line;
    if (s.refills && !memory_finds_code(sim, core, &r->rules->data, pc, cycle)) return SIM_NEVER;
    return memory_fetch(sim, core, r->index, &r->rules->data, pc, cycle);
  }
  uint64_t until = cycle + 1;
  if (core_at(sim, core)->fills_until > cycle) until = memory_streamed(sim, core, r->index, pc, cycle);
  if (k->fetch_returns && !r->rules->data.is_illustration)
    until = later(until, memory_fetch_from(sim, core, r->index, cycle) + 1);
  return until;
}

/* The same for an instruction in two words, and for a fetch after its TLB refill. */
uint64_t fetch_split(sim *sim, const core_rules *k, const runner *r, uint32_t core, uint32_t pc, uint64_t cycle);
uint64_t fetch_split_again(sim *sim, const runner *r, uint32_t core, uint32_t pc, uint64_t cycle);

/* Whether an instruction has 4 bytes, and its second half exists in another word than the first (M-221). `low`: its
 * lowest bits. */
INLINE int is_split(const stream_rules *k, uint32_t index, uint32_t low) {
  return k->is_compressed && index % 2 == 1 && (low & 3) == 3 && index + 1 != k->length && index + 1 != k->code->end;
}

/* The same for the instruction in IF. */
INLINE int is_split_in_fetch(const stream_rules *k, const front_state *f) {
  const uint32_t index = word_index(f->latch[STAGE_IF]);
  if (!k->is_compressed) return 0;
  return is_split(k, index, k->is_written ? f->fetched_bits : k->program[index]);
}

/* Puts the next instruction into IF (M-129). */
INLINE void enter_fetch(sim *sim, shape s, const core_rules *k, const runner *r, uint32_t core, uint64_t cycle) {
  front_state *f = r->front;
  const uint64_t word = fetch(sim, s, r, core);
  const int is_right = is_valid(word) && !(word & WORD_WRONG_PATH);
  f->latch[STAGE_IF] = word;
  if (s.has_programs && r->rules->is_written)
    f->fetched_bits = is_right ? program_bits(r->rules->code, word_index(word)) : 0;
  if (!s.has_memory) return;
  f->fetch_until = cycle + 1;
  if (!is_right) return; /* the wrong path does not access memory */
  const uint32_t pc = s.has_programs ? routine_pc(r->rules->code, word_index(word))
                                     : r->rules->address + word_index(word) * INSTRUCTION_BYTES;
  if (s.has_programs && is_split_in_fetch(r->rules, f)) f->fetch_until = fetch_split(sim, k, r, core, pc, cycle);
  else f->fetch_until = fetch_line(sim, s, k, r, core, pc, cycle);
}

/* If software refills the TLB, computes the address of a load or store and looks up its page. */
INLINE uint64_t look_up_page(sim *sim, const runner *r, uint32_t core, uint64_t word, uint64_t cycle) {
  program_flight *flight = &sim->program_flights[r->cpu];
  const data_rules *data = &r->rules->data;
  if (!r->rules->is_program) program_flight_put(flight, memory_address(data, word));
  return memory_finds_data(sim, core, data, program_flight_last(flight), word, cycle) ? word : word | WORD_REFILLS;
}

/* An instruction of a program is executed when it leaves IF, so one that is nullified in IF has no effect. */
INLINE uint64_t leave_fetch(sim *sim, shape s, const runner *r, uint32_t core, uint64_t word, uint64_t cycle) {
  if ((!s.has_programs && !s.refills) || !is_valid(word) || (word & WORD_WRONG_PATH)) return word;
  if (s.has_programs && r->rules->is_program) word = program_execute(sim, r->cpu, r->front, word, cycle);
  return s.refills && (word & (WORD_LOAD | WORD_STORE)) ? look_up_page(sim, r, core, word, cycle) : word;
}

/* Flushes the instructions after a branch in this many stages. */
INLINE void flush_front(sim *sim, const runner *r, uint32_t stages, int observed) {
  UNROLL
  for (uint32_t stage = stages; stage-- > STAGE_IF;) {
    if (observed && is_valid(r->front->latch[stage]))
      rows_remove(sim, rows_front(sim, r->cpu, stage), SIM_ROW_FLUSHED);
    r->front->latch[stage] = sim_cause_BRANCH;
  }
  r->front->wrong_path = 0;
}

/* The branch leaves the last of these stages, where its predicted target is known (M-17). */
INLINE void redirect(sim *sim, const runner *r, uint64_t word, uint32_t stages, int observed) {
  flush_front(sim, r, stages, observed);
  if (!(word & WORD_MISPREDICTED)) return;
  r->front->wrong_path = 1; /* until the branch is resolved */
  r->front->wrong_index = r->front->predicted_index;
}

/* Why an instruction that could leave IF stays; BUSY: it leaves. */
INLINE uint32_t fetch_hold(const sim *sim, shape s, const runner *r, uint64_t cycle) {
  if (s.has_memory && r->front->fetch_until > cycle) return sim_cause_FETCH_MISS;
  return s.has_programs ? sim->program_flights[r->cpu].awaited : sim_cause_BUSY;
}

/* Moves the bubble or instruction of the front end if it can move; `issued`: the last front stage is free. */
INLINE void advance_front(sim *sim, shape s, const core_rules *k, const runner *r, uint32_t core, uint64_t cycle,
                          int issued, int observed) {
  front_state *f = r->front;
  int is_free = issued || !is_valid(f->latch[s.execute - 1]);
  UNROLL
  for (uint32_t stage = s.execute - 1; stage > STAGE_IF; stage--) {
    const int is_held = is_valid(f->latch[stage - 1]);
    const uint32_t hold =
        stage - 1 == STAGE_IF && is_held && is_free ? fetch_hold(sim, s, r, cycle) : sim_cause_BUSY;
    if (hold != sim_cause_BUSY) {
      f->latch[stage] = hold;
      is_free = 0;
    } else if (is_free) {
      if (observed && is_held) rows_shift(rows_front(sim, r->cpu, stage), rows_front(sim, r->cpu, stage - 1));
      const uint64_t word = f->latch[stage - 1];
      f->latch[stage] = stage - 1 == STAGE_IF ? leave_fetch(sim, s, r, core, word, cycle) : word;
      if (s.target != STAGE_IF && stage - 1 == s.target && is_valid(word) && redirects(word))
        redirect(sim, r, word, stage - 1, observed);
    } else is_free = !is_held;
  }
  if (is_free) enter_fetch(sim, s, k, r, core, cycle);
}

#endif
