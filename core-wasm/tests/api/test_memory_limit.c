/* A machine's memory is bounded: the largest machine within the limits of single fields, and observers. */
#include "cache/cache.h"
#include "support/machine_fixture.h"
#include "support/test.h"

static sim_config config;

/* Every part has its maximum number and size. */
static void largest_devices(void) {
  config.nic_count = SIM_NIC_LIMIT;
  for (int i = 0; i < SIM_NIC_LIMIT; i++) {
    sim_nic_config *nic = &config.nics[i];
    nic->ring_count = SIM_NIC_RING_LIMIT;
    nic->tx_queue_frames = SIM_RING_LIMIT;
    nic->fifo_bytes = 1 << 24;
    nic->merge_bytes = 1 << 18;
    for (int ring = 0; ring < SIM_NIC_RING_LIMIT; ring++) {
      nic->rings[ring].frames = SIM_RING_LIMIT;
      nic->rings[ring].line = 0;
    }
  }
  config.traffic_count = SIM_TRAFFIC_LIMIT; /* short frames, so that every FIFO holds many */
  for (int i = 0; i < SIM_TRAFFIC_LIMIT; i++) {
    config.traffic[i] = config.traffic[0];
    config.traffic[i].nic = (uint8_t)(i % SIM_NIC_LIMIT);
    config.traffic[i].size_bytes = 1;
  }
  config.queue_count = SIM_QUEUE_LIMIT;
  for (int i = 0; i < SIM_QUEUE_LIMIT; i++) config.queues[i].capacity = SIM_RING_LIMIT;
}

static void largest_core(void) {
  config.policy = sim_policy_ON_EVENT;
  config.core_count = SIM_CORE_LIMIT;
  config.context_count = SIM_CONTEXT_LIMIT / SIM_CORE_LIMIT;
  for (int i = 0; i < 3; i++) { /* the smallest lines have the most tags */
    config.caches[i].ways = CACHE_WAY_LIMIT;
    config.caches[i].line_bytes = CACHE_LINE_BYTES_MINIMUM;
    config.caches[i].sub_block_bytes = i < 2 ? CACHE_SUB_BLOCK_BYTES_MINIMUM : 0;
    config.caches[i].size_bytes = CACHE_SIZE_BYTES_LIMIT;
  }
  config.tlb_entries = 64;
  config.predictor_mode = sim_predictor_BIMODAL;
  config.predictor_counters = 4096;
}

static void the_largest_machine_stays_below_its_limit(void) {
  sim_config_defaults(&config);
  largest_devices();
  largest_core();
  config.routine_count = SIM_ROUTINE_LIMIT;
  for (int i = 0; i < SIM_ROUTINE_LIMIT; i++) config.routines[i].body_instructions = SIM_BODY_LIMIT;
  config.trace_entry_count = SIM_TRACE_LIMIT;
  config.trace_byte_count = SIM_TRACE_BYTE_LIMIT;
  sim_error error;
  EXPECT_EQUAL(sim_config_check(&config, NULL, &error), sim_status_OK);
  EXPECT(sim_memory_bytes(&config, &fixture_blind) <= SIM_MACHINE_MEMORY_LIMIT);
  EXPECT(sim_memory_bytes(&config, &fixture_blind) > SIM_MACHINE_MEMORY_LIMIT / 2);
}

static void observers_beyond_the_limit_are_refused(void) {
  static _Alignas(16) uint8_t memory[64];
  const sim_observer_config greedy = {
      .event_capacity = 1 << 24, .row_capacity = 1 << 22, .bin_capacity = 1 << 18, .bin_cycles = 1};
  sim_config_defaults(&config);
  largest_devices();
  sim_error error;
  const size_t bytes = sim_memory_bytes(&config, &greedy);
  EXPECT(bytes > SIM_MEMORY_LIMIT);
  /* The limit holds for every amount. */
  EXPECT(sim_create(memory, SIZE_MAX, &config, NULL, &greedy, &error) == NULL);
  EXPECT_EQUAL(error.status, sim_status_NO_MEMORY);
  EXPECT_EQUAL(error.value, bytes);
}

/* A FIFO has room for packets of the drawn sizes. The size for frames of equal length must not matter then. */
static void a_size_that_is_not_drawn_takes_no_memory(void) {
  size_t bytes[2];
  for (uint16_t i = 0; i < 2; i++) {
    sim_config_defaults(&config);
    config.nics[0].fifo_bytes = 1 << 14;
    config.traffic_count = 1;
    config.traffic[0].size_count = 1;
    config.traffic[0].sizes[0] = 1000;
    config.traffic[0].size_weights[0] = 1;
    config.traffic[0].size_bytes = i == 0 ? 1 : 1500;
    bytes[i] = sim_memory_bytes(&config, &fixture_blind);
  }
  EXPECT_EQUAL(bytes[0], bytes[1]);
}

int main(void) {
  RUN(a_size_that_is_not_drawn_takes_no_memory);
  RUN(the_largest_machine_stays_below_its_limit);
  RUN(observers_beyond_the_limit_are_refused);
  return TEST_EXIT_CODE;
}
