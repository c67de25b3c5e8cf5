/* Source 000, driver level, 1500-byte frames, closed loop: results, not inputs. */
#include "support/machine_fixture.h"
#include "papers.h"
#include "support/test.h"

enum { CYCLES = 20000000, CLOCK_MEGAHERTZ = 200 };

static sim_config config;

/* Throughput in thousandths of Mb/s. */
static uint64_t run(int sends) {
  sim *sim = fixture_create(&config, NULL, &fixture_blind);
  sim_step(sim, CYCLES, 0);
  const sim_nic_counters *nic = &sim_get_counters(sim)->nics[0];
  EXPECT_EQUAL(sim_check_invariants(sim), 0);
  const uint64_t bits = 8 * (sends ? nic->tx_delivered_bytes : nic->rx_delivered_bytes);
  const uint64_t rate = bits * CLOCK_MEGAHERTZ * 1000 / CYCLES;
  fixture_free(sim);
  return rate;
}

static void expect_within_permille(uint64_t actual, uint64_t printed, uint64_t permille) {
  const uint64_t error = actual > printed ? actual - printed : printed - actual;
  if (error * 1000 > printed * permille) {
    printf("  %llu, printed %llu (thousandths of Mb/s)\n", (unsigned long long)actual, (unsigned long long)printed);
    EXPECT(!"close to what is printed");
  }
}

static void receive_with_one_context(void) {
  paper_000_receive(&config, 1);
  expect_within_permille(run(0), 994000, 10);
}

static void receive_with_three_contexts(void) {
  paper_000_receive(&config, 3);
  expect_within_permille(run(0), 1078000, 10);
}

static void send_with_one_context(void) {
  paper_000_send(&config, 1, 0);
  expect_within_permille(run(1), 653000, 10);
}

static void send_with_three_contexts_as_the_text_says(void) {
  paper_000_send(&config, 3, 0);
  expect_within_permille(run(1), 727000, 10);
}

static void send_with_three_contexts_and_one_frame_kept(void) {
  paper_000_send(&config, 3, 1);
  expect_within_permille(run(1), 688000, 10);
}

/* One round with one context, cycle by cycle. The frame is due in the first cycle of the resumed application,
 * which runs two cycles, is drained, and so on. */
static void a_receive_round_is_the_sum_of_its_parts(void) {
  paper_000_receive(&config, 1);
  const uint64_t resumed = 2, drain = 3, entry = 6, save = 93, isr = 2228, restore = 93;
  const uint64_t round = resumed + drain + entry + save + isr + restore;
  sim *sim = fixture_create(&config, NULL, &fixture_watched);
  sim_step(sim, 10 * round, 0);
  sim_event offered[16];
  const uint32_t count = fixture_events(sim, sim_event_kind_FRAME_OFFERED, offered, 16);
  EXPECT(count >= 9);
  for (uint32_t i = 2; i < count && i < 16; i++)
    EXPECT_EQUAL(fixture_event_cycle(&offered[i]) - fixture_event_cycle(&offered[i - 1]), round);
  /* From the second frame onwards, each is due at the resume and waits 2 cycles for recognition. */
  const sim_summary *masked = sim_packet_part_summary(sim, sim_direction_RECEIVE, sim_packet_part_MASKED);
  EXPECT_EQUAL(masked->maximum, resumed);
  EXPECT_EQUAL(sim_packet_part_summary(sim, 0, sim_packet_part_DRAIN)->maximum, drain);
  EXPECT_EQUAL(sim_packet_part_summary(sim, 0, sim_packet_part_ENTRY)->minimum, entry);
  EXPECT_EQUAL(sim_packet_part_summary(sim, 0, sim_packet_part_SAVE)->minimum, save);
  EXPECT_EQUAL(sim_packet_part_summary(sim, 0, sim_packet_part_DELIVERY)->minimum, isr);
  fixture_free(sim);
}

int main(void) {
  RUN(receive_with_one_context);
  RUN(receive_with_three_contexts);
  RUN(send_with_one_context);
  RUN(send_with_three_contexts_as_the_text_says);
  RUN(send_with_three_contexts_and_one_frame_kept);
  RUN(a_receive_round_is_the_sum_of_its_parts);
  return TEST_EXIT_CODE;
}
