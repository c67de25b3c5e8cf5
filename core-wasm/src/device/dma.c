#include "device/device.h"

#include "device/disk.h"
#include "device/nic.h"
#include "memory/burst.h"
#include "memory/memory.h"

void dma_init(sim *sim) {
  bus_state *b = bus_of(sim);
  b->burst_end = SIM_NEVER;
  b->packet = SIM_NONE;
  b->disk = SIM_NONE;
  for (int d = 0; d < sim_direction_COUNT; d++) {
    b->dma_head[d] = SIM_NONE;
    b->dma_tail[d] = SIM_NONE;
  }
}

/* ---- data that wait for a transfer ---- */

static void moved(sim *sim, uint32_t packet) {
  if (packet_at(sim, packet)->dma_to == sim_direction_RECEIVE) receive_moved(sim, packet);
  else nic_fetched(sim, packet);
}

void dma_ask_again(sim *sim, uint32_t packet) {
  bus_state *b = bus_of(sim);
  const uint32_t to = packet_at(sim, packet)->dma_to;
  packet_at(sim, packet)->dma_next = SIM_NONE;
  if (b->dma_head[to] == SIM_NONE) b->dma_head[to] = packet;
  else packet_at(sim, b->dma_tail[to])->dma_next = packet;
  b->dma_tail[to] = packet;
}

void dma_move(sim *sim, uint32_t packet, enum sim_direction to) {
  sim_packet *p = packet_at(sim, packet);
  if (p->in_dma) { /* forwarded while the rest of it arrives */
    assert(p->dma_to == sim_direction_RECEIVE && to == sim_direction_SEND);
    p->then_send = 1;
    return;
  }
  p->dma_to = (uint8_t)to;
  if (!sim->config.dma_enabled) {
    if (to == sim_direction_RECEIVE) receive_moved_bytes(sim, packet, p->size_bytes);
    if (to == sim_direction_RECEIVE)
      memory_dma_wrote(sim, memory_dma_address(sim, packet), p->size_bytes, sim->boundary);
    moved(sim, packet);
    return;
  }
  p->in_dma = 1;
  if (to == sim_direction_RECEIVE && receive_waits(sim, packet, 0)) return;
  dma_ask_again(sim, packet);
}

void dma_move_disk(sim *sim, uint32_t disk, uint32_t bytes) {
  if (sim->config.dma_enabled) {
    bus_of(sim)->disk_bytes[disk] = bytes;
    return;
  }
  if (disk_at(sim, disk)->phase == DISK_STORE)
    memory_dma_wrote(sim, disk_config_at(sim, disk)->buffer_address, bytes, sim->boundary);
  disk_moved(sim, disk);
}

/* First disk that waits to move its data, or SIM_NONE. */
static uint32_t waiting_disk(const sim *sim) {
  for (uint32_t disk = 0; disk < sim->config.disk_count; disk++)
    if (bus_of(sim)->disk_bytes[disk] > 0) return disk;
  return SIM_NONE;
}

static int packet_waits(const bus_state *b) {
  return b->dma_head[sim_direction_RECEIVE] != SIM_NONE || b->dma_head[sim_direction_SEND] != SIM_NONE;
}

static uint32_t pop(sim *sim, uint32_t direction) {
  bus_state *b = bus_of(sim);
  const uint32_t packet = b->dma_head[direction];
  b->dma_head[direction] = packet_at(sim, packet)->dma_next;
  if (b->dma_head[direction] == SIM_NONE) b->dma_tail[direction] = SIM_NONE;
  packet_at(sim, packet)->dma_next = SIM_NONE;
  return packet;
}

static int is_wanted(const sim *sim) {
  const bus_state *b = bus_of(sim);
  return burst_transfer_is_under_way(b) || packet_waits(b) || waiting_disk(sim) != SIM_NONE;
}

/* ---- the current transfer ---- */

static uint32_t packet_number(const sim *sim) {
  const uint32_t packet = bus_of(sim)->packet;
  return packet == SIM_NONE ? SIM_NONE : packet_at(sim, packet)->number;
}

/* Order: transfers to memory, into the NICs, of disks (M-172). */
static void begin_transfer(sim *sim) {
  bus_state *b = bus_of(sim);
  if (packet_waits(b)) {
    b->packet = pop(sim, b->dma_head[sim_direction_RECEIVE] != SIM_NONE ? sim_direction_RECEIVE : sim_direction_SEND);
    sim_packet *p = packet_at(sim, b->packet);
    b->bytes = p->size_bytes;
    b->bytes_done = p->moved_bytes;
    p->moved_bytes = 0;
  } else {
    b->disk = waiting_disk(sim);
    b->bytes = b->disk_bytes[b->disk];
    b->disk_bytes[b->disk] = 0;
    b->bytes_done = 0;
  }
  b->unannounced = b->bytes_done == 0;
}

static void announce(sim *sim) {
  bus_state *b = bus_of(sim);
  if (!b->unannounced || b->burst_begin > sim->boundary) return;
  b->unannounced = 0;
  machine_event(sim, sim_event_kind_DMA_BEGIN, SIM_NONE_8, packet_number(sim), b->bytes);
}

static void end_transfer(sim *sim) {
  bus_state *b = bus_of(sim);
  const uint32_t packet = b->packet, disk = b->disk;
  machine_event(sim, sim_event_kind_DMA_END, SIM_NONE_8, packet_number(sim), b->bytes);
  b->packet = SIM_NONE;
  b->disk = SIM_NONE;
  if (packet != SIM_NONE) moved(sim, packet);
  else disk_moved(sim, disk);
}

/* Lets other transfers run until more of the frame has arrived. */
static void may_wait(sim *sim) {
  bus_state *b = bus_of(sim);
  if (b->packet == SIM_NONE || !receive_waits(sim, b->packet, b->bytes_done)) return;
  packet_at(sim, b->packet)->moved_bytes = b->bytes_done;
  b->packet = SIM_NONE;
}

void dma_pass_on(sim *sim) {
  const bus_state *b = bus_of(sim);
  const uint32_t bytes = sim->burst_bytes_moved;
  if (bytes == 0) return;
  sim->burst_bytes_moved = 0;
  if (b->packet == SIM_NONE) return;
  if (packet_at(sim, b->packet)->dma_to == sim_direction_RECEIVE) receive_moved_bytes(sim, b->packet, bytes);
  else nic_fetched_bytes(sim, b->packet, b->bytes_done - bytes, b->bytes_done);
}

static void end_burst(sim *sim) {
  const bus_state *b = bus_of(sim);
  burst_end(sim);
  dma_pass_on(sim);
  if (b->bytes_done == b->bytes) end_transfer(sim);
  else may_wait(sim);
}

void dma_tick(sim *sim) {
  bus_state *b = bus_of(sim);
  announce(sim);
  if (b->burst_end <= sim->boundary) end_burst(sim);
  if (b->burst_end != SIM_NEVER || !is_wanted(sim) || !burst_may_begin(sim, sim->boundary)) return;
  if (!burst_transfer_is_under_way(b)) begin_transfer(sim);
  burst_begin(sim, sim->boundary);
  announce(sim);
}

/* Between its first and last burst, no device reads what the transfer has moved. */
static int is_quiet(const sim *sim) {
  const bus_state *b = bus_of(sim);
  if (!burst_transfer_is_under_way(b) || (b->unannounced && sim->are_transfers_observed)) return 0;
  if (b->packet == SIM_NONE) return 1;
  const sim_packet *p = packet_at(sim, b->packet);
  if (p->dma_to == sim_direction_SEND) return nic_config_at(sim, p->sent_by)->tx_cut_through_bytes == 0;
  const nic_state *n = nic_at(sim, p->nic);
  return n->rx_early != b->packet && n->paused_since == SIM_NEVER;
}

uint64_t dma_next(const sim *sim) {
  const bus_state *b = bus_of(sim);
  if (is_quiet(sim)) return burst_earliest_end(sim);
  if (b->burst_end != SIM_NEVER) return b->unannounced ? b->burst_begin : b->burst_end;
  if (!is_wanted(sim)) return SIM_NEVER;
  if (sim->memory.is_used) return burst_transfer_is_under_way(b) ? burst_due(sim) : b->ready_at;
  return later(b->ready_at, b->free_at);
}
