/* Programs for random machines: random words, or code written so that most of it is executed. */
#include "random_config.h"
#include "random_written_code.h"

enum { LONGEST_OF_WORDS = 24, LONGEST_BODY = 20, DATA_LONGEST = 8, WORD_BYTES = 4, PACKET_WORDS = 40 };

/* ---- registers ---- */
enum {
  ZERO = 0, RA = 1, SP = 2, T0 = 5, MEMORY = 8, ROUNDS = 9, A0 = 10, A1 = 11, FIRST_FREE = 12,
  LAST_FREE = 15, NIC = 16, CODE = 17, PLACE = 18, DEVICE = 19
};

static uint32_t any_register(choices *from) { return choose(from, FIRST_FREE, LAST_FREE); } /* few: many hazards */

/* ---- of random words ---- */

/* One of each opcode and function, without its operands. */
static const uint32_t instructions[] = {
    0x00000037, 0x00000017, 0x0000006f, 0x00000067, 0x00000063, 0x00001063, 0x00004063, 0x00007063, 0x00000003,
    0x00001003, 0x00002003, 0x00004003, 0x00000023, 0x00001023, 0x00002023, 0x00000013, 0x00001013, 0x00005013,
    0x40005013, 0x00007013, 0x00000033, 0x40000033, 0x00005033, 0x02000033, 0x02001033, 0x02004033, 0x02006033,
    0xc0002073, 0xc0202073, 0xf1402073, 0x0000000f, 0x10500073, 0x00000073, 0x30200073, 0x1000202f, 0x1800202f,
    0x0800202f, 0x0000202f, 0x8000202f,
};
enum { INSTRUCTION_COUNT = sizeof instructions / sizeof instructions[0] };
/* Operands (bits 7-11, 15-19 and 20-24) are few registers, one of which holds the address of the memory. */
static const uint32_t registers[] = {ZERO, RA, SP, MEMORY, A0, A1};

static uint32_t pick_register(choices *from) {
  return registers[choose(from, 0, sizeof registers / sizeof registers[0] - 1)];
}

static uint32_t random_word(choices *from) {
  if (choose(from, 0, 9) == 0) return (uint32_t)choose_magnitude(from, 0, UINT32_MAX);
  const uint32_t word = instructions[choose(from, 0, INSTRUCTION_COUNT - 1)];
  const uint32_t opcode = word & 0x7f;
  if (opcode == 0x73 || opcode == 0x0f)
    return opcode == 0x73 && word >> 28 >= 12 ? word | pick_register(from) << 7 : word;
  uint32_t operands = pick_register(from) << 15;
  operands |= pick_register(from) << 20;
  if (opcode == 0x63 || opcode == 0x23) return word | operands | choose(from, 0, 7) << 9; /* short ways */
  if (opcode == 0x6f) return word | choose(from, 0, 9) << 22 | operands >> 15 << 7;
  if (opcode == 0x37) return 0x20000037 | MEMORY << 7;
  return word | operands | pick_register(from) << 7;
}

/* ---- of 16 bits ---- */

/* Instructions without operands, and the bits of their operands. */
static const struct {
  uint16_t half, operands;
} halves[] = {
    {0x0000, 0x1ffc}, {0x4000, 0x1ffc}, {0x4000, 0x107c}, {0xc000, 0x107c}, {0x0001, 0x1ffc}, {0x2001, 0x003c},
    {0x4001, 0x1ffc}, {0x6001, 0x1ffc}, {0x6101, 0x107c}, {0x8001, 0x1ffc}, {0x8401, 0x1ffc}, {0x8801, 0x1ffc},
    {0x8c01, 0x03fc}, {0xa001, 0x0038}, {0xc001, 0x0398}, {0xe001, 0x0398}, {0x0002, 0x0ffc}, {0x4002, 0x0ffc},
    {0x8002, 0x0ffc}, {0x9002, 0x0ffc}, {0xc002, 0x1ffc}, {0x8082, 0x0000}, {0x9002, 0x0000}, {0x0001, 0x0000},
};
enum { HALF_COUNT = sizeof halves / sizeof halves[0], C_NOP = 0x0001 };

static uint32_t random_half(choices *from) {
  const uint32_t pick = choose(from, 0, 2 * HALF_COUNT);
  if (pick >= HALF_COUNT) return C_NOP;
  return halves[pick].half | (choose(from, 0, 0xffff) & halves[pick].operands);
}

static uint32_t random_halves(choices *from) { return random_half(from) | random_half(from) << 16; }

/* ---- encodings ---- */

static uint32_t type_i(uint32_t opcode, uint32_t function, uint32_t rd, uint32_t rs1, uint32_t immediate) {
  return opcode | rd << 7 | function << 12 | rs1 << 15 | immediate << 20;
}

static uint32_t type_r(uint32_t kind, uint32_t function, uint32_t rd, uint32_t rs1, uint32_t rs2) {
  return 0x33 | rd << 7 | function << 12 | rs1 << 15 | rs2 << 20 | kind << 25;
}

static uint32_t store(uint32_t function, uint32_t rs1, uint32_t rs2, uint32_t immediate) {
  return 0x23 | (immediate & 31) << 7 | function << 12 | rs1 << 15 | rs2 << 20 | immediate >> 5 << 25;
}

static uint32_t branch(uint32_t function, uint32_t rs1, uint32_t rs2, int words) {
  const uint32_t by = (uint32_t)(words * WORD_BYTES);
  return 0x63 | (by >> 11 & 1) << 7 | (by >> 1 & 15) << 8 | function << 12 | rs1 << 15 | rs2 << 20 |
         (by >> 5 & 63) << 25 | (by >> 12 & 1) << 31;
}

static uint32_t jal(uint32_t rd, int words) {
  const uint32_t by = (uint32_t)(words * WORD_BYTES);
  return 0x6f | rd << 7 | (by >> 12 & 255) << 12 | (by >> 11 & 1) << 20 | (by >> 1 & 1023) << 21 | (by >> 20 & 1) << 31;
}

static uint32_t lui(uint32_t rd, uint32_t value) { return 0x37 | rd << 7 | (value & 0xfffff000); }
static uint32_t auipc(uint32_t rd) { return 0x17 | rd << 7; }
static uint32_t addi(uint32_t rd, uint32_t rs1, int immediate) {
  return type_i(0x13, 0, rd, rs1, (uint32_t)immediate & 0xfff);
}
static uint32_t jalr(uint32_t rd, uint32_t rs1, uint32_t immediate) { return type_i(0x67, 0, rd, rs1, immediate); }

enum { ECALL = 0x00000073, EBREAK = 0x00100073, MRET = 0x30200073, WFI = 0x10500073, FENCE = 0x0ff0000f };

/* ---- written ones ---- */

static const uint32_t nics_begin = 0xf0100000u, consoles_begin = 0xf0200000u;
static const uint32_t disks_begin = 0xf0300000u, buttons_begin = 0xf0400000u;

typedef struct writer {
  choices *from;
  uint32_t *words;
  uint32_t count, memory_words;
  uint32_t device_bytes; /* number of a register of the device that DEVICE points to */
  int has_rings;         /* whether it is a card that programs serve */
  uint32_t calls[LONGEST_BODY], links[LONGEST_BODY], call_count; /* target, and link register */
  int keeps_ra;
  uint32_t atomics; /* number of additional atomic accesses among 8 */
  int has_halves;
  int writes_code;
} writer;

static void add(writer *w, uint32_t word) { w->words[w->count++] = word; }

/* A base register, and how many words around it usually exist. */
static uint32_t pick_base(writer *w, uint32_t *words) {
  const uint32_t pick = choose(w->from, 0, 19);
  *words = pick <= 12 ? w->memory_words : pick == 13 ? 10 : pick <= 15 ? 3 : pick <= 17 ? w->count : 4;
  return pick <= 12 ? MEMORY : pick <= 15 ? NIC : pick <= 17 ? CODE : SP;
}

static uint32_t load(writer *w, uint32_t base, uint32_t at) {
  static const uint32_t functions[] = {0, 1, 2, 2, 4, 5};
  const uint32_t function = functions[choose(w->from, 0, 5)], bytes = 1u << (function & 3);
  at += choose(w->from, 0, WORD_BYTES / bytes - 1) * bytes;
  return type_i(0x03, function, any_register(w->from), base, at & 0xfff);
}

static void add_access(writer *w) {
  uint32_t words;
  const uint32_t base = pick_base(w, &words);
  uint32_t at = words == 0 ? 0 : choose(w->from, 0, words - 1) * WORD_BYTES;
  if (base == SP) at = 0u - WORD_BYTES - at;
  if (choose(w->from, 0, 60) == 0) at += choose(w->from, 0, 2000); /* anywhere, or misaligned */
  if (base == CODE || choose(w->from, 0, 2) > 0) {
    add(w, load(w, base, at));
    return;
  }
  const uint32_t function = choose(w->from, 0, 2), bytes = 1u << function;
  at += choose(w->from, 0, WORD_BYTES / bytes - 1) * bytes;
  add(w, store(function, base, any_register(w->from), at & 0xfff));
}

enum { DEVICE_REGISTERS = 12, SECOND_DEVICE = 0x100 };
enum { RXBASE = 0, RXSIZE = 4, RXTAIL = 12, TXBASE = 16, TXSIZE = 20, TXTAIL = 28, IMS = 36, RXBYTES = 44, LENGTH = 4 };

static void add_constant(writer *w, uint32_t base, uint32_t at, uint32_t from_register, uint32_t most) {
  const uint32_t value = any_register(w->from);
  add(w, addi(value, from_register, (int)choose(w->from, 0, most)));
  add(w, store(2, base, value, at));
}

/* Rings at the start of the memory. Sometimes a part of them is missing. */
static void add_rings(writer *w) {
  if (choose(w->from, 0, 19)) add_constant(w, DEVICE, RXBASE, MEMORY, choose(w->from, 0, 3) ? 0 : 200);
  if (choose(w->from, 0, 19)) add_constant(w, DEVICE, RXSIZE, ZERO, 4);
  for (uint32_t i = choose(w->from, 0, 4); i-- > 0;) add_constant(w, MEMORY, i * 16, MEMORY, 500);
  if (choose(w->from, 0, 19)) add_constant(w, DEVICE, RXTAIL, ZERO, 4);
  if (choose(w->from, 0, 3) == 0) add_constant(w, DEVICE, RXBYTES, ZERO, 300);
  if (choose(w->from, 0, 19)) add_constant(w, DEVICE, TXBASE, MEMORY, 100);
  if (choose(w->from, 0, 19)) add_constant(w, DEVICE, TXSIZE, ZERO, 4);
  if (choose(w->from, 0, 1)) add_constant(w, MEMORY, choose(w->from, 0, 6) * 16 + LENGTH, ZERO, 400);
  if (choose(w->from, 0, 1)) add_constant(w, DEVICE, IMS, ZERO, 7);
}

/* Gives slots back, or gives frames to send. */
static void add_doorbell(writer *w) {
  const uint32_t at = choose(w->from, 0, 2) ? RXTAIL : TXTAIL, value = any_register(w->from);
  add(w, type_i(0x03, 2, value, DEVICE, at));
  add(w, addi(value, value, (int)choose(w->from, 1, choose(w->from, 0, 3) ? 1 : 4)));
  add(w, store(2, DEVICE, value, at));
}

/* A register of the first or second device, usually an existing one. */
static void add_device_access(writer *w) {
  if (w->has_rings && choose(w->from, 0, 2)) {
    add_doorbell(w);
    return;
  }
  const uint32_t bytes = choose(w->from, 0, 40) ? w->device_bytes : 5 - w->device_bytes, function = bytes == 1 ? 0 : 2;
  const uint32_t at = choose(w->from, 0, DEVICE_REGISTERS - 1) % (bytes == 1 ? 8 : w->has_rings ? 12 : 6) * bytes +
                      (choose(w->from, 0, 9) ? 0 : SECOND_DEVICE);
  if (choose(w->from, 0, 1)) add(w, type_i(0x03, function, any_register(w->from), DEVICE, at));
  else {
    const uint32_t value = any_register(w->from);
    if (choose(w->from, 0, 2)) add(w, addi(value, ZERO, (int)choose(w->from, 0, 15)));
    add(w, store(function, DEVICE, value, at));
  }
}

/* Words of the current packet, usually only if there is one. */
static void add_packet_access(writer *w) {
  if (choose(w->from, 0, 9) > 0) add(w, branch(0, A1, ZERO, 2));
  add(w, load(w, A0, choose(w->from, 0, PACKET_WORDS - 1) * WORD_BYTES));
}

static void add_computation(writer *w) {
  static const uint32_t plain[] = {0, 2, 3, 4, 6, 7};
  const uint32_t rd = any_register(w->from), rs1 = any_register(w->from), rs2 = any_register(w->from);
  const uint32_t pick = choose(w->from, 0, 9), function = choose(w->from, 0, 7);
  if (pick <= 1) add(w, type_i(0x13, plain[function % 6], rd, rs1, choose(w->from, 0, 4095)));
  else if (pick == 2) add(w, type_i(0x13, 1, rd, rs1, choose(w->from, 0, 31)));
  else if (pick == 3) add(w, type_i(0x13, 5, rd, rs1, choose(w->from, 0, 31) | choose(w->from, 0, 1) << 10));
  else if (pick <= 5) add(w, type_r(0, function, rd, rs1, rs2));
  else if (pick == 6) add(w, type_r(0x20, choose(w->from, 0, 1) * 5, rd, rs1, rs2));
  else add(w, type_r(1, function, rd, rs1, rs2));
}

/* At the start of the memory, which all contexts use, or further on. Rarely at addresses that do not allow atomics. */
static void add_atomic(writer *w) {
  enum { LR = 2, SC = 3 };
  static const uint32_t functions[] = {0, 1, 4, 8, 12, 16, 20, 24, 28};
  const uint32_t pick = choose(w->from, 0, 29), order = choose(w->from, 0, 3);
  const uint32_t elsewhere = pick == 0 ? CODE : pick == 1 ? NIC : any_register(w->from);
  const uint32_t base = pick <= 2 ? elsewhere : pick < 20 ? MEMORY : PLACE;
  const uint32_t kind = choose(w->from, 0, 2);
  const uint32_t function = kind == 0 ? LR : kind == 1 ? SC : functions[choose(w->from, 0, 8)];
  const uint32_t operand = function == LR ? ZERO : any_register(w->from);
  add(w, 0x2f | any_register(w->from) << 7 | 2 << 12 | base << 15 | operand << 20 | order << 25 | function << 27);
}

/* LR and SC of one word, usually with a trap between them. */
static void add_trap_in_reservation(writer *w) {
  static const uint32_t between[] = {ECALL, EBREAK, FENCE};
  const uint32_t base = choose(w->from, 0, 1) ? MEMORY : PLACE;
  add(w, 0x1000202f | any_register(w->from) << 7 | base << 15);
  add(w, between[choose(w->from, 0, 2)]);
  add(w, 0x1800202f | any_register(w->from) << 7 | base << 15 | any_register(w->from) << 20);
}

static void add_csr(writer *w) {
  static const uint32_t numbers[] = {0xc00, 0xc01, 0xc02, 0xc80, 0xc81, 0xc82, 0xb00,
                                     0xb02, 0xb80, 0xb82, 0xf11, 0xf12, 0xf13, 0xf14};
  static const uint32_t functions[] = {2, 3, 6, 7};
  add(w, type_i(0x73, functions[choose(w->from, 0, 3)], any_register(w->from), ZERO, numbers[choose(w->from, 0, 13)]));
}

/* A branch or a jump over some of the following instructions. */
static void add_way(writer *w, uint32_t left) {
  static const uint32_t functions[] = {0, 1, 4, 5, 6, 7};
  const int over = 1 + (int)choose(w->from, 0, left < 4 ? left : 4);
  const uint32_t pick = choose(w->from, 0, 9);
  if (pick <= 5) add(w, branch(functions[choose(w->from, 0, 5)], any_register(w->from), any_register(w->from), over));
  else if (pick <= 7) add(w, jal(ZERO, over));
  else { /* by a register */
    const uint32_t link = choose(w->from, 0, 3);
    if (link == 3) w->keeps_ra = 0;
    add(w, auipc(T0));
    add(w, jalr(link == 3 ? RA : link > 0 ? any_register(w->from) : ZERO, T0, (uint32_t)(over + 1) * WORD_BYTES));
  }
}

static void add_call(writer *w) {
  const uint32_t link = choose(w->from, 0, 2) ? RA : T0;
  if (link == RA) w->keeps_ra = 0;
  w->links[w->call_count] = link;
  w->calls[w->call_count++] = w->count;
  add(w, 0);
}

/* A half that changes only registers that may change and the words at MEMORY and at sp, or jumps forward. */
static uint32_t harmless_half(writer *w, uint32_t left) {
  static const uint32_t kept[] = {0x8801, 0x8c01, 0x8c21, 0x8c41, 0x8c61, 0x8001, 0x8401}; /* andi, sub, .., srai */
  const uint32_t rd = any_register(w->from), other = any_register(w->from);
  const uint32_t low = (rd - 8) << 7, second = (other - 8) << 2;
  const uint32_t small = choose(w->from, 0, 31) << 2 | choose(w->from, 0, 1) << 12;
  switch (choose(w->from, 0, 9)) {
    case 0: return 0x0001 | rd << 7 | small;                      /* c.addi */
    case 1: return 0x4001 | rd << 7 | small;                      /* c.li */
    case 2: return 0x8002 | rd << 7 | other << 2;                 /* c.mv */
    case 3: return 0x9002 | rd << 7 | other << 2;                 /* c.add */
    case 4: return 0x0002 | rd << 7 | (small & 0x7c);             /* c.slli */
    case 5: return kept[choose(w->from, 0, 6)] | low | second;
    case 6: return 0x4000 | (choose(w->from, 0, 7) << 10) | second; /* c.lw, from MEMORY */
    case 7: return choose(w->from, 0, 1) ? 0xc000 | choose(w->from, 0, 1) << 6 | second : 0x0000 | second | 0x1f << 5;
    case 8: return (choose(w->from, 0, 1) ? 0xc001u : 0xe001u) | low | 2 << 3; /* c.beqz, c.bnez over 4 bytes */
    default: return left > 2 ? 0xa001 | choose(w->from, 1, 2) << 3 | choose(w->from, 0, 1) << 11 : C_NOP; /* c.j */
  }
}

static void add_anything(writer *w, uint32_t left) {
  if (w->has_halves && choose(w->from, 0, 2) == 0) {
    const uint32_t first = harmless_half(w, left);
    add(w, first | harmless_half(w, left) << 16);
    return;
  }
  if (w->writes_code && choose(w->from, 0, 2) == 0) {
    const code_writer code = {CODE, MEMORY, T0, w->count, w->memory_words};
    w->count += random_written_code(w->from, &code, &w->words[w->count]);
    return;
  }
  const uint32_t pick = choose(w->from, 0, 19);
  if (w->atomics > 0 && choose(w->from, 0, 7) < w->atomics) {
    add_atomic(w);
    return;
  }
  if (w->device_bytes > 0 && choose(w->from, 0, 2) == 0) add_device_access(w);
  else if (pick <= 6) add_computation(w);
  else if (pick <= 11) add_access(w);
  else if (pick == 12) add_packet_access(w);
  else if (pick <= 15) add_way(w, left);
  else if (pick == 16) add_csr(w);
  else if (pick <= 18) add_call(w);
  else {
    static const uint32_t seldom[] = {WFI, FENCE, FENCE, ECALL, EBREAK, MRET, 0, 0x0000100f, 0x30200073};
    add(w, choose(w->from, 0, 3) ? FENCE : seldom[choose(w->from, 0, 8)]);
  }
}

static void add_leaf(writer *w, uint32_t link) {
  const uint32_t at = w->count;
  for (uint32_t i = 0; i < w->call_count; i++)
    if (w->links[i] == link) w->words[w->calls[i]] = jal(link, (int)at - (int)w->calls[i]);
  add_computation(w);
  add(w, jalr(ZERO, link, 0));
}

/* A loop whose body calls two leaf functions. */
static uint32_t written(choices *from, uint32_t *words, uint32_t memory_words, uint32_t extensions, uint32_t devices) {
  writer w = {.from = from, .words = words, .memory_words = memory_words, .keeps_ra = 1};
  w.has_halves = (extensions & SIM_EXTENSION_C) != 0;
  if (extensions & SIM_EXTENSION_A) w.atomics = choose(from, 0, 4);
  w.writes_code = choose(from, 0, 5) == 0;
  add(&w, lui(MEMORY, SIM_PROGRAM_MEMORY_BASE));
  add(&w, lui(NIC, 0xf0000000));
  add(&w, auipc(CODE));
  add(&w, addi(CODE, CODE, -2 * WORD_BYTES));
  add(&w, addi(PLACE, MEMORY, (int)choose(from, 0, 7) * WORD_BYTES));
  if (devices != 0 && choose(from, 0, 1)) {
    add(&w, lui(DEVICE, devices));
    w.device_bytes = devices == consoles_begin ? 1 : WORD_BYTES;
    w.has_rings = devices == nics_begin;
    if (w.has_rings) add_rings(&w);
  }
  for (uint32_t i = FIRST_FREE; i <= LAST_FREE; i++)
    if (choose(from, 0, 2)) add(&w, lui(i, (uint32_t)choose_magnitude(from, 0, UINT32_MAX)));
  add(&w, addi(ROUNDS, ZERO, (int)choose(from, 1, 12)));
  const uint32_t begin = w.count;
  for (uint32_t left = choose(from, 1, LONGEST_BODY); left > 0; left--) add_anything(&w, left);
  add(&w, addi(ROUNDS, ROUNDS, -1));
  add(&w, branch(1, ROUNDS, ZERO, (int)begin - (int)w.count));
  add(&w, w.keeps_ra && choose(from, 0, 3) ? jalr(ZERO, RA, 0) : (uint32_t)ECALL);
  add_leaf(&w, RA);
  add_leaf(&w, T0);
  return w.count;
}

/* After a c.nop the whole program is shifted by half a word. */
static void shift_by_half(sim_routine_config *routine, uint32_t *words) {
  uint32_t carried = C_NOP;
  for (uint32_t i = 0; i < routine->word_count; i++) {
    const uint32_t word = words[i];
    words[i] = carried | word << 16;
    carried = word >> 16;
  }
  words[routine->word_count++] = carried | C_NOP << 16;
}

/* ---- of harts ---- */

uint32_t random_endless(choices *from, uint32_t *words, uint32_t memory_words, uint32_t extensions,
                        random_piece *piece) {
  writer w = {.from = from, .words = words, .memory_words = memory_words};
  if (extensions & SIM_EXTENSION_A) w.atomics = choose(from, 1, 4);
  w.writes_code = choose(from, 0, 1) == 0;
  add(&w, lui(MEMORY, SIM_PROGRAM_MEMORY_BASE));
  add(&w, lui(NIC, 0xf0000000));
  add(&w, auipc(CODE));
  add(&w, addi(CODE, CODE, -2 * WORD_BYTES));
  if (w.atomics > 0) add(&w, addi(PLACE, MEMORY, (int)choose(from, 0, 7) * WORD_BYTES));
  const uint32_t begin = w.count;
  for (uint32_t left = choose(from, 1, LONGEST_BODY); left > 0; left--) {
    if (w.atomics > 0 && choose(from, 0, 7) == 0) add_trap_in_reservation(&w);
    else if (choose(from, 0, 2) > 0) add_anything(&w, left);
    else w.count += piece(from, &words[w.count]);
  }
  add(&w, jal(ZERO, (int)begin - (int)w.count));
  add_leaf(&w, RA);
  add_leaf(&w, T0);
  return w.count;
}

/* ---- routines ---- */

/* The registers of a kind of device that the machine has, or 0. */
static uint32_t some_devices(choices *from, const sim_config *c) {
  const uint32_t pick = choose(from, 0, 2);
  if (c->nic_count > 0 && c->nics[0].in_memory && choose(from, 0, 5)) return nics_begin;
  if (c->console_count > 0 && pick <= 1) return consoles_begin;
  if (c->disk_count > 0 && pick <= 1) return disks_begin;
  return c->button_count > 0 ? buttons_begin : c->disk_count > 0 ? disks_begin : 0;
}

static void make_program(choices *from, sim_config *c, sim_routine_config *routine, uint32_t *used) {
  const uint32_t room = c->program_memory_bytes / WORD_BYTES;
  routine->kind = sim_routine_kind_PROGRAM;
  routine->instruction_count = 0;
  routine->code_address = choose(from, 0, 1000) * 64;
  routine->first_word = (uint16_t)*used;
  routine->extensions = (uint8_t)choose(from, 0, SIM_EXTENSION_A | SIM_EXTENSION_C);
  if (choose(from, 0, 4) == 0) {
    routine->word_count = (uint16_t)choose(from, 1, LONGEST_OF_WORDS);
    for (uint32_t i = 0; i < routine->word_count; i++) c->program[*used + i] =
          routine->extensions & SIM_EXTENSION_C && choose(from, 0, 1) ? random_halves(from) : random_word(from);
  } else
    routine->word_count = (uint16_t)written(from, &c->program[*used], room, routine->extensions,
                                             some_devices(from, c));
  if (routine->extensions & SIM_EXTENSION_C && choose(from, 0, 1)) shift_by_half(routine, &c->program[*used]);
  *used += routine->word_count;
  routine->data_words = (uint16_t)choose(from, 0, room < DATA_LONGEST ? room : DATA_LONGEST);
  routine->data_address = SIM_PROGRAM_MEMORY_BASE + choose(from, 0, room - routine->data_words) * WORD_BYTES;
  for (uint32_t i = 0; i < routine->data_words; i++)
    c->program[(*used)++] = (uint32_t)choose_magnitude(from, 0, UINT32_MAX);
}

void random_memory_rings(choices *from, sim_config *c) {
  sim_nic_config *nic = &c->nics[0];
  nic->in_memory = 1;
  nic->receive_mode = sim_receive_mode_RING;
  nic->ring_count = 1;
  nic->rings[0].buffers = 0;
  nic->merge_bytes = nic->rx_cut_through_bytes = nic->tx_cut_through_bytes = 0;
  nic->tx_queue_bytes = nic->tx_buffers = 0;
  nic->status_by_fill = 0;
  for (uint32_t i = 0; i < c->step_count; i++) {
    sim_step_config *step = &c->steps[i];
    const int is_of_ring = step->op == sim_step_op_TAKE_FRAME || step->op == sim_step_op_GIVE_FRAME ||
                           step->op == sim_step_op_REAP || step->op == sim_step_op_ACKNOWLEDGE ||
                           step->op == sim_step_op_JUMP_UNLESS;
    if (!is_of_ring || step->index != 0) continue;
    step->ring = 0;
    if (step->op != sim_step_op_ACKNOWLEDGE && step->op != sim_step_op_JUMP_UNLESS)
      *step = (sim_step_config){.op = sim_step_op_ACKNOWLEDGE, .bits = (uint8_t)choose(from, 0, 7)};
  }
}

void random_programs(choices *from, sim_config *c) {
  if (choose(from, 0, 3) != 0) return;
  static const uint16_t targets[] = {0, 1, 4, 16};
  c->program_memory_bytes = choose(from, 0, 32) * 16;
  c->program_stack_bytes = (uint16_t)(choose(from, 0, 4) * 16);
  c->code_access = (uint8_t)(choose(from, 0, 2) ? sim_code_access_HARTS : choose(from, 0, sim_code_access_COUNT - 1));
  c->divide_cycles = (uint8_t)choose(from, 0, 20);
  c->store_execute_cycles = (uint8_t)choose(from, 1, 2);
  c->jump_execute_cycles = (uint8_t)choose(from, 1, 3);
  c->compare_branch_cycles = (uint8_t)choose(from, 0, 1);
  if (c->predictor_mode != sim_predictor_NOT_TAKEN) {
    c->predictor_targets = targets[choose(from, 0, 3)];
    c->predictor_returns = (uint8_t)choose(from, 0, 3);
  }
  if (c->nic_count > 0 && choose(from, 0, 1) == 0) random_memory_rings(from, c);
  uint32_t used = 0;
  for (uint32_t r = 0; r < c->routine_count; r++)
    if (choose(from, 0, 1) == 0) make_program(from, c, &c->routines[r], &used);
}
