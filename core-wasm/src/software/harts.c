#include "software/software.h"

#include "cpu/code/machine_mode.h"
#include "device/device.h"
#include "device/platform.h"
#include "progress/progress.h"
#include "thread/thread.h"

/* ---- interrupts that harts take ---- */

/* The claim decides the source. Returns the number of the interrupt that a claim would take now. */
RARE static uint32_t takes_external(sim *sim, sim_hart *hart) {
  const uint32_t line = plic_first(sim, hart, 0);
  assert(line != SIM_NONE);
  hart->external_recognised = sim->boundary;
  hart->external_drained = 0;
  return line_at(sim, line)->number;
}

/* A timer or software interrupt, which is reported when it is answered. */
RARE static uint32_t takes_own(sim *sim, uint32_t thread, uint32_t cause) {
  hart_interrupts *taken = sim->hart_interrupts;
  const int is_timer = cause == (MCAUSE_INTERRUPT | TIMER_INTERRUPT);
  uint64_t *open = is_timer ? &taken->timer_open : &taken->software_open;
  hart_interrupt *own = &(is_timer ? taken->timers : taken->software)[thread];
  const uint64_t since = is_timer ? machine_mode_timer_since(sim, thread, sim->event_cycle)
                                  : hart_at(sim, thread)->software_set;
  const int is_new = !(*open & thread_bit(thread));
  const uint32_t number = is_new ? state_of(sim)->interrupt_numbers++ : own->number;
  *own = (hart_interrupt){.asserted = since, .recognised = sim->boundary, .number = number, .thread = thread};
  *open |= thread_bit(thread);
  return number;
}

RARE void hart_takes_interrupt(sim *sim, uint32_t thread) {
  const uint32_t cause = machine_mode_interrupt(sim, thread, sim->event_cycle);
  const uint32_t line = (cause & ~MCAUSE_INTERRUPT) - MIP_LINE_SHIFT;
  sim_program_frame *registers = &sim->program_registers[thread];
  uint32_t number = SIM_NONE;
  if (line < SIM_HART_LINE_LIMIT) {
    const line_state *l = line_at(sim, line);
    number = l->number;
    if (!(sim->plic->answered & line_bit(line))) { /* M-226: one latency */
      sim->hart_interrupts->lines[line] = (hart_interrupt){
          .asserted = l->asserted_at, .recognised = sim->boundary, .number = number, .thread = thread};
      sim->hart_interrupts->open |= line_bit(line);
    }
    progress_interrupt_recognised(sim, line);
    line_taken(sim, line);
  } else if (cause == (MCAUSE_INTERRUPT | EXTERNAL_INTERRUPT)) {
    number = takes_external(sim, hart_at(sim, thread));
  } else {
    number = takes_own(sim, thread, cause);
  }
  state_of(sim)->counters.interrupts++;
  machine_event(sim, sim_event_kind_RECOGNISED, cpu_now(sim)->now.context, thread, number);
  hart_at(sim, thread)->waiting = 0;
  registers->pc = machine_mode_trap(sim, thread, cause, registers->pc, 0);
}

void hart_handler_begins(sim *sim, uint32_t thread) {
  sim_hart *hart = hart_at(sim, thread);
  if (hart->external_recognised != 0 && hart->external_drained == 0) hart->external_drained = sim->boundary;
  for (uint64_t lines = sim->hart_interrupts->open; lines != 0; lines &= lines - 1) {
    hart_interrupt *taken = &sim->hart_interrupts->lines[__builtin_ctzll(lines)];
    if (taken->thread == thread && taken->drained == 0) taken->drained = sim->boundary;
  }
  hart_interrupts *own = sim->hart_interrupts;
  if ((own->timer_open & thread_bit(thread)) && own->timers[thread].drained == 0)
    own->timers[thread].drained = sim->boundary;
  if ((own->software_open & thread_bit(thread)) && own->software[thread].drained == 0)
    own->software[thread].drained = sim->boundary;
}

/* The handler has started, and the line is no longer pending. */
static int is_answered(const sim *sim, uint32_t line) {
  const hart_interrupt *taken = &sim->hart_interrupts->lines[line];
  const line_state *l = line_at(sim, line);
  return taken->drained != 0 && (!l->pending || l->number != taken->number);
}

/* The same for the CLINT's interrupt, whose bit of mip is cleared. */
static int is_own_answered(const sim *sim, uint32_t bit, uint32_t thread, const hart_interrupt *taken) {
  return taken->drained != 0 && !(machine_mode_pending(sim, thread, sim->event_cycle) & bit);
}

static int is_any_own_answered(const sim *sim, uint32_t bit, uint64_t open, const hart_interrupt taken[]) {
  for (; open != 0; open &= open - 1)
    if (is_own_answered(sim, bit, thread_first(open), &taken[thread_first(open)])) return 1;
  return 0;
}

static int is_any_answered(const sim *sim) {
  for (uint64_t lines = sim->hart_interrupts->open; lines != 0; lines &= lines - 1)
    if (is_answered(sim, (uint32_t)__builtin_ctzll(lines))) return 1;
  return is_any_own_answered(sim, MIP_MTIP, sim->hart_interrupts->timer_open, sim->hart_interrupts->timers) ||
         is_any_own_answered(sim, MIP_MSIP, sim->hart_interrupts->software_open, sim->hart_interrupts->software);
}

/* The latency ends and is reported. */
static void answered(sim *sim, uint32_t source, uint32_t index, hart_interrupt *taken) {
  const uint64_t ends[sim_interrupt_part_COUNT] = {taken->recognised, taken->drained, 0, 0, 0, sim->boundary};
  interrupt_responded(sim, source, index, taken->number, taken->asserted, ends);
  *taken = (hart_interrupt){0};
}

static void answer_own(sim *sim, uint32_t source, uint64_t *open, hart_interrupt taken[]) {
  const uint32_t bit = source == sim_interrupt_source_TIMER ? MIP_MTIP : MIP_MSIP;
  for (thread_set harts = *open; harts != 0; harts &= harts - 1) {
    const uint32_t thread = thread_first(harts);
    if (!is_own_answered(sim, bit, thread, &taken[thread])) continue;
    answered(sim, source, thread, &taken[thread]);
    *open &= ~thread_bit(thread);
  }
}

void harts_answer(sim *sim) {
  for (uint64_t lines = sim->hart_interrupts->open; lines != 0; lines &= lines - 1) {
    const uint32_t line = (uint32_t)__builtin_ctzll(lines);
    hart_interrupt *taken = &sim->hart_interrupts->lines[line];
    if (!is_answered(sim, line)) continue;
    answered(sim, sim_interrupt_source_LINE, line, taken);
    sim->hart_interrupts->open &= ~line_bit(line);
  }
  answer_own(sim, sim_interrupt_source_TIMER, &sim->hart_interrupts->timer_open, sim->hart_interrupts->timers);
  answer_own(sim, sim_interrupt_source_SOFTWARE, &sim->hart_interrupts->software_open, sim->hart_interrupts->software);
}

/* ---- WFI, layers ---- */

/* The hart is in WFI, and an enabled interrupt is pending. */
RARE static int is_woken(const sim *sim, uint32_t thread) {
  return activity_at(sim, thread)->state == ACTIVITY_WAITING && hart_at(sim, thread)->waiting &&
         (machine_mode_pending(sim, thread, sim->event_cycle) & hart_at(sim, thread)->mie) != 0;
}

RARE int harts_are_due(const sim *sim) {
  for (thread_set harts = sim->hart_threads; harts != 0; harts &= harts - 1)
    if (is_woken(sim, thread_first(harts))) return 1;
  return is_any_answered(sim);
}

RARE void harts_wake(sim *sim) {
  for (thread_set harts = sim->hart_threads; harts != 0; harts &= harts - 1)
    if (is_woken(sim, thread_first(harts))) machine_ready(sim, thread_first(harts));
}

/* Draining instructions are accounted to the previous layer. */
RARE void harts_settle(sim *sim) {
  if (!sim->run_ends) return;
  sim->run_ends = 0;
  for (thread_set harts = sim->hart_threads; harts != 0; harts &= harts - 1) {
    const uint32_t thread = thread_first(harts);
    const uint32_t on = cpu_of_context(sim, context_of(sim, thread));
    cpu_state *cpu = cpu_at(sim, on);
    if (sim->program_flights[on].awaited == AWAITED_INTERRUPT) sim->program_flights[on].awaited = sim_cause_BUSY;
    if (cpu->now.phase == PHASE_DRAIN_INSTRUCTIONS && cpu->interrupted == thread) continue;
    activity_at(sim, thread)->layer = (uint8_t)hart_at(sim, thread)->mlayer;
    if (cpu->now.phase == PHASE_RUN_INSTRUCTIONS && cpu->now.thread == thread)
      cpu->now.layer = activity_at(sim, thread)->layer;
  }
  machine_contexts_changed(sim);
}
