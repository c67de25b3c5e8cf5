/* The addresses that streams access. */
#include "base/rng.h"
#include "memory/burst.h"
#include "memory/memory.h"
#include "thread/thread.h"

enum {
  PACKET_PITCH_BYTES = 2048, /* distance between the buffers of packets; longer packets overlap the next buffer */
  SAVE_AREA_BYTES = 256      /* of a context */
};
#define DATA_ADDRESS_MASK 0x3fffffffu /* below the packets */
static const uint32_t packet_base = 0x40000000u;
static const uint32_t save_base = 0x7f000000u;

/* M-127 */
uint32_t memory_packet_address(uint32_t packet) { return packet_base + packet * PACKET_PITCH_BYTES; }

uint32_t memory_dma_address(const sim *sim, uint32_t packet) {
  const uint32_t buffer = packet_at(sim, packet)->buffer_address;
  return buffer != 0 ? buffer : memory_packet_address(packet);
}

int memory_dma_cannot_touch_data(const sim *sim, const data_rules *rules) {
  const uint64_t line_bytes = 1ull << cache_shape_at(sim, CACHE_L1D)->line_shift;
  const uint64_t end = rules->address + later(rules->bytes, rules->hot_bytes) + line_bytes;
  int is_apart = end <= packet_base;
  for (uint32_t i = 0; i < sim->config.nic_count; i++) is_apart &= !nic_config_at(sim, i)->in_memory;
  for (uint32_t i = 0; i < sim->config.disk_count; i++) is_apart &= end <= disk_config_at(sim, i)->buffer_address;
  return is_apart;
}

int memory_dma_cannot_touch_packet(const sim *sim, const data_rules *rules) {
  const uint32_t shift = cache_shape_at(sim, CACHE_L1D)->line_shift;
  uint32_t address = 0;
  const uint64_t bytes = burst_may_write(sim, &address);
  if (bytes == 0 || rules->packet_bytes == 0) return 1;
  const uint64_t end = (uint64_t)rules->packet_address + rules->packet_bytes - 1;
  return end >> shift < address >> shift || rules->packet_address >> shift > (address + bytes - 1) >> shift;
}

/* Whether the step executes the routine, directly or for a lock. */
static int step_runs(const sim *sim, const sim_step_config *step, uint32_t routine) {
  if (step->op == sim_step_op_EXEC) return step->index == routine;
  if (step->op != sim_step_op_LOCK && step->op != sim_step_op_UNLOCK) return 0;
  const sim_lock_config *lock = &sim->config.locks[step->index];
  return lock->acquire == routine || lock->poll == routine || lock->release == routine;
}

static int thread_runs(const sim *sim, uint32_t thread, uint32_t routine) {
  const sim_thread_config *t = thread_at(sim, thread);
  for (uint32_t i = 0; i < t->step_count; i++)
    if (step_runs(sim, &sim->config.steps[t->first_step + i], routine)) return 1;
  return 0;
}

/* M-128 */
void memory_rules_init(sim *sim) {
  for (uint32_t routine = 0; routine < sim->config.routine_count; routine++) {
    uint8_t copies = 0;
    for (uint32_t thread = 0; thread < sim->config.thread_count; thread++) {
      sim->data_copy[routine][thread] = copies;
      copies += (uint8_t)thread_runs(sim, thread, routine);
    }
  }
}

static uint32_t copy_offset_of(const sim_routine_config *routine, uint32_t copy) {
  if (copy == 0 || routine->copy_bytes == 0) return 0;
  const uint32_t address = routine->copies_address + (copy - 1) * routine->copy_bytes;
  return (address & DATA_ADDRESS_MASK) - routine->data_address;
}

data_rules memory_rules(sim *sim, uint32_t cpu) {
  const cpu_state *state = cpu_at(sim, cpu);
  const uint32_t stream = state->stream.stream;
  const int drains = state->now.phase == PHASE_DRAIN_INSTRUCTIONS;
  const uint32_t thread = drains ? state->interrupted : state->now.thread;
  if (stream >= SIM_ROUTINE_LIMIT) {
    const uint32_t moved = stream == STREAM_SAVE ? state->saving : state->now.thread;
    return (data_rules){
        .draws = &state_of(sim)->address_draws[SIM_ROUTINE_LIMIT],
        .packet_permille = 1000,
        .packet_address = stream == STREAM_TIMED ? 0 : save_base + context_of(sim, moved) * SAVE_AREA_BYTES,
        .packet_bytes = SAVE_AREA_BYTES,
        .words = &cpu_at(sim, cpu)->stream.moved,
        .layer = sim_layer_SAVE_RESTORE,
        .is_illustration = stream == STREAM_TIMED,
    };
  }
  const sim_routine_config *routine = routine_at(sim, stream);
  const uint32_t packet = activity_at(sim, thread)->packet;
  const uint32_t copy_offset = copy_offset_of(routine, sim->data_copy[stream][thread]);
  return (data_rules){
      .key = rng_mix(sim->address_key + stream),
      .draws = &state_of(sim)->address_draws[stream],
      .given = routine->instruction_count > 0 ? &sim->config.instructions[routine->first_instruction] : NULL,
      .address = routine->data_address + copy_offset,
      .copy_offset = copy_offset,
      .bytes = routine->data_bytes,
      .hot_bytes = routine->hot_bytes,
      .hot_permille = routine->hot_permille,
      .packet_permille = routine->packet_permille,
      .packet_address = packet == SIM_NONE ? 0 : memory_packet_address(packet),
      .packet_bytes = packet == SIM_NONE ? 0 : packet_at(sim, packet)->size_bytes,
      .uncached_permille = routine->uncached_permille,
      .prefetch_ahead = routine->prefetch_ahead,
      .words = &activity_at(sim, thread)->packet_words,
      .layer = (uint8_t)machine_layer(sim, thread),
      .pinned = routine->pinned,
  };
}
