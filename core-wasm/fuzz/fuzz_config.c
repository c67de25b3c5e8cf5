/* Turns bytes into a sim_config, a trace and observers, most of them invalid. The core either refuses them and names
 * the field, or makes a machine that runs, keeps the invariants and answers every query. */
#include <string.h>

#include "fuzz.h"
#include "support/machine_fixture.h"
#include "observe/observe.h"
#include "properties.h"
#include "record_fields.h"

enum { CYCLES = 10000, STEPS_LIMIT = 60, PATCH_LIMIT = 24, MEMORY_LIMIT = 16 << 20 };

typedef struct input {
  scenario made;
  sim_observer_config observers;
} input;

/* ---- from bytes ---- */

static void copy_rest(choices *from, void *to, size_t size) {
  const size_t count = from->bytes_left < size ? from->bytes_left : size;
  memcpy(to, from->bytes, count);
  from->bytes += count;
  from->bytes_left -= count;
}

/* Memory that patches may change: the used part of every array, so that few bytes are wasted on unread records. A
 * count that a patch raised reaches at most the end of the array. */
typedef struct region {
  const char *record;
  void *begin;
  size_t record_bytes;
  uint32_t used;
  uint32_t limit;
} region;

#define REGION(record, array, used_count, limit_count) {#record, (array), sizeof(record), (used_count), (limit_count)}

/* Any value, a small number as in references, or the present value plus or minus 1. */
static uint64_t patched(choices *from, uint64_t present) {
  switch (choose(from, 0, 2)) {
    case 0: return choose_magnitude(from, 0, UINT64_MAX);
    case 1: return choose(from, 0, 70);
    default: return present + choose(from, 0, 4) - 2;
  }
}

static void patch(choices *from, input *in) {
  sim_config *c = &in->made.config;
  const region regions[] = {
      REGION(sim_config, c, 1, 1),
      REGION(sim_context_config, c->contexts, c->context_count, SIM_CONTEXT_LIMIT),
      REGION(sim_line_config, c->lines, c->line_count, SIM_LINE_LIMIT),
      REGION(sim_queue_config, c->queues, c->queue_count, SIM_QUEUE_LIMIT),
      REGION(sim_thread_config, c->threads, c->thread_count, SIM_THREAD_LIMIT),
      REGION(sim_step_config, c->steps, c->step_count, SIM_STEP_LIMIT),
      REGION(sim_routine_config, c->routines, c->routine_count, SIM_ROUTINE_LIMIT),
      REGION(sim_point, c->points, c->point_count, SIM_POINT_LIMIT),
      REGION(sim_instruction, c->instructions, c->instruction_count, SIM_INSTRUCTION_LIMIT),
      REGION(sim_traffic_config, c->traffic, c->traffic_count, SIM_TRAFFIC_LIMIT),
      REGION(sim_trace_entry, in->made.trace, c->trace_entry_count, RANDOM_TRACE_LIMIT),
      REGION(sim_observer_config, &in->observers, 1, 1),
      REGION(sim_cache_config, c->caches, 3, 3),
      REGION(sim_address_range, c->uncached_ranges, 2, SIM_RANGE_LIMIT),
      REGION(sim_address_range, c->unmapped_ranges, 2, SIM_RANGE_LIMIT),
      REGION(sim_address_range, c->caches[1].pinned_ranges, 2, SIM_RANGE_LIMIT),
      REGION(sim_lock_config, c->locks, c->lock_count, SIM_LOCK_LIMIT),
#define DEVICE(NAME, number, kind, list) REGION(sim_##kind##_config, c->list, c->kind##_count, SIM_##NAME##_LIMIT),
#include "sim_devices.def"
      REGION(sim_ring_config, c->nics[0].rings, c->nics[0].ring_count, SIM_NIC_RING_LIMIT),
  };
  const region *r = &regions[choose(from, 0, sizeof regions / sizeof regions[0] - 1)];
  const uint32_t records = r->used < r->limit ? r->used : r->limit;
  if (records == 0) return;
  uint32_t field_count;
  const record_field *field = record_fields(r->record, &field_count);
  uint8_t *at = (uint8_t *)r->begin + choose(from, 0, records - 1) * r->record_bytes;
  field += choose(from, 0, field_count - 1);
  at += field->offset + choose(from, 0, field->count - 1) * field->width;
  uint64_t value = 0;
  memcpy(&value, at, field->width); /* little-endian, as the core requires */
  value = patched(from, value);
  memcpy(at, &value, field->width);
}

static void make_observers(choices *from, sim_observer_config *o) {
  *o = (sim_observer_config){0};
  if (choose(from, 0, 3) == 0) return;
  *o = (sim_observer_config){
      .event_capacity = 1u << choose(from, 0, 8),
      .row_capacity = choose(from, 0, 100),
      .latency_capacity = 1u << choose(from, 0, 4),
      .bin_capacity = 2 * choose(from, 0, 40),
      .bin_cycles = choose(from, 1, 100),
  };
}

static void make_input(choices *from, input *in) {
  memset(in, 0, sizeof *in);
  const uint32_t kind = choose(from, 0, 7);
  make_observers(from, &in->observers);
  if (kind == 0) { /* the bytes of the record itself */
    copy_rest(from, &in->made.config, sizeof in->made.config);
  } else if (kind == 1) { /* the defaults, overwritten by bytes */
    sim_config_defaults(&in->made.config);
    copy_rest(from, &in->made.config.trace_entry_count,
              sizeof in->made.config - offsetof(sim_config, trace_entry_count));
  } else { /* a valid machine, then patches */
    choices scenario_from = choices_from_seed(choose(from, 0, UINT16_MAX));
    scenario_from_choices(&scenario_from, &in->made);
    /* Mostly few patches: of many, one is refused and the others are not tested. */
    for (uint32_t left = choose(from, 1, kind == 2 ? PATCH_LIMIT : 3); left > 0; left--) patch(from, in);
  }
}

/* ---- what must hold ---- */

static const char *broken_refusal(const sim_error *error) {
  if (error->status == sim_status_OK) return "a refusal has a status";
  if (error->field_offset != SIM_NONE && error->field_offset >= sizeof(sim_config)) return "a refusal names a field";
  return NULL;
}

static const char *run(sim *sim, choices *from) {
  for (int step = 0; step < STEPS_LIMIT && sim_cycle(sim) < CYCLES; step++) {
    const uint32_t mask = choose(from, 0, 1) ? choose(from, 0, UINT32_MAX) : 0;
    const uint64_t until = sim_cycle(sim) + choose_magnitude(from, 0, CYCLES - sim_cycle(sim));
    const char *broken = broken_step(sim, until, mask);
    if (broken) return broken;
    query_everything(sim, from);
  }
  return broken_step(sim, CYCLES, 0);
}

static const char *try_input(const input *in, choices *from) {
  const sim_config *config = &in->made.config;
  sim_error error;
  const uint64_t trace_bytes = (uint64_t)config->trace_entry_count * sizeof *in->made.trace + config->trace_byte_count;
  const int has_trace = trace_bytes <= sizeof in->made.trace;
  if (sim_config_check(config, has_trace ? in->made.trace : NULL, &error) != sim_status_OK)
    return broken_refusal(&error);
  if (observers_check(&in->observers) != SIM_NONE) return NULL; /* sim_create accepts only these */
  if (!has_trace || sim_memory_bytes(config, &in->observers) > MEMORY_LIMIT) return NULL;
  sim *sim = fixture_create(config, in->made.trace, &in->observers);
  const char *broken = run(sim, from);
  fixture_free(sim);
  return broken;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static input in;
  choices from = choices_from_bytes(data, size);
  make_input(&from, &in);
  fuzz_expect(try_input(&in, &from));
  return 0;
}
