#include "ref/cpu/program_memory.h"

#include <stdlib.h>
#include <string.h>

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

/* The word that contains the byte. 0 if the address has no memory. */
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

/* Called when a byte of memory changes: ends all reservations of other contexts for its word. */
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
  if (ref_device_acts(r, address, bytes)) return -1;            /* M-211: takes effect in its access */
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

/* Machine code of programs by index: the code of routines comes first, then the memory of programs. */

static const sim_routine_config *config_of(const ref *r, int code) { return &r->config.routines[code]; }

int ref_is_program(const ref *r, int code) {
  return code != REF_NONE && config_of(r, code)->kind == sim_routine_kind_PROGRAM;
}

void ref_program_code_create(ref *r) {
  for (int i = 0; i < r->config.routine_count; i++) {
    const sim_routine_config *routine = config_of(r, i);
    if (routine->kind != sim_routine_kind_PROGRAM) continue;
    r->program_code[i] = calloc(routine->word_count, REF_WORD_BYTES);
    memcpy(r->program_code[i], &r->config.program[routine->first_word], (size_t)routine->word_count * REF_WORD_BYTES);
  }
}

void ref_program_code_free(ref *r) {
  for (int i = 0; i < SIM_ROUTINE_LIMIT; i++) free(r->program_code[i]);
}

/* M-232: "may" */
int ref_may_write_code(const ref *r, int thread) {
  if (r->config.code_access == sim_code_access_ALL) return 1;
  return r->config.code_access == sim_code_access_HARTS && r->config.threads[thread].machine_mode;
}

/* M-221: "an index for each half word" */
uint32_t ref_code_pitch(const sim_routine_config *routine) {
  return routine->kind == sim_routine_kind_PROGRAM && routine->extensions & SIM_EXTENSION_C ? 2 : REF_WORD_BYTES;
}

static uint32_t own_count(const sim_routine_config *routine) {
  return routine->word_count * REF_WORD_BYTES / ref_code_pitch(routine);
}

/* The first index after the part (code or memory) that contains the index. */
static uint32_t part_end(const ref *r, const sim_routine_config *routine, uint32_t index) {
  const uint32_t own = own_count(routine);
  return index < own ? own : own + r->config.program_memory_bytes / ref_code_pitch(routine);
}

uint32_t ref_program_behind(const ref *r, int code, uint32_t index, uint32_t bytes) {
  const uint32_t behind = index + bytes / ref_code_pitch(config_of(r, code));
  return behind < part_end(r, config_of(r, code), index) ? behind : 0;
}

uint32_t ref_code_address(const ref *r, int code, uint32_t index) {
  const sim_routine_config *routine = config_of(r, code);
  const uint32_t own = own_count(routine), pitch = ref_code_pitch(routine);
  if (!ref_is_program(r, code) || index < own) return routine->code_address + index * pitch;
  return SIM_PROGRAM_MEMORY_BASE + (index - own) * pitch;
}

static int lies_in_own(const sim_routine_config *routine, uint32_t address, uint32_t bytes) {
  return ref_lies_in(address, bytes, routine->code_address, routine->word_count * REF_WORD_BYTES);
}

int ref_is_code(const ref *r, int thread, int code, uint32_t address) {
  const sim_routine_config *routine = config_of(r, code);
  const uint32_t pitch = ref_code_pitch(routine);
  if (address % pitch != 0) return 0;
  if (lies_in_own(routine, address, pitch)) return 1;
  return ref_may_write_code(r, thread) &&
         ref_lies_in(address, pitch, SIM_PROGRAM_MEMORY_BASE, r->config.program_memory_bytes);
}

/* M-42: "(from the first instruction of the code, if that place does not lie in it)" */
uint32_t ref_index_of(const ref *r, int thread, int code, uint32_t address) {
  const sim_routine_config *routine = config_of(r, code);
  const uint32_t pitch = ref_code_pitch(routine);
  if (!ref_is_code(r, thread, code, address)) return 0;
  if (lies_in_own(routine, address, pitch)) return (address - routine->code_address) / pitch;
  return own_count(routine) + (address - SIM_PROGRAM_MEMORY_BASE) / pitch;
}

/* ---- contents of code ---- */

static uint32_t byte_at(const ref *r, int code, uint32_t index, uint32_t byte) {
  const sim_routine_config *routine = config_of(r, code);
  const uint32_t own = own_count(routine), at = index * ref_code_pitch(routine) + byte;
  if (index >= own) return r->program_memory[at - own * ref_code_pitch(routine)];
  return r->program_code[code][at / REF_WORD_BYTES] >> at % REF_WORD_BYTES * 8 & 0xff;
}

static uint32_t half_at(const ref *r, int code, uint32_t index, uint32_t byte) {
  return byte_at(r, code, index, byte) | byte_at(r, code, index, byte + 1) << 8;
}

/* True for the start of a 4-byte instruction without its second half. */
static int is_cut(const ref *r, int code, uint32_t index) {
  const sim_routine_config *routine = config_of(r, code);
  return ref_code_pitch(routine) == 2 && (half_at(r, code, index, 0) & 3) == 3 &&
         index + 1 >= part_end(r, routine, index);
}

/* An instruction is illegal if the routine lacks its extension. */
void ref_program_at(const ref *r, int code, uint32_t index, ref_instruction *i) {
  const sim_routine_config *routine = config_of(r, code);
  const uint32_t low = half_at(r, code, index, 0);
  i->is_cut = is_cut(r, code, index);
  i->words = 1;
  if (ref_code_pitch(routine) == 2 && (low & 3) != 3) {
    i->bits = low;
    i->decoded = ref_rv32_decode_compressed((uint16_t)low);
  } else {
    i->bits = i->is_cut ? low : low | half_at(r, code, index, 2) << 16;
    i->decoded = ref_rv32_decode(i->bits);
    const int has_it = !ref_rv32_is_atomic(&i->decoded) || routine->extensions & SIM_EXTENSION_A;
    if (i->is_cut || !has_it) i->decoded = (ref_rv32){0};
    i->decoded.bytes = 4;
  }
  i->destination = i->decoded.destination;
  i->source1 = i->decoded.source1;
  i->source2 = i->decoded.source2;
  i->bytes = i->is_cut ? 2 : i->decoded.bytes; /* that are there */
  switch (i->decoded.class) {
    case REF_RV32_JAL:
    case REF_RV32_JALR: i->jumps = 1; i->operation = sim_operation_BRANCH; break;
    case REF_RV32_BRANCH: i->operation = sim_operation_BRANCH; break;
    case REF_RV32_LOAD: i->operation = sim_operation_LOAD; break;
    case REF_RV32_STORE: i->operation = sim_operation_STORE; break;
    case REF_RV32_LR: i->operation = sim_operation_LOAD; break;
    case REF_RV32_SC: i->conditional = 1; i->operation = sim_operation_LOAD; break;
    case REF_RV32_AMO: i->amo = 1; i->words = 2; i->operation = sim_operation_LOAD; break;
    case REF_RV32_DIVIDE: i->divides = 1; i->operation = sim_operation_MULTIPLY; break;
    case REF_RV32_MULTIPLY: i->operation = sim_operation_MULTIPLY; break;
    default: i->operation = sim_operation_ALU;
  }
}

/* ---- stores to code ---- */

int ref_program_store_code(ref *r, int thread, int code, uint32_t address, uint32_t bytes, uint32_t value) {
  const sim_routine_config *routine = config_of(r, code);
  if (!ref_may_write_code(r, thread) || !lies_in_own(routine, address, bytes)) return 0;
  r->code_stores++;
  uint32_t *word = &r->program_code[code][(address - routine->code_address) / REF_WORD_BYTES];
  for (uint32_t byte = 0; byte < bytes; byte++) {
    const uint32_t shift = (address + byte) % REF_WORD_BYTES * 8;
    *word = (*word & ~(0xffu << shift)) | (value >> 8 * byte & 0xff) << shift;
  }
  return 1;
}
