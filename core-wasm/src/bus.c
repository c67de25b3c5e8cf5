#include "bus.h"

#include "memory.h"
#include "nic.h"
#include "receive.h"

uint64_t bus_on_clock(const sim *sim, uint64_t cycle) {
  const uint64_t ratio = sim->config.bus_ratio;
  return ratio == 1 ? cycle : (cycle + ratio - 1) / ratio * ratio;
}

void bus_init(sim *sim) {
  bus_state *b = &sim->state->bus;
  b->burst_end = SIM_NEVER;
  b->packet = SIM_NONE;
  for (int d = 0; d < DIRECTION_COUNT; d++) {
    b->dma_head[d] = SIM_NONE;
    b->dma_tail[d] = SIM_NONE;
  }
}

static void moved(sim *sim, uint32_t packet) {
  if (sim->state->packet[packet].dma_to == sim_direction_RECEIVE) receive_moved(sim, packet);
  else nic_fetched(sim, packet);
}

void bus_move(sim *sim, uint32_t packet, enum sim_direction to) {
  bus_state *b = &sim->state->bus;
  sim_packet *p = &sim->state->packet[packet];
  if (p->in_dma) { /* forwarded while it still comes in */
    assert(p->dma_to == sim_direction_RECEIVE && to == sim_direction_SEND);
    p->then_send = 1;
    return;
  }
  p->dma_to = (uint8_t)to;
  if (!sim->config.dma_enabled) {
    if (to == sim_direction_RECEIVE) receive_moved_bytes(sim, packet, p->size_bytes);
    if (to == sim_direction_RECEIVE) memory_dma_wrote(sim, memory_packet_address(packet), p->size_bytes);
    moved(sim, packet);
    return;
  }
  p->in_dma = 1;
  p->dma_next = SIM_NONE;
  if (b->dma_head[to] == SIM_NONE) b->dma_head[to] = packet;
  else sim->state->packet[b->dma_tail[to]].dma_next = packet;
  b->dma_tail[to] = packet;
}

static uint32_t pop(sim *sim, uint32_t direction) {
  bus_state *b = &sim->state->bus;
  const uint32_t packet = b->dma_head[direction];
  b->dma_head[direction] = sim->state->packet[packet].dma_next;
  if (b->dma_head[direction] == SIM_NONE) b->dma_tail[direction] = SIM_NONE;
  sim->state->packet[packet].dma_next = SIM_NONE;
  return packet;
}

static int is_wanted(const bus_state *b) {
  return b->packet != SIM_NONE || b->dma_head[sim_direction_RECEIVE] != SIM_NONE ||
         b->dma_head[sim_direction_SEND] != SIM_NONE;
}

static void end_burst(sim *sim) {
  bus_state *b = &sim->state->bus;
  const sim_packet *packet = &sim->state->packet[b->packet];
  if (packet->dma_to == sim_direction_RECEIVE)
    memory_dma_wrote(sim, memory_packet_address(b->packet) + b->bytes_done, b->burst_bytes);
  sim->state->counters.nics[packet->nic].dma_cycles += b->burst_end - b->burst_begin;
  series_span(sim->observers, sim_track_kind_DMA, packet->nic, 0, b->burst_begin, b->burst_end);
  b->ready_at = b->burst_end + sim->config.bus_burst_gap_cycles;
  b->burst_end = SIM_NEVER;
  b->bytes_done += b->burst_bytes;
  if (packet->dma_to == sim_direction_RECEIVE) receive_moved_bytes(sim, b->packet, b->burst_bytes);
  if (b->bytes_done < b->bytes) return;
  machine_event(sim, sim_event_kind_DMA_END, SIM_NONE_8, packet->number, b->bytes);
  const uint32_t done = b->packet;
  b->packet = SIM_NONE;
  moved(sim, done);
}

static void begin_burst(sim *sim) {
  bus_state *b = &sim->state->bus;
  if (b->packet == SIM_NONE) {
    b->packet = pop(sim, b->dma_head[sim_direction_RECEIVE] != SIM_NONE ? sim_direction_RECEIVE : sim_direction_SEND);
    b->bytes = sim->state->packet[b->packet].size_bytes;
    b->bytes_done = 0;
    machine_event(sim, sim_event_kind_DMA_BEGIN, SIM_NONE_8, sim->state->packet[b->packet].number, b->bytes);
  }
  const uint64_t burst_limit = (uint64_t)sim->config.bus_beats_per_burst * sim->config.bus_bytes_per_beat;
  const uint64_t bytes = earlier(burst_limit, b->bytes - b->bytes_done);
  const uint64_t beats = (bytes + sim->config.bus_bytes_per_beat - 1) / sim->config.bus_bytes_per_beat;
  b->burst_bytes = (uint32_t)bytes;
  b->burst_begin = sim->memory.is_used ? bus_on_clock(sim, later(sim->time, b->free_at)) : sim->time;
  b->burst_end = b->burst_begin + beats * sim->config.bus_cycles_per_beat;
  b->free_at = b->burst_end;
}

/* With caches requests queue, and a burst takes its place in the queue. */
static int is_open(const sim *sim) { return sim->memory.is_used || sim->state->bus.free_at <= sim->time; }

void bus_tick(sim *sim) {
  bus_state *b = &sim->state->bus;
  if (b->burst_end <= sim->time) end_burst(sim);
  if (b->burst_end == SIM_NEVER && is_wanted(b) && b->ready_at <= sim->time && is_open(sim))
    begin_burst(sim);
}

uint64_t bus_next(const sim *sim) {
  const bus_state *b = &sim->state->bus;
  if (b->burst_end != SIM_NEVER) return b->burst_end;
  if (!is_wanted(b)) return SIM_NEVER;
  return sim->memory.is_used ? b->ready_at : later(b->ready_at, b->free_at);
}
