#include "cpu/code/program.h"

#include <string.h>

#include "base/rng.h"

/* Registers of NIC n begin at MEMORY_DEVICE_BASE + n * NIC_BYTES, the registers of its ring r RING_BYTES * r later. */
enum { NIC_BYTES = 256, RING_BYTES = 16, REGISTER_STATUS = 0, REGISTER_HELD = 4 };

static int is_within(uint32_t at, uint32_t bytes, uint32_t size) { return at < size && bytes <= size - at; }

static int is_in_memory(const sim *sim, uint32_t address, uint32_t bytes) {
  return is_within(address - SIM_PROGRAM_MEMORY_BASE, bytes, sim->config.program_memory_bytes);
}

const ring_state *program_device_register(const sim *sim, uint32_t address) {
  const uint32_t at = address - MEMORY_DEVICE_BASE, nic = at / NIC_BYTES, ring = at % NIC_BYTES / RING_BYTES;
  if (nic >= sim->config.nic_count || ring >= nic_config_at(sim, nic)->ring_count) return NULL;
  return ring_of(sim, nic, ring);
}

static uint32_t ring_register(const ring_state *ring, uint32_t address) {
  switch (address % RING_BYTES & ~3u) {
    case REGISTER_STATUS: return ring->status;
    case REGISTER_HELD: return ring->rx.count;
    default: return 0;
  }
}

uint32_t program_register_value(const sim *sim, uint32_t address) {
  return ring_register(program_device_register(sim, address), address) >> address % MEMORY_WORD_BYTES * 8;
}

/* Packets contain no data: their words are drawn from the packet's number. */
static uint32_t packet_word(const sim *sim, const sim_packet *packet, uint32_t index) {
  const uint64_t key = rng_mix(rng_key(sim->config.seed, RNG_CONTENT) + packet->number);
  return (uint32_t)rng_draw(key, index);
}

int program_load(const sim *sim, uint32_t thread, const routine_code *code, uint32_t address, uint32_t bytes,
                 uint32_t *value) {
  if (is_in_memory(sim, address, bytes)) {
    *value = 0;
    memcpy(value, sim->program_memory + (address - SIM_PROGRAM_MEMORY_BASE), bytes);
    return 1;
  }
  const uint32_t packet = activity_at(sim, thread)->packet;
  const ring_state *ring = program_device_register(sim, address);
  uint32_t word;
  if (is_within(address - code->address, bytes, code->length << (2 - code->is_compressed)))
    word = code->image[(address - code->address) / MEMORY_WORD_BYTES];
  else if (packet != SIM_NONE &&
           is_within(address - memory_packet_address(packet), bytes, packet_at(sim, packet)->size_bytes))
    word = packet_word(sim, packet_at(sim, packet),
                       (address - memory_packet_address(packet)) / MEMORY_WORD_BYTES);
  else if (ring != NULL || program_platform_has(sim, address, bytes)) word = 0; /* the access delivers the value */
  else return 0;
  *value = word >> address % MEMORY_WORD_BYTES * 8;
  return 1;
}

static uint32_t reservable_word(uint32_t address) {
  return 1 + (address - SIM_PROGRAM_MEMORY_BASE) / MEMORY_WORD_BYTES;
}

void program_written(const sim *sim, uint32_t cpu, uint32_t address, uint32_t bytes) {
  if (!sim->has_reservations) return;
  const uint32_t first = reservable_word(address), last = reservable_word(address + bytes - 1);
  for (uint32_t other = 0; other < sim->cpu_count; other++) {
    uint16_t *word = &sim->program_flights[other].reserved_word;
    if (other != cpu && *word >= first && *word <= last) *word = 0;
  }
}

int program_reserve(const sim *sim, uint32_t cpu, uint32_t address, uint32_t *value) {
  if (!is_in_memory(sim, address, MEMORY_WORD_BYTES)) return 0;
  memcpy(value, sim->program_memory + (address - SIM_PROGRAM_MEMORY_BASE), MEMORY_WORD_BYTES);
  sim->program_flights[cpu].reserved_word = (uint16_t)reservable_word(address);
  return 1;
}

int program_store_reserved(const sim *sim, uint32_t cpu, uint32_t address, uint32_t value, uint32_t *failed) {
  if (!is_in_memory(sim, address, MEMORY_WORD_BYTES)) return 0;
  *failed = sim->program_flights[cpu].reserved_word != reservable_word(address);
  sim->program_flights[cpu].reserved_word = 0;
  return *failed || program_store(sim, cpu, address, MEMORY_WORD_BYTES, value);
}

int program_store(const sim *sim, uint32_t cpu, uint32_t address, uint32_t bytes, uint32_t value) {
  if (!is_in_memory(sim, address, bytes))
    return program_device_register(sim, address) != NULL || program_platform_has(sim, address, bytes);
  memcpy(sim->program_memory + (address - SIM_PROGRAM_MEMORY_BASE), &value, bytes);
  program_written(sim, cpu, address, bytes);
  return 1;
}
