#include "device/device.h"

#include "device/platform.h"
#include "progress/progress.h"

void line_init(sim *sim) {
  for (uint32_t i = 0; i < SIM_LINE_LIMIT; i++) {
    sim->line_thread[i] = SIM_NONE_8;
    line_at(sim, i)->asserted_at = SIM_NEVER;
    line_at(sim, i)->masked = i < sim->config.line_count && line_config_at(sim, i)->masked;
  }
  for (uint32_t t = 0; t < sim->config.thread_count; t++)
    if (thread_at(sim, t)->start == sim_thread_start_LINE)
      sim->line_thread[thread_at(sim, t)->line] = (uint8_t)t;
}

static void assert_line(sim *sim, uint32_t line) {
  line_state *l = line_at(sim, line);
  l->pending = 1;
  l->asserted_at = sim->boundary;
  l->number = state_of(sim)->interrupt_numbers++;
  if (sim->plic != NULL) plic_asserted(sim, line);
  state_of(sim)->counters.lines[line].asserted++;
  progress_pending_changed(sim, sim->line_thread[line]);
  machine_event(sim, sim_event_kind_LINE_ASSERTED, SIM_NONE_8, line, l->number);
  machine_count(sim, sim_track_kind_ASSERTED, line, 1, 1u << sim_event_kind_LINE_ASSERTED);
}

static void clear_line(sim *sim, uint32_t line) {
  line_state *l = line_at(sim, line);
  l->pending = 0;
  l->asserted_at = SIM_NEVER;
  progress_pending_changed(sim, sim->line_thread[line]);
  machine_event(sim, sim_event_kind_LINE_CLEARED, SIM_NONE_8, line, 0);
}

/* An edge or a message stays pending until the core recognises the interrupt. */
static void latch(sim *sim, uint32_t line) {
  const line_state *l = line_at(sim, line);
  if (l->masked && line_config_at(sim, line)->loses_masked) state_of(sim)->counters.lines[line].lost++;
  else if (!l->pending) assert_line(sim, line);
}

void line_drive(sim *sim, uint32_t line, uint32_t before, uint32_t after, uint32_t signalled) {
  assert(line < sim->config.line_count);
  line_state *l = line_at(sim, line);
  if (before && !after) l->drivers--;
  if (after && !before) l->drivers++;
  switch ((enum sim_trigger)line_config_at(sim, line)->trigger) {
    case sim_trigger_LEVEL:
      if (l->drivers > 0 && !l->pending) assert_line(sim, line);
      if (l->drivers == 0 && l->pending) clear_line(sim, line);
      return;
    case sim_trigger_EDGE:
      if (after & ~before) latch(sim, line);
      return;
    case sim_trigger_MESSAGE:
      if (signalled) latch(sim, line);
      return;
  }
}

void line_acknowledged(sim *sim, uint32_t line, uint32_t status) {
  machine_event(sim, sim_event_kind_ACKNOWLEDGED, SIM_NONE_8, line, status);
  line_drive(sim, line, status, 0, 0);
}

void line_mask(sim *sim, uint32_t line, int masked) {
  assert(line < sim->config.line_count);
  line_at(sim, line)->masked = (uint8_t)(masked != 0);
  if (sim->plic != NULL) plic_request(sim, line);
  progress_pending_changed(sim, sim->line_thread[line]);
}

static const uint8_t tally_of_source[sim_interrupt_source_COUNT] = {
    [sim_interrupt_source_LINE] = sim_tally_kind_LINE,
    [sim_interrupt_source_TIMER] = sim_tally_kind_TIMER,
    [sim_interrupt_source_SOFTWARE] = sim_tally_kind_SOFTWARE,
};

static void log_latency(sim *sim, uint32_t source, uint32_t index, uint32_t number, uint64_t asserted,
                        const uint64_t parts[sim_interrupt_part_COUNT], uint64_t end) {
  sim_latency record = {
      .begin_cycle = asserted,
      .end_cycle = end,
      .number = number,
      .direction = (uint8_t)source,
      .nic = (uint8_t)index,
      .source = SIM_NONE_8,
  };
  for (int part = 0; part < sim_interrupt_part_COUNT; part++) record.parts[part] = parts[part];
  latency_push(sim->observers, &record);
}

/* M-163 */
void interrupt_responded(sim *sim, uint32_t source, uint32_t index, uint32_t number, uint64_t asserted,
                         const uint64_t ends[sim_interrupt_part_COUNT]) {
  uint64_t parts[sim_interrupt_part_COUNT], before = asserted;
  for (int part = 0; part < sim_interrupt_part_COUNT; part++) {
    const uint64_t end = later(ends[part], before);
    parts[part] = end - before;
    before = end;
    summary_record(&state_of(sim)->interrupt_part[part], parts[part]);
  }
  histogram_record(&state_of(sim)->interrupt_latency, before - asserted);
  machine_responded(sim, tally_of_source[source], index, asserted, before);
  if (sim->has_latencies) log_latency(sim, source, index, number, asserted, parts, before);
}

/* M-61 */
void line_taken(sim *sim, uint32_t line) {
  if (line_config_at(sim, line)->trigger != sim_trigger_LEVEL) clear_line(sim, line);
}
