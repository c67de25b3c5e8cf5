#include "cpu/code/machine_mode.h"

#include "thread/thread.h"

static int has_harts(const sim_config *c) {
  for (uint32_t t = 0; t < c->thread_count && t < SIM_THREAD_LIMIT; t++)
    if (c->threads[t].machine_mode) return 1;
  return 0;
}

uint64_t machine_mode_bytes(const sim_config *c) {
  return has_harts(c) ? c->thread_count * sizeof(sim_hart) + sizeof(hart_interrupts) + sizeof(sim_plic) : 0;
}

OPT_SIZE void machine_mode_init(sim *sim) {
  if (!has_harts(&sim->config)) return;
  sim->harts = (sim_hart *)(void *)(sim->program_registers + sim->config.thread_count);
  sim->hart_interrupts = (hart_interrupts *)(void *)(sim->harts + sim->config.thread_count);
  sim->plic = (sim_plic *)(void *)(sim->hart_interrupts + 1);
  for (uint32_t t = 0; t < sim->config.thread_count; t++) {
    if (!is_hart(sim, t)) continue;
    const uint32_t layer = thread_at(sim, t)->layer;
    *hart_at(sim, t) = (sim_hart){
        .mtimecmp = UINT64_MAX, .timer_set = SIM_NEVER, .mstatus = MSTATUS_MPP, .mlayer = layer};
    activity_at(sim, t)->layer = (uint8_t)layer;
    sim->hart_threads |= thread_bit(t);
  }
}

const sim_hart *sim_hart_at(const sim *sim, uint32_t thread) {
  if (sim->harts == NULL || thread >= sim->config.thread_count || !is_hart(sim, thread)) return NULL;
  return hart_at(sim, thread);
}

const sim_plic *sim_plic_of(const sim *sim) { return sim->plic; }

RARE sim_hart *machine_mode_hart_on(const sim *sim, uint32_t context) {
  for (thread_set harts = sim->hart_threads; harts != 0; harts &= harts - 1)
    if (context_of(sim, thread_first(harts)) == context) return hart_at(sim, thread_first(harts));
  return NULL;
}

OPT_SIZE uint32_t sim_hart_mip(const sim *sim, uint32_t thread) {
  return sim_hart_at(sim, thread) != NULL ? machine_mode_pending(sim, thread, state_of(sim)->cycle) : 0;
}

/* ---- interrupts ---- */

OPT_SIZE uint32_t machine_mode_pending(const sim *sim, uint32_t thread, uint64_t cycle) {
  const sim_hart *hart = hart_at(sim, thread);
  uint32_t pending = sim->platform->pending(sim, context_of(sim, thread), cycle);
  for (uint32_t lines = hart->mline; lines != 0; lines &= lines - 1) {
    const uint32_t line = (uint32_t)__builtin_ctz(lines);
    if (line_at(sim, line)->pending && !line_at(sim, line)->masked) pending |= 1u << (MIP_LINE_SHIFT + line);
  }
  return pending;
}

/* Bound lines come first, by number, then as in the manual: external, software, timer. */
OPT_SIZE uint32_t machine_mode_interrupt(const sim *sim, uint32_t thread, uint64_t cycle) {
  const sim_hart *hart = hart_at(sim, thread);
  if (!(hart->mstatus & MSTATUS_MIE) || hart->mie == 0 || hart->stopped) return SIM_NONE;
  const uint32_t wanted = machine_mode_pending(sim, thread, cycle) & hart->mie, lines = wanted >> MIP_LINE_SHIFT;
  if (lines != 0) return MCAUSE_INTERRUPT | (MIP_LINE_SHIFT + (uint32_t)__builtin_ctz(lines));
  if (wanted & MIP_MEIP) return MCAUSE_INTERRUPT | EXTERNAL_INTERRUPT;
  if (wanted & MIP_MSIP) return MCAUSE_INTERRUPT | SOFTWARE_INTERRUPT;
  return wanted & MIP_MTIP ? MCAUSE_INTERRUPT | TIMER_INTERRUPT : SIM_NONE;
}

uint64_t machine_mode_timer_since(const sim *sim, uint32_t thread, uint64_t cycle) {
  const sim_hart *hart = hart_at(sim, thread);
  const uint64_t overdue = machine_mode_time(sim, cycle) - hart->mtimecmp;
  if (hart->timer_set != SIM_NEVER) return hart->timer_set;
  return overdue < cycle ? cycle - overdue : 0;
}

/* ---- traps ---- */

void machine_mode_tell(sim *sim, uint32_t thread, uint32_t what, uint32_t value) {
  machine_event(sim, sim_event_kind_TRAP, context_of(sim, thread), what, value);
}

OPT_SIZE uint32_t machine_mode_trap(sim *sim, uint32_t thread, uint32_t cause, uint32_t pc, uint32_t value) {
  sim_hart *hart = hart_at(sim, thread);
  const int is_interrupt = (cause & MCAUSE_INTERRUPT) != 0;
  sim->events_this_step |= SIM_STOP_EXECUTED;
  hart->mepc = pc;
  hart->mcause = cause;
  hart->mtval = value;
  hart->mstatus = MSTATUS_MPP | (hart->mstatus & MSTATUS_MIE ? MSTATUS_MPIE : 0);
  const uint32_t layer = hart->mlayer & LAYER_MASK;
  hart->mlayer = (is_interrupt ? (uint32_t)sim_layer_DRIVER_ISR : layer) | layer << LAYER_BEFORE_SHIFT;
  if (is_interrupt) hart->interrupts++;
  else hart->exceptions++;
  machine_mode_attend(sim);
  machine_mode_tell(sim, thread, cause, pc);
  const uint32_t base = hart->mtvec & ~3u;
  return is_interrupt && (hart->mtvec & MTVEC_VECTORED) ? base + 4 * (cause & ~MCAUSE_INTERRUPT) : base;
}

OPT_SIZE uint32_t machine_mode_return(sim *sim, uint32_t thread) {
  sim_hart *hart = hart_at(sim, thread);
  hart->mstatus = MSTATUS_MPP | MSTATUS_MPIE | (hart->mstatus & MSTATUS_MPIE ? MSTATUS_MIE : 0);
  const uint32_t before = hart->mlayer >> LAYER_BEFORE_SHIFT;
  if (before != 0) hart->mlayer = before | before << LAYER_BEFORE_SHIFT;
  machine_mode_attend(sim);
  machine_mode_tell(sim, thread, SIM_TRAP_RETURN, hart->mepc);
  if (hart->mstatus & MSTATUS_MIE) machine_mode_tell(sim, thread, SIM_TRAP_ON, hart->mepc);
  return hart->mepc;
}

OPT_SIZE void machine_mode_end(sim *sim, uint32_t thread, uint32_t exit_code) {
  hart_at(sim, thread)->stopped = 1;
  machine_mode_attend(sim);
  machine_mode_tell(sim, thread, SIM_TRAP_END, exit_code);
}
