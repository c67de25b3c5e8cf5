#include "cpu/code/program.h"
#include "cpu/code/routine.h"

#include <stddef.h>
#include <string.h>

#include "cpu/code/machine_mode.h"
#include "cpu/code/program_code.h"
#include "cpu/code/rv32_compute.h"
#include "memory/memory.h"
#include "state/tell.h"

/* ---- where everything lies ---- */

static int is_program(const sim_routine_config *routine) { return routine->kind == sim_routine_kind_PROGRAM; }

static int has_programs(const sim_config *c) {
  for (uint32_t r = 0; r < c->routine_count && r < SIM_ROUTINE_LIMIT; r++)
    if (is_program(&c->routines[r])) return 1;
  return 0;
}

static uint32_t flight_count(const sim_config *c) { return (uint32_t)c->core_count * cpus_of_core(c); }

static int has_flights(const sim_config *c) {
  return has_programs(c) || (c->tlb_entries > 0 && c->tlb_refill_instructions > 0);
}

static uint64_t register_bytes(const sim_config *c) {
  return has_programs(c) ? c->thread_count * sizeof(sim_program_frame) + machine_mode_bytes(c) : 0;
}

uint64_t program_state_bytes(const sim_config *c) {
  return register_bytes(c) + (has_flights(c) ? flight_count(c) * sizeof(program_flight) : 0) +
         (has_programs(c) ? c->program_memory_bytes + program_written_bytes(c) : 0);
}

static uint32_t check_program(const sim_config *c, const sim_routine_config *r) {
#define FITS(condition, field) \
  if (!(condition)) return (uint32_t)((const uint8_t *)&(field) - (const uint8_t *)c)
  FITS(r->word_count > 0 && r->word_count <= SIM_PROGRAM_LIMIT, r->word_count);
  FITS(r->first_word <= SIM_PROGRAM_LIMIT - r->word_count, r->first_word);
  FITS(r->data_words <= SIM_PROGRAM_LIMIT - r->first_word - r->word_count, r->data_words);
  FITS(r->instruction_count == 0, r->instruction_count);
  FITS(r->extensions <= (SIM_EXTENSION_A | SIM_EXTENSION_C), r->extensions);
  FITS(r->code_address % 4 == 0 && r->code_address <= SIM_PROGRAM_MEMORY_BASE - 4u * SIM_PROGRAM_LIMIT,
       r->code_address);
  const uint32_t at = r->data_address - SIM_PROGRAM_MEMORY_BASE;
  FITS(r->data_words == 0 || (at % 4 == 0 && at <= c->program_memory_bytes &&
                              4u * r->data_words <= c->program_memory_bytes - at),
       r->data_address);
#undef FITS
  return SIM_NONE;
}

uint32_t program_check(const sim_config *c) {
  if (c->program_memory_bytes % 16 != 0 || c->program_memory_bytes > SIM_PROGRAM_MEMORY_LIMIT)
    return offsetof(sim_config, program_memory_bytes);
  if (c->program_stack_bytes % 16 != 0) return offsetof(sim_config, program_stack_bytes);
  if (c->code_access >= sim_code_access_COUNT) return offsetof(sim_config, code_access);
  uint32_t bad = SIM_NONE;
  for (uint32_t r = 0; r < c->routine_count && r < SIM_ROUTINE_LIMIT && bad == SIM_NONE; r++)
    if (is_program(&c->routines[r])) bad = check_program(c, &c->routines[r]);
  return bad;
}

void program_init(sim *sim) {
  const sim_config *c = &sim->config;
  state_of(sim)->counters.fault.cycle = SIM_NEVER;
  uint8_t *const state = sim->memory_state - program_state_bytes(c);
  if (has_flights(c)) sim->program_flights = (program_flight *)(void *)(state + register_bytes(c));
  if (!has_programs(c)) return;
  sim->program_registers = (sim_program_frame *)(void *)state;
  sim->program_memory = (uint8_t *)(sim->program_flights + flight_count(c));
  for (uint32_t t = 0; t < c->thread_count; t++) sim->program_registers[t].cause = SIM_NONE;
  machine_mode_init(sim);
  program_written_init(sim, sim->program_memory + c->program_memory_bytes);
  for (uint32_t i = 0; i < c->routine_count; i++) {
    const sim_routine_config *r = &c->routines[i];
    if (is_program(r) && r->extensions & SIM_EXTENSION_A) sim->has_reservations = 1;
    if (!is_program(r) || r->data_words == 0) continue;
    memcpy(sim->program_memory + (r->data_address - SIM_PROGRAM_MEMORY_BASE),
           &c->program[r->first_word + r->word_count], 4u * r->data_words);
  }
}

/* ---- begin and end ---- */

uint32_t program_stack_top(const sim *sim, uint32_t thread) {
  const sim_config *c = &sim->config;
  return SIM_PROGRAM_MEMORY_BASE + c->program_memory_bytes - thread * c->program_stack_bytes;
}

stack_watch program_stack_watch(const sim *sim, uint32_t thread) {
  return (stack_watch){
      .own = &state_of(sim)->own_stacks,
      .bit = thread_bit(thread),
      .mark = &sim->marks->stack_bytes[thread],
      .top = program_stack_top(sim, thread),
      .room = sim->config.program_stack_bytes,
  };
}

void program_mark_stack(sim *sim, uint32_t thread) {
  const stack_watch watch = program_stack_watch(sim, thread);
  if (*watch.own & watch.bit) program_watch_stack(&watch, sim->program_registers[thread].x[RV32_SP], 1);
}

static void write_stack_pointer(sim *sim, uint32_t thread, uint32_t value, int is_moved) {
  const stack_watch watch = program_stack_watch(sim, thread);
  program_watch_stack(&watch, value, is_moved);
}

/* M-43 */
uint64_t program_begin(sim *sim, uint32_t thread, uint32_t routine) {
  const uint32_t packet = activity_at(sim, thread)->packet;
  sim_program_frame *registers = &sim->program_registers[thread];
  *registers = (sim_program_frame){.pc = code_at(sim, routine)->address, .cause = SIM_NONE};
  registers->x[RV32_RA] = SIM_PROGRAM_RETURN;
  sim->events_this_step |= SIM_STOP_EXECUTED;
  registers->x[RV32_SP] = program_stack_top(sim, thread);
  state_of(sim)->own_stacks |= thread_bit(thread);
  if (packet != SIM_NONE) {
    registers->x[RV32_A0] = memory_packet_address(packet);
    registers->x[RV32_A1] = packet_at(sim, packet)->size_bytes;
  }
  return SIM_NEVER;
}

/* M-45 */
int program_ended(sim *sim, uint32_t thread) {
  if (sim->program_registers == NULL) return 0;
  if (!code_at(sim, machine_routine(sim, thread))->is_program) return 0;
  const sim_program_frame *registers = &sim->program_registers[thread];
  if (registers->cause == SIM_NONE) return 0;
  sim_fault *first = &state_of(sim)->counters.fault;
  if (state_of(sim)->counters.program_faults++ == 0)
    *first = (sim_fault){.cycle = sim->boundary,
                         .address = registers->pc,
                         .cause = registers->cause,
                         .thread = (uint8_t)thread,
                         .routine = (uint8_t)machine_routine(sim, thread)};
  machine_event(sim, sim_event_kind_PROGRAM_FAULT, cpu_now(sim)->now.context, registers->pc, registers->cause);
  return 1;
}

const sim_program_frame *sim_program_registers(const sim *sim, uint32_t thread) {
  return sim->program_registers != NULL && thread < sim->config.thread_count ? &sim->program_registers[thread] : NULL;
}

const uint8_t *sim_program_memory(const sim *sim) { return sim->program_memory; }

const uint32_t *sim_program_code(const sim *sim, uint32_t routine) {
  return routine < sim->config.routine_count ? code_at(sim, routine)->image : NULL;
}

/* ---- an instruction ---- */

/* Instructions that read a value after IF (M-39), or stores that take effect after IF. */
static int is_late(const program_step *k, uint32_t address) {
  if (k->kind == RV32_CSR) return 1;
  if ((k->kind != RV32_LOAD && k->kind != RV32_STORE) || address < MEMORY_DEVICE_BASE) return 0;
  const sim *sim = one_machine(k->sim);
  return program_platform_has(sim, address, rv32_access_bytes(k->raw)) ||
         (k->kind == RV32_LOAD && program_device_register(sim, address) != NULL);
}

/* Makes both accesses of an AMO without another access between them. Devices do not support AMOs. */
static int load_and_store(const program_step *k, rv32_effect *e) {
  const sim *sim = one_machine(k->sim);
  uint32_t loaded;
  if (e->address >= MEMORY_DEVICE_BASE) return 0;
  if (!program_load(sim, k->thread, k->code, e->address, MEMORY_WORD_BYTES, &loaded)) return 0;
  const uint32_t stored = rv32_stored(k->raw, loaded, e->result);
  e->result = loaded;
  return program_store(sim, k->cpu, e->address, MEMORY_WORD_BYTES, stored);
}

/* Performs LR, SC and AMOs (M-203). */
static uint32_t perform_atomic(const program_step *k, rv32_effect *e) {
  const int is_load = k->kind == RV32_LOAD_RESERVED;
  if (e->address % MEMORY_WORD_BYTES != 0) return is_load ? RV32_LOAD_MISALIGNED : RV32_STORE_MISALIGNED;
  const sim *sim = one_machine(k->sim);
  const int is_done = is_load ? program_reserve(sim, k->cpu, e->address, &e->result)
                      : k->kind == RV32_ATOMIC
                          ? load_and_store(k, e)
                          : program_store_reserved(sim, k->cpu, e->address, e->result, &e->result);
  if (!is_done) return is_load ? RV32_LOAD_FAULT : RV32_STORE_FAULT;
  return SIM_NONE;
}

RARE static int store_code(const program_step *k, const rv32_effect *e, uint32_t bytes) {
  sim *sim = one_machine(k->sim);
  return program_may_write(sim, k->thread) &&
         program_store_code(sim, machine_routine(sim, k->thread), e->address, bytes, e->result);
}

static void write_result(const program_step *k, const rv32_effect *e) {
  const uint32_t destination = rv32_destination(k->raw, k->kind);
  if (destination != 0) k->registers->x[destination] = e->result;
  if (destination == RV32_SP)
    write_stack_pointer(
        one_machine(k->sim), k->thread, e->result,
        program_moves_stack(k->operation, rv32_source1(k->raw, k->kind), rv32_source2(k->raw, k->kind)));
}

/* Executes the instruction; `late`: without the part that follows IF. Returns the exception, or SIM_NONE (M-46). */
static uint32_t perform(const program_step *k, rv32_effect *e, int late) {
  const uint32_t bytes = rv32_access_bytes(k->raw);
  const int is_aligned = (e->address & (bytes - 1)) == 0;
  switch (k->kind) {
    case RV32_LOAD:
      if (!is_aligned) return RV32_LOAD_MISALIGNED;
      if (!program_load(one_machine(k->sim), k->thread, k->code, e->address, bytes, &e->result)) return RV32_LOAD_FAULT;
      e->result = rv32_loaded(k->raw, e->result);
      break;
    case RV32_STORE:
      if (!is_aligned) return RV32_STORE_MISALIGNED;
      if (!program_store(one_machine(k->sim), k->cpu, e->address, bytes, e->result) && !store_code(k, e, bytes))
        return RV32_STORE_FAULT;
      break;
    case RV32_LOAD_RESERVED:
    case RV32_STORE_CONDITIONAL:
    case RV32_ATOMIC: {
      const uint32_t cause = perform_atomic(k, e);
      if (cause != SIM_NONE) return cause;
      break;
    }
    case RV32_CSR:
      if (!csr_is_there(one_machine(k->sim), k->thread, rv32_csr(k->raw), rv32_writes_csr(k->raw)))
        return RV32_ILLEGAL_INSTRUCTION;
      break;
    case RV32_ILLEGAL: return RV32_ILLEGAL_INSTRUCTION;
    default:
      if (e->next % INSTRUCTION_BYTES != 0 && !k->code->is_compressed) return RV32_FETCH_MISALIGNED;
  }
  if (!late) write_result(k, e);
  return SIM_NONE;
}

/* Lets no later instruction leave IF until the value is known. Returns its execute_class. */
static uint32_t await_value(const program_step *k, const rv32_effect *e, uint32_t csr_operand) {
  program_flight *flight = &one_machine(k->sim)->program_flights[k->cpu];
  assert(flight->awaited == sim_cause_BUSY);
  flight->executed = k->registers->executed - 1;
  flight->read_address = k->kind == RV32_CSR ? 0 : e->address;
  flight->raw = k->raw;
  flight->operand = k->kind == RV32_STORE ? e->result : csr_operand;
  flight->awaited = k->kind == RV32_STORE  ? sim_cause_MEMORY
                    : k->kind == RV32_LOAD ? sim_cause_LOAD_USE
                                           : sim_cause_OPERAND;
  return k->kind == RV32_STORE ? EXECUTE_WRITE : EXECUTE_READ;
}

RARE static uint32_t late_csr(sim *sim, uint32_t thread, uint32_t context, uint32_t raw, const program_flight *flight,
                              uint64_t cycle) {
  const uint32_t csr = rv32_csr(raw), value = csr_read(sim, thread, context, csr, cycle, flight->executed);
  if (rv32_writes_csr(raw))
    csr_write(sim, thread, csr, rv32_csr_written(raw, value, flight->operand), cycle, flight->executed);
  return value;
}

/* A CSR instruction with this operand clears MIE. */
static int clears_mie(uint32_t raw, uint32_t operand) {
  return rv32_csr(raw) == CSR_MSTATUS && rv32_writes_csr(raw) &&
         !(rv32_csr_written(raw, UINT32_MAX, operand) & MSTATUS_MIE);
}

/* The conditions for taking interrupts have changed, or may have changed. */
RARE static void tell_change(sim *sim, uint32_t thread, uint32_t mstatus, uint32_t mie, uint32_t address, uint32_t pc,
                             uint64_t cycle) {
  const uint64_t before = sim->event_cycle;
  const int is_open = (hart_at(sim, thread)->mstatus & MSTATUS_MIE) != 0;
  sim->event_cycle = cycle;
  if (mstatus & MSTATUS_MIE) machine_mode_tell(sim, thread, is_open ? SIM_TRAP_ON : SIM_TRAP_OFF, pc);
  if (mie != 0) machine_mode_tell(sim, thread, SIM_TRAP_ENABLES, pc);
  if (address >= SIM_PLIC_BASE) machine_mode_tell(sim, thread, SIM_TRAP_PLIC, pc);
  sim->event_cycle = before;
}

void program_read(sim *sim, uint32_t cpu, uint64_t word, uint64_t cycle) {
  const cpu_state *state = cpu_at(sim, cpu);
  program_flight *flight = &sim->program_flights[cpu];
  const uint32_t thread = state->now.phase == PHASE_DRAIN_INSTRUCTIONS ? state->interrupted : state->now.thread;
  const uint32_t raw = flight->raw;
  assert(flight->awaited != sim_cause_BUSY && word_class(word) >= EXECUTE_READ);
  const uint32_t at = flight->read_address, bytes = rv32_access_bytes(raw);
  uint32_t value = 0;
  const sim_hart *hart = is_hart(sim, thread) ? hart_at(sim, thread) : NULL;
  const uint32_t mstatus = hart != NULL ? hart->mstatus : 0, mie = hart != NULL ? hart->mie : 0;
  const int closes = hart != NULL && !(word & (WORD_STORE | WORD_LOAD)) && clears_mie(raw, flight->operand);
  if (word & WORD_STORE) sim->platform->store(sim, thread, at, bytes, flight->operand, cycle);
  else if (!(word & WORD_LOAD)) value = late_csr(sim, thread, state->now.context, raw, flight, cycle);
  else if (program_platform_has(sim, at, bytes)) value = sim->platform->load(sim, thread, at, bytes, cycle);
  else value = program_register_value(sim, at);
  if (word & WORD_LOAD) value = rv32_loaded(raw, value);
  if (word_destination(word) != 0) sim->program_registers[thread].x[word_destination(word)] = value;
  if (word_destination(word) == RV32_SP) write_stack_pointer(sim, thread, value, 0);
  sim->events_this_step |= SIM_STOP_EXECUTED;
  flight->executed = flight->read_address = flight->awaited = flight->operand = flight->raw = 0;
  if (hart == NULL) return;
  const uint32_t changed = (hart->mstatus ^ mstatus) | (closes ? (uint32_t)MSTATUS_MIE : 0);
  tell_change(sim, thread, changed, hart->mie ^ mie, at,
              routine_pc(code_at(sim, state->stream.stream), word_index(word)), cycle);
  if (!(hart->mstatus & MSTATUS_MIE)) return;
  machine_mode_attend(sim); /* interrupts were held back until now */
  if (state->now.phase == PHASE_RUN_INSTRUCTIONS && machine_mode_interrupt(sim, thread, cycle) != SIM_NONE)
    flight->awaited = AWAITED_INTERRUPT;
}

static int is_link(uint32_t r) { return r == RV32_RA || r == RV32_T0; }

/* When the target of a jump with an immediate is known (M-42). */
static enum target_known known_target(const program_step *k, uint32_t target) {
  sim *sim = one_machine(k->sim);
  if (!sim->memory.has_predictor) return TARGET_UNKNOWN;
  return memory_knows_target(sim, k->core, k->pc, target) ? TARGET_KNOWN_AT_FETCH : TARGET_KNOWN_AT_DECODE;
}

/* Address at which fetch continued; `known`: when that is known. */
static uint32_t predict(const program_step *k, uint32_t next, enum target_known *known) {
  sim *sim = one_machine(k->sim);
  uint32_t predicted = k->behind;
  const uint32_t destination = rv32_destination(k->raw, k->kind), source = rv32_source1(k->raw, k->kind);
  if (k->kind == RV32_BRANCH) {
    const uint32_t target = k->pc + rv32_immediate_b(k->raw);
    const int is_taken = next != k->behind;
    if (memory_predicts(sim, k->core, k->pc, target <= k->pc)) predicted = target;
    *known = known_target(k, target);
    memory_learns(sim, k->core, k->pc, is_taken);
    if (is_taken) memory_learns_target(sim, k->core, k->pc, next);
    return predicted;
  }
  if (k->kind == RV32_JUMP && sim->memory.has_predictor) {
    predicted = next;
    *known = known_target(k, next);
  }
  if (k->kind == RV32_JUMP_REGISTER) {
    const int is_return = is_link(source) && source != destination;
    *known = memory_predicts_target(sim, k->core, k->pc, is_return, &predicted);
  }
  memory_learns_target(sim, k->core, k->pc, next);
  if (is_link(destination)) memory_learns_call(sim, k->core, k->behind);
  return predicted;
}

/* A branch or jump, with where it was predicted to go. */
static uint64_t take_way(const program_step *k, front_state *f, uint64_t word, uint32_t next) {
  const uint32_t behind = k->behind;
  enum target_known known = TARGET_UNKNOWN;
  const uint32_t predicted = predict(k, next, &known);
  const int is_told_late = predicted != behind && known == TARGET_KNOWN_AT_DECODE &&
                           one_machine(k->sim)->config.branch_target_stage != STAGE_IF;
  if (next != behind) word |= WORD_TAKEN;
  if (predicted != next) word |= WORD_MISPREDICTED;
  if (is_told_late) {
    word |= WORD_REDIRECTS;
    f->predicted_index = shown_index(k, predicted);
  }
  if (is_told_late || predicted != next) {
    f->wrong_path = 1;
    f->wrong_index = shown_index(k, is_told_late ? behind : predicted);
  }
  return word;
}

/* FENCE.I: the later instructions are fetched again. */
static uint64_t fetch_again(const program_step *k, front_state *f, uint64_t word) {
  f->wrong_path = 1;
  f->wrong_index = shown_index(k, k->behind);
  return word | WORD_MISPREDICTED;
}

/* `word`: the next instruction may have changed since it was fetched. */
static program_step step_of(sim *sim, uint32_t cpu, const front_state *f, uint64_t *word, uint64_t cycle) {
  const cpu_state *state = cpu_at(sim, cpu);
  const uint32_t thread = state->now.thread, index = word_index(*word);
  const routine_code *code = code_at(sim, state->stream.stream);
  assert(state->now.phase == PHASE_RUN_INSTRUCTIONS && code->is_program && index < code->end);
  const uint32_t pc = routine_pc(code, index);
  program_step k = {
      .sim = sim,
      .registers = &sim->program_registers[thread],
      .code = code,
      .cpu = cpu,
      .core = core_of_cpu(sim, cpu),
      .thread = thread,
      .end = program_may_write(sim, thread) ? code->end : code->length,
      .cycle = cycle,
      .bits = f->fetched_bits,
      .index = index,
      .pc = pc,
  };
  const program_instruction i = code->written == NULL ? program_instruction_in_table(code, index)
                                                      : program_instruction_of(code, index, k.bits);
  *word = (*word & ~(uint64_t)WORD_CONDITION) | (i.word & WORD_CONDITION);
  k.raw = i.raw;
  k.kind = i.kind;
  k.operation = i.operation;
  k.behind = pc + i.bytes;
  return k;
}

/* The second half of the instruction does not exist. */
static int is_cut(const program_step *k) {
  return k->code->is_compressed && k->behind - k->pc == INSTRUCTION_BYTES &&
         (k->index + 1 == k->code->length || k->index + 1 == k->code->end);
}

/* M-38 */
uint64_t program_execute(sim *sim, uint32_t cpu, front_state *f, uint64_t word, uint64_t cycle) {
  program_step k = step_of(sim, cpu, f, &word, cycle);
  rv32_effect e = rv32_execute(k.raw, k.operation, k.kind, k.pc, k.behind, k.registers->x);
  const int late = is_late(&k, e.address);
  const uint32_t cause = is_cut(&k) ? (uint32_t)RV32_FETCH_FAULT : perform(&k, &e, late);
  sim->events_this_step |= SIM_STOP_EXECUTED;
  k.registers->executed++;
  if (cause != SIM_NONE) return program_raises(&k, f, word, &e, cause);
  if ((k.kind == RV32_END || k.raw == RV32_WORD_WFI) && is_hart(sim, k.thread))
    return program_system(&k, f, word, &e);
  if ((word & (WORD_LOAD | WORD_STORE)) && sim->memory.is_used)
    program_flight_put(&sim->program_flights[cpu], e.address);
  if (late) {
    const uint32_t operand = rv32_function(k.raw) > 3 ? k.raw >> 15 & 31 : k.registers->x[rv32_source1(k.raw, k.kind)];
    word |= await_value(&k, &e, operand) << WORD_CLASS_SHIFT;
  }
  f->next_index = index_at(&k, e.next);
  k.registers->pc = e.next;
  if (word & WORD_BRANCH) word = take_way(&k, f, word, e.next);
  if (rv32_is_fence_i(k.raw)) word = fetch_again(&k, f, word);
  if (f->next_index >= k.end && is_hart(sim, k.thread)) {
    if (e.next == SIM_PROGRAM_RETURN) return program_exits(&k, f, word);
    return program_traps(&k, f, word & ~(uint64_t)WORD_REDIRECTS, RV32_FETCH_FAULT, e.next, e.next);
  }
  if (k.kind == RV32_END) program_finish(&k, f, k.pc, SIM_NONE);
  else if (e.next == SIM_PROGRAM_RETURN) program_finish(&k, f, e.next, SIM_NONE);
  else if (f->next_index >= k.end) program_finish(&k, f, e.next, RV32_FETCH_FAULT);
  return word;
}
