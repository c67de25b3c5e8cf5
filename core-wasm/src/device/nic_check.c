/* Bounds of a NIC and its rings. */
#include "device/device.h"
#include "device/nic.h"

enum { FIFO_BYTES_LIMIT = 1 << 24, CELL_BYTES_LIMIT = 1024, SEGMENT_BYTES_LEAST = 64 };

static const bound nic_bounds[] = {
    BOUND(sim_nic_config, tx_queue_frames, 1, SIM_RING_LIMIT),
    BOUND(sim_nic_config, tx_queue_bytes, 0, FIFO_BYTES_LIMIT),
    BOUND(sim_nic_config, tx_buffer_bytes, 0, FRAME_BYTES_LIMIT),
    ONE_OF(sim_nic_config, receive_mode, sim_receive_mode),
    BOUND(sim_nic_config, ring_count, 1, SIM_NIC_RING_LIMIT),
    BOUND(sim_nic_config, stuffing_permille, 0, 1000),
    BOUND(sim_nic_config, slot_nanoseconds, 0, NANOSECONDS_LIMIT),
    BOUND(sim_nic_config, cell_bytes, 0, CELL_BYTES_LIMIT),
    BOUND(sim_nic_config, fifo_bytes, 0, FIFO_BYTES_LIMIT),
    BOUND(sim_nic_config, buffer_bytes, 0, FRAME_BYTES_LIMIT),
    BOUND(sim_nic_config, merge_bytes, 0, FRAME_BYTES_LIMIT),
    BOUND(sim_nic_config, merge_nanoseconds, 0, NANOSECONDS_LIMIT),
    BOUND(sim_nic_config, segment_bytes, 0, FRAME_BYTES_LIMIT),
    BOUND(sim_nic_config, pause, 0, 1),
    BOUND(sim_nic_config, status_by_fill, 0, 1),
    BOUND(sim_nic_config, in_memory, 0, 1),
    BOUND(sim_nic_config, checksum_offload, 0, 1),
    BOUND(sim_nic_config, rx_cut_through_bytes, 0, FRAME_BYTES_LIMIT),
    BOUND(sim_nic_config, tx_cut_through_bytes, 0, FRAME_BYTES_LIMIT),
    BOUND(sim_nic_config, tx_absolute_nanoseconds, 0, NANOSECONDS_LIMIT),
    BOUND(sim_nic_config, tx_packet_nanoseconds, 0, NANOSECONDS_LIMIT),
    BOUND(sim_nic_config, tx_throttle_nanoseconds, 0, NANOSECONDS_LIMIT),
};

static int check_wire(const check *k, const sim_nic_config *nic) {
  /* A slot has at least one cycle. */
  CONSISTENT(nic->slot_nanoseconds == 0 || nic->slot_nanoseconds * k->config->clock_hertz >= NANOSECONDS_LIMIT,
             nic->slot_nanoseconds);
  if (nic->cell_bytes == 0) return 1;
  IN_RANGE(nic->cell_payload_bytes, 1, nic->cell_bytes);
  /* The number of bits on the wire stays countable. */
  CONSISTENT(nic->cell_payload_bytes * 8 >= nic->cell_bytes, nic->cell_payload_bytes);
  return 1;
}

static int check_offloads(const check *k, const sim_nic_config *nic) {
  CONSISTENT(nic->merge_bytes == 0 || nic->receive_mode == sim_receive_mode_RING, nic->merge_bytes);
  CONSISTENT(nic->segment_bytes == 0 || nic->segment_bytes >= SEGMENT_BYTES_LEAST, nic->segment_bytes);
  CONSISTENT(nic->rx_cut_through_bytes == 0 ||
                 (nic->line_rate_bit_per_second > 0 && nic->merge_bytes == 0 &&
                  nic->receive_mode == sim_receive_mode_RING),
             nic->rx_cut_through_bytes);
  CONSISTENT(nic->tx_cut_through_bytes == 0 || nic->line_rate_bit_per_second > 0, nic->tx_cut_through_bytes);
  return 1;
}

static const bound ring_bounds[] = {
    BOUND(sim_ring_config, absolute_nanoseconds, 0, NANOSECONDS_LIMIT),
    BOUND(sim_ring_config, packet_nanoseconds, 0, NANOSECONDS_LIMIT),
    BOUND(sim_ring_config, throttle_nanoseconds, 0, NANOSECONDS_LIMIT),
    BOUND(sim_ring_config, frames, 1, SIM_RING_LIMIT),
    BOUND(sim_ring_config, status_mask, 0, SIM_NIC_STATUS_RX | SIM_NIC_STATUS_TX | SIM_NIC_STATUS_OVERFLOW),
};

static int check_ring(const check *k, const sim_ring_config *ring) {
  BOUNDED(ring, ring_bounds);
  /* At least one limit must be able to request an interrupt. */
  CONSISTENT((ring->coalesce_frames | ring->absolute_nanoseconds | ring->packet_nanoseconds) > 0,
             ring->coalesce_frames);
  REFERS(ring->line, k->config->line_count);
  return 1;
}

/* The machine has one ring, and each frame arrives whole, in one slot. */
static int check_memory(const check *k, const sim_nic_config *nic) {
  CONSISTENT(!nic->in_memory || (nic->receive_mode == sim_receive_mode_RING && nic->ring_count == 1 &&
                                 nic->rings[0].buffers == 0 && nic->merge_bytes == 0 && !nic->status_by_fill &&
                                 nic->rx_cut_through_bytes == 0 && nic->tx_cut_through_bytes == 0 &&
                                 nic->tx_queue_bytes == 0 && nic->tx_buffers == 0),
             nic->in_memory);
  return 1;
}

/* The host answers frames that programs send. */
static int check_host(const check *k, const sim_nic_config *nic) {
  CONSISTENT(nic->host_answer_cycles == 0 || (nic->in_memory && nic->segment_bytes == 0), nic->host_answer_cycles);
  return 1;
}

int nic_check(const check *k, uint32_t index) {
  const sim_nic_config *nic = &k->config->nics[index];
  AT_MOST(nic->line_rate_bit_per_second, LINE_RATE_LIMIT);
  BOUNDED(nic, nic_bounds);
  if (!check_wire(k, nic) || !check_offloads(k, nic) || !check_memory(k, nic) || !check_host(k, nic)) return 0;
  CONSISTENT((nic->tx_coalesce_frames | nic->tx_absolute_nanoseconds | nic->tx_packet_nanoseconds) > 0,
             nic->tx_coalesce_frames);
  for (uint32_t i = 0; i < nic->ring_count; i++)
    if (!check_ring(k, &nic->rings[i])) return 0;
  return 1;
}
