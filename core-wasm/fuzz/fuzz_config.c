/* Bytes -> a sim_config, trace and observers, most of them wrong: the core refuses them and names the
 * field, or makes a machine that runs, keeps the laws and answers every query. */
#include <string.h>

#include "fuzz.h"
#include "machine_fixture.h"
#include "observe.h"
#include "properties.h"

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

/* What patches may hit: the used part of every array, so that few bytes are wasted on records that
 * nobody reads. A count that a patch has raised reaches at most the whole array. */
typedef struct region {
  void *begin;
  size_t record_bytes;
  uint32_t used;
  uint32_t limit;
} region;

#define REGION(array, used_count, limit_count) {(array), sizeof *(array), (used_count), (limit_count)}

static void patch(choices *from, input *in) {
  sim_config *c = &in->made.config;
  const region regions[] = {
      {c, offsetof(sim_config, contexts), 1, 1},
      REGION(c->contexts, c->context_count, SIM_CONTEXT_LIMIT),
      REGION(c->lines, c->line_count, SIM_LINE_LIMIT),
      REGION(c->nics, c->nic_count, SIM_NIC_LIMIT),
      REGION(c->queues, c->queue_count, SIM_QUEUE_LIMIT),
      REGION(c->threads, c->thread_count, SIM_THREAD_LIMIT),
      REGION(c->steps, c->step_count, SIM_STEP_LIMIT),
      REGION(c->routines, c->routine_count, SIM_ROUTINE_LIMIT),
      REGION(c->instructions, c->instruction_count, SIM_INSTRUCTION_LIMIT),
      REGION(c->traffic, c->traffic_count, SIM_TRAFFIC_LIMIT),
      REGION(in->made.trace, c->trace_entry_count, RANDOM_TRACE_LIMIT),
      REGION(&in->observers, 1, 1),
      {c, sizeof *c, 1, 1},
  };
  const region *r = &regions[choose(from, 0, sizeof regions / sizeof regions[0] - 1)];
  const uint32_t count = r->used < r->limit ? r->used : r->limit;
  if (count == 0) return;
  const uint32_t bytes = (uint32_t)(r->record_bytes * count);
  uint32_t width = 1u << choose(from, 0, 3);
  if (width > bytes) width = bytes;
  const uint32_t offset = choose(from, 0, (bytes - width) / width) * width;
  const uint64_t value = choose_magnitude(from, 0, UINT64_MAX);
  memcpy((uint8_t *)r->begin + offset, &value, width);
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
  if (kind == 0) { /* bytes as they are */
    copy_rest(from, &in->made.config, sizeof in->made.config);
  } else if (kind == 1) { /* defaults, then the bytes over them */
    sim_config_defaults(&in->made.config);
    copy_rest(from, &in->made.config.trace_entry_count,
              sizeof in->made.config - offsetof(sim_config, trace_entry_count));
  } else { /* a valid machine, then patches */
    choices scenario_from = choices_from_seed(choose(from, 0, UINT16_MAX));
    scenario_from_choices(&scenario_from, &in->made);
    for (uint32_t patches = choose(from, 0, PATCH_LIMIT); patches > 0; patches--) patch(from, in);
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
  const int has_trace = config->trace_entry_count <= RANDOM_TRACE_LIMIT;
  if (sim_config_check(config, has_trace ? in->made.trace : NULL, &error) != sim_status_OK) return broken_refusal(&error);
  if (observers_check(&in->observers) != SIM_NONE) return NULL; /* sim_create takes no others */
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
