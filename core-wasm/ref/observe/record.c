/* Events and latency records, in the engine's form, so that both can be compared entry by entry. */
#include <assert.h>
#include <stdlib.h>

#include "ref/ref.h"

static void *grown(void *items, size_t count, size_t *room, size_t item_bytes) {
  if (count < *room) return items;
  *room = *room > 0 ? *room * 2 : 256;
  items = realloc(items, *room * item_bytes);
  assert(items != NULL);
  return items;
}

void ref_event_at(ref *r, uint64_t cycle, uint8_t kind, int context, uint32_t subject, uint32_t value) {
  r->events = grown(r->events, r->event_count, &r->event_room, sizeof *r->events);
  r->events[r->event_count++] = (sim_event){
      .cycle_low = (uint32_t)cycle,
      .cycle_high = (uint16_t)(cycle >> 32),
      .kind = kind,
      .context = context < 0 ? SIM_NONE_8 : (uint8_t)context,
      .subject = subject,
      .value = value,
  };
}

void ref_event(ref *r, uint8_t kind, int context, uint32_t subject, uint32_t value) {
  ref_event_at(r, r->cycle, kind, context, subject, value);
}

static sim_latency *new_latency(ref *r) {
  r->latencies = grown(r->latencies, r->latency_count, &r->latency_room, sizeof *r->latencies);
  return &r->latencies[r->latency_count++];
}

/* M-163: "each effective time is max(own time, the one before), an absent milestone takes the one before" */
static uint64_t part_until(uint64_t *reached, int present, uint64_t time) {
  if (!present || time <= *reached) return 0;
  const uint64_t part = time - *reached;
  *reached = time;
  return part;
}

void ref_mark(uint32_t *most, uint32_t present) { *most = present > *most ? present : *most; }

/* One bucket for each value below 1024, then 128 for each power of two. The last one also counts values above 2^36. */
void ref_tally(sim_tally *tally, uint64_t value) {
  uint64_t low = 1024, place = value;
  uint32_t first = 1024;
  while (value >= 2 * low && first + 128 < SIM_TALLY_LIMIT) low *= 2, first += 128;
  if (value >= 1024) place = first + (value - low) / (low / 128);
  tally->buckets[place < SIM_TALLY_LIMIT ? place : SIM_TALLY_LIMIT - 1]++;
  tally->all.count++;
  tally->all.sum += value;
  if (value < tally->all.minimum) tally->all.minimum = value;
  if (value > tally->all.maximum) tally->all.maximum = value;
}

void ref_released(ref *r, int thread, uint64_t at) {
  if (r->marks.released[thread] == SIM_NEVER) r->marks.released[thread] = at;
}

static void note_response(sim_response_marks *marks, uint64_t from, uint64_t to, uint32_t deadline) {
  if (to - from > marks->longest) {
    marks->longest = to - from;
    marks->longest_from = from;
  }
  if (deadline == 0 || to - from <= deadline) return;
  if (marks->missed == 0) marks->first_missed_from = from;
  marks->missed++;
}

void ref_response_ends(ref *r, int thread) {
  const uint64_t from = r->marks.released[thread];
  note_response(&r->marks.threads[thread], from, r->moment, r->config.thread_deadlines[thread]);
  ref_tally(&r->responses[thread], r->moment - from);
  r->marks.released[thread] = SIM_NEVER;
}

void ref_record_packet(ref *r, const ref_packet *packet, uint64_t end) {
  sim_latency *record = new_latency(r);
  *record = (sim_latency){.begin_cycle = packet->begin,
                          .end_cycle = end,
                          .number = packet->number,
                          .is_packet = 1,
                          .direction = packet->direction,
                          .nic = packet->nic,
                          .source = (uint8_t)packet->source};
  uint64_t reached = packet->begin;
  const int dma_first = packet->direction == sim_direction_RECEIVE &&
                        r->config.nics[packet->nic].receive_mode == sim_receive_mode_RING;
  const int dma = sim_packet_part_DMA;
  if (dma_first) record->parts[dma] = part_until(&reached, packet->has_milestone[dma], packet->milestone[dma]);
  for (int part = 0; part < sim_packet_part_DELIVERY; part++) {
    if (dma_first && part == dma) continue;
    record->parts[part] = part_until(&reached, packet->has_milestone[part], packet->milestone[part]);
  }
  record->parts[sim_packet_part_DELIVERY] = end - reached;
}

void ref_record_taken(ref *r, int source, int index, const ref_taken *t) {
  sim_latency *record = new_latency(r);
  uint64_t reached = t->asserted;
  *record =
      (sim_latency){.begin_cycle = t->asserted, .number = t->number, .direction = (uint8_t)source,
                    .nic = (uint8_t)index, .source = SIM_NONE_8};
  record->parts[sim_interrupt_part_MASKED] = part_until(&reached, 1, t->recognised);
  record->parts[sim_interrupt_part_DRAIN] = part_until(&reached, 1, t->begun);
  record->parts[sim_interrupt_part_ACKNOWLEDGE] = part_until(&reached, 1, r->moment);
  record->end_cycle = reached;
  if (source == sim_interrupt_source_LINE)
    note_response(&r->marks.lines[index], t->asserted, reached, r->config.line_deadlines[index]);
}

void ref_record_interrupt(ref *r, ref_activity *activity, int acknowledged) {
  if (!activity->record_open) return;
  activity->record_open = 0;
  sim_latency *record = new_latency(r);
  uint64_t reached = activity->asserted;
  *record = (sim_latency){.begin_cycle = activity->asserted,
                          .number = activity->number,
                          .nic = r->config.threads[activity->thread].line,
                          .source = SIM_NONE_8};
  record->parts[sim_interrupt_part_MASKED] = part_until(&reached, 1, activity->recognised);
  record->parts[sim_interrupt_part_DRAIN] = part_until(&reached, 1, activity->drained);
  record->parts[sim_interrupt_part_ENTRY] = part_until(&reached, 1, activity->entered);
  record->parts[sim_interrupt_part_SAVE] = part_until(&reached, 1, activity->saved);
  record->parts[sim_interrupt_part_FIRST] = part_until(&reached, 1, activity->first);
  record->parts[sim_interrupt_part_ACKNOWLEDGE] = part_until(&reached, acknowledged, r->moment);
  record->end_cycle = reached;
  note_response(&r->marks.lines[record->nic], record->begin_cycle, reached, r->config.line_deadlines[record->nic]);
}
