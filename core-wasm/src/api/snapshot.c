#include "api/machine.h"

#include <string.h>

#include "base/state_hash.h"
#include "cpu/code/program_code.h"
#include "cpu/trace/rows.h"
#include "software/software.h"

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "state is hashed and saved as little-endian words");
_Static_assert(sizeof(sim_state) % 8 == 0 && sizeof(sim_packet) % 8 == 0 &&
                   offsetof(sim_config, thread_slices) % 8 == 0,
               "state is hashed in 64-bit words");

uint32_t snapshot_press_count(const sim_config *config) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < config->button_count && i < SIM_BUTTON_LIMIT; i++) {
    const uint32_t end = (uint32_t)config->buttons[i].first_press + config->buttons[i].press_count;
    if (end > count) count = end;
  }
  return count < SIM_PRESS_LIMIT ? count : SIM_PRESS_LIMIT;
}

uint64_t snapshot_config_hash(const sim_config *config, const sim_trace_entry *trace) {
  uint64_t hash = hash_words(config, offsetof(sim_config, thread_slices), 0);
  for (uint32_t i = 0; i < SIM_THREAD_LIMIT; i++)
    if (config->thread_slices[i] != 0) hash = hash_mix(hash, (uint64_t)i << 32 | config->thread_slices[i]);
  for (uint32_t i = 0; i < SIM_THREAD_LIMIT; i++)
    if (config->thread_saves[i] != 0)
      hash = hash_mix(hash, (uint64_t)(SIM_THREAD_LIMIT + i) << 32 | config->thread_saves[i]);
  for (uint32_t i = 0; i < SIM_ROUTINE_LIMIT; i++)
    if (config->routine_tables[i] != 0)
      hash = hash_mix(hash, (uint64_t)(2 * SIM_THREAD_LIMIT + i) << 32 | config->routine_tables[i]);
  hash = hash_words(config->presses, snapshot_press_count(config) * sizeof *config->presses, hash);
  hash = hash_words(config->points, config->point_count * sizeof *config->points, hash);
  return hash_words(trace, (uint64_t)config->trace_entry_count * sizeof *trace + config->trace_byte_count, hash);
}

/* The slicing of sim_step does not change the state: sim_step brings all cycle counters up to date. */
static void assert_settled(const sim *sim) {
  for (uint32_t c = 0; c < context_total(&sim->config); c++)
    assert(context_at(sim, c)->accounted_to == state_of(sim)->cycle);
  assert(sim->burst_bytes_moved == 0);
  (void)sim;
}

uint64_t sim_state_hash(const sim *sim) {
  assert_settled(sim);
  return hash_words(state_of(sim), machine_state_bytes(&sim->config), sim->config_hash);
}

/* ---- snapshots ---- */

typedef struct snapshot_header {
  uint64_t magic;
  uint64_t version_hash;
  uint64_t layout_hash;
  uint64_t config_hash;
  uint64_t state_bytes;
  uint64_t state_hash; /* hash of the following bytes; a damaged snapshot is refused */
} snapshot_header;

static const uint64_t snapshot_magic = 0x0170616e73717269u; /* "irqsnap", 1 */

static uint64_t version_hash(void) {
  uint64_t hash = 0;
  for (const char *c = sim_version; *c; c++) hash = hash_mix(hash, (uint8_t)*c);
  return hash ^ sizeof(sim_state);
}

static snapshot_header header_of(const sim *sim, const void *state) {
  const uint64_t bytes = machine_saved_bytes(&sim->config);
  return (snapshot_header){
      .magic = snapshot_magic,
      .version_hash = version_hash(),
      .layout_hash = sim_layout_hash(),
      .config_hash = sim->config_hash,
      .state_bytes = bytes,
      .state_hash = hash_words(state, bytes, sim->config_hash),
  };
}

size_t sim_snapshot_bytes(const sim *sim) {
  return sizeof(snapshot_header) + (size_t)machine_saved_bytes(&sim->config);
}

void sim_save(const sim *sim, void *bytes) {
  assert(bytes != NULL);
  assert_settled(sim);
  const snapshot_header header = header_of(sim, state_of(sim));
  memcpy(bytes, &header, sizeof header);
  memcpy((uint8_t *)bytes + sizeof header, state_of(sim), machine_saved_bytes(&sim->config));
}

enum sim_status sim_restore(sim *sim, const void *bytes, size_t size) {
  assert(bytes != NULL);
  if (size != sim_snapshot_bytes(sim)) return sim_status_BAD_SNAPSHOT;
  const uint8_t *state = (const uint8_t *)bytes + sizeof(snapshot_header);
  const snapshot_header expected = header_of(sim, state);
  if (memcmp(bytes, &expected, sizeof expected) != 0) return sim_status_BAD_SNAPSHOT;
  machine_flush(sim);
  const uint64_t cycle_before = state_of(sim)->cycle;
  const uint64_t changed = program_changed_code(sim, state);
  memcpy(state_of(sim), state, machine_saved_bytes(&sim->config));
  program_decode_changed(sim, changed);
  sim->contexts_changed = 0;
  memset(sim->polls, 0, sizeof sim->polls);
  sim->polls_repeating = 0;
  context_assign(sim);
  rows_forget(sim);
  observers_restored(sim->observers, cycle_before);
  return sim_status_OK;
}
