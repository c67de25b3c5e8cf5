/* Rings, wires, offloads, timers and disks of random machines. */
#include "random_maker.h"

/* ---- rings, coalescing, budgets ---- */

static void make_coalescing(maker *m, sim_ring_config *ring) {
  ring->coalesce_frames = half_in(m, 0, 4);
  ring->absolute_nanoseconds = chance(m, 50) ? in(m, 1, 20000) : 0;
  ring->packet_nanoseconds = chance(m, 50) ? in(m, 1, 8000) : 0;
  ring->throttle_nanoseconds = chance(m, 40) ? in(m, 1, 30000) : 0;
  if (ring->coalesce_frames + ring->absolute_nanoseconds + ring->packet_nanoseconds == 0) ring->coalesce_frames = 1;
}

/* Some driver steps use another ring, so that more rings than the first are served. */
static void make_rings(maker *m) {
  sim_config *c = m->config;
  sim_nic_config *nic = &c->nics[0];
  nic->ring_count = byte_in(m, 1, SIM_NIC_RING_LIMIT);
  nic->hash_seed = in(m, 0, 1000);
  c->line_count = byte_in(m, 1, 3);
  for (uint32_t i = 1; i < c->line_count; i++) c->lines[i] = c->lines[0];
  for (uint32_t i = 0; i < nic->ring_count; i++) {
    if (i > 0) nic->rings[i] = nic->rings[0];
    nic->rings[i].frames = half_in(m, 1, 8);
    nic->rings[i].line = byte_in(m, 0, c->line_count - 1u);
  }
  for (uint32_t i = 0; i < c->step_count; i++) {
    const uint32_t op = c->steps[i].op;
    const int names_ring = op == sim_step_op_ACKNOWLEDGE || op == sim_step_op_TAKE_FRAME ||
                           (op == sim_step_op_JUMP_UNLESS && c->steps[i].condition == sim_condition_RX_NOT_EMPTY);
    if (names_ring && chance(m, 40)) c->steps[i].ring = byte_in(m, 0, nic->ring_count - 1u);
    if (op == sim_step_op_JUMP_UNLESS && chance(m, 4)) c->steps[i].condition = sim_condition_BUDGET_LEFT;
  }
  for (int i = 0; i < c->traffic_count; i++) c->traffic[i].flows = half_in(m, 1, 20);
  for (uint32_t i = 0; i < c->trace_entry_count; i++) m->trace[i].flow = half_in(m, 0, 5);
}

/* ---- kinds of wire, FIFO, flow control, offloads ---- */

static void make_wire(maker *m, sim_nic_config *nic) {
  nic->min_frame_bytes = chance(m, 30) ? half_in(m, 0, 100) : 0;
  nic->stuffing_permille = chance(m, 20) ? half_in(m, 0, 1000) : 0;
  nic->slot_nanoseconds = chance(m, 20) ? in(m, 5, 20000) : 0;
  if (!chance(m, 20)) return;
  nic->cell_bytes = 53;
  nic->cell_payload_bytes = 48;
  nic->cell_trailer_bytes = half_in(m, 0, 8);
}

static void make_receive(maker *m, sim_nic_config *nic) {
  nic->fifo_bytes = chance(m, 40) ? in(m, 1, 6000) : 0;
  nic->pause = flag(m, 30);
  nic->checksum_offload = flag(m, 30);
  nic->segment_bytes = chance(m, 30) ? in(m, 64, 800) : 0;
  if (chance(m, 40)) {
    nic->buffer_bytes = in(m, 1, 700);
    for (uint32_t i = 0; i < nic->ring_count; i++) nic->rings[i].buffers = half_in(m, 0, 12);
  }
  if (nic->receive_mode == sim_receive_mode_REMOTE || !chance(m, 30)) return;
  nic->merge_bytes = in(m, 1, 6000);
  nic->merge_nanoseconds = in(m, 0, 30000);
}

/* Frames that would be delivered are often forwarded, so that there is something to send. */
static void make_send(maker *m, sim_nic_config *nic) {
  for (uint32_t i = 0; i < m->config->step_count; i++) {
    sim_step_config *step = &m->config->steps[i];
    if (step->op == sim_step_op_DELIVER && chance(m, 60)) *step = (sim_step_config){.op = sim_step_op_GIVE_FRAME};
  }
  nic->tx_coalesce_frames = half_in(m, 0, 4);
  nic->tx_absolute_nanoseconds = chance(m, 50) ? in(m, 1, 20000) : 0;
  nic->tx_packet_nanoseconds = chance(m, 50) ? in(m, 1, 8000) : 0;
  nic->tx_throttle_nanoseconds = chance(m, 40) ? in(m, 1, 30000) : 0;
  if (nic->tx_coalesce_frames + nic->tx_absolute_nanoseconds + nic->tx_packet_nanoseconds == 0)
    nic->tx_coalesce_frames = 1;
  if (nic->line_rate_bit_per_second == 0 || !chance(m, 70)) return;
  nic->tx_cut_through_bytes = in(m, 1, 100);
  if (chance(m, 50)) nic->line_rate_bit_per_second = (uint64_t)in(m, 1000, 40000) * 1000000; /* DMA is too slow */
}

static void make_filters(maker *m) {
  sim_config *c = m->config;
  for (uint32_t i = 0; i < c->step_count; i++) {
    sim_step_config *step = &c->steps[i];
    if (step->op == sim_step_op_DELIVER && chance(m, 10)) step->op = sim_step_op_DROP;
    if (step->op == sim_step_op_ACKNOWLEDGE && chance(m, 10))
      *step = (sim_step_config){.op = sim_step_op_COPY, .index = half_in(m, 0, c->queue_count - 1u)};
  }
  for (int i = 0; i < c->routine_count; i++) {
    c->routines[i].checksum_milli = chance(m, 20) ? in(m, 0, 300) : 0;
    c->routines[i].per_buffer = chance(m, 20) ? in(m, 0, 30) : 0;
  }
}

void make_acknowledge(maker *m, sim_step_config *step, enum sim_device_kind device, uint32_t count) {
  *step = (sim_step_config){
      .op = sim_step_op_ACKNOWLEDGE, .device = (uint8_t)device, .index = half_in(m, 0, count - 1u)};
}

static void make_timers_and_disks(maker *m) {
  sim_config *c = m->config;
  c->timer_count = byte_in(m, 0, 2);
  c->disk_count = byte_in(m, 0, 2);
  for (uint32_t i = 0; i < c->timer_count; i++) {
    c->timers[i].period_cycles_denominator = in(m, 1, 5);
    c->timers[i].period_cycles_numerator = in(m, 100, 3000) * c->timers[i].period_cycles_denominator + in(m, 0, 4);
    c->timers[i].start_cycle = in(m, 0, 1000);
    c->timers[i].line = byte_in(m, 0, c->line_count - 1u);
  }
  for (uint32_t i = 0; i < c->disk_count; i++) {
    c->disks[i].most_seek_nanoseconds = in(m, 0, 5000);
    c->disks[i].least_seek_nanoseconds = in(m, 0, c->disks[i].most_seek_nanoseconds);
    c->disks[i].rate_bit_per_second = (uint64_t)in(m, 100, 9000) * 1000000;
    c->disks[i].block_bytes = in(m, 1, 600);
    c->disks[i].queue_requests = byte_in(m, 1, 4);
    c->disks[i].line = byte_in(m, 0, c->line_count - 1u);
  }
  for (uint32_t i = 0; i < c->step_count; i++) {
    sim_step_config *step = &c->steps[i];
    const int acknowledges = step->op == sim_step_op_ACKNOWLEDGE;
    if (acknowledges && c->timer_count > 0 && chance(m, 20))
      make_acknowledge(m, step, sim_device_kind_TIMER, c->timer_count);
    else if (acknowledges && c->disk_count > 0 && chance(m, 20))
      make_acknowledge(m, step, sim_device_kind_DISK, c->disk_count);
    else if (c->disk_count > 0 && (step->op == sim_step_op_DELIVER || step->op == sim_step_op_REAP) && chance(m, 40)) {
      step->op = byte_in(m, sim_step_op_READ_DISK, sim_step_op_TAKE_DISK);
      step->index = half_in(m, 0, c->disk_count - 1u);
      step->target = half_in(m, 1, 4);
    } else if (c->disk_count > 0 && step->op == sim_step_op_WAIT && chance(m, 50)) {
      step->condition = sim_condition_DISK_DONE;
      step->index = half_in(m, 0, c->disk_count - 1u);
    }
  }
}

static void make_sizes(maker *m, sim_traffic_config *traffic) {
  if (chance(m, 30)) {
    traffic->burst_frames = in(m, 1, 10);
    traffic->burst_pause_cycles = in(m, 0, 5000);
  }
  if (!chance(m, 30)) return;
  traffic->size_count = byte_in(m, 1, SIM_SIZE_LIMIT);
  for (int i = 0; i < traffic->size_count; i++) {
    traffic->sizes[i] = in(m, 1, 1600);
    traffic->size_weights[i] = half_in(m, 1, 10);
  }
}

/* Does not affect the draws of the parts above: machines without these devices stay unchanged. */
void make_devices(maker *m) {
  sim_config *c = m->config;
  for (int i = 0; i < c->thread_count; i++) c->threads[i].budget = chance(m, 20) ? half_in(m, 1, 5) : 0;
  if (c->nic_count == 0) return;
  if (chance(m, 20)) make_rings(m);
  for (uint32_t i = 0; i < c->nics[0].ring_count; i++)
    if (chance(m, 20)) make_coalescing(m, &c->nics[0].rings[i]);
  if (chance(m, 25)) make_wire(m, &c->nics[0]);
  if (chance(m, 30)) make_receive(m, &c->nics[0]);
  if (chance(m, 25)) make_filters(m);
  if (chance(m, 20)) make_timers_and_disks(m);
  for (int i = 0; i < c->traffic_count; i++)
    if (chance(m, 25)) make_sizes(m, &c->traffic[i]);
  if (chance(m, 35)) make_send(m, &c->nics[0]);
  for (uint32_t i = 0; i < c->disk_count; i++)
    if (chance(m, 50)) c->disks[i].buffer_address = in(m, 0, 8192);
}

/* Often on a wire that is slower than the bus, so that transfers let others run. */
void make_receive_cut_through(maker *m) {
  sim_config *c = m->config;
  sim_nic_config *nic = &c->nics[0];
  if (c->nic_count == 0 || !chance(m, 30)) return;
  if (nic->receive_mode != sim_receive_mode_RING || nic->merge_bytes > 0) return;
  nic->rx_cut_through_bytes = in(m, 1, chance(m, 50) ? 100 : 2000);
  if (nic->line_rate_bit_per_second == 0 || chance(m, 50))
    nic->line_rate_bit_per_second = (uint64_t)in(m, 1000, 40000) * 1000000;
}
