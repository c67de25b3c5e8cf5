/* One bus: DMA in bursts, and the accesses of the processors. */
#include <assert.h>

#include "ref.h"

static void push(ref_transfer_queue *queue, ref_transfer transfer) {
  assert(queue->count < REF_PACKET_LIMIT);
  queue->items[queue->count++] = transfer;
}

static ref_transfer pop(ref_transfer_queue *queue) {
  const ref_transfer first = queue->items[0];
  queue->count--;
  for (uint32_t i = 0; i < queue->count; i++) queue->items[i] = queue->items[i + 1];
  return first;
}

/* "With dmaEnabled false data moves in no time." */
void ref_bus_request(ref *r, int packet, int nic, int ring, int to_memory) {
  const ref_transfer transfer = {.packet = packet, .nic = (uint8_t)nic, .ring = (uint8_t)ring, .to_memory = (uint8_t)to_memory};
  r->packets[packet].moving = 1;
  if (!r->config.dma_enabled) ref_nic_transfer_done(r, &transfer);
  else push(to_memory ? &r->bus.to_memory : &r->bus.to_nic, transfer);
}

static void begin_transfer(ref *r) {
  ref_bus *bus = &r->bus;
  if (bus->to_memory.count > 0) bus->now = pop(&bus->to_memory);
  else if (bus->to_nic.count > 0) bus->now = pop(&bus->to_nic);
  else return;
  bus->active = 1;
  bus->bytes_left = r->packets[bus->now.packet].size_bytes;
  ref_event(r, sim_event_kind_DMA_BEGIN, REF_NOBODY, r->packets[bus->now.packet].number, bus->bytes_left);
}

static void end_burst(ref *r) {
  ref_bus *bus = &r->bus;
  r->counters.nics[bus->now.nic].dma_cycles += bus->burst_end - bus->burst_begin;
  bus->gap_end = bus->burst_end + r->config.bus_burst_gap_cycles;
  bus->burst_end = 0;
  bus->bytes_left -= bus->burst_bytes;
  if (bus->bytes_left > 0) return;
  bus->active = 0;
  ref_event(r, sim_event_kind_DMA_END, REF_NOBODY, r->packets[bus->now.packet].number,
            r->packets[bus->now.packet].size_bytes);
  ref_nic_transfer_done(r, &bus->now);
}

static void begin_burst(ref *r) {
  ref_bus *bus = &r->bus;
  const uint64_t burst_limit = (uint64_t)r->config.bus_beats_per_burst * r->config.bus_bytes_per_beat;
  bus->burst_bytes = bus->bytes_left < burst_limit ? bus->bytes_left : (uint32_t)burst_limit;
  const uint64_t beats = (bus->burst_bytes + r->config.bus_bytes_per_beat - 1u) / r->config.bus_bytes_per_beat;
  bus->burst_begin = r->cycle;
  bus->burst_end = r->cycle + beats * r->config.bus_cycles_per_beat;
}

void ref_bus_cycle(ref *r) {
  ref_bus *bus = &r->bus;
  if (bus->burst_end != 0 && bus->burst_end == r->cycle) end_burst(r);
  const int free_now = bus->burst_end == 0 && bus->access_end <= r->cycle && bus->gap_end <= r->cycle;
  if (free_now) {
    if (!bus->active) begin_transfer(r);
    if (bus->active) begin_burst(r);
  }
}

int ref_bus_access(ref *r) {
  ref_bus *bus = &r->bus;
  if (bus->burst_end != 0 || bus->access_end > r->cycle) return 0;
  bus->access_end = r->cycle + r->config.memory_cycles;
  return 1;
}
