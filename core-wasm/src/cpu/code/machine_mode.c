#include "cpu/code/machine_mode.h"

#include "thread/place.h"

enum {
  CSR_MSTATUS = 0x300,
  CSR_MISA = 0x301,
  CSR_MIE = 0x304,
  CSR_MTVEC = 0x305,
  CSR_MSCRATCH = 0x340,
  CSR_MEPC = 0x341,
  CSR_MCAUSE = 0x342,
  CSR_MTVAL = 0x343,
  CSR_MIP = 0x344,
  CSR_MLINE = 0x7c0,
  CSR_MLAYER = 0x7c1,
  CSR_MCYCLE = 0xb00,
  CSR_MINSTRET = 0xb02,
  CSR_CYCLE = 0xc00,
  CSR_TIME = 0xc01,
  CSR_INSTRET = 0xc02,
  CSR_HIGH = 0x80,
  CSR_MVENDORID = 0xf11,
  CSR_MHARTID = 0xf14,
  CSR_READ_ONLY = 3 << 10
};

/* MXL 1. */
enum { MISA_RV32 = 1 << 30, MISA_A = 1, MISA_C = 1 << 2, MISA_I = 1 << 8, MISA_M = 1 << 12 };
static const uint32_t mie_bits = MIP_MSIP | MIP_MTIP | MIP_MEIP | 0xffff0000u;
enum { LAYER_MASK = 0xff, LAYER_BEFORE_SHIFT = 8 };

static int has_harts(const sim_config *c) {
  for (uint32_t t = 0; t < c->thread_count && t < SIM_THREAD_LIMIT; t++)
    if (c->threads[t].machine_mode) return 1;
  return 0;
}

uint64_t machine_mode_bytes(const sim_config *c) {
  return has_harts(c) ? c->thread_count * sizeof(sim_hart) + sizeof(hart_interrupts) : 0;
}

OPT_SIZE void machine_mode_init(sim *sim) {
  if (!has_harts(&sim->config)) return;
  for (uint32_t t = 0; t < sim->config.thread_count; t++) {
    if (!is_hart(sim, t)) continue;
    const uint32_t layer = thread_at(sim, t)->layer;
    *hart_at(sim, t) = (sim_hart){.mtimecmp = UINT64_MAX, .mstatus = MSTATUS_MPP, .mlayer = layer};
    activity_at(sim, t)->layer = (uint8_t)layer;
    sim->hart_threads |= thread_bit(t);
  }
}

const sim_hart *sim_hart_at(const sim *sim, uint32_t thread) {
  if (sim->harts == NULL || thread >= sim->config.thread_count || !is_hart(sim, thread)) return NULL;
  return hart_at(sim, thread);
}

OPT_SIZE uint32_t sim_hart_mip(const sim *sim, uint32_t thread) {
  return sim_hart_at(sim, thread) != NULL ? machine_mode_pending(sim, thread, state_of(sim)->cycle) : 0;
}

/* ---- registers ---- */

static uint32_t extensions_of(const sim *sim, uint32_t thread) {
  return code_at(sim, machine_routine(sim, thread))->extensions;
}

static uint32_t misa_of(const sim *sim, uint32_t thread) {
  const uint32_t extensions = extensions_of(sim, thread);
  return MISA_RV32 | MISA_I | MISA_M | (extensions & SIM_EXTENSION_A ? MISA_A : 0) |
         (extensions & SIM_EXTENSION_C ? MISA_C : 0);
}

OPT_SIZE int machine_mode_has_csr(uint32_t csr, int writes) {
  const uint32_t low = csr & ~(uint32_t)CSR_HIGH;
  if (writes && (csr & CSR_READ_ONLY) == CSR_READ_ONLY) return 0;
  switch (csr) {
    case CSR_MSTATUS:
    case CSR_MISA:
    case CSR_MIE:
    case CSR_MTVEC:
    case CSR_MSCRATCH:
    case CSR_MEPC:
    case CSR_MCAUSE:
    case CSR_MTVAL:
    case CSR_MIP:
    case CSR_MLINE:
    case CSR_MLAYER: return 1;
    default:
      return (csr >= CSR_MVENDORID && csr <= CSR_MHARTID) || low == CSR_MCYCLE || low == CSR_MINSTRET ||
             (low >= CSR_CYCLE && low <= CSR_INSTRET);
  }
}

OPT_SIZE static uint32_t counter(const sim_hart *hart, uint32_t csr, uint64_t cycle, uint64_t executed) {
  uint64_t count = csr & 2 ? executed + hart->instret_offset : cycle;
  if ((csr & ~(uint32_t)CSR_HIGH) != CSR_TIME && !(csr & 2)) count += hart->cycle_offset;
  return (uint32_t)(csr & CSR_HIGH ? count >> 32 : count);
}

OPT_SIZE uint32_t machine_mode_read(const sim *sim, uint32_t thread, uint32_t csr, uint64_t cycle, uint64_t executed) {
  const sim_hart *hart = hart_at(sim, thread);
  switch (csr) {
    case CSR_MSTATUS: return hart->mstatus;
    case CSR_MISA: return misa_of(sim, thread);
    case CSR_MIE: return hart->mie;
    case CSR_MTVEC: return hart->mtvec;
    case CSR_MSCRATCH: return hart->mscratch;
    case CSR_MEPC: return hart->mepc;
    case CSR_MCAUSE: return hart->mcause;
    case CSR_MTVAL: return hart->mtval;
    case CSR_MIP: return machine_mode_pending(sim, thread, cycle);
    case CSR_MLINE: return hart->mline;
    case CSR_MLAYER: return hart->mlayer;
    case CSR_MHARTID: return context_of(sim, thread);
    default: return csr >= CSR_MVENDORID ? 0 : counter(hart, csr, cycle, executed);
  }
}

/* The half that is written; the other one stays. */
static uint64_t with_half(uint64_t whole, uint32_t csr, uint32_t value) {
  return csr & CSR_HIGH ? (whole & UINT32_MAX) | (uint64_t)value << 32 : (whole & ~(uint64_t)UINT32_MAX) | value;
}

/* A counter holds the value in this cycle, or behind this instruction. */
OPT_SIZE static void write_counter(sim_hart *hart, uint32_t csr, uint32_t value, uint64_t cycle, uint64_t executed) {
  if (csr & 2) hart->instret_offset = with_half(hart->instret_offset + executed, csr, value) - executed - 1;
  else hart->cycle_offset = with_half(hart->cycle_offset + cycle, csr, value) - cycle;
}

static int is_layer(uint32_t layer) { return layer >= sim_layer_APPLICATION && layer <= sim_layer_KERNEL_COPY; }

/* A field that names no layer keeps its value. */
OPT_SIZE static uint32_t layers_written(uint32_t before, uint32_t value) {
  const uint32_t now = value & LAYER_MASK, then = value >> LAYER_BEFORE_SHIFT & LAYER_MASK;
  return (is_layer(now) ? now : before & LAYER_MASK) |
         (is_layer(then) || then == 0 ? then : before >> LAYER_BEFORE_SHIFT) << LAYER_BEFORE_SHIFT;
}

/* Lines that start no thread can be bound. */
OPT_SIZE static uint32_t lines_written(const sim *sim, uint32_t value) {
  uint32_t lines = 0;
  for (uint32_t line = 0; line < sim->config.line_count && line < SIM_HART_LINE_LIMIT; line++)
    if (sim->line_thread[line] == SIM_NONE_8) lines |= value & 1u << line;
  return lines;
}

OPT_SIZE void machine_mode_write(sim *sim, uint32_t thread, uint32_t csr, uint32_t value, uint64_t cycle,
                                 uint64_t executed) {
  sim_hart *hart = hart_at(sim, thread);
  machine_mode_attend(sim);
  switch (csr) {
    case CSR_MSTATUS: hart->mstatus = MSTATUS_MPP | (value & (MSTATUS_MIE | MSTATUS_MPIE)); return;
    case CSR_MIE: hart->mie = value & mie_bits; return;
    case CSR_MTVEC: hart->mtvec = value & ~2u; return;
    case CSR_MSCRATCH: hart->mscratch = value; return;
    case CSR_MEPC: hart->mepc = value & ~(extensions_of(sim, thread) & SIM_EXTENSION_C ? 1u : 3u); return;
    case CSR_MCAUSE: hart->mcause = value; return;
    case CSR_MTVAL: hart->mtval = value; return;
    case CSR_MLINE: hart->mline = lines_written(sim, value); return;
    case CSR_MLAYER: hart->mlayer = layers_written(hart->mlayer, value); return;
    case CSR_MISA:
    case CSR_MIP: return;
    default: write_counter(hart, csr, value, cycle, executed);
  }
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

/* Bound lines by their numbers, then as the manual has it: external, software, timer. */
OPT_SIZE uint32_t machine_mode_interrupt(const sim *sim, uint32_t thread, uint64_t cycle) {
  const sim_hart *hart = hart_at(sim, thread);
  if (!(hart->mstatus & MSTATUS_MIE) || hart->mie == 0) return SIM_NONE;
  const uint32_t wanted = machine_mode_pending(sim, thread, cycle) & hart->mie, lines = wanted >> MIP_LINE_SHIFT;
  if (lines != 0) return MCAUSE_INTERRUPT | (MIP_LINE_SHIFT + (uint32_t)__builtin_ctz(lines));
  if (wanted & MIP_MEIP) return MCAUSE_INTERRUPT | 11;
  if (wanted & MIP_MSIP) return MCAUSE_INTERRUPT | 3;
  return wanted & MIP_MTIP ? MCAUSE_INTERRUPT | 7 : SIM_NONE;
}

/* ---- traps ---- */

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
  const uint32_t base = hart->mtvec & ~3u;
  return is_interrupt && (hart->mtvec & MTVEC_VECTORED) ? base + 4 * (cause & ~MCAUSE_INTERRUPT) : base;
}

OPT_SIZE uint32_t machine_mode_return(sim *sim, uint32_t thread) {
  sim_hart *hart = hart_at(sim, thread);
  hart->mstatus = MSTATUS_MPP | MSTATUS_MPIE | (hart->mstatus & MSTATUS_MPIE ? MSTATUS_MIE : 0);
  const uint32_t before = hart->mlayer >> LAYER_BEFORE_SHIFT;
  if (before != 0) hart->mlayer = before | before << LAYER_BEFORE_SHIFT;
  machine_mode_attend(sim);
  return hart->mepc;
}
