/* The pipeline window and the view: they show known sequences correctly, and always agree. */
#include <string.h>

#include "support/machine_fixture.h"
#include "random/random_config.h"
#include "support/test.h"

static sim_config config;
static sim_trace_entry trace[RANDOM_TRACE_LIMIT];

static sim *watch(uint64_t from, uint64_t to) {
  sim *sim = fixture_create(&config, trace, &fixture_watched);
  sim_window_set(sim, from, to);
  sim_step(sim, to, 0);
  EXPECT(!sim_window_full(sim));
  return sim;
}

/* Cycle at which the row entered the stage, or UINT32_MAX. */
static uint64_t entered(const sim_window_row *row, int stage) {
  return row->enter[stage] == SIM_NONE ? UINT32_MAX : row->first_cycle + row->enter[stage];
}

static void expect_row(const sim_window_row *row, const uint64_t *enters, uint64_t end) {
  for (int stage = 0; stage < 5; stage++) EXPECT_EQUAL(entered(row, stage), enters[stage]);
  EXPECT_EQUAL(row->first_cycle + row->end, end);
}

static void application(uint32_t routine) {
  fixture_thread(&config, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 5, 0);
  fixture_step(&config, sim_step_op_EXEC, routine);
}

/* A load, its user, a taken branch and the instructions fetched after it, and the target. */
static void rows_show_stalls_and_flushes(void) {
  sim_config_defaults(&config);
  application(fixture_sequence(&config, "l2,1 a3,2,2 t a4"));
  config.routines[0].code_address = 0x400;
  sim *sim = watch(0, 12);
  const sim_window_row *rows = sim_window_rows(sim);
  const uint64_t none = UINT32_MAX;
  EXPECT(sim_window_row_count(sim) >= 6);
  expect_row(&rows[0], (const uint64_t[]){0, 1, 2, 3, 4}, 5);
  expect_row(&rows[1], (const uint64_t[]){1, 2, 4, 5, 6}, 7);
  EXPECT_EQUAL(rows[1].stall[1], sim_cause_LOAD_USE);
  expect_row(&rows[2], (const uint64_t[]){2, 4, 5, 6, 7}, 8);
  EXPECT_EQUAL(rows[2].stall[0], sim_cause_LOAD_USE);
  EXPECT(rows[2].flags & SIM_ROW_TAKEN);
  expect_row(&rows[3], (const uint64_t[]){4, 5, none, none, none}, 6);
  EXPECT(rows[3].flags & SIM_ROW_FLUSHED);
  expect_row(&rows[4], (const uint64_t[]){5, none, none, none, none}, 6);
  EXPECT(rows[4].flags & SIM_ROW_FLUSHED);
  expect_row(&rows[5], (const uint64_t[]){6, 7, 8, 9, 10}, 11);
  EXPECT_EQUAL(rows[5].flags, 0);
  EXPECT_EQUAL(rows[0].pc, 0x400);
  EXPECT_EQUAL(rows[5].pc, 0x40c);
  EXPECT_EQUAL(rows[1].operation, sim_operation_ALU);
  EXPECT_EQUAL(rows[1].destination, 3);
  EXPECT_EQUAL(rows[1].layer, sim_layer_APPLICATION);
  fixture_free(sim);
}

static void add_isr_and_frame(uint64_t arrival) {
  const uint32_t work = fixture_cycles(&config, 10);
  fixture_thread(&config, sim_thread_start_LINE, sim_layer_DRIVER_ISR, 1, 0);
  fixture_step(&config, sim_step_op_ACKNOWLEDGE, 0)->bits = SIM_NIC_STATUS_RX;
  fixture_step(&config, sim_step_op_TAKE_FRAME, 0);
  fixture_step(&config, sim_step_op_EXEC, work);
  fixture_step(&config, sim_step_op_DELIVER, 0);
  sim_traffic_config *traffic = fixture_traffic(&config, sim_loop_OPEN, sim_direction_RECEIVE, 64);
  traffic->start_cycle = arrival;
  traffic->frame_count = 1;
}

/* Figure 3 of source 000, once with real instructions and once with illustrated cycles. */
static void rows_show_the_entry_of_figure_3(void) {
  for (int detailed = 0; detailed < 2; detailed++) {
    sim_config_defaults(&config);
    config.save_amount = 7;
    config.restore_amount = 5;
    application(detailed ? fixture_sequence(&config, "a1,2,3") : fixture_cycles(&config, 1000));
    config.routines[0].fixed = 1000;
    add_isr_and_frame(20);
    sim *sim = watch(10, 60);
    const sim_window_row *nullified = NULL, *blocks[8];
    int block_count = 0;
    for (uint32_t i = 0; i < sim_window_row_count(sim); i++) {
      const sim_window_row *row = &sim_window_rows(sim)[i];
      if (row->kind != sim_row_kind_INSTRUCTION && block_count < 8) blocks[block_count++] = row;
      if (row->flags & SIM_ROW_NULLIFIED) {
        EXPECT(nullified == NULL);
        nullified = row;
      }
      const int is_illustrated = row->kind == sim_row_kind_INSTRUCTION &&
                                 (row->layer == sim_layer_DRIVER_ISR || !detailed);
      EXPECT_EQUAL((row->flags & SIM_ROW_ILLUSTRATIVE) != 0, is_illustrated);
      /* No instruction of the application is fetched between recognition and return. */
      const int in_between = row->first_cycle > 20 && row->first_cycle < 52;
      EXPECT(!in_between || row->layer != sim_layer_APPLICATION);
    }
    EXPECT(nullified != NULL);
    if (nullified != NULL) {
      EXPECT_EQUAL(nullified->first_cycle, 20);
      EXPECT_EQUAL(nullified->end, 1);
    }
    EXPECT_EQUAL(block_count, 8); /* six steps, a save and a restore */
    for (int i = 0; i < 6 && i < block_count; i++) {
      EXPECT_EQUAL(blocks[i]->operation, sim_entry_step_PUSH_SR + i);
      EXPECT_EQUAL(blocks[i]->first_cycle, 24 + (uint64_t)i);
    }
    EXPECT_EQUAL(blocks[6]->kind, sim_row_kind_SAVE);
    EXPECT_EQUAL(blocks[6]->first_cycle, 30);
    EXPECT_EQUAL(blocks[6]->end, 7);
    EXPECT_EQUAL(blocks[7]->kind, sim_row_kind_RESTORE);
    EXPECT_EQUAL(blocks[7]->first_cycle, 47);
    EXPECT_EQUAL(blocks[7]->end, 5);
    /* The first instruction after the return is the nullified one. */
    for (uint32_t i = 0; i < sim_window_row_count(sim) && nullified != NULL; i++)
      if (sim_window_rows(sim)[i].first_cycle == 52) EXPECT_EQUAL(sim_window_rows(sim)[i].pc, nullified->pc);
    fixture_free(sim);
  }
}

/* A layer of 20 cycles: sixteen instructions, of which the last leaves WB in its last cycle. */
static void the_illustration_fills_its_layer_exactly(void) {
  sim_config_defaults(&config);
  application(fixture_cycles(&config, 20));
  sim *sim = watch(0, 40);
  EXPECT_EQUAL(sim_window_row_count(sim), 2 * 16);
  for (uint32_t i = 0; i < sim_window_row_count(sim); i++) {
    const uint64_t first = i < 16 ? i : 20 + (i - 16);
    EXPECT_EQUAL(sim_window_rows(sim)[i].first_cycle, first);
    EXPECT_EQUAL(sim_window_rows(sim)[i].end, 5);
    EXPECT_EQUAL(entered(&sim_window_rows(sim)[i], 4), first + 4);
  }
  fixture_free(sim);
}

/* ---- rows and views of random machines ---- */

static int row_is_in(const sim_window_row *row, uint64_t cycle, int stage) {
  if (row->enter[stage] == SIM_NONE || cycle < row->first_cycle + row->enter[stage]) return 0;
  if (cycle >= row->first_cycle + row->end) return 0;
  for (int later = stage + 1; later < config.stage_count; later++)
    if (row->enter[later] != SIM_NONE && cycle >= row->first_cycle + row->enter[later]) return 0;
  return 1;
}

/* Rows of the same instruction in the stage; each is counted once for each view. */
static const sim_window_row *row_of(const sim *sim, uint64_t cycle, const sim_view_stage *shown) {
  for (uint32_t i = 0; i < sim_window_row_count(sim); i++) {
    const sim_window_row *row = &sim_window_rows(sim)[i];
    if (!row_is_in(row, cycle, shown->stage)) continue;
    if (row->context != shown->context || row->pc != shown->pc || row->kind != shown->row_kind) continue;
    if (row->operation == shown->operation) return row;
  }
  return NULL;
}

static uint32_t rows_at(const sim *sim, uint64_t cycle) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < sim_window_row_count(sim); i++)
    for (int stage = 0; stage < config.stage_count; stage++)
      count += (uint32_t)row_is_in(&sim_window_rows(sim)[i], cycle, stage);
  return count;
}

static void expect_agreement(const sim *sim, const sim_view *view, uint64_t cycle, uint64_t seed) {
  const int broken_before = test_broken_here;
  EXPECT_EQUAL(view->occupied_count, rows_at(sim, cycle));
  for (uint32_t i = 0; i < view->occupied_count; i++) {
    const sim_view_stage *shown = &view->stages[i];
    const sim_window_row *row = row_of(sim, cycle, shown);
    EXPECT(row != NULL);
    if (row == NULL) continue;
    EXPECT_EQUAL(row->layer, shown->layer);
    EXPECT_EQUAL(row->routine, shown->routine);
    if (view->occupied_count > config.stage_count) continue; /* the same instruction may be in the stage twice */
    const int fate = SIM_ROW_FLUSHED | SIM_ROW_NULLIFIED;
    EXPECT_EQUAL(row->flags & ~fate, shown->flags & ~fate);
    EXPECT_EQUAL((shown->flags & SIM_ROW_NULLIFIED) != 0,
                 (row->flags & SIM_ROW_NULLIFIED) != 0 && cycle + 1 == row->first_cycle + row->end);
    /* A context that was not chosen may be next. Instructions after a branch are flushed. */
    const int is_flushed = (row->flags & SIM_ROW_FLUSHED) && cycle + 1 == row->first_cycle + row->end;
    if (shown->stall != sim_cause_BUSY && shown->stall != sim_cause_READY && !is_flushed)
      EXPECT(row_is_in(row, cycle + 1, shown->stage) || cycle + 1 == sim_cycle(sim));
  }
  if (test_broken_here > broken_before)
    printf("  seed %llu, cycle %llu\n", (unsigned long long)seed, (unsigned long long)cycle);
}

static void rows_and_views_agree_at_every_cycle(void) {
  enum { SEEDS = 120, LENGTH = 250 };
  static sim_view views[LENGTH];
  for (uint64_t seed = 0; seed < SEEDS && !test_broken_here; seed++) {
    random_config(seed, &config, trace);
    const uint64_t from = seed * 37;
    sim *sim = fixture_create(&config, trace, &fixture_watched);
    sim_window_set(sim, from, from + LENGTH);
    sim_step(sim, from, 0);
    for (uint64_t i = 0; i < LENGTH; i++) {
      sim_step(sim, from + i + 1, 0);
      sim_get_view(sim, &views[i]);
    }
    for (uint64_t i = 0; i < LENGTH && !test_broken_here; i++) expect_agreement(sim, &views[i], from + i, seed);
    fixture_free(sim);
  }
}

static void rows_do_not_depend_on_the_slices(void) {
  for (uint64_t seed = 0; seed < 120 && !test_broken_here; seed++) {
    random_config(seed, &config, trace);
    const uint64_t from = seed * 41;
    sim *whole = watch(from, from + 300);
    sim *sliced = fixture_create(&config, trace, &fixture_watched);
    sim_window_set(sliced, from, from + 300);
    while (sim_cycle(sliced) < from + 300) sim_step(sliced, sim_cycle(sliced) + 1, 0);
    const uint32_t count = sim_window_row_count(whole);
    EXPECT_EQUAL(sim_window_row_count(sliced), count);
    EXPECT(memcmp(sim_window_rows(whole), sim_window_rows(sliced), count * sizeof(sim_window_row)) == 0);
    if (test_broken_here) printf("  seed %llu\n", (unsigned long long)seed);
    fixture_free(whole);
    fixture_free(sliced);
  }
}

static int has_retired(const sim_view *view) {
  const uint32_t removed = SIM_ROW_FLUSHED | SIM_ROW_NULLIFIED;
  for (uint32_t i = 0; i < view->occupied_count; i++)
    if (view->stages[i].stage + 1 == view->stage_count && view->stages[i].stall == sim_cause_BUSY &&
        !(view->stages[i].flags & removed))
      return 1;
  return 0;
}

/* Stopping at retirements visits exactly the cycles in which the view shows an instruction in WB. */
static void stops_at_retirements(void) {
  for (uint64_t seed = 0; seed < 60 && !test_broken_here; seed++) {
    random_config(seed, &config, trace);
    sim *steps = fixture_create(&config, trace, &fixture_blind);
    sim *stops = fixture_create(&config, trace, &fixture_blind);
    while (sim_cycle(steps) < 1500 && !test_broken_here) {
      sim_view view;
      sim_step(steps, sim_cycle(steps) + 1, 0);
      sim_get_view(steps, &view);
      if (!has_retired(&view)) continue;
      EXPECT(sim_step(stops, 100000, 1u << sim_event_kind_RETIRED) != 0);
      EXPECT_EQUAL(sim_cycle(stops), sim_cycle(steps));
    }
    if (test_broken_here) printf("  seed %llu\n", (unsigned long long)seed);
    fixture_free(steps);
    fixture_free(stops);
  }
}

static void a_window_clips_what_is_in_flight(void) {
  sim_config_defaults(&config);
  application(fixture_sequence(&config, "a1,2,3"));
  config.routines[0].fixed = 1000;
  sim *sim = watch(50, 53);
  EXPECT_EQUAL(sim_window_row_count(sim), 5 + 2);
  for (uint32_t i = 0; i < 5; i++) EXPECT_EQUAL(sim_window_rows(sim)[i].first_cycle, 50);
  EXPECT_EQUAL(sim_window_rows(sim)[0].enter[4], 0); /* was in WB, and nothing is known about earlier cycles */
  EXPECT_EQUAL(sim_window_rows(sim)[0].enter[3], SIM_NONE);
  EXPECT_EQUAL(sim_window_rows(sim)[0].end, 1);
  EXPECT_EQUAL(sim_window_rows(sim)[6].first_cycle, 52);
  EXPECT_EQUAL(sim_window_rows(sim)[6].end, 1);
  fixture_free(sim);
}

int main(void) {
  RUN(rows_show_stalls_and_flushes);
  RUN(rows_show_the_entry_of_figure_3);
  RUN(the_illustration_fills_its_layer_exactly);
  RUN(rows_and_views_agree_at_every_cycle);
  RUN(rows_do_not_depend_on_the_slices);
  RUN(stops_at_retirements);
  RUN(a_window_clips_what_is_in_flight);
  return TEST_EXIT_CODE;
}
