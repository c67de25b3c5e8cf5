#include "device/nic.h"

#include "device/device.h"
#include "device/host.h"
#include "device/packet.h"
#include "device/traffic.h"

static void report_tx_fill(sim *sim, uint32_t nic) {
  const uint32_t fill = nic_at(sim, nic)->tx.count;
  machine_event(sim, sim_event_kind_TX_FILL, SIM_NONE_8, nic, fill);
  machine_level(sim, sim_track_kind_TX_FILL, nic, fill);
  machine_mark(&sim->marks->tx_frames[nic], fill);
}

/* ---- status ---- */

INLINE uint32_t mask_of(const sim *sim, uint32_t nic, uint32_t ring) {
  const sim_nic_config *config = nic_config_at(sim, nic);
  return config->in_memory ? nic_at(sim, nic)->memory.enabled : config->rings[ring].status_mask;
}

INLINE void change_status(sim *sim, uint32_t nic, uint32_t ring, uint32_t status, uint32_t signalled) {
  ring_state *r = ring_of(sim, nic, ring);
  const uint32_t mask = mask_of(sim, nic, ring), before = r->status & mask;
  r->status = (uint8_t)status;
  line_drive(sim, nic_config_at(sim, nic)->rings[ring].line, before, status & mask, signalled & mask);
}

void nic_signal(sim *sim, uint32_t nic, uint32_t ring, uint32_t bits) {
  change_status(sim, nic, ring, ring_of(sim, nic, ring)->status | bits, bits);
}

/* Status bits by fill that stay set because frames still wait (M-121). */
static uint32_t held_bits(const sim *sim, uint32_t nic, uint32_t ring) {
  if (!nic_config_at(sim, nic)->status_by_fill) return 0;
  const uint32_t rx = ring_of(sim, nic, ring)->rx.count > 0 ? SIM_NIC_STATUS_RX : 0;
  const uint32_t tx = ring == 0 && nic_at(sim, nic)->tx_sent > 0 ? SIM_NIC_STATUS_TX : 0;
  return rx | tx;
}

void nic_emptied(sim *sim, uint32_t nic, uint32_t ring, uint32_t bits) {
  if (!nic_config_at(sim, nic)->status_by_fill) return;
  change_status(sim, nic, ring, ring_of(sim, nic, ring)->status & ~(bits & ~held_bits(sim, nic, ring)), 0);
}

void nic_clear_status(sim *sim, uint32_t nic, uint32_t ring, uint32_t bits) {
  const uint32_t status = ring_of(sim, nic, ring)->status, line = nic_config_at(sim, nic)->rings[ring].line;
  machine_event(sim, sim_event_kind_ACKNOWLEDGED, SIM_NONE_8, line, status & bits);
  if (bits & SIM_NIC_STATUS_RX) coalesce_acknowledged(sim, nic, ring);
  if ((bits & SIM_NIC_STATUS_TX) && ring == 0) coalesce_acknowledged(sim, nic, COALESCE_SENT);
  change_status(sim, nic, ring, status & ~(bits & ~held_bits(sim, nic, ring)), 0);
}

static void nic_acknowledge(sim *sim, const sim_step_config *step) {
  nic_clear_status(sim, step->index, step->ring, step->bits);
}

/* ---- creation ---- */

uint32_t nic_ring_count(const sim_config *config) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < config->nic_count && i < SIM_NIC_LIMIT; i++) count += config->nics[i].ring_count;
  return count;
}

static void nic_init(sim *sim) {
  uint32_t rings = 0;
  for (uint32_t i = 0; i < SIM_NIC_LIMIT; i++) {
    nic_state *n = nic_at(sim, i);
    packet_list_init(&n->tx);
    packet_list_init(&n->fifo);
    n->paused_since = SIM_NEVER;
    n->rx_wire_end = SIM_NEVER;
    n->rx_early_due = SIM_NEVER;
    n->rx_early = SIM_NONE;
    n->tx_wire_end = SIM_NEVER;
    n->tx_next_to_send = SIM_NONE;
    n->rx_wire_source = SIM_NONE_8;
    nic_memory_init(sim, i);
    sim->first_ring[i] = (uint8_t)rings;
    if (i < sim->config.nic_count) rings += nic_config_at(sim, i)->ring_count;
    sim->first_ring[i + 1] = (uint8_t)rings;
  }
  receive_init(sim);
  host_init(sim);
  coalesce_init(sim);
}

/* ---- send ---- */

/* Segmentation offload: the NIC sends the packet as successive frames of at most segment_bytes. */
static void begin_sending(sim *sim, uint32_t nic) {
  nic_state *n = nic_at(sim, nic);
  const sim_packet *packet = packet_at(sim, n->tx_next_to_send);
  const uint32_t segment = nic_config_at(sim, nic)->segment_bytes;
  uint32_t rest = packet->size_bytes;
  n->tx_wire_end = sim->boundary;
  n->tx_wire_cycles = 0;
  do {
    const uint32_t bytes = segment > 0 && rest > segment ? segment : rest;
    const uint64_t cycles = wire_cycles(sim, nic, bytes, &n->tx_wire_remainder);
    const uint64_t begin = wire_begin(sim, nic, packet->in_nic_at, n->tx_wire_end, cycles);
    if (rest == packet->size_bytes) n->tx_wire_begin = begin;
    n->tx_wire_end = add_saturating(begin, cycles);
    n->tx_wire_cycles += cycles;
    nic_counters_at(sim, nic)->tx_wire_frames++;
    rest -= bytes;
  } while (rest > 0);
}

static void frame_sent(sim *sim, uint32_t nic) {
  nic_state *n = nic_at(sim, nic);
  sim_packet *packet = packet_at(sim, n->tx_next_to_send);
  n->tx_wire_end = SIM_NEVER;
  n->tx_wire_over += n->tx_wire_cycles;
  n->tx_next_to_send = packet->next;
  n->tx_sent++;
  if (packet->in_dma) packet->underrun = 1;
  if (!packet->underrun) machine_event(sim, sim_event_kind_FRAME_SENT, SIM_NONE_8, packet->number, packet->size_bytes);
  coalesce_frame(sim, nic, COALESCE_SENT);
}

/* Ends and starts the transmissions that are due. */
static void run_tx_wire(sim *sim, uint32_t nic) {
  nic_state *n = nic_at(sim, nic);
  for (;;) {
    if (n->tx_wire_end != SIM_NEVER) {
      if (n->tx_wire_end > sim->boundary) return;
      frame_sent(sim, nic);
      if (nic_config_at(sim, nic)->in_memory) nic_memory_sent(sim, nic);
    } else if (n->tx_next_to_send != SIM_NONE && packet_at(sim, n->tx_next_to_send)->in_nic)
      begin_sending(sim, nic);
    else return;
  }
}

/* Transmission and merging, which precede the bursts of the cycle. traffic.c receives frames from the wire before this,
 * and coalesce.c requests interrupts after the bursts. */
static void nic_tick(sim *sim) {
  for (uint32_t nic = 0; nic < sim->config.nic_count; nic++)
    if (nic_at(sim, nic)->tx_wire_end <= sim->boundary) run_tx_wire(sim, nic);
  receive_tick(sim);
}

static uint64_t nic_next(const sim *sim) {
  uint64_t due = earlier(coalesce_next(sim), receive_next(sim));
  for (uint32_t nic = 0; nic < sim->config.nic_count; nic++) due = earlier(due, nic_at(sim, nic)->tx_wire_end);
  return due;
}

/* Whether the packet may start on the wire. */
static void is_ready(sim *sim, uint32_t packet) {
  sim_packet *p = packet_at(sim, packet);
  if (p->in_nic) return;
  p->in_nic = 1;
  p->in_nic_at = sim->boundary;
  run_tx_wire(sim, p->sent_by);
}

/* First cycle in which the wire needs a byte of the current frame (M-117). */
static uint64_t needed_at(const nic_state *n, uint32_t byte, uint32_t size_bytes) {
  const uint64_t cycles = n->tx_wire_end - n->tx_wire_begin;
  return n->tx_wire_begin + cycles / size_bytes * byte + cycles % size_bytes * byte / size_bytes;
}

void nic_fetched_bytes(sim *sim, uint32_t packet, uint32_t before, uint32_t after) {
  sim_packet *p = packet_at(sim, packet);
  const nic_state *n = nic_at(sim, p->sent_by);
  const uint32_t least = nic_config_at(sim, p->sent_by)->tx_cut_through_bytes;
  if (least == 0) return;
  const int is_on_wire = n->tx_next_to_send == packet && n->tx_wire_end != SIM_NEVER;
  if (is_on_wire && needed_at(n, before, p->size_bytes) < sim->boundary) p->underrun = 1;
  if (after >= least && after < p->size_bytes) is_ready(sim, packet);
}

void nic_fetched(sim *sim, uint32_t packet) {
  const sim_packet *p = packet_at(sim, packet);
  packet_moved(sim, packet); /* it may leave now: software sent it too early, and it was reaped */
  if (p->in_use) is_ready(sim, packet);
}

static int fits(uint32_t held, uint32_t limit) { return limit == 0 || held <= limit; }

/* M-119 */
void nic_give_frame(sim *sim, uint32_t nic, uint32_t packet) {
  nic_state *n = nic_at(sim, nic);
  const sim_nic_config *config = nic_config_at(sim, nic);
  sim_packet *p = packet_at(sim, packet);
  const uint32_t bytes = n->tx_bytes + p->size_bytes;
  const uint32_t buffers = n->tx_buffers + buffers_for(p->size_bytes, config->tx_buffer_bytes);
  if (!fits(n->tx.count + 1, config->tx_queue_frames) || !fits(bytes, config->tx_queue_bytes) ||
      !fits(buffers, config->tx_buffers)) {
    packet_drop(sim, packet, sim_drop_cause_TX_QUEUE_FULL);
    return;
  }
  n->tx_bytes = bytes;
  n->tx_buffers = buffers;
  p->sent_by = (uint8_t)nic;
  if (p->direction == sim_direction_SEND) p->milestone[sim_packet_part_HANDLER] = sim->boundary;
  packet_list_push(sim, &n->tx, packet);
  if (n->tx_next_to_send == SIM_NONE) n->tx_next_to_send = packet;
  report_tx_fill(sim, nic);
  dma_move(sim, packet, sim_direction_SEND);
}

void nic_reap(sim *sim, uint32_t nic) {
  nic_state *n = nic_at(sim, nic);
  while (n->tx_sent > 0) {
    const uint32_t packet = packet_list_pop(sim, &n->tx);
    n->tx_sent--;
    const uint32_t bytes = packet_at(sim, packet)->size_bytes;
    n->tx_bytes -= bytes;
    n->tx_buffers -= buffers_for(bytes, nic_config_at(sim, nic)->tx_buffer_bytes);
    report_tx_fill(sim, nic);
    if (packet_at(sim, packet)->underrun) packet_drop(sim, packet, sim_drop_cause_TX_UNDERRUN);
    else packet_deliver(sim, packet);
  }
  nic_emptied(sim, nic, 0, SIM_NIC_STATUS_TX);
}

/* ---- lines ---- */

static void nic_count_drivers(const sim *sim, uint32_t drivers[SIM_LINE_LIMIT]) {
  for (uint32_t nic = 0; nic < sim->config.nic_count; nic++)
    for (uint32_t ring = 0; ring < nic_config_at(sim, nic)->ring_count; ring++)
      drivers[nic_config_at(sim, nic)->rings[ring].line] +=
          (ring_of(sim, nic, ring)->status & mask_of(sim, nic, ring)) != 0;
}

/* ---- view ---- */

static void view_one(const sim *sim, uint32_t nic, sim_view_nic *out) {
  const nic_state *n = nic_at(sim, nic);
  const line_state *line = line_at(sim, nic_config_at(sim, nic)->rings[0].line);
  const bus_state *bus = bus_of(sim);
  out->next_arrival_cycle = traffic_next_arrival(sim, nic);
  out->asserted_since_cycle = line->asserted_at;
  out->dma_packet = SIM_NONE;
  if (bus->packet != SIM_NONE && packet_at(sim, bus->packet)->nic == nic) {
    const sim_packet *packet = packet_at(sim, bus->packet);
    out->dma_packet = packet->number;
    out->dma_direction = packet->dma_to;
    out->dma_bytes = bus->bytes;
    out->dma_bytes_done = bus->bytes_done;
  }
  out->rx_fill = (uint16_t)n->rx_fill;
  out->tx_fill = (uint16_t)n->tx.count;
  for (uint32_t ring = 0; ring < nic_config_at(sim, nic)->ring_count; ring++) {
    const ring_state *r = ring_of(sim, nic, ring);
    out->ring_status[ring] = r->status;
    out->ring_fill[ring] = (uint16_t)r->fill;
    const coalesce_state *c = &r->coalescing;
    out->ring_unsignalled[ring] = (uint16_t)c->unsignalled;
    out->ring_asks_at[ring] = c->wanted ? c->allowed_at : earlier(c->absolute_due, c->packet_due);
    out->ring_held_back |= (uint8_t)(c->wanted << ring);
  }
  out->status = out->ring_status[0];
  out->pending = line->pending;
  out->masked = line->masked;
  out->fifo_bytes = n->fifo_bytes;
  out->fifo_frames = n->fifo.count;
  out->tx_bytes = n->tx_bytes;
  out->tx_buffers = n->tx_buffers;
  out->paused_since_cycle = n->paused_since;
  out->wire_rx_busy = n->rx_wire_end != SIM_NEVER;
  out->wire_tx_busy = n->tx_wire_end != SIM_NEVER;
}

static void view_no_nic(sim_view_nic *out) {
  out->next_arrival_cycle = SIM_NEVER;
  out->asserted_since_cycle = SIM_NEVER;
  out->dma_packet = SIM_NONE;
  out->paused_since_cycle = SIM_NEVER;
}

static void nic_view(const sim *sim, sim_view *view) {
  for (uint32_t nic = 0; nic < SIM_NIC_LIMIT; nic++) {
    if (nic < sim->config.nic_count) view_one(sim, nic, &view->nics[nic]);
    else view_no_nic(&view->nics[nic]);
  }
}

const device_kind nic_device = {
    .check = nic_check,
    .init = nic_init,
    .tick = nic_tick,
    .next = nic_next,
    .acknowledge = nic_acknowledge,
    .count_drivers = nic_count_drivers,
    .account_cycles = wire_account_cycles,
    .view = nic_view,
};
