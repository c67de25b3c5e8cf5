/* Expects events of one kind at exactly these cycles: EXPECT_EVENTS(sim, LINE_ASSERTED, 101, 201). */
#ifndef EXPECT_EVENTS_H
#define EXPECT_EVENTS_H

#include "machine_fixture.h"
#include "test.h"

enum { EXPECTED_EVENT_LIMIT = 64 };

static void expect_events(const sim *sim, enum sim_event_kind kind, const uint64_t *cycles, uint32_t count) {
  sim_event events[EXPECTED_EVENT_LIMIT];
  EXPECT_EQUAL(fixture_events(sim, kind, events, EXPECTED_EVENT_LIMIT), count);
  for (uint32_t i = 0; i < count; i++) EXPECT_EQUAL(fixture_event_cycle(&events[i]), cycles[i]);
}

#define EXPECT_EVENTS(sim, kind, ...)                                             \
  do {                                                                            \
    const uint64_t cycles_[] = {__VA_ARGS__};                                     \
    expect_events(sim, sim_event_kind_##kind, cycles_, sizeof cycles_ / sizeof cycles_[0]); \
  } while (0)

#endif
