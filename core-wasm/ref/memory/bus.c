/* The bus: DMA in bursts, and the accesses of the cores. */
#include <assert.h>

#include "ref/memory/memory.h"

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

static uint32_t dma_address(const ref *r, int packet) {
  return r->packets[packet].buffer != 0 ? r->packets[packet].buffer : ref_packet_address(packet);
}

/* M-123: "With dmaEnabled false data moves in no time." */
void ref_bus_request(ref *r, int packet, int nic, int ring, int to_memory) {
  const ref_transfer transfer = {.packet = packet,
                                 .bytes = r->packets[packet].size_bytes,
                                 .nic = (uint8_t)nic,
                                 .ring = (uint8_t)ring,
                                 .to_memory = (uint8_t)to_memory};
  r->packets[packet].moving = 1;
  if (!r->config.dma_enabled) {
    if (to_memory && r->config.nics[nic].receive_mode == sim_receive_mode_RING)
      ref_receive_left_fifo(r, nic, r->packets[packet].size_bytes);
    if (r->memory != NULL && to_memory) ref_memory_dma(r, dma_address(r, packet), r->packets[packet].size_bytes);
    ref_nic_transfer_done(r, &transfer);
  } else push(to_memory ? &r->bus.to_memory : &r->bus.to_nic, transfer);
}

void ref_bus_request_rest(ref *r, int packet, int nic, int ring, uint32_t moved) {
  push(&r->bus.to_memory, (ref_transfer){.packet = packet, .bytes = r->packets[packet].size_bytes, .moved = moved,
                                         .nic = (uint8_t)nic, .ring = (uint8_t)ring, .to_memory = 1});
}

void ref_bus_request_disk(ref *r, int disk, uint32_t bytes, int to_memory) {
  if (!r->config.dma_enabled) {
    if (r->memory != NULL && to_memory) ref_memory_dma(r, r->config.disks[disk].buffer_address, bytes);
    ref_disk_transfer_done(r, disk);
  } else
    r->bus.of_disk[disk] =
        (ref_transfer){.packet = REF_NONE, .disk = disk, .bytes = bytes, .to_memory = (uint8_t)to_memory};
}

/* M-172: "packets to memory come before packets into NICs before disks, lower numbers first" */
static int next_disk(const ref *r) {
  int disk = 0;
  while (disk < SIM_DISK_LIMIT && r->bus.of_disk[disk].bytes == 0) disk++;
  return disk < SIM_DISK_LIMIT ? disk : REF_NONE;
}

static uint32_t number_of(const ref *r, const ref_transfer *transfer) {
  return transfer->packet == REF_NONE ? SIM_NONE : r->packets[transfer->packet].number;
}

static void begin_transfer(ref *r) {
  ref_bus *bus = &r->bus;
  const int disk = next_disk(r);
  if (bus->to_memory.count > 0) bus->now = pop(&bus->to_memory);
  else if (bus->to_nic.count > 0) bus->now = pop(&bus->to_nic);
  else if (disk != REF_NONE) {
    bus->now = bus->of_disk[disk];
    bus->of_disk[disk].bytes = 0;
  } else return;
  bus->active = 1;
  bus->bytes_left = bus->now.bytes - bus->now.moved;
}

/* The event "dma-begin" comes with the first burst. */
static void tell_begin(ref *r) {
  const ref_bus *bus = &r->bus;
  if (bus->bytes_left == bus->now.bytes)
    ref_event(r, sim_event_kind_DMA_BEGIN, REF_NONE, number_of(r, &bus->now), bus->now.bytes);
}

static void end_burst(ref *r) {
  ref_bus *bus = &r->bus;
  const int of_disk = bus->now.packet == REF_NONE;
  *(of_disk ? &r->counters.disks[bus->now.disk].dma_cycles : &r->counters.nics[bus->now.nic].dma_cycles) +=
      bus->burst_end - bus->burst_begin;
  bus->gap_end = bus->burst_end + r->config.bus_burst_gap_cycles;
  bus->burst_end = 0;
  const uint32_t buffer = of_disk ? r->config.disks[bus->now.disk].buffer_address : dma_address(r, bus->now.packet);
  if (r->memory != NULL && bus->now.to_memory)
    ref_memory_dma(r, buffer + bus->now.bytes - bus->bytes_left, bus->burst_bytes);
  bus->bytes_left -= bus->burst_bytes;
  if (!of_disk && bus->now.to_memory && r->config.nics[bus->now.nic].receive_mode == sim_receive_mode_RING)
    ref_receive_left_fifo(r, bus->now.nic, bus->burst_bytes);
  if (!of_disk && !bus->now.to_memory) {
    const uint32_t after = bus->now.bytes - bus->bytes_left;
    ref_nic_bytes_fetched(r, &bus->now, after - bus->burst_bytes, after);
  }
  if (bus->bytes_left > 0) {
    if (ref_wire_makes_room(r, &bus->now, bus->now.bytes - bus->bytes_left)) bus->active = 0;
    return;
  }
  bus->active = 0;
  ref_event(r, sim_event_kind_DMA_END, REF_NONE, number_of(r, &bus->now), bus->now.bytes);
  if (of_disk) ref_disk_transfer_done(r, bus->now.disk);
  else ref_nic_transfer_done(r, &bus->now);
}

static void begin_burst(ref *r) {
  ref_bus *bus = &r->bus;
  const uint64_t burst_limit = (uint64_t)r->config.bus_beats_per_burst * r->config.bus_bytes_per_beat;
  bus->burst_bytes = bus->bytes_left < burst_limit ? bus->bytes_left : (uint32_t)burst_limit;
  const uint64_t beats = (bus->burst_bytes + r->config.bus_bytes_per_beat - 1u) / r->config.bus_bytes_per_beat;
  const uint64_t cycles = beats * r->config.bus_cycles_per_beat;
  bus->burst_begin = ref_has_memory(&r->config) ? ref_memory_queue(r, r->cycle, cycles) : r->cycle;
  bus->burst_end = bus->burst_begin + cycles;
}

void ref_bus_cycle(ref *r) {
  ref_bus *bus = &r->bus;
  if (bus->burst_end != 0 && bus->burst_end == r->cycle) end_burst(r);
  const int free_now = bus->burst_end == 0 && bus->access_end <= r->cycle && bus->gap_end <= r->cycle;
  if (free_now) {
    if (!bus->active) begin_transfer(r);
    if (bus->active) begin_burst(r);
  }
  if (bus->burst_end != 0 && bus->burst_begin == r->cycle) tell_begin(r);
}

int ref_bus_access(ref *r, uint64_t cycles) {
  ref_bus *bus = &r->bus;
  if (bus->burst_end != 0 || bus->access_end > r->cycle) return 0;
  bus->access_end = r->cycle + cycles;
  return 1;
}
