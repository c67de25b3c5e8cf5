#include "cpu/programs/program_loop.h"

#include <string.h>

#include "cpu/code/program.h"
#include "cpu/code/program_code.h"
#include "cpu/code/routine.h"
#include "cpu/code/rv32_compute.h"
#include "memory/burst.h"

enum { DECODE = STAGE_IF + 1 };

/* Values that stay constant while the loop passes cycles. */
typedef struct program_loop {
  sim *sim;
  const core_rules *k;
  const runner *r;
  front_state *front;
  back_state *back;
  program_flight *flight;
  const routine_code *code;
  sim_program_frame *registers;
  uint8_t *memory;
  const uint32_t *words, *program;
  const uint16_t *targets;
  const uint8_t *operations;
  uint64_t *ready;
  uint64_t goal, budget;
  uint32_t core, cpu;
  uint32_t memory_bytes, address, length, pitch_shift; /* an index covers 1 << pitch_shift bytes */
  stack_watch stack;
} program_loop;

/* The stages, and the counts of the loop. */
typedef struct passing {
  uint64_t fetch, decode, execute, access, write; /* latches */
  uint64_t fetch_until, execute_until, access_until, missed_from;
  uint64_t fetched, retired, executed;
  uint32_t next_index, wrong_index, wrong_path;
  uint32_t pc_index; /* index after the last executed instruction */
} passing;

enum pass_end {
  PASS_REACHED, /* the loop may pass cycles up to this one */
  PASS_STEPS,   /* the next cycle must be stepped */
  PASS_EXECUTES /* within a cycle: program_execute must execute the instruction in IF, which leaves IF */
};

INLINE passing take_up(const program_loop *g) {
  const front_state *f = g->front;
  const back_state *b = g->back;
  return (passing){
      .fetch = f->latch[STAGE_IF],
      .decode = f->latch[DECODE],
      .execute = b->latch[0][0],
      .access = b->latch[1][0],
      .write = b->latch[2][0],
      .fetch_until = f->fetch_until,
      .execute_until = b->execute_until[0],
      .access_until = b->access_until[0],
      .missed_from = b->missed_from,
      .fetched = f->fetched,
      .retired = f->retired,
      .next_index = f->next_index,
      .wrong_index = f->wrong_index,
      .wrong_path = f->wrong_path,
  };
}

/* The instruction after the one in IF may have changed since the fetch. */
static void update_fetch(const program_loop *g, passing *p) {
  if (!is_valid(p->fetch) || (p->fetch & WORD_WRONG_PATH)) return;
  const uint32_t index = word_index(p->fetch);
  p->fetch = latched(g->words[index], index);
}

INLINE void put_back(const program_loop *g, const passing *p) {
  front_state *f = g->front;
  back_state *b = g->back;
  f->latch[STAGE_IF] = p->fetch;
  f->latch[DECODE] = p->decode;
  b->latch[0][0] = p->execute;
  b->latch[1][0] = p->access;
  b->latch[2][0] = p->write;
  b->owner[0][0] = b->owner[1][0] = b->owner[2][0] = 0;
  f->fetch_until = p->fetch_until;
  b->execute_until[0] = p->execute_until;
  b->access_until[0] = p->access_until;
  b->missed_from = p->missed_from;
  f->fetched = p->fetched;
  f->retired = p->retired;
  f->next_index = p->next_index;
  f->wrong_index = p->wrong_index;
  f->wrong_path = p->wrong_path;
  if (g->code->written != NULL)
    f->fetched_bits =
        is_valid(p->fetch) && !(p->fetch & WORD_WRONG_PATH) ? program_bits(g->code, word_index(p->fetch)) : 0;
  if (p->executed == 0) return;
  g->registers->executed += p->executed;
  g->registers->pc = g->address + (p->pc_index << g->pitch_shift);
  g->sim->events_this_step |= SIM_STOP_EXECUTED;
}

/* Acts after IF: an instruction reads its value there, stores to a device, or accesses memory twice. */
INLINE int takes_effect_late(uint64_t word) {
  return is_valid(word) && (word_class(word) >= EXECUTE_READ || word_more(word) != 0);
}

/* True if all fetched instructions are in the program's own code and have not changed. */
static int is_as_fetched(const program_loop *g) {
  const front_state *f = g->front;
  const uint64_t word = f->latch[STAGE_IF];
  if (f->next_index >= g->length || (f->wrong_path && f->wrong_index >= g->length)) return 0;
  if (!is_valid(word)) return 1;
  if (word_index(word) >= g->length) return 0;
  return (word & WORD_WRONG_PATH) || f->fetched_bits == program_bits(g->code, word_index(word));
}

/* Whether the loop can pass cycles from here on. */
static int can_pass(const program_loop *g) {
  const front_state *f = g->front;
  const back_state *b = g->back;
  if (f->draining || g->flight->awaited != sim_cause_BUSY || b->access_until[0] == SIM_NEVER) return 0;
  if (g->code->written != NULL && !is_as_fetched(g)) return 0;
  return !takes_effect_late(f->latch[DECODE]) && !takes_effect_late(b->latch[0][0]) &&
         !takes_effect_late(b->latch[1][0]);
}

/* ---- the stages, last first ---- */

/* Otherwise in EX. The loop reads this value on use, because a constant would double its code. */
INLINE int resolves_in_decode(const program_loop *g) {
  return one_machine(g->sim)->config.branch_resolve_stage == DECODE;
}

/* The instruction enters the access stage. */
INLINE void begin_access_passing(const program_loop *g, passing *p, uint64_t cycle, int has_memory) {
  const core_rules *k = g->k;
  const uint64_t word = p->access, until = cycle + k->memory_cycles;
  if (has_memory) {
    g->back->latch[0][0] = p->execute;
    g->back->latch[1][0] = word;
    any_begin_access(g->sim, g->back, 0, k, g->r, g->core, cycle);
    p->access_until = g->back->access_until[0];
    p->missed_from = g->back->missed_from;
    return;
  }
  p->missed_from = SIM_NEVER;
  p->access_until = SIM_NEVER;
  if (*k->bus_free_at > cycle) return;
  p->access_until = *k->bus_free_at = until;
  const uint32_t destination = word_destination(word);
  if ((word & WORD_LOAD) && destination != 0) g->ready[destination] = until - 1 + k->load_use_cycles;
}

/* Returns whether the instruction left EX. */
INLINE int move_execute_and_access(const program_loop *g, passing *p, uint64_t cycle, int has_memory) {
  if (p->access_until > cycle) {
    p->write = hold_cause(p->missed_from, cycle);
    return 0;
  }
  p->write = p->access;
  p->access_until = 0;
  if (p->execute_until > cycle) {
    p->access = sim_cause_MULTIPLY;
    return 0;
  }
  const uint64_t word = p->access = p->execute;
  p->execute = sim_cause_FILL;
  if (!is_valid(word)) return 1;
  if (word & (WORD_LOAD | WORD_STORE)) begin_access_passing(g, p, cycle, has_memory);
  if ((word & WORD_MISPREDICTED) && !resolves_in_decode(g)) {
    p->fetch = p->decode = sim_cause_BRANCH;
    p->wrong_path = 0;
  }
  return 1;
}

/* For machines whose misses do not block. */
RARE static uint64_t waits_in_memory(const program_loop *g, uint64_t word, uint64_t cycle) {
  return operand_cause(pipeline_shape(g->sim), g->k, g->back, g->r, word, cycle);
}

/* Like operand_cause. The instruction waits for loads, except if a later instruction writes the register. */
INLINE uint64_t waits_for(const program_loop *g, const passing *p, uint64_t word, uint64_t cycle, int has_memory) {
  const uint64_t stages[] = {p->execute, p->access, p->write};
  if (has_memory && g->k->non_blocking) {
    for (int i = 0; i < 3; i++) g->back->latch[i][0] = stages[i];
    return waits_in_memory(g, word, cycle);
  }
  uint32_t others = 0, claimed = 0;
  UNROLL
  for (int i = 0; i < 3; i++) {
    const uint32_t bit = is_valid(stages[i]) ? 1u << word_destination(stages[i]) : 0;
    if (!(stages[i] & WORD_LOAD)) others |= bit & ~claimed;
    claimed |= bit;
  }
  const uint32_t one = word_source1(word), other = word_source2(word);
  const int is_load = (g->ready[one] > cycle && (one == 0 || !(others >> one & 1))) ||
                      (g->ready[other] > cycle && (other == 0 || !(others >> other & 1)));
  return is_load ? sim_cause_LOAD_USE : sim_cause_OPERAND;
}

/* As has_operands. */
INLINE int can_issue_passing(const program_loop *g, uint64_t word, uint64_t cycle, int has_memory) {
  if (has_memory && g->k->non_blocking && (word & (WORD_LOAD | WORD_STORE)) && g->k->missed_until[0] > cycle) return 0;
  return later(g->ready[word_source1(word)], g->ready[word_source2(word)]) <= cycle;
}

/* Returns whether the instruction in ID issued. */
INLINE int issue_passing(const program_loop *g, passing *p, uint64_t cycle, int was_left, int has_memory) {
  const uint64_t word = p->decode;
  if (!is_valid(word)) {
    if (was_left) p->execute = word;
    return 0;
  }
  if (!was_left && is_valid(p->execute)) return 0;
  if (!can_issue_passing(g, word, cycle, has_memory)) {
    if (was_left) p->execute = waits_for(g, p, word, cycle, has_memory);
    return 0;
  }
  p->execute = word;
  p->execute_until = cycle + g->k->execute_cycles[word_class(word)];
  const uint32_t destination = word_destination(word);
  if (destination != 0)
    g->ready[destination] = word & WORD_LOAD ? SIM_NEVER : word & WORD_CONDITION ? p->execute_until + 1 : 0;
  if (!(word & (WORD_BRANCH | WORD_MISPREDICTED))) return 1; /* an instruction that traps is mispredicted, too */
  if (word & WORD_BRANCH) {
    ++*g->k->branches;
    *g->k->mispredicted += (word & WORD_MISPREDICTED) != 0;
  }
  if ((word & WORD_MISPREDICTED) && resolves_in_decode(g)) {
    p->fetch = sim_cause_BRANCH;
    p->wrong_path = 0;
  }
  return 1;
}

/* ---- an instruction takes effect ---- */

INLINE void write_register(const program_loop *g, uint64_t word, uint32_t operation, uint32_t value) {
  const uint32_t destination = word_destination(word);
  if (destination == 0) return;
  g->registers->x[destination] = value;
  if (destination == RV32_SP)
    program_watch_stack(&g->stack, value, program_moves_stack(operation, word_source1(word), word_source2(word)));
}

INLINE uint32_t loaded(const uint8_t *from, uint32_t operation) {
  uint16_t half;
  uint32_t whole;
  switch (operation) {
    case RV32_LB: return rv32_sign_extended(*from, 8);
    case RV32_LBU: return *from;
    case RV32_LW: memcpy(&whole, from, sizeof whole); return whole;
    default: memcpy(&half, from, sizeof half); return operation == RV32_LH ? rv32_sign_extended(half, 16) : half;
  }
}

INLINE void stored(uint8_t *to, uint32_t operation, uint32_t value) {
  const uint16_t half = (uint16_t)value;
  switch (operation) {
    case RV32_SB: *to = (uint8_t)value; break;
    case RV32_SW: memcpy(to, &value, sizeof value); break;
    default: memcpy(to, &half, sizeof half);
  }
}

INLINE int is_access(uint32_t operation) { return operation >= RV32_LB; }
INLINE int is_branch(uint32_t operation) { return operation >= RV32_BEQ && operation <= RV32_BGEU; }

/* Like program_execute, for the instruction in IF. Returns 0 and has no effect for cases of program_execute:
 * instructions that rv32.h leaves to its caller, exceptions, the end of the code, memory of other programs. */
INLINE int execute_passing(const program_loop *g, passing *p, int has_memory) {
  const uint64_t word = p->fetch;
  const uint32_t index = word_index(word), raw = g->program[index], behind = g->targets[index];
  const uint32_t operation = g->operations[index];
  const uint32_t *x = g->registers->x;
  const uint32_t a = x[word_source1(word)], b = x[word_source2(word)];
  if (operation == RV32_OTHER || behind == 0) return 0;
  uint32_t next = behind;
  if (is_access(operation)) {
    const int is_store = operation >= RV32_SB;
    const uint32_t address = a + (is_store ? rv32_immediate_s(raw) : rv32_immediate_i(raw));
    const uint32_t at = address - SIM_PROGRAM_MEMORY_BASE, bytes = rv32_access_bytes(raw);
    if (at >= g->memory_bytes || address & (bytes - 1)) return 0; /* its size is a multiple of 16 */
    if (!is_store) write_register(g, word, operation, loaded(g->memory + at, operation));
    else if (one_machine(g->sim)->has_reservations) return 0; /* the store may end the reservation of another cpu */
    else stored(g->memory + at, operation, b);
    if (has_memory) program_flight_put(g->flight, address);
  } else if (word & WORD_BRANCH) {
    const uint32_t pc = index << g->pitch_shift; /* offset of the memory in the code */
    uint32_t to = behind << g->pitch_shift;
    if (is_branch(operation)) {
      if (rv32_is_taken(operation, a, b)) to = pc + rv32_immediate_b(raw);
    } else if (operation == RV32_JAL) to = pc + rv32_immediate_j(raw);
    else to = ((a + rv32_immediate_i(raw)) & ~1u) - g->address;
    next = to >> g->pitch_shift;
    if (next >= g->length || to & ((1u << g->pitch_shift) - 1)) return 0;
    write_register(g, word, operation, g->address + (behind << g->pitch_shift));
  } else {
    const uint32_t pc = g->address + (index << g->pitch_shift);
    write_register(g, word, operation, rv32_result(operation, raw, a, b, pc, 0));
  }
  p->decode = word;
  p->executed++;
  p->next_index = p->pc_index = next;
  if (next != behind) { /* it was predicted not taken */
    p->decode = word | WORD_TAKEN | WORD_MISPREDICTED;
    p->wrong_path = 1;
    p->wrong_index = behind;
  }
  return 1;
}

/* ---- fetch ---- */

INLINE void fetch_passing(const program_loop *g, passing *p, uint64_t cycle, int has_memory) {
  p->fetch_until = has_memory ? cycle + 1 : p->fetch_until;
  if (p->wrong_path) {
    const uint32_t index = p->wrong_index;
    p->wrong_index = g->targets[index];
    p->fetch = latched((g->words[index] & ~WORD_TAKEN) | WORD_WRONG_PATH, index);
    return;
  }
  if (p->fetched == g->budget) {
    p->fetch = sim_cause_FILL;
    return;
  }
  p->fetched++;
  const uint32_t index = p->next_index;
  p->next_index = following(g->r->rules, index);
  p->fetch = latched(g->words[index], index);
  if (!has_memory) return;
  const shape s = {.has_memory = 1, .has_programs = 1};
  const uint32_t pc = g->address + (index << g->pitch_shift);
  p->fetch_until = is_split(g->r->rules, index, g->program[index]) ? fetch_split(g->sim, g->k, g->r, g->core, pc, cycle)
                                                : fetch_line(g->sim, s, g->k, g->r, g->core, pc, cycle);
}

/* ---- cycles ---- */

/* Accounts the cycle to the instruction in the last stage. Returns whether the stream has ended. */
INLINE int account_write(const program_loop *g, passing *p, stall_counts *t) {
  if (!is_valid(p->write)) {
    t->stalls[p->write]++;
    return 0;
  }
  return ++p->retired == g->goal;
}

/* Passes cycles from *at onwards, with the same result as stepping, except for PASS_EXECUTES. *is_over: the stream
 * ended. */
INLINE enum pass_end pass(const program_loop *g, passing *p, uint64_t *at, uint64_t to, stall_counts *t, int *is_over,
                          int has_memory) {
  uint64_t cycle = *at;
  enum pass_end end = PASS_REACHED;
  while (cycle < to && !*is_over) {
    if (p->access_until == SIM_NEVER) {
      end = PASS_STEPS;
      break;
    }
    const int was_left = move_execute_and_access(g, p, cycle, has_memory);
    const int issued = issue_passing(g, p, cycle, was_left, has_memory);
    int is_free = issued || !is_valid(p->decode);
    if (is_free && is_valid(p->fetch) && has_memory && p->fetch_until > cycle) {
      p->decode = sim_cause_FETCH_MISS;
      is_free = 0;
    } else if (is_free && is_valid(p->fetch) && !(p->fetch & WORD_WRONG_PATH)) {
      if (!execute_passing(g, p, has_memory)) {
        end = PASS_EXECUTES;
        break;
      }
    } else if (is_free) p->decode = p->fetch;
    else is_free = !is_valid(p->fetch);
    if (is_free) fetch_passing(g, p, cycle, has_memory);
    cycle++;
    *is_over = account_write(g, p, t);
  }
  *at = cycle;
  return end;
}

/* ---- the loop ---- */

static program_loop loop_of(sim *sim, uint32_t core, const core_rules *k, const runner *r) {
  const uint32_t cpu = r->cpu, thread = cpu_at(sim, cpu)->now.thread;
  const routine_code *code = code_at(sim, cpu_at(sim, cpu)->stream.stream);
  return (program_loop){
      .sim = sim,
      .k = k,
      .r = r,
      .front = r->front,
      .back = &core_at(sim, core)->back,
      .flight = &sim->program_flights[cpu],
      .registers = &sim->program_registers[thread],
      .memory = sim->program_memory,
      .code = code,
      .words = code->words,
      .program = code->program,
      .targets = code->targets,
      .operations = code->operations,
      .ready = r->rules->ready,
      .core = core,
      .cpu = cpu,
      .memory_bytes = sim->config.program_memory_bytes,
      .address = code->address,
      .length = code->length,
      .pitch_shift = 2u - code->is_compressed,
      .stack = program_stack_watch(sim, thread),
  };
}

/* The instruction in IF leaves it in this cycle. */
RARE static void execute_any(const program_loop *g, uint64_t cycle) {
  front_state *f = g->front;
  f->latch[DECODE] = program_execute(g->sim, g->cpu, f, f->latch[STAGE_IF], cycle);
  const shape s = {.has_memory = uses_memory(g->sim), .has_programs = 1};
  enter_fetch(g->sim, s, g->k, g->r, g->core, cycle);
}

INLINE uint64_t run_program(sim *sim, uint32_t core, uint64_t from, uint64_t to, stall_counts *t, int has_memory) {
  const uint32_t cpu = core;
  stream_state *stream = &cpu_at(sim, cpu)->stream;
  front_state *front = &stream->front;
  const stream_rules rules = rules_of(sim, cpu);
  uint32_t touched = 0;
  const core_rules k = core_rules_of(sim, core, &touched);
  uint64_t no_draws = 0;
  const runner r = {.front = front, .rules = &rules, .branch_draws = &no_draws, .cpu = cpu, .index = 0};
  program_loop g = loop_of(sim, core, &k, &r);
  const uint64_t retired = front->retired;
  if (front->draining && is_valid(front->latch[STAGE_IF])) front->latch[STAGE_IF] = sim_cause_FILL; /* nullified */
  uint64_t cycle = from, due = burst_due(sim);
  int is_over = 0;
  if (sim->run_ends) to = from + 1; /* a hart took an interrupt at the start of the cycle */
  while (cycle < to && !is_over) {
    if (cycle >= due) due = let_due_bursts_go(sim, cycle);
    enum pass_end end = PASS_STEPS;
    passing p = {0};
    if (can_pass(&g)) {
      g.budget = g.goal = stream->budget;
      p = take_up(&g);
      if (g.code->written != NULL) update_fetch(&g, &p);
      end = pass(&g, &p, &cycle, earlier(to, due), t, &is_over, has_memory);
      put_back(&g, &p);
    }
    if (end == PASS_REACHED) continue;
    if (end == PASS_STEPS) any_step(sim, g.back, &k, &r, core, cycle);
    else execute_any(&g, cycle);
    cycle++;
    g.goal = front->draining ? rules.goal : stream->budget;
    p.write = g.back->latch[2][0];
    p.retired = front->retired;
    is_over = account_write(&g, &p, t) || sim->run_ends;
    front->retired = p.retired;
  }
  t->retired += front->retired - retired;
  t->busy += front->retired - retired;
  return cycle;
}

__attribute__((noinline)) static uint64_t run_in_memory(sim *sim, uint32_t core, uint64_t from, uint64_t to,
                                                        stall_counts *t) {
  return run_program(sim, core, from, to, t, 1);
}

__attribute__((noinline)) static uint64_t run_without(sim *sim, uint32_t core, uint64_t from, uint64_t to,
                                                      stall_counts *t) {
  return run_program(sim, core, from, to, t, 0);
}

uint64_t program_loop_run(sim *sim, uint32_t core, uint64_t from, uint64_t to, stall_counts *t) {
  return uses_memory(sim) ? run_in_memory(sim, core, from, to, t) : run_without(sim, core, from, to, t);
}
