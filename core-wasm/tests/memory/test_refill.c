/* Rules of docs/model.md, "Memory", TLB: a refill by software, and addresses that need no TLB. */
#include <stddef.h>

#include "support/machine_fixture.h"
#include "memory/memory.h"
#include "support/test.h"

static sim_config config;

enum { REFILL = 3, EXCEPTION_CYCLES = 2, PAGE = 256, RUN_CYCLES = 400 };

static void begin(enum sim_policy policy, uint32_t contexts) {
  sim_config_defaults(&config);
  config.policy = (uint8_t)policy;
  config.context_count = (uint8_t)contexts;
  config.tlb_entries = 4;
  config.tlb_page_bytes = PAGE;
  config.tlb_miss_cycles = EXCEPTION_CYCLES;
  config.tlb_refill_instructions = REFILL;
}

static void with_cache(uint32_t level) {
  config.caches[level] =
      (sim_cache_config){.size_bytes = 4096, .ways = 1, .line_bytes = 32, .write_back = 1, .write_allocate = 1};
}

/* A thread runs the sequence once, then does nothing. Instruction k accesses addresses[k]. */
static void runs(uint32_t context, const char *text, const uint32_t *addresses) {
  const uint32_t first = config.instruction_count, routine = fixture_sequence(&config, text);
  for (uint32_t i = first; i < config.instruction_count; i++) config.instructions[i].address = addresses[i - first];
  fixture_thread(&config, sim_thread_start_ALWAYS, context == 0 ? sim_layer_APPLICATION : sim_layer_PROTOCOL, 3,
                 context);
  fixture_step(&config, sim_step_op_EXEC, routine);
  fixture_step(&config, sim_step_op_WAIT, 0);
  config.queue_count = 1;
  config.queues[0].capacity = 1;
}

typedef struct result {
  uint64_t instructions, busy, data_miss, fetch_miss, tlb_misses, other_busy;
} result;

static result run(void) {
  sim *sim = fixture_run_to(&config, RUN_CYCLES);
  const sim_counters *c = sim_get_counters(sim);
  const uint32_t layer = sim_layer_APPLICATION;
  const result r = {
      .instructions = c->instructions_of[layer],
      .busy = fixture_cycles_by(sim, 0, layer, sim_cause_BUSY),
      .data_miss = fixture_cycles_by(sim, 0, layer, sim_cause_DATA_MISS),
      .fetch_miss = fixture_cycles_by(sim, 0, layer, sim_cause_FETCH_MISS),
      .tlb_misses = c->tlb_misses[layer],
      .other_busy = is_interleaved(&config) ? fixture_cycles_by(sim, 1, sim_layer_PROTOCOL, sim_cause_BUSY) : 0,
  };
  fixture_free(sim);
  return r;
}

/* The same machine if no address needs the TLB. */
static result run_unmapped(void) {
  config.unmapped_ranges[0] = (sim_address_range){.from = 0, .to = 1 << 20};
  const result r = run();
  config.unmapped_ranges[0] = (sim_address_range){0};
  return r;
}

/* The loads access two pages, the first of them twice. The second load issues only after the first has ended, so
 * the cycles of both exceptions are lost to the miss. The refills are instructions. */
static void a_data_miss_is_refilled_by_instructions(void) {
  begin(sim_policy_SINGLE, 1);
  with_cache(CACHE_L1D);
  runs(0, "l1 a3,1 l2 s,3,3", (const uint32_t[]){0, 0, PAGE, 8});
  const result plain = run_unmapped(), r = run();
  EXPECT_EQUAL(plain.tlb_misses, 0);
  EXPECT_EQUAL(plain.instructions, 4);
  EXPECT_EQUAL(r.tlb_misses, 2);
  EXPECT_EQUAL(r.instructions, 4 + 2 * REFILL);
  EXPECT_EQUAL(r.busy, plain.busy + 2 * REFILL);
  EXPECT_EQUAL(r.data_miss, plain.data_miss + 2 * EXCEPTION_CYCLES);
}

/* With a refill in hardware the same misses hold the access stage. */
static void a_refill_by_hardware_costs_cycles_only(void) {
  begin(sim_policy_SINGLE, 1);
  config.tlb_refill_instructions = 0;
  with_cache(CACHE_L1D);
  runs(0, "l1 l2 s,1,2 a3", (const uint32_t[]){0, PAGE, 8, 0});
  const result plain = run_unmapped(), r = run();
  EXPECT_EQUAL(r.instructions, 4);
  EXPECT_EQUAL(r.data_miss, plain.data_miss + 2 * EXCEPTION_CYCLES);
}

/* Fetched in 0, with nothing before it in cycle 1. The exception takes 1 and 2, the refill issues in 3, 4 and 5, and in
 * 5 it is fetched again. So its line is requested five cycles later, and three of these are busy. */
static void a_page_of_code_is_refilled_before_its_line_is_fetched(void) {
  begin(sim_policy_SINGLE, 1);
  with_cache(CACHE_L1I);
  runs(0, "a1 a2 a3", (const uint32_t[]){0, 0, 0});
  const result plain = run_unmapped(), r = run();
  EXPECT_EQUAL(r.tlb_misses, 1);
  EXPECT_EQUAL(r.instructions, 3 + REFILL);
  EXPECT_EQUAL(r.fetch_miss + r.busy, plain.fetch_miss + plain.busy + 5);
  EXPECT_EQUAL(r.busy, plain.busy + REFILL);
}

/* The other context issues during the exception, and takes turns with the refill. */
static void other_contexts_run_meanwhile(void) {
  begin(sim_policy_ROUND_ROBIN, 2);
  with_cache(CACHE_L1D);
  runs(0, "l1", (const uint32_t[]){0});
  runs(1, "a1 a2 a3 a1 a2 a3 a1 a2 a3 a1", (const uint32_t[16]){0});
  const result r = run();
  EXPECT_EQUAL(r.busy, 1 + REFILL);
  EXPECT_EQUAL(r.data_miss, EXCEPTION_CYCLES);
  EXPECT_EQUAL(r.other_busy, 10);
  /* The refill issues in 4, 6 and 8, the other context in 2, 3, 5, 7 and 9. What enters EX in 9 leaves WB in 11. */
  sim *sim = fixture_run_to(&config, 12);
  EXPECT_EQUAL(sim_get_counters(sim)->instructions_of[sim_layer_PROTOCOL], 5);
  EXPECT_EQUAL(sim_get_counters(sim)->instructions_of[sim_layer_APPLICATION], 3);
  fixture_free(sim);
}

static void unmapped_ranges_have_whole_grains(void) {
  begin(sim_policy_SINGLE, 1);
  sim_error error;
  config.unmapped_ranges[1] = (sim_address_range){.from = 256, .to = 600};
  EXPECT_EQUAL(sim_config_check(&config, NULL, &error), sim_status_INCONSISTENT);
  EXPECT_EQUAL(error.field_offset,
               offsetof(sim_config, unmapped_ranges) + sizeof(sim_address_range) + offsetof(sim_address_range, to));
}

int main(void) {
  RUN(a_data_miss_is_refilled_by_instructions);
  RUN(a_refill_by_hardware_costs_cycles_only);
  RUN(a_page_of_code_is_refilled_before_its_line_is_fetched);
  RUN(other_contexts_run_meanwhile);
  RUN(unmapped_ranges_have_whole_grains);
  return TEST_EXIT_CODE;
}
