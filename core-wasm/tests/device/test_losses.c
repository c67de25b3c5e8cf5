/* Losses are counted where they occur: at the card, at the full queue, by software. */
#include "support/machine_fixture.h"
#include "support/test.h"

enum { EVENT_LIMIT = 16 };

static sim_config config;
static sim_event events[EVENT_LIMIT];

static void two_queues(uint32_t first, uint32_t second) {
  sim_config_defaults(&config);
  config.queue_count = 2;
  config.queues[0].capacity = (uint16_t)first;
  config.queues[1].capacity = (uint16_t)second;
  fixture_thread(&config, sim_thread_start_LINE, sim_layer_DRIVER_ISR, 1, 0);
  fixture_step(&config, sim_step_op_ACKNOWLEDGE, 0)->bits = SIM_NIC_STATUS_RX;
  fixture_step(&config, sim_step_op_TAKE_FRAME, 0);
}

static sim *after_frames(uint32_t count) {
  sim_traffic_config *traffic = fixture_traffic(&config, sim_loop_OPEN, sim_direction_RECEIVE, 64);
  traffic->start_cycle = 100;
  traffic->frame_count = count;
  traffic->interval_cycles_numerator = 500;
  return fixture_run_to(&config, 100 + 500 * count);
}

static uint64_t lost_at(sim *sim, uint32_t queue) { return sim_get_counters(sim)->queue_dropped[queue]; }

static uint64_t on_track(sim *sim, enum sim_track_kind kind, uint32_t a) {
  for (uint32_t track = 0; track < sim_track_count(sim); track++) {
    const sim_track *id = &sim_tracks(sim)[track];
    if (id->kind != kind || id->a != a) continue;
    sim_column column;
    sim_series_query(sim, track, 0, sim_cycle(sim), 1, &column);
    return column.sum;
  }
  return SIM_NEVER;
}

/* Each frame is copied to each queue and then put into the first: 5 frames are 10 packets there, 5 in the second. */
static void each_queue_counts_its_own(void) {
  two_queues(3, 1);
  fixture_step(&config, sim_step_op_COPY, 0);
  fixture_step(&config, sim_step_op_COPY, 1);
  fixture_step(&config, sim_step_op_PUT, 0);
  sim *sim = after_frames(5);
  EXPECT_EQUAL(lost_at(sim, 0), 10 - 3);
  EXPECT_EQUAL(lost_at(sim, 1), 5 - 1);
  EXPECT_EQUAL(sim_get_counters(sim)->nics[0].rx_dropped[sim_drop_cause_QUEUE_FULL], 11);
  EXPECT_EQUAL(on_track(sim, sim_track_kind_QUEUE_DROPPED, 0), 7);
  EXPECT_EQUAL(on_track(sim, sim_track_kind_QUEUE_DROPPED, 1), 4);
  EXPECT_EQUAL(on_track(sim, sim_track_kind_DROPPED, 0), 0);
  EXPECT_EQUAL(sim_check_invariants(sim), 0);
  fixture_free(sim);
}

/* First loss: the second queue has room for the copy of frame 0, not for the copy of frame 1 (its third packet). */
static void the_event_names_the_queue_and_the_frames(void) {
  two_queues(9, 1);
  fixture_step(&config, sim_step_op_COPY, 1);
  fixture_step(&config, sim_step_op_PUT, 0);
  sim *sim = after_frames(2);
  EXPECT_EQUAL(fixture_events(sim, sim_event_kind_FRAME_DROPPED, events, EVENT_LIMIT), 1);
  EXPECT_EQUAL(events[0].value, sim_drop_cause_QUEUE_FULL | 1u << 8 | 1u << 16);
  fixture_free(sim);
}

/* No queue and no card lost the packets that software filtered or abandoned. */
static void what_software_drops_is_its_own(void) {
  two_queues(1, 1);
  fixture_step(&config, sim_step_op_DROP, 0);
  sim *filtered = after_frames(3);
  EXPECT_EQUAL(on_track(filtered, sim_track_kind_SOFTWARE_DROPPED, 0), 3);
  EXPECT_EQUAL(on_track(filtered, sim_track_kind_DROPPED, 0), 0);
  EXPECT_EQUAL(lost_at(filtered, 0) + lost_at(filtered, 1), 0);
  fixture_free(filtered);
  two_queues(1, 1);
  sim *abandoned = after_frames(2);
  EXPECT_EQUAL(on_track(abandoned, sim_track_kind_SOFTWARE_DROPPED, 0), 2);
  fixture_free(abandoned);
}

/* A merged packet counts as its frames, in the counters and in the event. */
static void a_merged_packet_is_lost_as_its_frames(void) {
  two_queues(1, 1);
  config.nics[0].merge_bytes = 256;
  config.nics[0].merge_nanoseconds = 1000000;
  config.nics[0].line_rate_bit_per_second = 0;
  fixture_step(&config, sim_step_op_PUT, 1);
  sim *sim = after_frames(8); /* two packets of four frames */
  EXPECT_EQUAL(lost_at(sim, 1), 4);
  EXPECT_EQUAL(fixture_events(sim, sim_event_kind_FRAME_DROPPED, events, EVENT_LIMIT), 1);
  EXPECT_EQUAL(events[0].value >> 16, 4);
  EXPECT_EQUAL(on_track(sim, sim_track_kind_QUEUE_DROPPED, 1), 4);
  fixture_free(sim);
}

/* No thread takes from the ring of 2. The card loses the other frames, on its own track. */
static void the_card_counts_what_it_lost(void) {
  sim_config_defaults(&config);
  config.queue_count = 1;
  config.nics[0].rings[0].frames = 2;
  fixture_thread(&config, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 9, 0);
  fixture_step(&config, sim_step_op_EXEC, fixture_cycles(&config, 100000));
  sim *sim = after_frames(6);
  EXPECT_EQUAL(on_track(sim, sim_track_kind_DROPPED, 0), 4);
  EXPECT_EQUAL(on_track(sim, sim_track_kind_TX_DROPPED, 0), 0);
  EXPECT_EQUAL(on_track(sim, sim_track_kind_QUEUE_DROPPED, 0), 0);
  fixture_free(sim);
}

int main(void) {
  RUN(each_queue_counts_its_own);
  RUN(the_event_names_the_queue_and_the_frames);
  RUN(what_software_drops_is_its_own);
  RUN(a_merged_packet_is_lost_as_its_frames);
  RUN(the_card_counts_what_it_lost);
  return TEST_EXIT_CODE;
}
