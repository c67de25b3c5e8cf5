/* The largest machine that the limits allow, with every observer on. */
#include "device/kinds.h"
#include "support/machine_fixture.h"
#include "support/test.h"

enum {
  CORES = 8,
  CONTEXTS = SIM_CONTEXT_LIMIT / CORES,
  RINGS = SIM_ALL_RINGS_LIMIT,
  /* Devices other than network cards have the last lines, in the order of their kinds. */
#define DEVICE(NAME, number, kind, list) -(number > sim_device_kind_NIC ? SIM_##NAME##_LIMIT : 0)
  FIRST_OTHER_LINE = SIM_LINE_LIMIT
#include "sim_devices.def"
  ,
  RUN_CYCLES = 400000
};

static sim_config config;

/* For network cards: the functions that tests/device/<kind>.c defines for the other kinds. */
#define largest_nics(config, line) (void)(line)
#define largest_nic_worked(counters, nic) ((counters)->nics[nic].rx_delivered > 0)

static void set_up_cores(void) {
  config.policy = sim_policy_ON_EVENT;
  config.core_count = CORES;
  config.context_count = CONTEXTS;
  for (int i = 0; i < 3; i++) {
    config.caches[i].size_bytes = 1024u << i;
    config.caches[i].write_back = config.caches[i].write_allocate = 1;
  }
}

/* Every line has a device: the rings share the first lines, and each other device has its own line. */
static void set_up_devices(void) {
  config.line_count = SIM_LINE_LIMIT;
  config.nic_count = SIM_NIC_LIMIT;
  config.dma_enabled = 1;
  for (uint32_t ring = 0; ring < RINGS; ring++) {
    sim_nic_config *nic = &config.nics[ring / SIM_NIC_RING_LIMIT];
    nic->ring_count = SIM_NIC_RING_LIMIT;
    nic->rings[ring % SIM_NIC_RING_LIMIT].line = (uint8_t)(ring % FIRST_OTHER_LINE);
    nic->rings[ring % SIM_NIC_RING_LIMIT].frames = 4;
  }
  uint32_t line = FIRST_OTHER_LINE;
#define DEVICE(NAME, number, kind, list)          \
  if (number > sim_device_kind_NIC) {             \
    largest_##list(&config, line);                \
    line += SIM_##NAME##_LIMIT;                   \
  }
#include "sim_devices.def"
}

static void set_up_traffic(void) {
  for (uint32_t i = 0; i < SIM_TRAFFIC_LIMIT; i++) {
    sim_traffic_config *traffic = fixture_traffic(&config, sim_loop_OPEN, sim_direction_RECEIVE, 64);
    traffic->nic = (uint8_t)(i % SIM_NIC_LIMIT);
    traffic->interval_cycles_numerator = 4000;
    traffic->flows = 1000;
  }
}

/* Half of the frames go into a queue and a quarter are delivered. A quarter are abandoned, which takes no step and
 * leaves steps to the devices of other kinds. */
static void answer_ring(uint32_t ring) {
  fixture_step(&config, sim_step_op_TAKE_FRAME, ring / SIM_NIC_RING_LIMIT)->ring = ring % SIM_NIC_RING_LIMIT;
  if (ring % 2 == 0) fixture_step(&config, sim_step_op_PUT, ring / SIM_NIC_RING_LIMIT);
  else if (ring % 4 == 1) fixture_step(&config, sim_step_op_DELIVER, 0);
}

/* Answers device `other`, counted without network cards. The first timers ask the disks for work. */
static void answer_other(uint32_t other) {
  uint32_t kind = sim_device_kind_NIC + 1;
#define DEVICE(NAME, number, device, list)                       \
  if (number == kind && other >= SIM_##NAME##_LIMIT) {           \
    other -= SIM_##NAME##_LIMIT;                                 \
    kind++;                                                      \
  }
#include "sim_devices.def"
  fixture_step(&config, sim_step_op_ACKNOWLEDGE, other)->device = (uint8_t)kind;
  if (kind == sim_device_kind_DISK) fixture_step(&config, sim_step_op_TAKE_DISK, other);
  if (kind == sim_device_kind_TIMER && other < SIM_DISK_LIMIT)
    fixture_step(&config, sim_step_op_READ_DISK, other)->target = 1;
}

/* The thread of a line answers all devices that drive the line. */
static void answer_line(uint32_t line) {
  if (line >= FIRST_OTHER_LINE) {
    answer_other(line - FIRST_OTHER_LINE);
    return;
  }
  for (uint32_t ring = line; ring < RINGS; ring += FIRST_OTHER_LINE) {
    sim_step_config *step = fixture_step(&config, sim_step_op_ACKNOWLEDGE, ring / SIM_NIC_RING_LIMIT);
    step->ring = ring % SIM_NIC_RING_LIMIT;
    step->bits = SIM_NIC_STATUS_RX | SIM_NIC_STATUS_OVERFLOW;
  }
  for (uint32_t ring = line; ring < RINGS; ring += FIRST_OTHER_LINE) answer_ring(ring);
}

/* Each line has a thread, and each thread a routine. */
static void set_up_software(void) {
  config.queue_count = SIM_QUEUE_LIMIT;
  config.lock_count = SIM_LOCK_LIMIT;
  for (uint32_t i = 0; i < SIM_QUEUE_LIMIT; i++) config.queues[i].capacity = 4;
  for (uint32_t i = 0; i < SIM_LOCK_LIMIT; i++) config.locks[i].poll = 0;
  for (uint32_t i = 0; i < SIM_THREAD_LIMIT; i++) {
    const uint32_t thread =
        fixture_thread(&config, sim_thread_start_LINE, 1 + i % sim_layer_KERNEL_COPY, i % 4, i / CORES % CONTEXTS);
    config.threads[thread].core = (uint8_t)(i % CORES);
    config.threads[thread].line = (uint8_t)i;
    if (i < SIM_LOCK_LIMIT) fixture_step(&config, sim_step_op_LOCK, i);
    const int is_first = i < SIM_CONTEXT_LIMIT; /* of its context */
    const uint32_t routine = is_first ? fixture_instructions(&config, 50) : fixture_cycles(&config, 50);
    fixture_step(&config, sim_step_op_EXEC, routine);
    if (i < SIM_LOCK_LIMIT) fixture_step(&config, sim_step_op_UNLOCK, i);
    answer_line(i);
  }
}

static sim *create_largest(void) {
  sim_config_defaults(&config);
  set_up_cores();
  set_up_devices();
  set_up_traffic();
  set_up_software();
  return fixture_create(&config, NULL, &fixture_watched);
}

static uint64_t sum_of_track(sim *sim, uint32_t kind, uint32_t a) {
  const sim_track *ids = sim_tracks(sim);
  for (uint32_t track = 0; track < sim_track_count(sim); track++) {
    if (ids[track].kind != kind || ids[track].a != a) continue;
    sim_column column;
    sim_series_query(sim, track, 0, sim_cycle(sim), 1, &column);
    return column.sum;
  }
  return SIM_NEVER;
}

static void every_line_is_recorded(sim *sim, const sim_counters *c) {
  for (uint32_t line = 0; line < SIM_LINE_LIMIT; line++) {
    EXPECT(c->lines[line].asserted > 0);
    EXPECT_EQUAL(sum_of_track(sim, sim_track_kind_ASSERTED, line), c->lines[line].asserted);
    const uint64_t entered = sum_of_track(sim, sim_track_kind_ENTERED, line);
    EXPECT(entered > 0 && entered <= c->lines[line].asserted);
    if (test_broken_here) printf("  line %u\n", line);
  }
}

static void every_device_works(const sim_counters *c) {
  for (uint32_t ring = 0; ring < RINGS; ring++) EXPECT(c->rings[ring].taken > 0);
#define DEVICE(NAME, number, kind, list) \
  for (uint32_t i = 0; i < SIM_##NAME##_LIMIT; i++) EXPECT(largest_##kind##_worked(c, i));
#include "sim_devices.def"
}

static void every_part_of_the_software_works(const sim_counters *c) {
  for (uint32_t queue = 0; queue < SIM_QUEUE_LIMIT; queue++) EXPECT(c->queue_dropped[queue] > 0);
  for (uint32_t lock = 0; lock < SIM_LOCK_LIMIT; lock++) EXPECT(c->locks[lock].taken > 0);
  for (uint32_t thread = 0; thread < SIM_THREAD_LIMIT; thread++) EXPECT(c->threads[thread].ended > 0);
  for (uint32_t context = 0; context < SIM_CONTEXT_LIMIT; context++) EXPECT(c->instructions_by[context] > 0);
}

static void the_largest_machine_runs_with_every_observer(void) {
  sim *sim = create_largest();
  for (uint64_t cycle = 0; cycle < RUN_CYCLES; cycle += RUN_CYCLES / 100) {
    sim_step(sim, cycle + RUN_CYCLES / 100, 0);
    EXPECT_EQUAL(sim_check_invariants(sim), 0);
  }
  sim_view view;
  sim_get_view(sim, &view);
  EXPECT_EQUAL(view.cycle, RUN_CYCLES);
  const sim_counters *c = sim_get_counters(sim);
  every_line_is_recorded(sim, c);
  every_device_works(c);
  every_part_of_the_software_works(c);
  EXPECT(sim_event_next(sim) > 0 && sim_latency_next(sim) > 0);
  fixture_free(sim);
}

int main(void) {
  RUN(the_largest_machine_runs_with_every_observer);
  return TEST_EXIT_CODE;
}
