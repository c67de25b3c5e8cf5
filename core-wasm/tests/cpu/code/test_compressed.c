/* RV32C (M-221): the meaning of 16-bit instructions, their addresses, and the cost of fetching them. */
#include "support/machine_fixture.h"
#include "cpu/code/rv32.h"
#include "memory/memory.h"
#include "support/test.h"

enum { RA = 1, T0 = 5, A0 = 10, A1 = 11, CODE = 0x1000 };

static sim_config config;

static void reset(void) {
  sim_config_defaults(&config);
  config.nic_count = 0;
  config.program_memory_bytes = 256;
  config.routines[0].extensions = SIM_EXTENSION_C;
}

/* Halves in the order of their addresses. */
static sim *run_halves(const uint16_t *halves, uint32_t count) {
  uint32_t words[32] = {0};
  for (uint32_t i = 0; i < count; i++) words[i / 2] |= (uint32_t)halves[i] << 16 * (i % 2);
  return fixture_run_program(&config, words, (count + 1) / 2, CODE, 1000);
}
#define RUN_HALVES(...) run_halves((const uint16_t[]){__VA_ARGS__}, sizeof((uint16_t[]){__VA_ARGS__}) / 2)

static void expect_end(sim *sim, uint32_t pc, uint32_t cause) {
  EXPECT_EQUAL(sim_program_registers(sim, 0)->pc, pc);
  EXPECT_EQUAL(sim_program_registers(sim, 0)->cause, cause);
  fixture_free(sim);
}

enum { C_NOP = 0x0001, C_EBREAK = 0x9002, ECALL_LOW = 0x0073, ECALL_HIGH = 0x0000 };

/* ---- equivalent words ---- */

/* Assembled by GNU as 2.40, both forms. */
static void they_stand_for_words(void) {
  static const struct {
    uint16_t half;
    uint32_t word;
  } known[] = {
      {0x0048, 0x00410513}, /* c.addi4spn a0, sp, 4 */
      {0x4188, 0x0005a503}, /* c.lw a0, 0(a1) */
      {0xc1c8, 0x00a5a223}, /* c.sw a0, 4(a1) */
      {0x157d, 0xfff50513}, /* c.addi a0, -1 */
      {0x557d, 0xfff00513}, /* c.li a0, -1 */
      {0x7179, 0xfd010113}, /* c.addi16sp sp, -48 */
      {0x757d, 0xfffff537}, /* c.lui a0, 0xfffff */
      {0x8105, 0x00155513}, /* c.srli a0, 1 */
      {0x8505, 0x40155513}, /* c.srai a0, 1 */
      {0x8d0d, 0x40b50533}, /* c.sub a0, a1 */
      {0x0506, 0x00151513}, /* c.slli a0, 1 */
      {0x4512, 0x00412503}, /* c.lwsp a0, 4(sp) */
      {0xc22a, 0x00a12223}, /* c.swsp a0, 4(sp) */
      {0x8082, 0x00008067}, /* c.jr ra */
      {0x9502, 0x000500e7}, /* c.jalr a0 */
      {0x852e, 0x00b00533}, /* c.mv a0, a1 */
      {0x952e, 0x00b50533}, /* c.add a0, a1 */
      {0x9002, 0x00100073}, /* c.ebreak */
      {0xbffd, 0xfffff06f}, /* c.j -2 */
      {0x3ffd, 0xfffff0ef}, /* c.jal -2 */
      {0xdd7d, 0xfe050fe3}, /* c.beqz a0, -2 */
      {0xfd7d, 0xfe051fe3}, /* c.bnez a0, -2 */
  };
  for (uint32_t i = 0; i < sizeof known / sizeof *known; i++)
    EXPECT_EQUAL(rv32_expanded(known[i].half), known[i].word);
  /* All bits 0; sp + 0; upper immediate 0; RV64 only; shifts by 32; lwsp to x0; jr x0; floating point. */
  static const uint16_t none[] = {0x0000, 0x0004, 0x6501, 0x6101, 0x9d01, 0x9105,
                                  0x1506, 0x4002, 0x8002, 0x6188, 0xa188};
  for (uint32_t i = 0; i < sizeof none / sizeof *none; i++)
    EXPECT_EQUAL(rv32_expanded(none[i]), RV32_NO_INSTRUCTION);
}

/* FNV-1a over all expanded words, including RV32_NO_INSTRUCTION. The expected hash is that of the assembler's table,
 * which tests compare with GNU objdump. */
static void all_of_them_do(void) {
  uint32_t hash = 2166136261u, legal = 0;
  for (uint32_t half = 0; half < 65536; half++) {
    if ((half & 3) == 3) continue;
    const uint32_t word = rv32_expanded(half);
    legal += word != RV32_NO_INSTRUCTION;
    for (uint32_t byte = 0; byte < 4; byte++) hash = (hash ^ (word >> 8 * byte & 0xff)) * 16777619u;
  }
  EXPECT_EQUAL(legal, 28823);
  EXPECT_EQUAL(hash, 0xa2b46adfu);
}

/* ---- where they lie ---- */

/* c.li a0, 0; c.li a1, 10; loop: c.add a0, a1; c.addi a1, -1; c.bnez a1, loop; ecall */
static void a_loop_sums_up_at_each_place(void) {
  static const uint16_t loop[] = {0x4501, 0x45a9, 0x952e, 0x15fd, 0xfdf5, ECALL_LOW, ECALL_HIGH};
  for (uint32_t shift = 0; shift < 2; shift++) {
    uint16_t halves[8] = {C_NOP};
    for (uint32_t i = 0; i < 7; i++) halves[i + shift] = loop[i];
    reset();
    sim *sim = run_halves(halves, 7 + shift);
    EXPECT_EQUAL(sim_program_registers(sim, 0)->x[A0], 55);
    EXPECT_EQUAL(sim_program_registers(sim, 0)->executed, shift + 2 + 10 * 3 + 1);
    EXPECT_EQUAL(sim_get_counters(sim)->detailed_cycles, shift + 33 + 4 + 9 * 2);
    expect_end(sim, CODE + 2 * shift + 10, SIM_NONE);
  }
}

static void what_lies_behind_a_call_is_two_bytes_on(void) {
  reset(); /* c.jal +4; c.ebreak; c.mv a0, ra; c.jr ra */
  sim *sim = RUN_HALVES(0x2011, C_EBREAK, 0x8506, 0x8082);
  EXPECT_EQUAL(sim_program_registers(sim, 0)->x[A0], CODE + 2);
  expect_end(sim, CODE + 2, SIM_NONE);
  reset(); /* jal +6; c.ebreak; c.mv a0, ra; c.jr ra: the jal has four bytes, its target is a half word */
  sim = RUN_HALVES(0x00ef, 0x0060, C_EBREAK, 0x8506, 0x8082);
  EXPECT_EQUAL(sim_program_registers(sim, 0)->x[A0], CODE + 4);
  expect_end(sim, CODE + 4, SIM_NONE);
}

static void a_jump_may_go_into_an_instruction(void) {
  reset(); /* c.j +4 jumps into addi a0, a0, 0x900, whose upper half is c.ebreak */
  sim *sim = RUN_HALVES(0xa011, 0x0513, C_EBREAK, C_NOP);
  EXPECT_EQUAL(sim_program_registers(sim, 0)->executed, 2);
  expect_end(sim, CODE + 4, SIM_NONE);
}

static void where_the_code_is_over_or_wrong_it_ends_by_an_exception(void) {
  enum { FETCH_MISALIGNED = 0, FETCH_FAULT = 1, ILLEGAL = 2 };
  reset();
  expect_end(RUN_HALVES(C_NOP, 0x0513), CODE + 2, FETCH_FAULT); /* addi without its upper half */
  reset();
  expect_end(RUN_HALVES(C_NOP, C_NOP), CODE + 4, FETCH_FAULT);
  reset();
  expect_end(RUN_HALVES(C_NOP, 0x0000), CODE + 2, ILLEGAL);
  reset();
  expect_end(RUN_HALVES(0x202f, 0x00b5), CODE, ILLEGAL); /* an AMO, without A */
  reset();
  config.routines[0].extensions = 0;
  expect_end(RUN_HALVES(0x00ef, 0x0060, 0x0013, 0x0000), CODE, FETCH_MISALIGNED); /* jal +6, without C */
  reset();
  config.routines[0].extensions = 0;
  expect_end(RUN_HALVES(C_NOP, C_NOP), CODE, ILLEGAL);
}

/* lw a0, 0(t0) loads its own code, whose address is not a multiple of four. */
static void code_is_loaded_as_it_lies(void) {
  reset(); /* auipc t0, 0; c.nop; lw a0, 4(t0); c.ebreak */
  sim *sim = RUN_HALVES(0x0297, 0x0000, C_NOP, 0xa503, 0x0042, C_EBREAK);
  EXPECT_EQUAL(sim_program_registers(sim, 0)->x[A0], 0xa5030001u);
  expect_end(sim, CODE + 10, SIM_NONE);
}

/* ---- fetching ---- */

/* Lines have 16 bytes. After seven c.nop an addi crosses the end of the first line, so both lines are accessed once.
 * With an eighth c.nop the addi is in the second line. A miss takes 100 cycles and the beat of the first word. */
static void one_over_the_end_of_a_line_needs_both(void) {
  enum { MISS = 104 };
  static const uint16_t over[] = {1, 1, 1, 1, 1, 1, 1, 0x0513, 0x0015, C_EBREAK};
  static const uint16_t behind[] = {1, 1, 1, 1, 1, 1, 1, 1, 0x0513, 0x0015, C_EBREAK};
  for (uint32_t is_behind = 0; is_behind < 2; is_behind++) {
    reset();
    config.caches[CACHE_L1I] = (sim_cache_config){.size_bytes = 512, .ways = 1, .line_bytes = 16};
    config.memory_latency_cycles = 100;
    config.bus_bytes_per_beat = 4;
    config.bus_cycles_per_beat = 1;
    sim *sim = is_behind ? run_halves(behind, 11) : run_halves(over, 10);
    const sim_counters *counters = sim_get_counters(sim);
    EXPECT_EQUAL(sim_program_registers(sim, 0)->x[A0], 1);
    EXPECT_EQUAL(counters->caches[CACHE_L1I].accesses[sim_layer_APPLICATION], 2);
    EXPECT_EQUAL(counters->caches[CACHE_L1I].misses[sim_layer_APPLICATION], 2);
    EXPECT_EQUAL(counters->detailed_cycles, 9 + is_behind + 4 + 2 * (MISS - 1));
    fixture_free(sim);
  }
}

int main(void) {
  RUN(they_stand_for_words);
  RUN(all_of_them_do);
  RUN(a_loop_sums_up_at_each_place);
  RUN(what_lies_behind_a_call_is_two_bytes_on);
  RUN(a_jump_may_go_into_an_instruction);
  RUN(where_the_code_is_over_or_wrong_it_ends_by_an_exception);
  RUN(code_is_loaded_as_it_lies);
  RUN(one_over_the_end_of_a_line_needs_both);
  return TEST_EXIT_CODE;
}
