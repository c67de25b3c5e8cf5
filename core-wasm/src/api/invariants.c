/* The invariants of docs/model.md, by their numbers there. */
#include "device/device.h"
#include "device/host.h"
#include "device/platform.h"
#include "memory/memory.h"
#include "software/software.h"

static uint64_t sum(const uint64_t *values, int count) {
  uint64_t total = 0;
  for (int i = 0; i < count; i++) total += values[i];
  return total;
}

/* Frames lost at queues equal the losses that cards count as queue-full. A wire carries one frame at a
 * time. */
static int frames_are_conserved(const sim *sim) {
  uint64_t at_queues = sum(state_of(sim)->counters.queue_dropped, SIM_QUEUE_LIMIT);
  for (uint32_t nic = 0; nic < sim->config.nic_count; nic++) {
    const sim_nic_counters *c = nic_counters_at(sim, nic);
    if (c->rx_offered != c->rx_delivered + sum(c->rx_dropped, SIM_DROP_CAUSE_LIMIT) + c->rx_in_flight) return 0;
    if (c->tx_offered != c->tx_delivered + sum(c->tx_dropped, SIM_DROP_CAUSE_LIMIT) + c->tx_in_flight) return 0;
    at_queues -= c->rx_dropped[sim_drop_cause_QUEUE_FULL] + c->tx_dropped[sim_drop_cause_QUEUE_FULL];
    if (!host_is_sound(sim, nic)) return 0;
    if (c->rx_wire_cycles > state_of(sim)->cycle || c->tx_wire_cycles > state_of(sim)->cycle) return 0;
  }
  return at_queues == 0;
}

/* Counts of detailed cycles and instructions have equal sums over cores and over contexts. */
static int cycles_are_counted_once(const sim *sim) {
  enum { PER_CONTEXT = SIM_LAYER_LIMIT * SIM_CAUSE_LIMIT };
  const sim_counters *c = &state_of(sim)->counters;
  if (c->detailed_cycles != sum(c->detailed_by, SIM_CORE_LIMIT)) return 0;
  if (c->instructions != sum(c->instructions_by, SIM_CONTEXT_LIMIT)) return 0;
  for (uint32_t context = 0; context < context_total(&sim->config); context++)
    if (sum(&state_of(sim)->counters.cycles_by[context * PER_CONTEXT], PER_CONTEXT) != state_of(sim)->cycle) return 0;
  return 1;
}

static int packets_are_accounted_for(const sim *sim) {
  uint64_t used[SIM_NIC_LIMIT][sim_direction_COUNT] = {{0}};
  uint32_t total = 0;
  for (uint32_t i = 0; i < state_of(sim)->packets.capacity; i++) {
    const sim_packet *packet = packet_at(sim, i);
    if (!packet->in_use) continue;
    used[packet->nic][packet->direction] += packet->frames;
    total++;
  }
  if (total != state_of(sim)->packets.used) return 0;
  for (uint32_t nic = 0; nic < sim->config.nic_count; nic++) {
    const sim_nic_counters *c = nic_counters_at(sim, nic);
    if (used[nic][sim_direction_RECEIVE] != c->rx_in_flight || used[nic][sim_direction_SEND] != c->tx_in_flight)
      return 0;
  }
  return 1;
}

static uint64_t frames_in(const sim *sim, const packet_list *list, uint32_t ring) {
  uint64_t frames = 0;
  for (uint32_t p = list->head; p != SIM_NONE; p = packet_at(sim, p)->next)
    if (packet_at(sim, p)->ring == ring) frames += packet_at(sim, p)->frames;
  return frames;
}

/* Frames between wire and software: being merged, in the FIFO, in DMA, in the ring. */
static uint64_t held_by_ring(const sim *sim, uint32_t nic, uint32_t ring) {
  const ring_state *r = ring_of(sim, nic, ring);
  uint64_t held = frames_in(sim, &nic_at(sim, nic)->fifo, ring) + frames_in(sim, &r->rx, ring);
  if (r->merging != SIM_NONE) held += packet_at(sim, r->merging)->frames;
  if (nic_config_at(sim, nic)->receive_mode != sim_receive_mode_RING) return held;
  for (uint32_t i = 0; i < state_of(sim)->packets.capacity; i++) {
    const sim_packet *p = packet_at(sim, i);
    if (p->in_use && p->nic == nic && p->ring == ring && p->in_dma && p->dma_to == sim_direction_RECEIVE)
      held += p->frames;
  }
  return held;
}

static int rings_are_conserved(const sim *sim) {
  for (uint32_t nic = 0; nic < sim->config.nic_count; nic++)
    for (uint32_t ring = 0; ring < nic_config_at(sim, nic)->ring_count; ring++) {
      const sim_ring_counters *c = ring_counters_at(sim, nic, ring);
      if (c->offered != c->dropped + c->taken + held_by_ring(sim, nic, ring)) return 0;
    }
  return 1;
}

static int list_is_sound(const sim *sim, const packet_list *list, uint32_t capacity) {
  if (list->put != list->taken + list->count || list->count > capacity) return 0;
  uint32_t length = 0;
  for (uint32_t p = list->head; p != SIM_NONE && length <= list->count; p = packet_at(sim, p)->next) length++;
  return length == list->count;
}

static int is_above(uint32_t held, uint32_t limit) { return limit > 0 && held > limit; }

/* The transmit queue holds the bytes and buffers of its frames, within its limits. */
static int tx_is_sound(const sim *sim, const nic_state *n, const sim_nic_config *config) {
  if (!list_is_sound(sim, &n->tx, config->tx_queue_frames) || n->tx_sent > n->tx.count) return 0;
  uint32_t bytes = 0, buffers = 0;
  for (uint32_t p = n->tx.head; p != SIM_NONE; p = packet_at(sim, p)->next) {
    bytes += packet_at(sim, p)->size_bytes;
    buffers += buffers_for(packet_at(sim, p)->size_bytes, config->tx_buffer_bytes);
  }
  return bytes == n->tx_bytes && buffers == n->tx_buffers && !is_above(bytes, config->tx_queue_bytes) &&
         !is_above(buffers, config->tx_buffers);
}

static int lists_are_sound(const sim *sim) {
  for (uint32_t nic = 0; nic < sim->config.nic_count; nic++) {
    const nic_state *n = nic_at(sim, nic);
    const sim_nic_config *config = nic_config_at(sim, nic);
    uint32_t fill = 0;
    for (uint32_t ring = 0; ring < config->ring_count; ring++) {
      const ring_state *r = ring_of(sim, nic, ring);
      if (r->fill > config->rings[ring].frames || r->rx.count > r->fill) return 0;
      if (is_above(r->buffers, config->rings[ring].buffers)) return 0;
      if (!list_is_sound(sim, &r->rx, config->rings[ring].frames)) return 0;
      fill += r->fill;
    }
    if (n->rx_fill != fill || n->fifo_bytes > config->fifo_bytes) return 0;
    if (!list_is_sound(sim, &n->fifo, config->fifo_bytes)) return 0;
    if (!tx_is_sound(sim, n, config)) return 0;
  }
  for (uint32_t queue = 0; queue < sim->config.queue_count; queue++)
    if (!list_is_sound(sim, queue_at(sim, queue), sim->config.queues[queue].capacity)) return 0;
  return 1;
}

static int lines_are_driven(const sim *sim) {
  uint32_t drivers[SIM_LINE_LIMIT] = {0};
  devices_count_drivers(sim, drivers);
  for (uint32_t line = 0; line < sim->config.line_count; line++) {
    const line_state *l = line_at(sim, line);
    if (l->drivers != drivers[line]) return 0;
    if (line_config_at(sim, line)->trigger == sim_trigger_LEVEL && l->pending != (l->drivers > 0)) return 0;
  }
  return 1;
}

/* A holder of a lock with inheritance is at least as urgent as every thread that waits for the lock. */
static int urgencies_are_passed_on(const sim *sim, uint32_t lock) {
  const lock_state *l = lock_at(sim, lock);
  if (sim->config.locks[lock].protocol != sim_lock_protocol_INHERIT || l->holder == SIM_NONE_8) return 1;
  for (thread_set waiting = l->waiting; waiting != 0; waiting &= waiting - 1)
    if (machine_priority(sim, thread_first(waiting)) < machine_priority(sim, l->holder)) return 0;
  return 1;
}

/* Sums over locks equal sums over threads, and every waiting thread is live. */
static int locks_are_sound(const sim *sim) {
  const sim_counters *c = &state_of(sim)->counters;
  uint64_t held = 0, waited = 0;
  for (uint32_t i = 0; i < SIM_LOCK_LIMIT; i++) {
    held += c->locks[i].held_cycles;
    waited += c->locks[i].wait_cycles;
    if (lock_at(sim, i)->waiting & ~state_of(sim)->live_threads) return 0;
    if (!urgencies_are_passed_on(sim, i)) return 0;
  }
  for (uint32_t i = 0; i < SIM_THREAD_LIMIT; i++) {
    if (activity_at(sim, i)->boost > 0 && !(state_of(sim)->boosted_threads >> i & 1)) return 0;
    held -= c->threads[i].lock_held_cycles;
    waited -= c->threads[i].lock_wait_cycles;
  }
  return held == 0 && waited == 0;
}

static int parts_add_up(const sim_histogram *whole, const sim_summary *parts, int count) {
  uint64_t total = 0;
  for (int part = 0; part < count; part++) {
    if (parts[part].count != whole->count) return 0;
    total += parts[part].sum;
  }
  return total == whole->sum;
}

static int latencies_add_up(const sim *sim) {
  const sim_state *s = state_of(sim);
  for (int d = 0; d < sim_direction_COUNT; d++)
    if (!parts_add_up(&s->packet_latency[d], s->packet_part[d], SIM_PART_LIMIT)) return 0;
  return parts_add_up(&s->interrupt_latency, s->interrupt_part, sim_interrupt_part_COUNT);
}

int sim_check_invariants(sim *sim) {
  context_account_cycles(sim, state_of(sim)->cycle);
  if (!frames_are_conserved(sim) || !rings_are_conserved(sim)) return 1;
  if (!cycles_are_counted_once(sim)) return 2;
  if (!packets_are_accounted_for(sim)) return 3;
  if (!lists_are_sound(sim) || !devices_are_sound(sim)) return 4;
  if (!latencies_add_up(sim)) return 5;
  if (!lines_are_driven(sim) || !plic_is_sound(sim)) return 6;
  if (!locks_are_sound(sim)) return 7;
  if (!memory_pins_are_sound(sim)) return 8;
  return 0;
}
