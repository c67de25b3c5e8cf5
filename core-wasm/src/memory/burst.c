#include "memory/burst.h"

#include "memory/memory.h"

/* The transfer writes to memory; *address: its first address there. */
static int writes_memory(const sim *sim, uint32_t *address) {
  const bus_state *b = bus_of(sim);
  if (b->packet != SIM_NONE) {
    *address = memory_dma_address(sim, b->packet);
    return packet_at(sim, b->packet)->dma_to == sim_direction_RECEIVE;
  }
  *address = disk_config_at(sim, b->disk)->buffer_address;
  return disk_at(sim, b->disk)->phase == DISK_STORE;
}

uint64_t burst_may_write(const sim *sim, uint32_t *address) {
  if (!burst_transfer_is_under_way(bus_of(sim))) return 0;
  return writes_memory(sim, address) ? bus_of(sim)->bytes : 0;
}

/* ---- one burst ---- */

/* First cycle in which the next burst of the current transfer may start. */
static uint64_t next_begin(const sim *sim) {
  const bus_state *b = bus_of(sim);
  const uint64_t from = later(b->ready_at, b->free_at);
  return sim->memory.is_used ? bus_on_clock(sim, from) : from;
}

static uint32_t next_bytes(const sim *sim) {
  const bus_state *b = bus_of(sim);
  return (uint32_t)earlier(burst_byte_limit(sim), b->bytes - b->bytes_done);
}

void burst_begin(sim *sim, uint64_t cycle) {
  bus_state *b = bus_of(sim);
  b->burst_bytes = next_bytes(sim);
  b->burst_begin = sim->memory.is_used ? bus_on_clock(sim, later(cycle, b->free_at)) : cycle;
  b->burst_end = b->burst_begin + memory_beats(sim, b->burst_bytes);
  b->free_at = b->burst_end;
}

/* Adds to the counters and the series of the device of the transfer. */
static void account_cycles(sim *sim) {
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

/* Frees the bus before its bytes are moved. */
static void free_bus(sim *sim) {
  bus_state *b = bus_of(sim);
  account_cycles(sim);
  b->ready_at = b->burst_end + sim->config.bus_burst_gap_cycles;
  b->burst_end = SIM_NEVER;
  b->bytes_done += b->burst_bytes;
}

/* Whether the bytes of the transfer from `before` on have arrived by `cycle`. */
static void move_bytes(sim *sim, uint32_t before, uint64_t cycle) {
  const uint32_t bytes = bus_of(sim)->bytes_done - before;
  uint32_t address;
  sim->burst_bytes_moved += bytes;
  if (writes_memory(sim, &address)) memory_dma_wrote(sim, address + before, bytes, cycle);
}

void burst_end(sim *sim) {
  const uint64_t end = bus_of(sim)->burst_end;
  const uint32_t before = bus_of(sim)->bytes_done;
  free_bus(sim);
  move_bytes(sim, before, end);
}

/* ---- between the first and the last burst ---- */

/* Nothing observes these bursts, so their bytes are moved together, unless placing them takes the bus. */
void bursts_go_first(sim *sim, uint64_t cycle) {
  bus_state *b = bus_of(sim);
  uint32_t moved = b->bytes_done;
  if (!sim->are_transfers_observed && b->burst_begin <= cycle) b->unannounced = 0;
  for (;;) {
    if (b->burst_end != SIM_NEVER) {
      const uint64_t end = b->burst_end;
      if (end > cycle) break;
      assert(b->bytes_done + b->burst_bytes < b->bytes);
      free_bus(sim);
      if (!sim->config.dma_places) continue;
      move_bytes(sim, moved, end);
      moved = b->bytes_done;
    } else if (burst_may_begin(sim, cycle)) burst_begin(sim, later(b->ready_at, b->free_at));
    else break;
  }
  if (b->bytes_done != moved) move_bytes(sim, moved, cycle);
}

uint64_t burst_due(const sim *sim) {
  const bus_state *b = bus_of(sim);
  if (b->burst_end != SIM_NEVER) return b->burst_end;
  if (!burst_transfer_is_under_way(b)) return SIM_NEVER;
  return sim->memory.is_used ? next_begin(sim) + memory_beats(sim, next_bytes(sim)) : next_begin(sim);
}

uint64_t burst_earliest_end(const sim *sim) {
  const bus_state *b = bus_of(sim);
  const uint64_t gap = sim->config.bus_burst_gap_cycles;
  const uint32_t limit = (uint32_t)burst_byte_limit(sim);
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

uint64_t burst_grant(sim *sim, uint64_t cycle, uint64_t end) {
  const bus_state *b = bus_of(sim);
  while (cycle < end) {
    burst_let_go_first(sim, cycle);
    if (b->free_at <= cycle) break;
    cycle = b->free_at;
  }
  return cycle;
}

/* ---- the bus ---- */

/* M-136 */
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
