/* Programs (docs/model.md, Programs): the effect of an instruction at the moment at which it takes effect. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "ref/cpu/program_memory.h"
#include "ref/memory/memory.h"

enum {
  RA = 1,
  SP = 2,
  T0 = 5,
  A0 = 10,
  A1 = 11,
};

static const sim_routine_config *routine_of(const ref *r, const ref_activity *activity) {
  return &r->config.routines[activity->routine];
}

static int may_execute(const ref *r, const ref_activity *activity, uint32_t address) {
  return ref_is_code(r, activity->thread, activity->routine, address);
}

static uint32_t index_of(const ref *r, const ref_activity *activity, uint32_t address) {
  return ref_index_of(r, activity->thread, activity->routine, address);
}

/* ---- start and end ---- */

void ref_programs_create(ref *r) {
  ref_program_code_create(r);
  for (int thread = 0; thread < SIM_THREAD_LIMIT; thread++) r->programs[thread].cause = SIM_NONE;
  for (int i = 0; i < r->config.routine_count; i++) {
    const sim_routine_config *routine = &r->config.routines[i];
    if (routine->kind != sim_routine_kind_PROGRAM) continue;
    for (uint32_t k = 0; k < routine->data_words; k++) {
      const uint32_t word = r->config.program[routine->first_word + routine->word_count + k];
      for (uint32_t byte = 0; byte < REF_WORD_BYTES; byte++)
        r->program_memory[routine->data_address - SIM_PROGRAM_MEMORY_BASE + k * REF_WORD_BYTES + byte] =
            (uint8_t)(word >> 8 * byte);
    }
  }
}

/* M-43 */
void ref_program_begin(ref *r, ref_activity *activity) {
  ref_program *program = &r->programs[activity->thread];
  *program = (ref_program){.begun = 1, .cause = SIM_NONE, .pc = routine_of(r, activity)->code_address};
  program->x[RA] = SIM_PROGRAM_RETURN;
  program->x[SP] = SIM_PROGRAM_MEMORY_BASE + r->config.program_memory_bytes -
                   (uint32_t)activity->thread * r->config.program_stack_bytes;
  if (activity->packet == REF_NONE) return;
  program->x[A0] = ref_packet_address(activity->packet);
  program->x[A1] = r->packets[activity->packet].size_bytes;
}

/* M-45: "The event `program-fault` at the end of the step names address and cause" */
void ref_program_end(ref *r, ref_activity *activity) {
  const ref_program *program = &r->programs[activity->thread];
  if (program->cause == SIM_NONE) return;
  ref_event(r, sim_event_kind_PROGRAM_FAULT, activity->context, program->pc, program->cause);
  if (activity->packet != REF_NONE) { /* M-45: "the packet in hand of its thread is dropped then, cause fault" */
    ref_packet_drop(r, activity->packet, sim_drop_cause_FAULT, activity->thread);
    activity->packet = REF_NONE;
  }
  if (r->counters.program_faults++ > 0) return;
  r->counters.fault = (sim_fault){.cycle = r->moment,
                                  .address = program->pc,
                                  .cause = program->cause,
                                  .thread = (uint8_t)activity->thread,
                                  .routine = (uint8_t)activity->routine};
}

/* ---- queries of the pipeline ---- */

static uint32_t csr(const ref *r, const ref_activity *activity, uint32_t number, uint64_t executed) {
  switch (number) {
    case 0xf11: case 0xf12: case 0xf13: return 0;
    case 0xf14: return (uint32_t)activity->context;
    case 0xc02: case 0xb02: return (uint32_t)executed;
    case 0xc82: case 0xb82: return (uint32_t)(executed >> 32);
    case 0xc80: case 0xc81: case 0xb80: return (uint32_t)(r->cycle >> 32);
    default: return (uint32_t)r->cycle;
  }
}

/* ---- the next address ---- */

typedef struct way {
  const ref_rv32 *instruction;
  uint32_t pc, target;
  int taken;
} way;

/* M-42: "a return (`rs1` is ra or t0 and not `rd`)" */
static int is_return(const ref_rv32 *i) {
  return i->class == REF_RV32_JALR && (i->source1 == RA || i->source1 == T0) && i->source1 != i->destination;
}

static int links(const ref_rv32 *i) { return i->destination == RA || i->destination == T0; }

/* The address at which fetch continues before the outcome is known. Predictors learn all that they learn here.
 * `at_once`: the table of targets knows the address; otherwise it is known when the instruction is decoded. */
static uint32_t predicted_address(ref *r, int core, const way *w, int *at_once) {
  const ref_rv32 *i = w->instruction;
  const uint32_t behind = w->pc + i->bytes;
  uint32_t entry = 0;
  *at_once = 1;
  if (r->config.predictor_mode == sim_predictor_NOT_TAKEN) return behind;
  const int has_entry = ref_known_target(r, core, w->pc, &entry);
  if (i->class == REF_RV32_BRANCH) {
    const int leaves = w->taken && w->target != behind; /* M-42: "for the counters a branch to there is not taken" */
    *at_once = has_entry && entry == w->target;
    if (leaves) ref_learn_target(r, core, w->pc, w->target);
    return ref_predict(r, core, w->pc, w->target <= w->pc, leaves) ? w->target : behind;
  }
  uint32_t predicted = i->class == REF_RV32_JAL ? w->target : behind;
  *at_once = i->class == REF_RV32_JAL ? has_entry && entry == w->target : has_entry;
  if (i->class == REF_RV32_JALR) {
    if (has_entry) predicted = entry;
    if (is_return(i)) ref_predict_return(r, core, &predicted);
  }
  ref_learn_target(r, core, w->pc, w->target);
  if (links(i)) ref_predict_call(r, core, behind);
  return predicted;
}

static void over(ref *r, const ref_activity *activity, ref_stream *stream, uint32_t pc, uint32_t cause) {
  r->programs[activity->thread].pc = pc;
  r->programs[activity->thread].cause = cause;
  stream->length = stream->fetched;
}

/* The instruction passes through the pipeline without an effect. */
static void fault(ref *r, const ref_activity *activity, ref_stream *stream, ref_instruction *instruction, uint32_t pc,
                  int cause) {
  instruction->faults = 1;
  instruction->destination = 0;
  over(r, activity, stream, pc, (uint32_t)cause);
}

static void go_to_handler(ref *r, const ref_activity *activity, ref_stream *stream, ref_instruction *instruction,
                          uint32_t code, uint32_t pc, uint32_t value);

static void go_on(ref *r, const ref_activity *activity, ref_stream *stream, ref_instruction *instruction,
                  const way *w) {
  const int core = r->cpus[instruction->cpu].core, may_go = instruction->operation == sim_operation_BRANCH;
  const uint32_t behind = w->pc + w->instruction->bytes, next = w->taken ? w->target : behind;
  int at_once = 1;
  const uint32_t predicted = may_go ? predicted_address(r, core, w, &at_once) : behind;
  r->programs[activity->thread].pc = next;
  if (ref_is_hart(r, activity->thread) && w->taken && next == SIM_PROGRAM_RETURN) {
    r->harts[activity->thread].stopped = 1;
    ref_event(r, sim_event_kind_TRAP, ref_thread_context(r, activity->thread), SIM_TRAP_END,
              r->programs[activity->thread].x[A0]);
  } else if (ref_is_hart(r, activity->thread) && !may_execute(r, activity, next)) {
    go_to_handler(r, activity, stream, instruction, FETCH_FAULT, next, next);
    return;
  }
  if (w->taken && next == SIM_PROGRAM_RETURN) over(r, activity, stream, next, SIM_NONE);
  /* `next` has no code */
  else if (!may_execute(r, activity, next)) over(r, activity, stream, next, FETCH_FAULT);
  else stream->next = instruction->next = index_of(r, activity, next);
  instruction->mispredicted = predicted != next || w->instruction->class == REF_RV32_FENCE_I;
  instruction->redirects = predicted != behind && !at_once && r->config.branch_target_stage > 0;
  instruction->predicted = index_of(r, activity, predicted);
  if (!instruction->mispredicted && !instruction->redirects) return;
  stream->wrong_path = 1;
  stream->wrong_next = instruction->redirects ? index_of(r, activity, behind) : instruction->predicted;
}

/* M-39: "The instruction behind leaves IF in that cycle at the earliest" */
static void take_later(ref *r, int c, ref_instruction *instruction, enum ref_late_value takes, uint64_t executed) {
  instruction->takes = takes;
  instruction->executed = executed;
  r->cpus[c].awaits = takes == REF_TAKES_CSR     ? sim_cause_OPERAND
                      : takes == REF_TAKES_STORE ? sim_cause_MEMORY
                                                 : sim_cause_LOAD_USE;
}

static uint32_t take_csr(ref *r, const ref_activity *activity, const ref_rv32 *i, const ref_instruction *instruction) {
  if (!ref_is_hart(r, activity->thread)) return csr(r, activity, i->immediate, instruction->executed);
  const uint32_t value = ref_csr_read(r, activity->thread, i->immediate, instruction->executed);
  if (i->writes)
    ref_csr_write(r, activity->thread, i->immediate, ref_rv32_written(i, value, instruction->operand),
                  instruction->executed);
  return value;
}

/* True if it writes 0 to MIE or clears it, whatever the value of MIE was. */
static int closes_mie(const ref_rv32 *i, const ref_instruction *instruction) {
  return (ref_rv32_written(i, 0xffffffff, instruction->operand) & 8) == 0;
}

static void tell_changes(ref *r, const ref_activity *activity, const ref_instruction *instruction,
                         const ref_hart *before, int accesses_plic) {
  const ref_hart *now = &r->harts[activity->thread];
  const int context = ref_thread_context(r, activity->thread);
  const uint32_t pc = ref_code_address(r, activity->routine, instruction->index);
  const ref_rv32 i = instruction->decoded;
  const int writes_mstatus = instruction->takes == REF_TAKES_CSR && i.immediate == 0x300 && i.writes;
  const int closes = writes_mstatus && closes_mie(&i, instruction);
  if (now->enabled != before->enabled || closes)
    ref_event(r, sim_event_kind_TRAP, context, now->enabled ? SIM_TRAP_ON : SIM_TRAP_OFF, pc);
  if (now->mie != before->mie) ref_event(r, sim_event_kind_TRAP, context, SIM_TRAP_ENABLES, pc);
  if (accesses_plic) ref_event(r, sim_event_kind_TRAP, context, SIM_TRAP_PLIC, pc);
}

/* M-200: depth of sp below the start of the stack, if sp is in the thread's own stack. */
static void sp_written(ref *r, int thread, int by_addition) {
  ref_program *program = &r->programs[thread];
  const int64_t end = (int64_t)r->config.program_memory_bytes - (int64_t)thread * r->config.program_stack_bytes;
  const int64_t at = (int64_t)program->x[SP] - SIM_PROGRAM_MEMORY_BASE;
  const int is_within = at <= end && at >= end - r->config.program_stack_bytes;
  if (is_within) program->leaves_stack = 0;
  else if (!by_addition) program->leaves_stack = 1;
  if (!program->leaves_stack && at >= 0 && at < end) ref_mark(&r->marks.stack_bytes[thread], (uint32_t)(end - at));
}

/* M-200: "as long as it is only added to" */
static int adds_to_sp(const ref_rv32 *i) {
  if (i->destination != SP || i->function != 0) return 0;
  if (i->class == REF_RV32_IMMEDIATE) return i->source1 == SP;
  if (i->class != REF_RV32_REGISTERS) return 0;
  return i->source1 == SP || (i->source2 == SP && !i->alternative);
}

void ref_program_takes(ref *r, ref_instruction *instruction) {
  const ref_cpu *cpu = &r->cpus[instruction->cpu];
  const ref_activity *activity = &r->activities[cpu->phase == REF_DRAIN ? cpu->save_thread : cpu->thread];
  const ref_rv32 i = instruction->decoded;
  const uint32_t address = instruction->address, bytes = ref_rv32_bytes(&i);
  const ref_hart before = r->harts[activity->thread];
  uint32_t value = 0;
  if (instruction->takes == REF_TAKES_CSR) value = take_csr(r, activity, &i, instruction);
  else if (instruction->takes == REF_TAKES_STORE && ref_clint_has(r, address, bytes))
    ref_clint_write(r, address, instruction->operand);
  else if (instruction->takes == REF_TAKES_STORE)
    ref_store_register(r, address, instruction->operand, activity->thread);
  else if (ref_has_register(r, address, bytes))
    value = ref_rv32_extended(&i, ref_load_register(r, address));
  else {
    const int is_clint = ref_clint_has(r, address, bytes);
    const uint32_t word = is_clint ? ref_clint_read(r, address) : ref_nic_register(r, address);
    value = ref_rv32_extended(&i, word >> 8 * (address % REF_WORD_BYTES));
  }
  if (i.destination != 0) r->programs[activity->thread].x[i.destination] = value;
  if (i.destination == SP) sp_written(r, activity->thread, 0);
  const int accesses_plic = instruction->takes != REF_TAKES_CSR && address >= 0xfc000000;
  if (before.exists) tell_changes(r, activity, instruction, &before, accesses_plic);
  instruction->takes = REF_TAKES_NOTHING;
  ref_cpu *its = &r->cpus[instruction->cpu];
  its->awaits = 0;
  /* M-208, M-263: "the instruction in IF stays there" */
  its->yields = ref_is_hart(r, activity->thread) && cpu->phase == REF_RUN &&
                ref_hart_interrupt_code(r, activity->thread) >= 0;
}

/* ---- machine mode ---- */

/* M-206: "It redirects the fetch as a jump that was predicted wrongly" */
static void jump(const ref *r, const ref_activity *activity, ref_stream *stream, ref_instruction *instruction,
                 uint32_t target) {
  const uint32_t behind = ref_code_address(r, activity->routine, instruction->index) + instruction->decoded.bytes;
  stream->next = instruction->next = index_of(r, activity, target);
  stream->wrong_next = instruction->predicted = index_of(r, activity, behind);
  stream->wrong_path = instruction->mispredicted = 1;
}

/* M-206 */
static void go_to_handler(ref *r, const ref_activity *activity, ref_stream *stream, ref_instruction *instruction,
                          uint32_t code, uint32_t pc, uint32_t value) {
  const uint32_t handler = ref_hart_trap(r, activity->thread, 0, code, pc, value);
  instruction->redirects = 0;
  instruction->mispredicted = 0;
  stream->wrong_path = 0;
  r->programs[activity->thread].pc = handler;
  if (!may_execute(r, activity, handler)) { /* M-210 */
    r->harts[activity->thread].stopped = 1;
    over(r, activity, stream, pc, code);
    return;
  }
  jump(r, activity, stream, instruction, handler);
}

static void raise_exception(ref *r, const ref_activity *activity, ref_stream *stream, ref_instruction *instruction,
                            uint32_t code, uint32_t value) {
  instruction->faults = 1;
  instruction->destination = 0;
  r->programs[activity->thread].executed--; /* M-206: not counted by minstret */
  const uint32_t pc = ref_code_address(r, activity->routine, instruction->index);
  go_to_handler(r, activity, stream, instruction, code, pc, value);
}

static void return_from_trap(ref *r, const ref_activity *activity, ref_stream *stream, ref_instruction *instruction) {
  const uint32_t target = ref_hart_return(r, activity->thread);
  r->cpus[instruction->cpu].has_reserved = 0; /* M-203 */
  if (!may_execute(r, activity, target)) {
    go_to_handler(r, activity, stream, instruction, FETCH_FAULT, target, target);
    return;
  }
  r->programs[activity->thread].pc = target;
  jump(r, activity, stream, instruction, target);
}

/* Value that the exception writes to mtval. */
static uint32_t trap_value(const ref_instruction *instruction, const way *w, uint32_t word, int cause) {
  if (cause == ILLEGAL) return word;
  if (cause == FETCH_MISALIGNED) return w->target;
  if (cause == BREAKPOINT) return w->pc;
  if (cause == FETCH_FAULT) return w->pc + 2; /* address of the missing second half */
  return cause == CALL ? 0 : instruction->address;
}

static int may_access_csr(const ref *r, int thread, const ref_rv32 *i) {
  if (ref_is_hart(r, thread)) return ref_csr_is_there(i->immediate, i->writes);
  return ref_rv32_is_counter(i->immediate) && !i->writes;
}

typedef struct effect {
  uint32_t result;
  int has_result, ends, cause; /* cause of its exception; -1 if there is none */
  enum ref_late_value takes;
} effect;

/* The effect of an instruction on this context: loads and stores, the next address, and everything else that it does
 * immediately. */
static effect take_effect(ref *r, int c, ref_instruction *instruction, way *w) {
  const ref_activity *activity = &r->activities[r->cpus[c].thread];
  const sim_routine_config *routine = routine_of(r, activity);
  const uint32_t *x = r->programs[activity->thread].x;
  const ref_rv32 *i = w->instruction;
  const uint32_t pc = w->pc, a = x[i->source1], b = x[i->source2];
  const int is_hart = ref_is_hart(r, activity->thread);
  effect e = {.cause = -1, .has_result = 1, .takes = REF_TAKES_NOTHING};
  switch (i->class) {
    case REF_RV32_ILLEGAL:
      e.cause = instruction->is_cut ? FETCH_FAULT : ILLEGAL;
      break;
    case REF_RV32_JAL:
    case REF_RV32_JALR:
      w->taken = 1;
      w->target = i->class == REF_RV32_JAL ? pc + i->immediate : (a + i->immediate) & ~1u;
      e.result = pc + i->bytes;
      if (w->target % ref_code_pitch(routine) != 0) e.cause = FETCH_MISALIGNED;
      break;
    case REF_RV32_BRANCH:
      e.has_result = 0;
      w->taken = ref_rv32_is_taken(i, a, b);
      w->target = pc + i->immediate;
      if (w->taken && w->target % ref_code_pitch(routine) != 0) e.cause = FETCH_MISALIGNED;
      break;
    case REF_RV32_LOAD:
      instruction->address = a + i->immediate;
      e.cause = ref_program_load(r, activity, i, instruction->address, &e.result);
      if (ref_is_nic_register(r, instruction->address, ref_rv32_bytes(i)) ||
          ref_device_acts(r, instruction->address, ref_rv32_bytes(i)))
        e.takes = REF_TAKES_REGISTER;
      break;
    case REF_RV32_STORE:
      e.has_result = 0;
      instruction->address = a + i->immediate;
      e.cause = ref_program_store(r, c, activity, i, instruction->address, b);
      if (ref_device_acts(r, instruction->address, ref_rv32_bytes(i))) e.takes = REF_TAKES_STORE;
      instruction->operand = b;
      break;
    case REF_RV32_LR:
    case REF_RV32_SC:
    case REF_RV32_AMO:
      instruction->address = a;
      e.cause = ref_program_access_atomically(r, c, i, a, b, &e.result);
      break;
    case REF_RV32_CSR:
      e.takes = REF_TAKES_CSR;
      instruction->operand = i->has_number ? i->number : a;
      if (!may_access_csr(r, activity->thread, i)) e.cause = ILLEGAL;
      break;
    case REF_RV32_ECALL: if (is_hart) e.cause = CALL; e.ends = !is_hart; break;
    case REF_RV32_EBREAK: if (is_hart) e.cause = BREAKPOINT; e.ends = !is_hart; break;
    case REF_RV32_MRET: e.ends = !is_hart; break;
    case REF_RV32_WFI:
    case REF_RV32_FENCE_I:
    case REF_RV32_NOTHING: e.has_result = 0; break;
    default: e.result = ref_rv32_compute(i, pc, a, b);
  }
  return e;
}

void ref_program_execute(ref *r, int c, ref_instruction *instruction) {
  ref_stream *stream = ref_cpu_stream(r, c);
  assert(stream != NULL && r->cpus[c].phase == REF_RUN);
  const ref_activity *activity = &r->activities[r->cpus[c].thread];
  ref_program *program = &r->programs[activity->thread];
  const ref_rv32 i = instruction->decoded;
  const uint32_t pc = ref_code_address(r, activity->routine, instruction->index);
  const int is_hart = ref_is_hart(r, activity->thread);
  way w = {.instruction = &i, .pc = pc};
  const effect e = take_effect(r, c, instruction, &w);
  program->executed++;
  r->from_memory += pc >= SIM_PROGRAM_MEMORY_BASE;
  if (e.cause >= 0 && is_hart) {
    raise_exception(r, activity, stream, instruction, (uint32_t)e.cause,
                    trap_value(instruction, &w, instruction->bits, e.cause));
    return;
  }
  if (e.cause >= 0) {
    fault(r, activity, stream, instruction, pc, e.cause);
    return;
  }
  if (e.ends) {
    over(r, activity, stream, pc, SIM_NONE);
    return;
  }
  if (i.class == REF_RV32_MRET) {
    return_from_trap(r, activity, stream, instruction);
    return;
  }
  if (i.class == REF_RV32_WFI && is_hart) {
    over(r, activity, stream, pc + i.bytes, SIM_NONE);
    return;
  }
  if (e.takes != REF_TAKES_NOTHING) take_later(r, c, instruction, e.takes, program->executed - 1);
  else if (e.has_result && i.destination != 0) program->x[i.destination] = e.result;
  if (e.takes == REF_TAKES_NOTHING && i.destination == SP) sp_written(r, activity->thread, adds_to_sp(&i));
  go_on(r, activity, stream, instruction, &w);
}
