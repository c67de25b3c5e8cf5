#include <assert.h>

#include "ref/memory/memory.h"

enum { MSI = 3, MTI = 7, MEI = 11, FIRST_LINE = 16, LINES = 16, FETCH_FAULT = 1 };

int ref_is_hart(const ref *r, int thread) { return r->harts[thread].exists; }

int ref_hart_on(const ref *r, int context) {
  for (int thread = 0; thread < r->config.thread_count; thread++)
    if (ref_is_hart(r, thread) && ref_thread_context(r, thread) == context) return thread;
  return REF_NONE;
}

void ref_harts_create(ref *r) {
  for (int thread = 0; thread < r->config.thread_count; thread++) {
    const sim_thread_config *config = &r->config.threads[thread];
    if (config->machine_mode)
      r->harts[thread] = (ref_hart){.exists = 1, .layer = config->layer, .mtimecmp = UINT64_MAX};
  }
}

/* ---- registers ---- */

int ref_csr_is_there(uint32_t number, int is_written) {
  switch (number) {
    case 0x300: case 0x301: case 0x304: case 0x305: /* mstatus misa mie mtvec */
    case 0x340: case 0x341: case 0x342: case 0x343: case 0x344: /* mscratch mepc mcause mtval mip */
    case 0x310: case 0x7c0: case 0x7c1: /* mstatush mline mlayer */
    case 0xb00: case 0xb02: case 0xb80: case 0xb82: return 1;
    case 0xf15: return !is_written; /* mconfigptr */
    case 0xc00: case 0xc01: case 0xc02: case 0xc80: case 0xc81: case 0xc82:
    case 0xf11: case 0xf12: case 0xf13: case 0xf14: return !is_written;
    default: break;
  }
  if ((number >= 0xc03 && number <= 0xc1f) || (number >= 0xc83 && number <= 0xc9f)) return !is_written; /* hpmcounter */
  /* mhpmcounter, their upper halves, mhpmevent: 3 to 31 */
  return (number >= 0xb03 && number <= 0xb1f) || (number >= 0xb83 && number <= 0xb9f) ||
         (number >= 0x323 && number <= 0x33f);
}

static int has_extension(const ref *r, int thread, uint32_t extension) {
  return (r->config.routines[r->activities[thread].routine].extensions & extension) != 0;
}

uint32_t ref_csr_read(const ref *r, int thread, uint32_t number, uint64_t executed) {
  const ref_hart *h = &r->harts[thread];
  const uint64_t cycles = r->cycle + h->cycles_ahead, instructions = executed + h->instructions_ahead;
  switch (number) {
    case 0x300: return 3u << 11 | (h->enabled ? 8u : 0) | (h->enabled_before ? 0x80u : 0);
    case 0x301: /* RV32IM, plus A and C if its code has them */
      return 0x40001100 | (has_extension(r, thread, SIM_EXTENSION_A) ? 1u : 0) |
             (has_extension(r, thread, SIM_EXTENSION_C) ? 4u : 0);
    case 0x304: return h->mie;
    case 0x305: return h->mtvec;
    case 0x340: return h->mscratch;
    case 0x341: return h->mepc;
    case 0x342: return h->mcause;
    case 0x343: return h->mtval;
    case 0x344: return ref_hart_pending(r, thread);
    case 0x7c0: return h->lines;
    case 0x7c1: return h->layer | (uint32_t)h->layer_before << 8;
    case 0xb00: case 0xc00: return (uint32_t)cycles;
    case 0xb80: case 0xc80: return (uint32_t)(cycles >> 32);
    case 0xb02: case 0xc02: return (uint32_t)instructions;
    case 0xb82: case 0xc82: return (uint32_t)(instructions >> 32);
    case 0xc01: return (uint32_t)(r->cycle + r->time_ahead);
    case 0xc81: return (uint32_t)((r->cycle + r->time_ahead) >> 32);
    case 0xf14: return (uint32_t)ref_thread_context(r, thread);
    default: return 0;
  }
}

static uint64_t low_replaced(uint64_t all, uint32_t by) { return all >> 32 << 32 | by; }
static uint64_t high_replaced(uint64_t all, uint32_t by) { return (uint32_t)all | (uint64_t)by << 32; }

/* M-207: "a value that names no layer changes nothing" */
static void write_layers(ref_hart *h, uint32_t value) {
  const uint8_t now = (uint8_t)value, before = (uint8_t)(value >> 8);
  if (now >= sim_layer_APPLICATION && now <= sim_layer_KERNEL_COPY) h->layer = now;
  if (before <= sim_layer_KERNEL_COPY) h->layer_before = before;
}

void ref_csr_write(ref *r, int thread, uint32_t number, uint32_t value, uint64_t executed) {
  ref_hart *h = &r->harts[thread];
  const uint64_t cycles = r->cycle + h->cycles_ahead, instructions = executed + h->instructions_ahead;
  switch (number) {
    case 0x300:
      h->enabled = (value & 8) != 0;
      h->enabled_before = (value & 0x80) != 0;
      break;
    case 0x304: h->mie = value & (1u << MSI | 1u << MTI | 1u << MEI | 0xffffu << FIRST_LINE); break;
    case 0x305: h->mtvec = value & 0xfffffffd; break;
    case 0x340: h->mscratch = value; break;
    case 0x341: h->mepc = value & (has_extension(r, thread, SIM_EXTENSION_C) ? 0xfffffffe : 0xfffffffc); break;
    case 0x342: h->mcause = value; break;
    case 0x343: h->mtval = value; break;
    case 0x7c0:
      h->lines = 0;
      for (int line = 0; line < LINES && line < r->config.line_count; line++)
        if (ref_line_thread(r, line) == REF_NONE) h->lines |= value & 1u << line;
      break;
    case 0x7c1: write_layers(h, value); break;
    case 0xb00: h->cycles_ahead = low_replaced(cycles, value) - r->cycle; break;
    case 0xb80: h->cycles_ahead = high_replaced(cycles, value) - r->cycle; break;
    /* the next instruction reads the new value */
    case 0xb02: h->instructions_ahead = low_replaced(instructions, value) - (executed + 1); break;
    case 0xb82: h->instructions_ahead = high_replaced(instructions, value) - (executed + 1); break;
    default: break;
  }
}

/* ---- traps ---- */

uint32_t ref_hart_pending(const ref *r, int thread) {
  const ref_hart *h = &r->harts[thread];
  uint32_t mip = h->software_interrupt ? 1u << MSI : 0;
  if (r->cycle + r->time_ahead >= h->mtimecmp) mip |= 1u << MTI;
  if (ref_plic_interrupts(r, thread)) mip |= 1u << MEI;
  for (int line = 0; line < LINES && line < r->config.line_count; line++)
    if ((h->lines >> line & 1) && r->lines[line].pending && !r->lines[line].masked) mip |= 1u << (FIRST_LINE + line);
  return mip;
}

int ref_hart_interrupt_code(const ref *r, int thread) {
  const ref_hart *h = &r->harts[thread];
  const uint32_t asked = h->enabled && !h->stopped ? ref_hart_pending(r, thread) & h->mie : 0;
  for (int code = FIRST_LINE; code < FIRST_LINE + LINES; code++)
    if (asked >> code & 1) return code;
  if (asked >> MEI & 1) return MEI;
  if (asked >> MSI & 1) return MSI;
  return asked >> MTI & 1 ? MTI : -1;
}

uint32_t ref_hart_trap(ref *r, int thread, int is_interrupt, uint32_t code, uint32_t pc, uint32_t value) {
  ref_hart *h = &r->harts[thread];
  h->mepc = pc;
  h->mtval = value;
  h->mcause = code + (is_interrupt ? 0x80000000u : 0);
  ref_event(r, sim_event_kind_TRAP, ref_thread_context(r, thread), h->mcause, pc);
  h->enabled_before = h->enabled;
  h->enabled = 0;
  h->layer_before = h->layer;
  if (is_interrupt) h->layer = sim_layer_DRIVER_ISR;
  h->interrupts += is_interrupt != 0;
  h->exceptions += !is_interrupt;
  const uint32_t base = h->mtvec / 4 * 4;
  return is_interrupt && (h->mtvec & 1) ? base + 4 * code : base;
}

uint32_t ref_hart_return(ref *r, int thread) {
  ref_hart *h = &r->harts[thread];
  h->enabled = h->enabled_before;
  h->enabled_before = 1;
  if (h->layer_before != 0) h->layer = h->layer_before;
  ref_event(r, sim_event_kind_TRAP, ref_thread_context(r, thread), SIM_TRAP_RETURN, h->mepc);
  if (h->enabled) ref_event(r, sim_event_kind_TRAP, ref_thread_context(r, thread), SIM_TRAP_ON, h->mepc);
  return h->mepc;
}

/* ---- what runs ---- */

static void waits(ref *r, int c) {
  ref_activity *activity = &r->activities[r->cpus[c].thread];
  ref_program_end(r, activity);
  ref_wait(r, c, REF_WAIT_INTERRUPT, activity->thread);
}

/* M-208 */
void ref_hart_goes_on(ref *r, int c) {
  ref_cpu *cpu = &r->cpus[c];
  ref_activity *activity = &r->activities[cpu->thread];
  ref_program *program = &r->programs[cpu->thread];
  uint32_t at = program->pc;
  r->harts[cpu->thread].in_wfi = 0;
  for (int line = 0; line < r->config.line_count; line++) {
    ref_taken *t = &r->taken[line];
    if (!t->is_open || t->thread != cpu->thread || t->has_begun) continue;
    t->has_begun = 1;
    t->begun = r->moment;
  }
  ref_taken *own[] = {&r->harts[cpu->thread].timer, &r->harts[cpu->thread].software};
  for (int i = 0; i < 2; i++) {
    if (!own[i]->is_open || own[i]->has_begun) continue;
    own[i]->has_begun = 1;
    own[i]->begun = r->moment;
  }
  if (r->harts[cpu->thread].external.is_open) {
    r->harts[cpu->thread].external.is_open = 0;
    r->harts[cpu->thread].external.begun = r->moment;
  }
  cpu->phase = REF_RUN;
  if (!ref_is_code(r, cpu->thread, activity->routine, at))
    at = ref_hart_trap(r, cpu->thread, 0, FETCH_FAULT, program->pc, program->pc);
  if (!ref_is_code(r, cpu->thread, activity->routine, at)) {
    program->cause = FETCH_FAULT;
    r->harts[cpu->thread].stopped = 1;
    activity->stream.length = activity->stream.retired = 0;
    waits(r, c);
    return;
  }
  program->pc = at;
  activity->stream = (ref_stream){.length = UINT64_MAX,
                                  .code = activity->routine,
                                  .plain_operation = sim_operation_ALU,
                                  .counts = 1,
                                  .next = ref_index_of(r, cpu->thread, activity->routine, at)};
  cpu->run_cycles = 0;
  ref_pipeline_start(r, c);
}

/* Called when a WFI, or an instruction whose trap has no handler, has left the pipeline. */
void ref_hart_stands(ref *r, int c) {
  const int thread = r->cpus[c].thread;
  ref_hart *h = &r->harts[thread];
  if (!h->stopped && (ref_hart_pending(r, thread) & h->mie)) {
    ref_hart_goes_on(r, c);
    return;
  }
  h->in_wfi = !h->stopped;
  waits(r, c);
}

void ref_hart_resumes(ref *r, int c) {
  const int thread = r->cpus[c].thread, code = ref_hart_interrupt_code(r, thread);
  if (code >= 0) ref_hart_take_interrupt(r, c);
  else ref_hart_goes_on(r, c);
}

void ref_hart_take_interrupt(ref *r, int c) {
  ref_cpu *cpu = &r->cpus[c];
  const int thread = cpu->thread, code = ref_hart_interrupt_code(r, thread);
  ref_program *program = &r->programs[thread];
  const int line = code - FIRST_LINE;
  uint32_t number = SIM_NONE;
  assert(code >= 0);
  r->counters.interrupts++;
  if (line >= 0) {
    number = r->lines[line].number;
    if (!r->plic[line + 1].told)
      r->taken[line] = (ref_taken){.is_open = 1,
                                   .thread = thread,
                                   .number = number,
                                   .asserted = r->lines[line].asserted,
                                   .recognised = r->moment};
    ref_health_interrupt(r, line);
  }
  if (code == MEI) {
    number = r->lines[ref_plic_best(r, thread) - 1].number;
    r->harts[thread].externals++;
    r->harts[thread].external = (ref_taken){.is_open = 1, .recognised = r->moment};
  }
  if (code == MTI || code == MSI) {
    ref_hart *h = &r->harts[thread];
    ref_taken *own = code == MTI ? &h->timer : &h->software;
    number = own->is_open ? own->number : r->next_interrupt_number++;
    *own = (ref_taken){.is_open = 1,
                       .thread = thread,
                       .number = number,
                       .asserted = code == MTI ? h->timer_from : h->software_from,
                       .recognised = r->moment};
  }
  ref_event(r, sim_event_kind_RECOGNISED, cpu->active_context, (uint32_t)thread, number);
  if (line >= 0) ref_line_recognise(r, line);
  const int ran = cpu->phase == REF_RUN && !r->harts[thread].in_wfi;
  if (ran) ref_pipeline_nullify(r, c);
  const int drains = ran && ref_pipeline_in_flight(r, c) > 0;
  program->pc = ref_hart_trap(r, thread, 1, (uint32_t)code, program->pc, 0);
  if (ran) cpu->resumed = 0;
  cpu->spent = 0;
  if (!drains) {
    ref_hart_goes_on(r, c);
    return;
  }
  cpu->save_thread = thread;
  cpu->trapped = 1;
  cpu->phase = REF_DRAIN;
  cpu->left = UINT64_MAX;
}

void ref_hart_drained(ref *r, int c) {
  ref_cpu *cpu = &r->cpus[c];
  cpu->trapped = 0;
  ref_event(r, sim_event_kind_ENTRY_STEP, cpu->active_context, sim_entry_step_DRAIN, (uint32_t)cpu->spent);
  ref_hart_goes_on(r, c);
}

void ref_harts_wake(ref *r) {
  for (int thread = 0; thread < r->config.thread_count; thread++) {
    ref_activity *activity = &r->activities[thread];
    if (!ref_is_hart(r, thread) || activity->waiting != REF_WAIT_INTERRUPT || r->harts[thread].stopped) continue;
    if ((ref_hart_pending(r, thread) & r->harts[thread].mie) == 0) continue;
    activity->waiting = REF_WAIT_NOTHING;
    ref_released(r, thread, r->moment);
  }
}

/* M-208, M-267: "It is answered when the line is down" */
void ref_harts_answer(ref *r) {
  for (int line = 0; line < r->config.line_count; line++) {
    ref_taken *t = &r->taken[line];
    const int is_up = r->lines[line].pending && r->lines[line].number == t->number;
    if (!t->is_open || !t->has_begun || is_up) continue;
    ref_record_taken(r, sim_interrupt_source_LINE, line, t);
    t->is_open = 0;
  }
  for (int source = sim_interrupt_source_TIMER; source <= sim_interrupt_source_SOFTWARE; source++)
    for (int thread = 0; thread < r->config.thread_count; thread++) {
      const int is_timer = source == sim_interrupt_source_TIMER;
      ref_taken *t = is_timer ? &r->harts[thread].timer : &r->harts[thread].software;
      if (!t->is_open || !t->has_begun) continue;
      if (ref_hart_pending(r, thread) >> (is_timer ? MTI : MSI) & 1) continue;
      ref_record_taken(r, source, thread, t);
      t->is_open = 0;
    }
}

/* M-207: "what drains is accounted to the one before" */
void ref_harts_layers(ref *r) {
  for (int thread = 0; thread < r->config.thread_count; thread++) {
    if (!ref_is_hart(r, thread)) continue;
    ref_cpu *cpu = &r->cpus[ref_thread_cpu(r, thread)];
    cpu->yields = 0;
    if (cpu->phase != REF_DRAIN || cpu->save_thread != thread) r->activities[thread].layer = r->harts[thread].layer;
  }
}
