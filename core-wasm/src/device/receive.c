
#include "base/rng.h"
#include "device/device.h"
#include "device/host.h"
#include "device/nic.h"
#include "device/packet.h"
#include "device/traffic.h"
#include "memory/burst.h"
#include "progress/progress.h"

/* Receive-side scaling: all frames of a flow go to the same ring. */
enum { RSS_TABLE_ENTRIES = 128 }; /* indirection table, filled with the ring numbers in turn, as drivers do */

static inline uint32_t rss_ring(const sim_nic_config *nic, uint32_t flow) {
  if (nic->ring_count == 1) return 0;
  const uint64_t hash = rng_draw(rng_key(nic->hash_seed, RNG_RING), flow);
  return rng_below(hash, RSS_TABLE_ENTRIES) % nic->ring_count;
}

static const sim_nic_config *config_of(const sim *sim, uint32_t nic) { return nic_config_at(sim, nic); }

static ring_state *ring_of_packet(const sim *sim, uint32_t packet) {
  const sim_packet *p = packet_at(sim, packet);
  return ring_of(sim, p->nic, p->ring);
}

static void report_fill(sim *sim, uint32_t nic) {
  const uint32_t fill = nic_at(sim, nic)->rx_fill;
  machine_event(sim, sim_event_kind_RX_FILL, SIM_NONE_8, nic, fill);
  machine_level(sim, sim_track_kind_RX_FILL, nic, fill);
}

void receive_init(sim *sim) {
  state_of(sim)->merge_next = SIM_NEVER;
  for (uint32_t i = 0; i < nic_ring_count(&sim->config); i++) {
    packet_list_init(&sim->rings[i].rx);
    sim->rings[i].merging = SIM_NONE;
    sim->rings[i].merge_due = SIM_NEVER;
  }
}

/* ---- room ---- */

static int in_ring_mode(const sim *sim, uint32_t nic) {
  return config_of(sim, nic)->receive_mode == sim_receive_mode_RING;
}

static uint32_t buffers_of(const sim_nic_config *nic, uint32_t size_bytes) {
  return buffers_for(size_bytes, nic->buffer_bytes);
}

/* Whether the ring has room for `frames` more frames in `buffers` more buffers. */
static int ring_has_room(const sim *sim, uint32_t nic, uint32_t ring, uint32_t frames, uint32_t buffers) {
  const ring_state *r = ring_of(sim, nic, ring);
  const sim_ring_config *config = &config_of(sim, nic)->rings[ring];
  if (config_of(sim, nic)->in_memory) return nic_memory_room(sim, nic) >= frames;
  return r->fill + frames <= config->frames && (config->buffers == 0 || r->buffers + buffers <= config->buffers);
}

static int fits_into_empty_ring(const sim_nic_config *nic, uint32_t ring, uint32_t size_bytes) {
  return nic->rings[ring].buffers == 0 || buffers_of(nic, size_bytes) <= nic->rings[ring].buffers;
}

/* M-110 */
int receive_has_room(const sim *sim, uint32_t nic, uint32_t size_bytes, uint32_t flow) {
  const sim_nic_config *config = config_of(sim, nic);
  const uint32_t ring = rss_ring(config, flow);
  if (!fits_into_empty_ring(config, ring, size_bytes)) return 1; /* because waiting would not help */
  if (config->fifo_bytes > 0)
    return size_bytes > config->fifo_bytes || nic_at(sim, nic)->fifo_bytes + size_bytes <= config->fifo_bytes;
  const uint32_t merging = ring_of(sim, nic, ring)->merging;
  const uint32_t before = merging == SIM_NONE ? 0 : packet_buffers(sim, merging);
  return ring_has_room(sim, nic, ring, merging == SIM_NONE ? 1 : 2, before + buffers_of(config, size_bytes));
}

/* ---- from the wire to the ring ---- */

/* The driver can take the frame from here on. */
static void make_visible(sim *sim, uint32_t packet) {
  const sim_packet *p = packet_at(sim, packet);
  packet_list_push(sim, &ring_of_packet(sim, packet)->rx, packet);
  coalesce_frame(sim, p->nic, p->ring);
  progress_suspect(sim);
}

static void leave_fifo(sim *sim, uint32_t nic, uint32_t bytes) {
  nic_state *n = nic_at(sim, nic);
  if (config_of(sim, nic)->fifo_bytes == 0) return;
  assert(n->fifo_bytes >= bytes);
  n->fifo_bytes -= bytes;
  if (n->paused_since != SIM_NEVER) traffic_resume(sim);
}

static void take_slot(sim *sim, uint32_t packet) {
  const sim_packet *p = packet_at(sim, packet);
  ring_state *r = ring_of_packet(sim, packet);
  machine_mark(&sim->marks->ring_frames[p->nic * SIM_NIC_RING_LIMIT + p->ring], ++r->fill);
  r->buffers += packet_buffers(sim, packet);
  if (config_of(sim, p->nic)->in_memory) nic_memory_claim(sim, packet);
  nic_at(sim, p->nic)->rx_fill++;
  report_fill(sim, p->nic);
  if (in_ring_mode(sim, p->nic)) {
    dma_move(sim, packet, sim_direction_RECEIVE);
    return;
  }
  leave_fifo(sim, p->nic, p->size_bytes);
  make_visible(sim, packet);
}

static int may_take_slot(const sim *sim, uint32_t packet) {
  const sim_packet *p = packet_at(sim, packet);
  return ring_has_room(sim, p->nic, p->ring, 1, packet_buffers(sim, packet));
}

static void overflow(sim *sim, uint32_t packet, enum sim_drop_cause cause) {
  const uint32_t nic = packet_at(sim, packet)->nic;
  const uint32_t ring = packet_at(sim, packet)->ring;
  ring_counters_at(sim, nic, ring)->dropped += packet_at(sim, packet)->frames;
  host_frame_over(sim, nic, packet_at(sim, packet)->recorded);
  packet_drop(sim, packet, cause);
  nic_signal(sim, nic, ring, SIM_NIC_STATUS_OVERFLOW);
}

/* The frame takes a slot of its ring, or waits for one in the FIFO. Without a FIFO it is dropped. */
static void receive_go_on(sim *sim, uint32_t packet) {
  const sim_packet *p = packet_at(sim, packet);
  const sim_nic_config *config = config_of(sim, p->nic);
  packet_list *fifo = &nic_at(sim, p->nic)->fifo;
  if (!fits_into_empty_ring(config, p->ring, p->size_bytes)) {
    leave_fifo(sim, p->nic, p->size_bytes);
    overflow(sim, packet, sim_drop_cause_RX_RING_FULL);
  } else if (fifo->count == 0 && may_take_slot(sim, packet)) take_slot(sim, packet);
  else if (config->fifo_bytes > 0) packet_list_push(sim, fifo, packet);
  else overflow(sim, packet, sim_drop_cause_RX_RING_FULL);
}

void receive_slots_given(sim *sim, uint32_t nic) {
  nic_state *n = nic_at(sim, nic);
  while (n->fifo.count > 0 && may_take_slot(sim, n->fifo.head)) take_slot(sim, packet_list_pop(sim, &n->fifo));
  if (n->paused_since != SIM_NEVER) traffic_resume(sim);
}

static void free_slot(sim *sim, uint32_t packet) {
  const uint32_t nic = packet_at(sim, packet)->nic;
  nic_state *n = nic_at(sim, nic);
  ring_state *r = ring_of_packet(sim, packet);
  const uint32_t buffers = packet_buffers(sim, packet);
  assert(r->fill > 0 && r->buffers >= buffers);
  r->fill--;
  r->buffers -= buffers;
  n->rx_fill--;
  report_fill(sim, nic);
  receive_slots_given(sim, nic);
}

/* ---- merge ---- */

static void stop_merging(sim *sim, uint32_t nic, uint32_t ring) {
  ring_state *r = ring_of(sim, nic, ring);
  const uint32_t packet = r->merging;
  if (packet == SIM_NONE) return;
  r->merging = SIM_NONE;
  r->merge_due = SIM_NEVER;
  receive_go_on(sim, packet);
  if (nic_at(sim, nic)->paused_since != SIM_NEVER) traffic_resume(sim); /* the call may have removed the packet */
}

static void start_merging(sim *sim, uint32_t packet) {
  const sim_packet *p = packet_at(sim, packet);
  ring_state *r = ring_of_packet(sim, packet);
  const uint64_t wait = config_of(sim, p->nic)->merge_nanoseconds * sim->config.clock_hertz / 1000000000u;
  if (wait == 0) {
    receive_go_on(sim, packet);
    return;
  }
  r->merging = packet;
  r->merge_due = sim->boundary + wait;
  state_of(sim)->merge_next = earlier(state_of(sim)->merge_next, r->merge_due);
}

static int fifo_has_room(const sim *sim, uint32_t nic, uint32_t size_bytes) {
  const uint32_t limit = config_of(sim, nic)->fifo_bytes;
  return limit == 0 || nic_at(sim, nic)->fifo_bytes + size_bytes <= limit;
}

/* M-108 */
static void enter_fifo(sim *sim, uint32_t nic, uint32_t size_bytes) {
  nic_state *n = nic_at(sim, nic);
  if (config_of(sim, nic)->fifo_bytes == 0) return;
  n->fifo_bytes += size_bytes;
  machine_mark(&sim->marks->fifo_bytes[nic], n->fifo_bytes);
}

/* M-111 */
static int can_merge(const sim *sim, uint32_t nic, uint32_t ring, uint32_t size_bytes, uint32_t flow) {
  const uint32_t merging = ring_of(sim, nic, ring)->merging;
  if (merging == SIM_NONE || !fifo_has_room(sim, nic, size_bytes)) return 0;
  const sim_packet *p = packet_at(sim, merging);
  return p->flow == flow && p->frames < UINT16_MAX &&
         p->size_bytes + size_bytes <= config_of(sim, nic)->merge_bytes;
}

void receive_tick(sim *sim) {
  if (sim->boundary < state_of(sim)->merge_next) return;
  uint64_t next = SIM_NEVER;
  for (uint32_t nic = 0; nic < sim->config.nic_count; nic++)
    for (uint32_t ring = 0; ring < config_of(sim, nic)->ring_count; ring++) {
      if (ring_of(sim, nic, ring)->merge_due <= sim->boundary) stop_merging(sim, nic, ring);
      next = earlier(next, ring_of(sim, nic, ring)->merge_due);
    }
  state_of(sim)->merge_next = next;
}

/* ---- cut-through ---- */

/* First cycle in which `bytes` bytes of the frame on the wire have arrived. */
static uint64_t here_at(const nic_state *n, uint32_t bytes) {
  const uint64_t cycles = n->rx_wire_end - n->rx_wire_begin, size = n->rx_wire_size;
  return n->rx_wire_begin + cycles / size * bytes + (cycles % size * bytes + size - 1) / size;
}

void receive_begins(sim *sim, uint32_t nic) {
  nic_state *n = nic_at(sim, nic);
  const uint32_t least = config_of(sim, nic)->rx_cut_through_bytes;
  if (least == 0 || least >= n->rx_wire_size || !sim->config.dma_enabled) return;
  const uint64_t due = here_at(n, least);
  if (due < n->rx_wire_end) n->rx_early_due = due;
}

static uint32_t place_early(sim *sim, uint32_t nic) {
  const nic_state *n = nic_at(sim, nic);
  const sim_nic_config *config = config_of(sim, nic);
  const uint32_t ring = rss_ring(config, n->rx_wire_flow);
  if (n->fifo.count > 0 || !fifo_has_room(sim, nic, n->rx_wire_size)) return SIM_NONE;
  if (!ring_has_room(sim, nic, ring, 1, buffers_of(config, n->rx_wire_size))) return SIM_NONE;
  const uint32_t packet = packet_expect(sim, nic, n->rx_wire_source, n->rx_wire_size, n->rx_wire_flow);
  if (packet == SIM_NONE) return SIM_NONE;
  packet_at(sim, packet)->ring = (uint8_t)ring;
  packet_at(sim, packet)->recorded = n->rx_wire_recorded;
  return packet;
}

/* M-112 */
void receive_early(sim *sim, uint32_t nic) {
  nic_state *n = nic_at(sim, nic);
  n->rx_early_due = SIM_NEVER;
  if (n->rx_early != SIM_NONE) {
    dma_ask_again(sim, n->rx_early);
    return;
  }
  n->rx_early = place_early(sim, nic);
  if (n->rx_early == SIM_NONE) return;
  enter_fifo(sim, nic, n->rx_wire_size);
  take_slot(sim, n->rx_early);
}

int receive_early_waits(sim *sim, uint32_t packet, uint32_t moved) {
  nic_state *n = nic_at(sim, packet_at(sim, packet)->nic);
  const uint32_t rest = n->rx_wire_size - moved;
  const uint64_t due = here_at(n, moved + (uint32_t)earlier(rest, burst_byte_limit(sim)));
  if (due <= sim->boundary) return 0;
  n->rx_early_due = due;
  state_of(sim)->traffic_next = earlier(state_of(sim)->traffic_next, due);
  return 1;
}

/* ---- events ---- */

void receive_frame(sim *sim, uint32_t nic, uint32_t source, uint32_t size_bytes, uint32_t flow) {
  const sim_nic_config *config = config_of(sim, nic);
  const uint32_t ring = rss_ring(config, flow);
  sim_ring_counters *counters = ring_counters_at(sim, nic, ring);
  nic_state *n = nic_at(sim, nic);
  counters->offered++;
  if (n->rx_early != SIM_NONE) {
    packet_offered(sim, n->rx_early);
    n->rx_early = SIM_NONE;
    return;
  }
  if (can_merge(sim, nic, ring, size_bytes, flow)) {
    enter_fifo(sim, nic, size_bytes);
    const uint32_t merging = ring_of(sim, nic, ring)->merging;
    packet_merge(sim, merging, size_bytes);
    if (packet_at(sim, merging)->size_bytes == config->merge_bytes) stop_merging(sim, nic, ring);
    return;
  }
  stop_merging(sim, nic, ring);
  const uint32_t packet = packet_offer(sim, nic, sim_direction_RECEIVE, source, size_bytes, flow);
  if (packet == SIM_NONE) {
    counters->dropped++;
    host_frame_over(sim, nic, n->rx_wire_recorded);
    return;
  }
  packet_at(sim, packet)->ring = (uint8_t)ring;
  packet_at(sim, packet)->recorded = n->rx_wire_recorded;
  if (!fifo_has_room(sim, nic, size_bytes)) {
    overflow(sim, packet, sim_drop_cause_FIFO_FULL);
    return;
  }
  enter_fifo(sim, nic, size_bytes);
  if (size_bytes < config->merge_bytes) start_merging(sim, packet);
  else receive_go_on(sim, packet);
}

void receive_leaves_fifo(sim *sim, uint32_t nic, uint32_t bytes) {
  if (in_ring_mode(sim, nic)) leave_fifo(sim, nic, bytes);
}

void receive_moved(sim *sim, uint32_t packet) {
  const uint32_t nic = packet_at(sim, packet)->nic;
  if (in_ring_mode(sim, nic)) {
    packet_moved(sim, packet);
    if (config_of(sim, nic)->in_memory) nic_memory_filled(sim, packet);
    make_visible(sim, packet);
    return;
  }
  free_slot(sim, packet);
  const int then_send = packet_at(sim, packet)->then_send;
  packet_moved(sim, packet); /* the packet may leave now */
  if (then_send) dma_move(sim, packet, sim_direction_SEND);
}

uint32_t receive_take(sim *sim, uint32_t nic, uint32_t ring) {
  const uint32_t packet = packet_list_pop(sim, &ring_of(sim, nic, ring)->rx);
  if (packet == SIM_NONE) return SIM_NONE;
  progress_frame_taken(sim, nic, ring);
  ring_counters_at(sim, nic, ring)->taken += packet_at(sim, packet)->frames;
  packet_at(sim, packet)->milestone[sim_packet_part_HANDLER] = sim->boundary;
  if (in_ring_mode(sim, nic)) free_slot(sim, packet);
  else dma_move(sim, packet, sim_direction_RECEIVE);
  nic_emptied(sim, nic, ring, SIM_NIC_STATUS_RX);
  return packet;
}
