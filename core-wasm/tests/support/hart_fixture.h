/* A hart. Its program starts with its handler's address in t0 and mtvec. Cycles are for the five-stage machine. */
#ifndef HART_FIXTURE_H
#define HART_FIXTURE_H

#include "support/machine_code.h"
#include "support/machine_fixture.h"
#include "support/test.h"

enum { CODE = 0x1000, HANDLER = 32, HANDLER_AT = CODE + 4 * HANDLER, CODE_WORDS = 64 };

static sim_config config;
static uint32_t words[CODE_WORDS];
static uint32_t count;

static void put(uint32_t word) { words[count++] = word; }

/* Starts the program. t0 and mtvec hold the address of the handler. */
static void begin(void) {
  sim_config_defaults(&config);
  config.nic_count = 0;
  config.program_memory_bytes = 256;
  for (count = 0; count < CODE_WORDS; count++) words[count] = NOP;
  count = 0;
  put(LUI(T0, 1));
  put(ADDI(T0, T0, 4 * HANDLER));
  put(CSRW(MTVEC, T0));
}

static void handler(void) { count = HANDLER; }

static sim *run(uint64_t cycles) {
  fixture_hart(&config, words, CODE_WORDS, CODE, 0);
  sim *sim = fixture_create(&config, NULL, &fixture_watched);
  sim_step(sim, cycles, 0);
  EXPECT_EQUAL(sim_check_invariants(sim), 0);
  return sim;
}

static uint32_t reg(const sim *sim, uint32_t number) { return sim_program_registers(sim, 0)->x[number]; }

#endif
