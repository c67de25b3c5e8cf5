#include <assert.h>

#include "observe/observers.h"

static uint64_t sum_of_parts(const sim_latency *record) {
  uint64_t sum = 0;
  for (int part = 0; part < SIM_PART_LIMIT; part++) sum += record->parts[part];
  return sum;
}

void latency_push(sim_observers *o, const sim_latency *record) {
  latency_log *log = &o->latencies;
  if (log->capacity == 0) return;
  assert(record->end_cycle >= record->begin_cycle);
  assert(sum_of_parts(record) == record->end_cycle - record->begin_cycle);
  log->ring[log->next & (log->capacity - 1)] = *record;
  log->next++;
}
