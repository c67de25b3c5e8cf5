/* LR, SC and AMOs (M-203): their results, the end of a reservation, and their cost, worked out by hand. */
#include <string.h>

#include "memory/memory.h"
#include "support/machine_code.h"
#include "support/machine_fixture.h"
#include "support/test.h"

enum { CODE = 0x1000, LATENCY_CYCLES = 100, LINE_BEATS = 4, MISS_CYCLES = LATENCY_CYCLES + LINE_BEATS };
enum { ADD = 0, SWAP = 1, LR = 2, SC = 3, XOR = 4, OR = 8, AND = 12, MIN = 16, MAX = 20, MINU = 24, MAXU = 28 };

static sim_config config;

static void reset(void) {
  sim_config_defaults(&config);
  config.nic_count = 0;
  config.program_memory_bytes = 256;
  config.routines[0].extensions = SIM_EXTENSION_A;
}

static uint32_t atomic(uint32_t function, uint32_t rd, uint32_t operand, uint32_t base) {
  return 0x2fu | rd << 7 | 2u << 12 | base << 15 | operand << 20 | function << 27;
}

static uint32_t back_unless_zero(uint32_t rs1, int words) { /* bnez */
  const uint32_t by = (uint32_t)(-4 * words);
  return 0x1063u | rs1 << 15 | (by >> 11 & 1) << 7 | (by >> 1 & 15) << 8 | (by >> 5 & 63) << 25 | (by >> 12 & 1) << 31;
}
static const uint32_t memory_base = SIM_PROGRAM_MEMORY_BASE;
#define T0_IS_MEMORY LUI(T0, SIM_PROGRAM_MEMORY_BASE >> 12)

static uint32_t word_at(const sim *sim, uint32_t index) {
  const uint8_t *at = sim_program_memory(sim) + 4 * index;
  return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

/* ---- what they leave ---- */

static void expect_amo(uint32_t function, int memory, int operand, int left) {
  const uint32_t words[] = {T0_IS_MEMORY,  LI(T1, memory),               LI(T2, operand),
                            SW(T1, 0, T0), atomic(function, A0, T2, T0), ECALL};
  reset();
  sim *sim = fixture_run_program(&config, words, sizeof words / sizeof *words, CODE, 100);
  EXPECT_EQUAL(sim_program_registers(sim, 0)->cause, SIM_NONE);
  EXPECT_EQUAL(sim_program_registers(sim, 0)->x[A0], (uint32_t)memory);
  EXPECT_EQUAL(word_at(sim, 0), (uint32_t)left);
  fixture_free(sim);
}

static void amos_leave_what_the_manual_says(void) {
  expect_amo(ADD, 1000, -1001, -1);
  expect_amo(SWAP, 5, 7, 7);
  expect_amo(XOR, 0x5a, 0x0f, 0x55);
  expect_amo(OR, 0x50, 0x0f, 0x5f);
  expect_amo(AND, 0x5a, 0x0f, 0x0a);
  expect_amo(MIN, -1, 1, -1);
  expect_amo(MIN, 1, -1, -1);
  expect_amo(MAX, -1, 1, 1);
  expect_amo(MAX, 1, -1, 1);
  expect_amo(MINU, -1, 1, 1);
  expect_amo(MINU, 1, -1, 1);
  expect_amo(MAXU, -1, 1, -1);
  expect_amo(MAXU, 1, -1, -1);
}

/* Runs the words with t0 = memory, t1 = memory + 4 and t2 = 9. Returns the result of the last SC in a0. */
static uint32_t failed(const uint32_t *words, uint32_t count) {
  uint32_t code[16] = {T0_IS_MEMORY, ADDI(T1, T0, 4), LI(T2, 9)};
  for (uint32_t i = 0; i < count; i++) code[3 + i] = words[i];
  code[3 + count] = ECALL;
  reset();
  sim *sim = fixture_run_program(&config, code, 4 + count, CODE, 200);
  const uint32_t result = sim_program_registers(sim, 0)->x[A0];
  EXPECT_EQUAL(sim_program_registers(sim, 0)->cause, SIM_NONE);
  if (result != 0) EXPECT_EQUAL(word_at(sim, 0), 0);
  fixture_free(sim);
  return result;
}
#define FAILED(...) failed((const uint32_t[]){__VA_ARGS__}, sizeof((uint32_t[]){__VA_ARGS__}) / 4)

static void sc_needs_the_reservation_of_its_word(void) {
  EXPECT_EQUAL(FAILED(atomic(SC, A0, T2, T0)), 1);
  EXPECT_EQUAL(FAILED(atomic(LR, A1, 0, T0), atomic(SC, A0, T2, T0)), 0);
  EXPECT_EQUAL(FAILED(atomic(LR, A1, 0, T1), atomic(SC, A0, T2, T0)), 1);
  EXPECT_EQUAL(FAILED(atomic(LR, A1, 0, T0), atomic(LR, A1, 0, T1), atomic(SC, A0, T2, T0)), 1);
  EXPECT_EQUAL(FAILED(atomic(LR, A1, 0, T0), atomic(SC, A0, T2, T1), atomic(SC, A0, T2, T0)), 1);
  EXPECT_EQUAL(FAILED(atomic(LR, A1, 0, T0), SW(T2, 0, T1), NOP, atomic(SC, A0, T2, T0)), 0);
  EXPECT_EQUAL(FAILED(atomic(LR, A1, 0, T0), atomic(ADD, A1, 0, T0), atomic(SC, A0, T2, T0)), 0); /* its own */
}

/* The SC fails if the timer's interrupt occurs between LR and SC, with 19 nops between them. */
static void an_interrupt_takes_the_reservation(void) {
  uint32_t code[24] = {T0_IS_MEMORY, LI(T2, 9), atomic(LR, A1, 0, T0)};
  for (uint32_t i = 3; i < 22; i++) code[i] = NOP;
  code[22] = atomic(SC, A0, T2, T0);
  code[23] = ECALL;
  uint32_t failures = 0;
  for (uint64_t start = 1; start < 45; start++) {
    reset();
    config.timer_count = 1;
    config.timers[0].period_cycles_numerator = 100000;
    config.timers[0].start_cycle = start;
    sim *sim = fixture_run_program(&config, code, 24, CODE, 500);
    EXPECT_EQUAL(sim_get_counters(sim)->interrupts, 1);
    const uint32_t result = sim_program_registers(sim, 0)->x[A0];
    failures += result;
    EXPECT_EQUAL(word_at(sim, 0), result ? 0 : 9);
    fixture_free(sim);
  }
  EXPECT_EQUAL(failures, 20); /* the interrupt nullified one of 19 nops, or the SC */
}

/* ---- harts ---- */

enum { HANDLER = 24, HART_WORDS = 40 };

/* Runs the words on a hart with t0 = memory and t2 = 9. Its handler starts with `first` and returns to the instruction
 * after the trapping one. Returns the result of the last SC in a0. */
static uint32_t failed_on_hart(const uint32_t *words, uint32_t count, uint32_t first, uint64_t exceptions) {
  uint32_t code[HART_WORDS];
  for (uint32_t i = 0; i < HART_WORDS; i++) code[i] = NOP;
  const uint32_t begin[] = {LUI(T1, CODE >> 12), ADDI(T1, T1, 4 * HANDLER), CSRW(MTVEC, T1), T0_IS_MEMORY, LI(T2, 9)};
  const uint32_t handler[] = {first, CSRR(T1, MEPC), ADDI(T1, T1, 4), CSRW(MEPC, T1), MRET};
  memcpy(code, begin, sizeof begin);
  memcpy(code + 5, words, count * sizeof *words);
  code[5 + count] = J(0);
  memcpy(code + HANDLER, handler, sizeof handler);
  reset();
  fixture_hart(&config, code, HART_WORDS, CODE, 0);
  sim *sim = fixture_create(&config, NULL, &fixture_watched);
  sim_step(sim, 400, 0);
  EXPECT_EQUAL(sim_hart_at(sim, 0)->exceptions, exceptions);
  const uint32_t result = sim_program_registers(sim, 0)->x[A0];
  EXPECT_EQUAL(word_at(sim, 0), result ? 0 : 9);
  fixture_free(sim);
  return result;
}
#define FAILED_ON_HART(first, exceptions, ...) \
  failed_on_hart((const uint32_t[]){__VA_ARGS__}, sizeof((uint32_t[]){__VA_ARGS__}) / 4, first, exceptions)

static void mret_takes_the_reservation(void) {
  const uint32_t lr = atomic(LR, A1, 0, T0), sc = atomic(SC, A0, T2, T0);
  EXPECT_EQUAL(FAILED_ON_HART(NOP, 0, lr, NOP, sc), 0);
  static const uint32_t traps[] = {ECALL, EBREAK, 0, LW(A1, 0, ZERO), LW(A1, 1, T0)};
  for (uint32_t i = 0; i < sizeof traps / sizeof *traps; i++)
    EXPECT_EQUAL(FAILED_ON_HART(NOP, 1, lr, traps[i], sc), 1);
  EXPECT_EQUAL(FAILED_ON_HART(NOP, 1, ECALL, lr, sc), 0);
  EXPECT_EQUAL(FAILED_ON_HART(lr, 1, ECALL, sc), 1);
  EXPECT_EQUAL(FAILED_ON_HART(sc, 1, lr, ECALL), 0); /* a trap leaves the reservation to the handler */
  /* No trap occurs. The code sets mepc. */
  EXPECT_EQUAL(FAILED_ON_HART(NOP, 0, ADDI(T1, T1, 4 * (10 - HANDLER)), CSRW(MEPC, T1), lr, MRET, NOP, sc), 1);
}

/* ---- contexts ---- */

/* Two contexts that issue in turns run it 50 times. Returns their sum. */
static uint32_t counted_by_two(const uint32_t *words, uint32_t count) {
  fixture_contexts(&config, 2);
  config.policy = sim_policy_ROUND_ROBIN;
  config.nic_count = 0;
  config.program_memory_bytes = 256;
  const uint32_t program = fixture_program(&config, words, count, CODE);
  config.routines[program].extensions = SIM_EXTENSION_A;
  const uint32_t rest = fixture_cycles(&config, 100000);
  for (uint32_t context = 0; context < 2; context++) {
    fixture_thread(&config, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 3, context);
    fixture_step(&config, sim_step_op_EXEC, program);
    fixture_step(&config, sim_step_op_EXEC, rest);
  }
  sim *sim = fixture_create(&config, NULL, &fixture_watched);
  sim_step(sim, 8000, 0);
  EXPECT_EQUAL(sim_get_counters(sim)->program_faults, 0);
  EXPECT_EQUAL(sim_program_registers(sim, 0)->x[T1], 0);
  EXPECT_EQUAL(sim_program_registers(sim, 1)->x[T1], 0);
  const uint32_t sum = word_at(sim, 0);
  fixture_free(sim);
  return sum;
}

static void two_contexts_lose_no_increment_but_with_plain_stores(void) {
  const uint32_t by_amo[] = {T0_IS_MEMORY,     LI(T1, 50),              LI(T2, 1), atomic(ADD, 0, T2, T0),
                             ADDI(T1, T1, -1), back_unless_zero(T1, 2), ECALL};
  const uint32_t by_sc[] = {T0_IS_MEMORY,     LI(T1, 50),              atomic(LR, A1, 0, T0),
                            ADDI(A1, A1, 1),  atomic(SC, A0, A1, T0),  back_unless_zero(A0, 3),
                            ADDI(T1, T1, -1), back_unless_zero(T1, 5), ECALL};
  const uint32_t plainly[] = {T0_IS_MEMORY,  LI(T1, 50),       LW(A1, 0, T0),           ADDI(A1, A1, 1),
                              SW(A1, 0, T0), ADDI(T1, T1, -1), back_unless_zero(T1, 4), ECALL};
  EXPECT_EQUAL(counted_by_two(by_amo, sizeof by_amo / sizeof *by_amo), 100);
  EXPECT_EQUAL(counted_by_two(by_sc, sizeof by_sc / sizeof *by_sc), 100);
  EXPECT(counted_by_two(plainly, sizeof plainly / sizeof *plainly) < 100);
}

/* ---- exceptions ---- */

static void expect_cause(uint32_t word, uint32_t base, uint32_t extensions, uint32_t cause) {
  const uint32_t words[] = {LUI(T0, base >> 12), ADDI(T0, T0, (int)(base & 0xfff)), word, ECALL};
  reset();
  config.nic_count = 1;
  config.routines[0].extensions = (uint8_t)extensions;
  sim *sim = fixture_run_program(&config, words, 4, CODE, 100);
  EXPECT_EQUAL(sim_program_registers(sim, 0)->cause, cause);
  EXPECT_EQUAL(sim_program_registers(sim, 0)->pc, CODE + 8);
  EXPECT_EQUAL(sim_program_registers(sim, 0)->x[A0], 0);
  fixture_free(sim);
}

static void they_are_exceptions_where_they_cannot_be(void) {
  enum { ILLEGAL = 2, LOAD_MISALIGNED = 4, LOAD_FAULT, STORE_MISALIGNED, STORE_FAULT };
  static const uint32_t nowhere[] = {SIM_PROGRAM_MEMORY_BASE + 256, CODE, 0xf0000000u, 0x40000000u};
  const uint32_t lr = atomic(LR, A0, 0, T0), sc = atomic(SC, A0, T2, T0), add = atomic(ADD, A0, T2, T0);
  for (uint32_t i = 0; i < 4; i++) {
    expect_cause(lr, nowhere[i], SIM_EXTENSION_A, LOAD_FAULT);
    expect_cause(sc, nowhere[i], SIM_EXTENSION_A, STORE_FAULT);
    expect_cause(add, nowhere[i], SIM_EXTENSION_A, STORE_FAULT);
  }
  expect_cause(lr, memory_base + 2, SIM_EXTENSION_A, LOAD_MISALIGNED);
  expect_cause(sc, memory_base + 1, SIM_EXTENSION_A, STORE_MISALIGNED);
  expect_cause(add, memory_base + 3, SIM_EXTENSION_A, STORE_MISALIGNED);
  expect_cause(lr, memory_base, 0, ILLEGAL);
  expect_cause(sc, memory_base, 0, ILLEGAL);
  expect_cause(add, memory_base, 0, ILLEGAL);
  expect_cause(lr | 1u << 20, memory_base, SIM_EXTENSION_A, ILLEGAL);  /* rs2 */
  expect_cause(add | 1u << 12, memory_base, SIM_EXTENSION_A, ILLEGAL); /* .d */
  expect_cause(atomic(5, A0, T2, T0), memory_base, SIM_EXTENSION_A, ILLEGAL);
}

/* ---- time ---- */

static const uint32_t read_cycle_a0 = 0xc0002573u, read_cycle_a1 = 0xc00025f3u;

/* The two reads of the counter add 2 cycles, as in test_program_time.c. */
static void expect_measured(uint32_t first, uint32_t second, uint32_t cycles) {
  const uint32_t words[] = {T0_IS_MEMORY, NOP,    NOP,           read_cycle_a0,
                            first,        second, read_cycle_a1, ECALL};
  sim *sim = fixture_run_program(&config, words, sizeof words / sizeof *words, CODE, 2000);
  const sim_program_frame *frame = sim_program_registers(sim, 0);
  EXPECT_EQUAL(frame->x[A1] - frame->x[A0], cycles);
  EXPECT_EQUAL(frame->cause, SIM_NONE);
  fixture_free(sim);
}

static void they_cost_their_accesses(void) {
  const uint32_t lr = atomic(LR, A2, 0, T0), sc = atomic(SC, A2, T2, T0), add = atomic(ADD, A2, T2, T0);
  const uint32_t use = ADDI(A3, A2, 1);
  reset();
  /* The instruction after the middle one has its value when it leaves EX, one cycle before the end of the access. */
  expect_measured(NOP, NOP, 2 + 2);
  expect_measured(lr, NOP, 2 + 2);
  expect_measured(sc, NOP, 2 + 2);
  expect_measured(add, NOP, 2 + 3);
  expect_measured(lr, use, 2 + 3); /* one cycle of load-use delay */
  expect_measured(sc, use, 2 + 3);
  expect_measured(add, use, 2 + 4);
  config.memory_cycles = 5;
  expect_measured(lr, NOP, 2 + 6);
  expect_measured(add, NOP, 2 + 11);
  config.store_execute_cycles = 3;
  expect_measured(lr, NOP, 2 + 6);
  expect_measured(sc, NOP, 2 + 8);
  expect_measured(add, NOP, 2 + 13);
}

static void in_a_cache_the_store_of_an_amo_finds_its_line(void) {
  const uint32_t lr = atomic(LR, A2, 0, T0), sc = atomic(SC, A2, T2, T0), add = atomic(ADD, A2, T2, T0);
  reset();
  config.caches[CACHE_L1D] = (sim_cache_config){
      .size_bytes = 512, .ways = 1, .line_bytes = 4 * LINE_BEATS, .write_back = 1, .write_allocate = 1};
  config.memory_latency_cycles = LATENCY_CYCLES;
  config.bus_bytes_per_beat = 4;
  config.bus_cycles_per_beat = 1;
  expect_measured(lr, NOP, 2 + MISS_CYCLES + 1);
  expect_measured(sc, NOP, 2 + MISS_CYCLES + 1); /* though it fails */
  expect_measured(add, NOP, 2 + MISS_CYCLES + 2);
  expect_measured(lr, add, 2 + MISS_CYCLES + 2);
  expect_measured(lr, sc, 2 + MISS_CYCLES + 1);
  expect_measured(add, ADDI(A3, A2, 1), 2 + MISS_CYCLES + 3);
}

int main(void) {
  RUN(amos_leave_what_the_manual_says);
  RUN(sc_needs_the_reservation_of_its_word);
  RUN(an_interrupt_takes_the_reservation);
  RUN(mret_takes_the_reservation);
  RUN(two_contexts_lose_no_increment_but_with_plain_stores);
  RUN(they_are_exceptions_where_they_cannot_be);
  RUN(they_cost_their_accesses);
  RUN(in_a_cache_the_store_of_an_amo_finds_its_line);
  return TEST_EXIT_CODE;
}
