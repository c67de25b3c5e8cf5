/* Control flow at the end of a program, and of a hart at exceptions, ECALL, EBREAK, MRET and WFI (M-45, M-206). */
#include "cpu/code/machine_mode.h"
#include "cpu/code/program.h"

void program_finish(const program_step *k, front_state *f, uint32_t pc, uint32_t cause) {
  cpu_state *cpu = cpu_at(one_machine(k->sim), k->cpu);
  k->registers->pc = pc;
  k->registers->cause = cause;
  f->next_index = k->index;
  cpu->stream.budget = f->fetched;
  activity_at(one_machine(k->sim), k->thread)->budget = f->fetched;
}

/* Instructions that are fetched after it are flushed when it is resolved. */
static uint64_t goes_elsewhere(const program_step *k, front_state *f, uint64_t word) {
  f->wrong_path = 1;
  f->wrong_index = shown_index(k, k->behind);
  return word | WORD_MISPREDICTED;
}

RARE uint64_t program_traps(const program_step *k, front_state *f, uint64_t word, uint32_t cause, uint32_t pc,
                            uint32_t value) {
  sim *sim = one_machine(k->sim);
  const uint64_t before = sim->event_cycle;
  sim->event_cycle = k->cycle;
  const uint32_t handler = machine_mode_trap(sim, k->thread, cause, pc, value);
  sim->event_cycle = before;
  f->next_index = index_at(k, handler);
  k->registers->pc = handler;
  if (f->next_index < k->end) return goes_elsewhere(k, f, word);
  hart_at(sim, k->thread)->stopped = 1;
  f->wrong_path = 0;
  program_finish(k, f, pc, cause);
  return word & ~(uint64_t)WORD_MISPREDICTED;
}

RARE uint64_t program_exits(const program_step *k, front_state *f, uint64_t word) {
  sim *sim = one_machine(k->sim);
  const uint64_t before = sim->event_cycle;
  sim->event_cycle = k->cycle;
  machine_mode_end(sim, k->thread, k->registers->x[RV32_A0]);
  sim->event_cycle = before;
  program_finish(k, f, SIM_PROGRAM_RETURN, SIM_NONE);
  return word;
}

/* mtval: the address of the fetch, load or store; for an illegal instruction, its bits. */
static uint32_t trap_value(const program_step *k, const rv32_effect *e, uint32_t cause) {
  switch (cause) {
    case RV32_ILLEGAL_INSTRUCTION: return k->code->written != NULL ? k->bits : program_bits(k->code, k->index);
    case RV32_FETCH_MISALIGNED: return e->next;
    case RV32_BREAKPOINT: return k->pc;
    case RV32_ECALL_OF_MACHINE_MODE: return 0;
    case RV32_FETCH_FAULT: return k->pc + HALF_BYTES; /* its first half exists */
    default: return e->address;
  }
}

static int is_code(const routine_code *code, uint32_t address) {
  const uint32_t pitch = (uint32_t)INSTRUCTION_BYTES >> code->is_compressed;
  return address % pitch == 0 && program_index(code, address) < code->end;
}

RARE void program_go_on_at(sim *sim, uint32_t thread, uint32_t address) {
  const routine_code *code = code_at(sim, machine_routine(sim, thread));
  sim_program_frame *registers = &sim->program_registers[thread];
  activity *a = activity_at(sim, thread);
  const uint32_t missing = address;
  if (!is_code(code, address)) address = machine_mode_trap(sim, thread, RV32_FETCH_FAULT, missing, missing);
  a->done = 0;
  a->nullified = 0;
  a->budget = SIM_NEVER;
  registers->pc = address;
  if (is_code(code, address)) {
    a->body_index = (uint16_t)program_index(code, address);
    return;
  }
  registers->pc = missing;
  registers->cause = RV32_FETCH_FAULT;
  hart_at(sim, thread)->stopped = 1;
}

RARE uint64_t program_system(const program_step *k, front_state *f, uint64_t word, const rv32_effect *e) {
  sim *sim = one_machine(k->sim);
  if (k->raw == RV32_WORD_WFI) {
    hart_at(sim, k->thread)->waiting = 1;
    program_finish(k, f, e->next, SIM_NONE);
    f->next_index = index_at(k, e->next);
    return word;
  }
  if (k->raw != RV32_WORD_MRET) {
    k->registers->executed--; /* the instruction does not retire */
    const uint32_t cause = k->raw == RV32_WORD_ECALL ? RV32_ECALL_OF_MACHINE_MODE : RV32_BREAKPOINT;
    return program_traps(k, f, word, cause, k->pc, trap_value(k, e, cause));
  }
  const uint64_t before = sim->event_cycle;
  sim->event_cycle = k->cycle;
  const uint32_t target = machine_mode_return(sim, k->thread);
  sim->event_cycle = before;
  sim->program_flights[k->cpu].reserved_word = 0; /* M-203 */
  f->next_index = index_at(k, target);
  k->registers->pc = target;
  if (f->next_index < k->end) return goes_elsewhere(k, f, word);
  return program_traps(k, f, word, RV32_FETCH_FAULT, target, target);
}

RARE uint64_t program_raises(const program_step *k, front_state *f, uint64_t word, const rv32_effect *e,
                             uint32_t cause) {
  word &= ~(uint64_t)(WORD_LOAD | WORD_STORE | WORD_BRANCH | WORD_CONDITION | WORD_REGISTER_MASK);
  if (!is_hart(one_machine(k->sim), k->thread)) {
    program_finish(k, f, k->pc, cause);
    return word;
  }
  k->registers->executed--; /* the instruction does not retire */
  return program_traps(k, f, word, cause, k->pc, trap_value(k, e, cause));
}
