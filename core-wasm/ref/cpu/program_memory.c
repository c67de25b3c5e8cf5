#include "ref/cpu/program_memory.h"

#include "ref/memory/memory.h"

enum { NIC_BYTES = 256, RING_BYTES = 16, STATUS_AT = 0, WAITING_AT = 4 };

int ref_is_nic_register(const ref *r, uint32_t address, uint32_t bytes) {
  if (!ref_lies_in(address, bytes, ref_devices_begin, r->config.nic_count * NIC_BYTES)) return 0;
  const uint32_t offset = address - ref_devices_begin;
  return offset % NIC_BYTES / RING_BYTES < r->config.nics[offset / NIC_BYTES].ring_count;
}

uint32_t ref_nic_register(const ref *r, uint32_t address) {
  const uint32_t offset = address - ref_devices_begin;
  const ref_ring *ring = &r->nics[offset / NIC_BYTES].rings[offset % NIC_BYTES / RING_BYTES];
  switch (offset % RING_BYTES / REF_WORD_BYTES * REF_WORD_BYTES) {
    case STATUS_AT: return ring->status;
    case WAITING_AT: return ring->ready.count;
    default: return 0;
  }
}

int ref_device_acts(const ref *r, uint32_t address, uint32_t bytes) {
  return ref_clint_has(r, address, bytes) || ref_has_register(r, address, bytes);
}

/* The word that the byte lies in. 0: nothing is there. */
static int read_word(const ref *r, const ref_activity *activity, uint32_t address, uint32_t bytes, uint32_t *word) {
  const sim_routine_config *routine = &r->config.routines[activity->routine];
  const uint32_t word_address = address / REF_WORD_BYTES * REF_WORD_BYTES;
  if (ref_lies_in(address, bytes, SIM_PROGRAM_MEMORY_BASE, r->config.program_memory_bytes)) {
    const uint8_t *at = &r->program_memory[word_address - SIM_PROGRAM_MEMORY_BASE];
    *word = at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
    return 1;
  }
  if (ref_lies_in(address, bytes, routine->code_address, routine->word_count * REF_WORD_BYTES)) {
    *word = r->program_code[activity->routine][(address - routine->code_address) / REF_WORD_BYTES];
    return 1;
  }
  if (ref_is_nic_register(r, address, bytes) || ref_device_acts(r, address, bytes)) {
    *word = 0; /* M-39: "it is sampled there" */
    return 1;
  }
  if (activity->packet == REF_NONE) return 0;
  const ref_packet *packet = &r->packets[activity->packet];
  const uint32_t begin = ref_packet_address(activity->packet);
  if (!ref_lies_in(address, bytes, begin, packet->size_bytes)) return 0;
  *word = ref_draw_content(&r->config, packet->number, (word_address - begin) / REF_WORD_BYTES);
  return 1;
}

int ref_program_load(const ref *r, const ref_activity *activity, const ref_rv32 *i, uint32_t address, uint32_t *value) {
  uint32_t word;
  if (address % ref_rv32_bytes(i) != 0) return LOAD_MISALIGNED;
  if (!read_word(r, activity, address, ref_rv32_bytes(i), &word)) return LOAD_FAULT;
  *value = ref_rv32_extended(i, word >> 8 * (address % REF_WORD_BYTES));
  return -1;
}

/* A byte of the memory changes: no other context that had reserved its word has it any more. */
static void end_reservations(ref *r, int but, uint32_t address) {
  for (int c = 0; c < SIM_CONTEXT_LIMIT; c++)
    if (c != but && address / REF_WORD_BYTES == r->cpus[c].reserved / REF_WORD_BYTES) r->cpus[c].has_reserved = 0;
}

static void write_memory(ref *r, int c, uint32_t address, uint32_t bytes, uint32_t value) {
  for (uint32_t byte = 0; byte < bytes; byte++)
    r->program_memory[address + byte - SIM_PROGRAM_MEMORY_BASE] = (uint8_t)(value >> 8 * byte);
  end_reservations(r, c, address);
}

void ref_device_wrote(ref *r, uint32_t address) { end_reservations(r, REF_NONE, address); }

int ref_program_store(ref *r, int c, const ref_activity *activity, const ref_rv32 *i, uint32_t address,
                      uint32_t value) {
  const uint32_t bytes = ref_rv32_bytes(i);
  if (address % bytes != 0) return STORE_MISALIGNED;
  if (ref_is_nic_register(r, address, bytes)) return -1; /* M-46: "costs its time and changes nothing" */
  if (ref_device_acts(r, address, bytes)) return -1;            /* M-211: in its access */
  if (ref_program_store_code(r, activity->thread, activity->routine, address, bytes, value)) return -1;
  if (!ref_lies_in(address, bytes, SIM_PROGRAM_MEMORY_BASE, r->config.program_memory_bytes)) return STORE_FAULT;
  write_memory(r, c, address, bytes, value);
  return -1;
}

int ref_program_access_atomically(ref *r, int c, const ref_rv32 *i, uint32_t address, uint32_t operand,
                                  uint32_t *result) {
  ref_cpu *cpu = &r->cpus[c];
  const int is_load = i->class == REF_RV32_LR;
  if (address % REF_WORD_BYTES != 0) return is_load ? LOAD_MISALIGNED : STORE_MISALIGNED;
  if (!ref_lies_in(address, REF_WORD_BYTES, SIM_PROGRAM_MEMORY_BASE, r->config.program_memory_bytes))
    return is_load ? LOAD_FAULT : STORE_FAULT;
  const uint8_t *at = &r->program_memory[address - SIM_PROGRAM_MEMORY_BASE];
  const uint32_t loaded = at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
  switch (i->class) {
    case REF_RV32_LR:
      cpu->has_reserved = 1;
      cpu->reserved = address;
      *result = loaded;
      break;
    case REF_RV32_SC:
      *result = !cpu->has_reserved || cpu->reserved != address;
      if (*result == 0) write_memory(r, c, address, REF_WORD_BYTES, operand);
      cpu->has_reserved = 0;
      break;
    default:
      write_memory(r, c, address, REF_WORD_BYTES, ref_rv32_amo(i, loaded, operand));
      *result = loaded;
  }
  return -1;
}
