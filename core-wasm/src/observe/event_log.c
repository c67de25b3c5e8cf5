#include <assert.h>

#include "observe/observers.h"

void event_push(sim_observers *o, uint64_t cycle, uint32_t kind, uint32_t context, uint32_t subject,
                uint32_t value) {
  event_log *log = &o->events;
  if (log->capacity == 0) return;
  assert(kind < 32 && context <= SIM_NONE_8 && cycle >> 48 == 0);
  log->ring[log->next & (log->capacity - 1)] = (sim_event){
      .cycle_low = (uint32_t)cycle,
      .cycle_high = (uint16_t)(cycle >> 32),
      .kind = (uint8_t)kind,
      .context = (uint8_t)context,
      .subject = subject,
      .value = value,
  };
  log->next++;
}
