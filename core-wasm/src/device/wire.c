#include "device/wire.h"

static uint64_t round_up(uint64_t value, uint64_t unit) { return (value + unit - 1) / unit * unit; }

static uint64_t bits_of(const sim_nic_config *nic, uint32_t size_bytes) {
  uint64_t bytes = later(size_bytes, nic->min_frame_bytes);
  if (nic->cell_bytes > 0) {
    const uint64_t payload = nic->cell_payload_bytes;
    bytes = round_up(bytes + nic->cell_trailer_bytes, payload) / payload * nic->cell_bytes;
  }
  const uint64_t bits = bytes * 8;
  return bits + bits * nic->stuffing_permille / 1000 + (uint64_t)nic->frame_overhead_bytes * 8;
}

/* M-103 */
uint64_t wire_cycles(const sim *sim, uint32_t nic, uint32_t size_bytes, uint64_t *remainder) {
  const sim_nic_config *config = nic_config_at(sim, nic);
  if (config->line_rate_bit_per_second == 0) return 0;
  const uint64_t sum = bits_of(config, size_bytes) * sim->config.clock_hertz + *remainder;
  *remainder = sum % config->line_rate_bit_per_second;
  return sum / config->line_rate_bit_per_second;
}

/* A slot carries ready frames as far as they fit; a frame longer than a slot begins with one (M-107). */
uint64_t wire_begin(const sim *sim, uint32_t nic, uint64_t ready, uint64_t free_at, uint64_t cycles) {
  const uint32_t nanoseconds = nic_config_at(sim, nic)->slot_nanoseconds;
  if (nanoseconds == 0) return free_at;
  const uint64_t slot = nanoseconds * sim->config.clock_hertz / 1000000000u;
  const uint64_t begin = later(round_up(ready, slot), free_at);
  const uint64_t used = begin % slot;
  return used > 0 && used + cycles > slot ? begin - used + slot : begin;
}

/* Cycles, before `now`, of what is on the wire from `begin` on. */
static uint64_t carried(uint64_t now, uint64_t begin, uint64_t end, uint64_t cycles) {
  return end == SIM_NEVER || now <= begin ? 0 : earlier(now - begin, cycles);
}

void wire_account_cycles(sim *sim, uint64_t until) {
  for (uint32_t nic = 0; nic < sim->config.nic_count; nic++) {
    const nic_state *n = nic_at(sim, nic);
    sim_nic_counters *c = nic_counters_at(sim, nic);
    c->rx_wire_cycles =
        n->rx_wire_over + carried(until, n->rx_wire_begin, n->rx_wire_end, n->rx_wire_end - n->rx_wire_begin);
    c->tx_wire_cycles = n->tx_wire_over + carried(until, n->tx_wire_begin, n->tx_wire_end, n->tx_wire_cycles);
  }
}
