/* Harts for random machines: programs with trap handlers, in addition to the existing threads. */
#include "random_plic.h"
#include "support/machine_code.h"

enum { CAUSE = 20, SCRATCH = 21, VALUE = 22, DEVICES = 23, CODE_WORDS_LEFT = 512 };

static uint32_t free_register(choices *from) { return choose(from, 12, 15); }

/* ---- additional actions of the program ---- */

static uint32_t csr_of(choices *from) {
  static const uint32_t numbers[] = {MSTATUS, MSTATUS, MIE,    MIE,    MTVEC,    MSCRATCH, MEPC,  MCAUSE,
                                     MTVAL,   MIP,     MCYCLE, 0xb80,  MINSTRET, 0xb82,    MISA,  TIME,
                                     0xc00,   0xc02,   MLINE,  MLAYER, MLAYER,   MHARTID,  0x123, 0xf11,
                                     0xc81,   0x310,   0xf15,  0xb03,  0xb9f,    0x333};
  return numbers[choose(from, 0, 29)];
}

static uint32_t csr_instruction(choices *from) {
  const uint32_t csr = csr_of(from), function = choose(from, 0, 6);
  static const uint32_t functions[] = {1, 2, 2, 3, 5, 6, 7};
  uint32_t source = choose(from, 0, 1) ? free_register(from) : choose(from, 0, 31);
  if (csr == MTVEC && choose(from, 0, 19)) source = 0; /* without its handler the hart would test nothing more */
  if (functions[function] < 4 && source > 15) source = free_register(from);
  const int only_reads = source == 0 && (functions[function] & 3) == 1;
  return TYPE_I(0x73, only_reads ? 2u : functions[function], free_register(from), source, csr);
}

/* Words of the CLINT, some for contexts without a hart. */
static uint32_t clint_access(choices *from, uint32_t *words) {
  static const uint32_t upper[] = {0xf2000, 0xf2000, 0xf2004, 0xf2004, 0xf200c};
  const uint32_t pick = choose(from, 0, 4), base = upper[pick];
  uint32_t at = pick < 2 ? 4 * choose(from, 0, 5) : pick < 4 ? 4 * choose(from, 0, 9) : 0xff8u + 4 * choose(from, 0, 1);
  if (pick == 4) at -= 0x1000; /* 0xf200bff8 */
  if (choose(from, 0, 30) == 0) at += choose(from, 1, 3);
  words[0] = LUI(SCRATCH, base);
  words[1] = choose(from, 0, 1) ? LW(free_register(from), at, SCRATCH) : SW(free_register(from), at, SCRATCH);
  return 2;
}

/* Makes the timer interrupt soon. */
static uint32_t set_timer(choices *from, uint32_t *words) {
  words[0] = LUI(SCRATCH, 0xf200c);
  words[1] = LW(VALUE, -8, SCRATCH);
  words[2] = ADDI(VALUE, VALUE, choose(from, 0, 200));
  words[3] = LUI(SCRATCH, 0xf2004);
  words[4] = SW(VALUE, 8 * choose(from, 0, 2), SCRATCH);
  words[5] = SW(ZERO, 8 * choose(from, 0, 2) + 4, SCRATCH);
  return 6;
}

/* Enables interrupts for a moment, or permanently. */
static uint32_t window(choices *from, uint32_t *words) {
  const uint32_t csr = choose(from, 0, 2) == 0 ? MIE : MSTATUS;
  words[0] = CSRRSI(ZERO, csr, 8);
  if (choose(from, 0, 1)) return 1;
  words[1] = CSRRCI(ZERO, csr, 8);
  return 2;
}

static uint32_t piece(choices *from, uint32_t *words) {
  switch (choose(from, 0, 12)) {
    case 0: return clint_access(from, words);
    case 1: return set_timer(from, words);
    case 2: words[0] = CSRRSI(ZERO, MSTATUS, 8); return 1;
    case 3: return window(from, words);
    case 4: words[0] = WFI; return 1;
    case 5: words[0] = choose(from, 0, 1) ? ECALL : EBREAK; return 1;
    case 6: /* enables the interrupts that the handler has disabled */
      words[0] = LI(SCRATCH, -1);
      words[1] = CSRW(MIE, SCRATCH);
      return 2;
    case 7:
    case 8:
    case 9: return random_plic_access(from, words);
    default: words[0] = csr_instruction(from); return 1;
  }
}

/* ---- the handler ---- */

/* Exceptions continue after the instruction. An interrupt sets the timer again, usually claims a source, and
 * often disables its own cause. */
static uint32_t handler(choices *from, uint32_t *words, uint32_t context) {
  uint32_t n = 0;
  words[n++] = CSRR(CAUSE, MCAUSE);
  if (choose(from, 0, 2) == 0) words[n++] = CSRR(12, MTVAL);
  if (choose(from, 0, 3) == 0) words[n++] = LW(13, 0, 8);
  words[n++] = TYPE_I(0x13, 4, SCRATCH, CAUSE, 0); /* xori: a copy */
  const uint32_t branch_at = n++;                  /* to the interrupts */
  words[n++] = CSRR(SCRATCH, MEPC);
  words[n++] = ADDI(SCRATCH, SCRATCH, 4);
  words[n++] = CSRW(MEPC, SCRATCH);
  if (choose(from, 0, 4) == 0) words[n++] = csr_instruction(from);
  words[n++] = MRET;
  const uint32_t by = 4 * (n - branch_at);
  words[branch_at] = BITS(by, 12, 1) << 31 | BITS(by, 5, 6) << 25 | (uint32_t)SCRATCH << 15 | 4u << 12 |
                     BITS(by, 1, 4) << 8 | BITS(by, 11, 1) << 7 | 0x63; /* bltz */
  words[n++] = LUI(DEVICES, 0xf2000);
  words[n++] = SW(ZERO, 4 * context, DEVICES);
  words[n++] = LUI(DEVICES, 0xf200c);
  words[n++] = LW(VALUE, -8, DEVICES);
  words[n++] = ADDI(VALUE, VALUE, choose(from, 20, 900));
  words[n++] = LUI(DEVICES, 0xf2004);
  words[n++] = SW(VALUE, 8 * context, DEVICES);
  const int is_external = choose(from, 0, 3) != 0;
  if (is_external) n += random_plic_service(from, &words[n], context);
  if (choose(from, 0, 2) == 0) words[n++] = CSRRSI(ZERO, MSTATUS, 8); /* other interrupts may interrupt it */
  words[n++] = LI(VALUE, 1);
  words[n++] = CAUSE << 20 | (uint32_t)VALUE << 15 | 1u << 12 | (uint32_t)VALUE << 7 | 0x33; /* sll */
  if (choose(from, 0, 5) > (is_external ? 3u : 0u)) words[n++] = CSRRC(ZERO, MIE, VALUE);
  if (choose(from, 0, 3) == 0) words[n++] = csr_instruction(from);
  words[n++] = MRET;
  return n;
}

static uint32_t program(choices *from, uint32_t *words, uint32_t memory_words, uint32_t extensions,
                        uint32_t context) {
  uint32_t n = 0;
  words[n++] = 0x17 | (uint32_t)SCRATCH << 7; /* auipc: the start */
  const uint32_t adds_at = n++;
  words[n++] = choose(from, 0, 39) == 0 ? NOP : CSRW(MTVEC, SCRATCH);
  words[n++] = LI(SCRATCH, -1);
  words[n++] = CSRW(MIE, SCRATCH);
  if (choose(from, 0, 3) == 0) words[n++] = CSRW(MLINE, SCRATCH);
  if (choose(from, 0, 3) > 0) n += random_plic_begin(from, &words[n], context);
  if (choose(from, 0, 3) > 0) words[n++] = CSRRSI(ZERO, MSTATUS, 8);
  if (choose(from, 0, 3) > 0) n += set_timer(from, &words[n]);
  n += random_endless(from, &words[n], memory_words, extensions, piece);
  const int is_vectored = choose(from, 0, 3) == 0;
  const uint32_t begin = n;
  if (is_vectored) /* base, with one jump for each cause */
    for (uint32_t cause = 0; cause < 32; cause++) words[n++] = J(4 * (32 - cause));
  words[adds_at] = ADDI(SCRATCH, SCRATCH, 4 * begin + (uint32_t)is_vectored);
  return n + handler(from, &words[n], context);
}

/* ---- machines ---- */

static uint32_t used_words(const sim_config *c) {
  uint32_t used = 0;
  for (uint32_t r = 0; r < c->routine_count; r++) {
    const sim_routine_config *routine = &c->routines[r];
    if (routine->kind != sim_routine_kind_PROGRAM) continue;
    const uint32_t end = (uint32_t)routine->first_word + routine->word_count + routine->data_words;
    if (end > used) used = end;
  }
  return used;
}

/* Threads that would run on its context go to the next one, if the core has one. */
static void make_room(sim_config *c, uint32_t hart) {
  const sim_thread_config *own = &c->threads[hart];
  for (uint32_t t = 0; t < c->thread_count; t++) {
    sim_thread_config *thread = &c->threads[t];
    if (t == hart || thread->machine_mode) continue;
    if (thread->start == sim_thread_start_LINE)
      c->lines[thread->line].core = c->lines[thread->line].context = SIM_NONE_8;
    if (thread->core != own->core || (thread->context != own->context && thread->context != SIM_NONE_8)) continue;
    thread->context = (uint8_t)((own->context + 1) % c->context_count);
  }
}

static void make_hart(choices *from, sim_config *c, uint32_t hart) {
  const uint32_t used = used_words(c);
  if (c->routine_count == SIM_ROUTINE_LIMIT || c->step_count == SIM_STEP_LIMIT ||
      used + CODE_WORDS_LEFT > SIM_PROGRAM_LIMIT)
    return;
  sim_thread_config *thread = &c->threads[hart];
  const uint32_t context = (uint32_t)thread->core * c->context_count + thread->context;
  sim_routine_config *routine = &c->routines[c->routine_count];
  *routine = c->routines[0];
  routine->kind = sim_routine_kind_PROGRAM;
  routine->instruction_count = 0;
  routine->drawn_kind = sim_drawn_kind_NONE;
  routine->data_words = 0;
  routine->code_address = choose(from, 0, 1000) * 64;
  routine->first_word = (uint16_t)used;
  if (choose(from, 0, 1)) routine->extensions |= SIM_EXTENSION_A;
  routine->word_count =
      (uint16_t)program(from, &c->program[used], c->program_memory_bytes / 4, routine->extensions, context);
  thread->first_step = c->step_count;
  thread->step_count = 1;
  thread->machine_mode = 1;
  thread->interrupts_enabled = 1;
  c->steps[c->step_count++] = (sim_step_config){.op = sim_step_op_EXEC, .index = c->routine_count++};
  make_room(c, hart);
}

static int make_harts(choices *from, sim_config *c) {
  int count = 0;
  sim_error error;
  for (uint32_t t = 0; t < c->thread_count; t++) {
    if (c->threads[t].start != sim_thread_start_ALWAYS || choose(from, 0, 2) == 0) continue;
    static sim_config before;
    before = *c;
    make_hart(from, c, t);
    if (sim_config_check(c, NULL, &error) != sim_status_OK) *c = before;
    else count += c->threads[t].machine_mode;
  }
  return count;
}

void random_harts(choices *from, sim_config *c) {
  const int has_programs = c->program_memory_bytes > 0;
  if (choose(from, 0, 7) >= (has_programs ? 7u : 1u)) return;
  static sim_config before;
  before = *c;
  if (!has_programs) {
    c->program_memory_bytes = choose(from, 1, 32) * 16;
    c->program_stack_bytes = (uint16_t)(choose(from, 0, 4) * 16);
  }
  if (choose(from, 0, 3)) random_plic_lines(from, c);
  c->scheduler = sim_scheduler_NONE;
  sim_error error;
  /* Without a scheduler, the configuration is invalid if permanent threads share a context. */
  const int is_valid = sim_config_check(c, NULL, &error) == sim_status_OK;
  if (!is_valid || make_harts(from, c) == 0) *c = before;
}
