#include "device/offload.h"

uint64_t offload_budget(const sim *sim, const sim_routine_config *routine, uint32_t packet) {
  if (packet == SIM_NONE) return routine->fixed;
  const sim_packet *p = packet_at(sim, packet);
  const int offloads = nic_config_at(sim, p->nic)->checksum_offload;
  const uint64_t per_byte_milli = routine->per_byte_milli + (offloads ? 0 : (uint64_t)routine->checksum_milli);
  return routine->fixed + p->size_bytes * per_byte_milli / 1000 +
         (uint64_t)packet_buffers(sim, packet) * routine->per_buffer;
}
