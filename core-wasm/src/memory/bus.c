#include "memory/bus.h"

#include "device/disk.h"
#include "device/nic.h"
#include "device/receive.h"
#include "memory/memory.h"
#include "memory/memory_fill.h"

uint64_t bus_on_clock(const sim *sim, uint64_t cycle) {
  const uint64_t ratio = sim->config.bus_ratio;
  if ((ratio & (ratio - 1)) == 0) return (cycle + ratio - 1) & -ratio;
  return (cycle + ratio - 1) / ratio * ratio;
}

__attribute__((noinline)) uint64_t bus_transact(sim *sim, uint64_t cycle, uint64_t cycles) {
  bus_state *b = bus_of(sim);
  const uint64_t from = bus_on_clock(sim, later(cycle, b->free_at));
  b->free_at = from + cycles;
  state_of(sim)->counters.bus_transactions++;
  state_of(sim)->counters.bus_cycles += cycles;
  series_span(sim->observers, sim_track_kind_BUS, 0, 0, from, b->free_at);
  return b->free_at;
}

void bus_init(sim *sim) {
  bus_state *b = bus_of(sim);
  b->burst_end = SIM_NEVER;
  b->packet = SIM_NONE;
  b->disk = SIM_NONE;
  for (int d = 0; d < sim_direction_COUNT; d++) {
    b->dma_head[d] = SIM_NONE;
    b->dma_tail[d] = SIM_NONE;
  }
}

static void moved(sim *sim, uint32_t packet) {
  if (packet_at(sim, packet)->dma_to == sim_direction_RECEIVE) receive_moved(sim, packet);
  else nic_fetched(sim, packet);
}

void bus_ask_again(sim *sim, uint32_t packet) {
  bus_state *b = bus_of(sim);
  const uint32_t to = packet_at(sim, packet)->dma_to;
  packet_at(sim, packet)->dma_next = SIM_NONE;
  if (b->dma_head[to] == SIM_NONE) b->dma_head[to] = packet;
  else packet_at(sim, b->dma_tail[to])->dma_next = packet;
  b->dma_tail[to] = packet;
}

void bus_move(sim *sim, uint32_t packet, enum sim_direction to) {
  sim_packet *p = packet_at(sim, packet);
  if (p->in_dma) { /* forwarded while it still comes in */
    assert(p->dma_to == sim_direction_RECEIVE && to == sim_direction_SEND);
    p->then_send = 1;
    return;
  }
  p->dma_to = (uint8_t)to;
  if (!sim->config.dma_enabled) {
    if (to == sim_direction_RECEIVE) receive_moved_bytes(sim, packet, p->size_bytes);
    if (to == sim_direction_RECEIVE) memory_dma_wrote(sim, memory_packet_address(packet), p->size_bytes, sim->time);
    moved(sim, packet);
    return;
  }
  p->in_dma = 1;
  if (to == sim_direction_RECEIVE && receive_waits(sim, packet, 0)) return;
  bus_ask_again(sim, packet);
}

void bus_move_disk(sim *sim, uint32_t disk, uint32_t bytes) {
  if (sim->config.dma_enabled) {
    bus_of(sim)->disk_bytes[disk] = bytes;
    return;
  }
  if (disk_stores(sim, disk)) memory_dma_wrote(sim, disk_config_at(sim, disk)->buffer_address, bytes, sim->time);
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
  return bus_is_under_way(b) || packet_waits(b) || waiting_disk(sim) != SIM_NONE;
}

/* Whose burst it was, in the counters and the series. */
static void report_burst(sim *sim) {
  const bus_state *b = bus_of(sim);
  const uint64_t cycles = b->burst_end - b->burst_begin;
  uint32_t track = SIM_NIC_LIMIT + b->disk;
  if (b->packet != SIM_NONE) {
    const sim_packet *p = packet_at(sim, b->packet);
    track = p->dma_to == sim_direction_SEND ? p->sent_by : p->nic;
    nic_counters_at(sim, track)->dma_cycles += cycles;
  } else state_of(sim)->counters.disks[b->disk].dma_cycles += cycles;
  if (sim->has_series) series_span(sim->observers, sim_track_kind_DMA, track, 0, b->burst_begin, b->burst_end);
}

static void end_transfer(sim *sim) {
  bus_state *b = bus_of(sim);
  const uint32_t packet = b->packet, disk = b->disk;
  const uint32_t number = packet == SIM_NONE ? SIM_NONE : packet_at(sim, packet)->number;
  machine_event(sim, sim_event_kind_DMA_END, SIM_NONE_8, number, b->bytes);
  b->packet = SIM_NONE;
  b->disk = SIM_NONE;
  if (packet != SIM_NONE) moved(sim, packet);
  else disk_moved(sim, disk);
}

/* The bytes of the burst are there. */
static void burst_moved(sim *sim, uint32_t before, uint32_t bytes, uint64_t cycle) {
  const bus_state *b = bus_of(sim);
  if (b->packet == SIM_NONE) {
    if (disk_stores(sim, b->disk))
      memory_dma_wrote(sim, disk_config_at(sim, b->disk)->buffer_address + before, bytes, cycle);
  } else if (packet_at(sim, b->packet)->dma_to == sim_direction_RECEIVE) {
    if (sim->memory.is_used) memory_dma_wrote(sim, memory_packet_address(b->packet) + before, bytes, cycle);
    receive_moved_bytes(sim, b->packet, bytes);
  } else nic_fetched_bytes(sim, b->packet, before, before + bytes);
}

/* Its bytes have not been moved yet. */
static void burst_is_over(sim *sim) {
  bus_state *b = bus_of(sim);
  report_burst(sim);
  b->ready_at = b->burst_end + sim->config.bus_burst_gap_cycles;
  b->burst_end = SIM_NEVER;
  b->bytes_done += b->burst_bytes;
}

/* Makes room for others until more of the frame has come. */
static void may_wait(sim *sim) {
  bus_state *b = bus_of(sim);
  if (b->packet == SIM_NONE || !receive_waits(sim, b->packet, b->bytes_done)) return;
  packet_at(sim, b->packet)->moved_bytes = b->bytes_done;
  b->packet = SIM_NONE;
}

static void end_burst(sim *sim) {
  const bus_state *b = bus_of(sim);
  const uint64_t end = b->burst_end;
  burst_is_over(sim);
  burst_moved(sim, b->bytes_done - b->burst_bytes, b->burst_bytes, end);
  if (b->bytes_done == b->bytes) end_transfer(sim);
  else may_wait(sim);
}

/* To memory before into the NICs before disks. */
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
  if (!b->unannounced || b->burst_begin > sim->time) return;
  const uint32_t number = b->packet == SIM_NONE ? SIM_NONE : packet_at(sim, b->packet)->number;
  b->unannounced = 0;
  machine_event(sim, sim_event_kind_DMA_BEGIN, SIM_NONE_8, number, b->bytes);
}

/* First cycle in which the next burst of the transfer under way may begin. */
static uint64_t next_begin(const sim *sim) {
  const bus_state *b = bus_of(sim);
  const uint64_t from = later(b->ready_at, b->free_at);
  return sim->memory.is_used ? bus_on_clock(sim, from) : from;
}

static uint32_t next_bytes(const sim *sim) {
  const bus_state *b = bus_of(sim);
  return (uint32_t)earlier(bus_burst_limit(sim), b->bytes - b->bytes_done);
}

static void begin_burst(sim *sim, uint64_t begin) {
  bus_state *b = bus_of(sim);
  b->burst_bytes = next_bytes(sim);
  b->burst_begin = begin;
  b->burst_end = begin + memory_beats(sim, b->burst_bytes);
  b->free_at = b->burst_end;
}

/* With caches requests queue, and a burst takes its place in the queue. */
static int is_asked_for(const sim *sim, uint64_t cycle) {
  const bus_state *b = bus_of(sim);
  return b->ready_at <= cycle && (sim->memory.is_used || b->free_at <= cycle);
}

/* Nobody looks between these bursts: their bytes are moved together, unless to place them takes the bus. */
void bus_goes_on(sim *sim, uint64_t cycle) {
  bus_state *b = bus_of(sim);
  uint32_t moved_bytes = b->bytes_done;
  if (!sim->are_transfers_told && b->burst_begin <= cycle) b->unannounced = 0;
  while (bus_is_under_way(b)) {
    if (b->burst_end != SIM_NEVER) {
      const uint64_t end = b->burst_end;
      if (end > cycle) break;
      assert(b->bytes_done + b->burst_bytes < b->bytes);
      burst_is_over(sim);
      if (!sim->config.dma_places) continue;
      burst_moved(sim, moved_bytes, b->bytes_done - moved_bytes, end);
      moved_bytes = b->bytes_done;
    } else if (is_asked_for(sim, cycle)) begin_burst(sim, next_begin(sim));
    else break;
  }
  if (b->bytes_done != moved_bytes) burst_moved(sim, moved_bytes, b->bytes_done - moved_bytes, cycle);
}

uint64_t bus_may_write(const sim *sim, uint32_t *address) {
  const bus_state *b = bus_of(sim);
  if (b->packet != SIM_NONE) {
    *address = memory_packet_address(b->packet);
    return packet_at(sim, b->packet)->dma_to == sim_direction_RECEIVE ? b->bytes : 0;
  }
  if (b->disk == SIM_NONE) return 0;
  *address = disk_config_at(sim, b->disk)->buffer_address;
  return disk_stores(sim, b->disk) ? b->bytes : 0;
}

uint64_t bus_due(const sim *sim) {
  const bus_state *b = bus_of(sim);
  if (b->burst_end != SIM_NEVER) return b->burst_end;
  if (!bus_is_under_way(b)) return SIM_NEVER;
  return sim->memory.is_used ? next_begin(sim) + memory_beats(sim, next_bytes(sim)) : next_begin(sim);
}

uint64_t bus_grant(sim *sim, uint64_t cycle, uint64_t end) {
  const bus_state *b = bus_of(sim);
  while (cycle < end) {
    bus_go_on(sim, cycle);
    if (b->free_at <= cycle) break;
    cycle = b->free_at;
  }
  return cycle;
}

void bus_tick(sim *sim) {
  bus_state *b = bus_of(sim);
  announce(sim);
  if (b->burst_end <= sim->time) end_burst(sim);
  if (b->burst_end != SIM_NEVER || !is_wanted(sim) || !is_asked_for(sim, sim->time)) return;
  if (!bus_is_under_way(b)) begin_transfer(sim);
  begin_burst(sim, sim->memory.is_used ? bus_on_clock(sim, later(sim->time, b->free_at)) : sim->time);
  announce(sim);
}

/* Between its first burst and its last a transfer tells nobody what it has moved. */
static int is_quiet(const sim *sim) {
  const bus_state *b = bus_of(sim);
  if (!bus_is_under_way(b) || (b->unannounced && sim->are_transfers_told)) return 0;
  if (b->packet == SIM_NONE) return 1;
  const sim_packet *p = packet_at(sim, b->packet);
  if (p->dma_to == sim_direction_SEND) return nic_config_at(sim, p->sent_by)->tx_cut_through_bytes == 0;
  const nic_state *n = nic_at(sim, p->nic);
  return n->rx_early != b->packet && n->paused_since == SIM_NEVER;
}

/* If nobody else takes the bus from now on. */
static uint64_t earliest_end(const sim *sim) {
  const bus_state *b = bus_of(sim);
  const uint64_t gap = sim->config.bus_burst_gap_cycles;
  const uint32_t limit = (uint32_t)bus_burst_limit(sim);
  uint32_t left = b->bytes - b->bytes_done;
  uint64_t at;
  if (b->burst_end != SIM_NEVER) {
    left -= b->burst_bytes;
    if (left == 0) return b->burst_end;
    at = b->burst_end + gap;
  } else at = next_begin(sim);
  const uint32_t whole = (left - 1) / limit;
  return at + whole * (memory_beats(sim, limit) + gap) + memory_beats(sim, left - whole * limit);
}

uint64_t bus_next(const sim *sim) {
  const bus_state *b = bus_of(sim);
  if (is_quiet(sim)) return earliest_end(sim);
  if (b->burst_end != SIM_NEVER) return b->unannounced ? b->burst_begin : b->burst_end;
  if (!is_wanted(sim)) return SIM_NEVER;
  if (sim->memory.is_used) return bus_is_under_way(b) ? bus_due(sim) : b->ready_at;
  return later(b->ready_at, b->free_at);
}
