/* The machine as a WebAssembly module: one machine per instance, memory imported and sized once.
 *
 *   core_config, core_observers   static records, which the host fills and must not change after core_create
 *   core_memory_bytes             memory that an instance needs (a temporary instance answers)
 *   core_create                   builds the machine after the static data
 *   core_transfer                 buffer after the machine of the records: the trace before core_create,
 *                                 snapshots and columns after it
 */
#include <assert.h>
#include <stddef.h>

#include "observe/observe.h"
#include "sim.h"
#include "state/tell.h"

#define EXPORT(name) __attribute__((export_name(#name)))

enum { COLUMN_LIMIT = 8192 };

#define MACHINE one_machine(NULL)

static sim_config config;
static sim_observer_config observers;
static sim_error error;
static sim_view view;
static sim_view_cache cache_view;
static sim_view_held held_view;
static const char *fault;
static uint32_t fault_line;

/* A failed assertion ends the instance. The host reads the place of the assertion with core_fault and
 * core_fault_line. The texts of the expressions would add a fortieth to the module. */
_Noreturn __attribute__((noinline, cold)) void __assert_fail(const char *expression, const char *file, int line,
                                                             const char *function) {
  (void)expression, (void)function;
  fault = file;
  fault_line = (uint32_t)line;
  __builtin_trap();
}

EXPORT(core_fault) const char *core_fault(void) { return fault; }

EXPORT(core_fault_line) uint32_t core_fault_line(void) { return fault_line; }

EXPORT(core_layout_hash) uint64_t core_layout_hash(void) { return sim_layout_hash(); }

EXPORT(core_version) const char *core_version(void) { return sim_version; }

/* ---- creation ---- */

EXPORT(core_config) sim_config *core_config(void) {
  sim_config_defaults(&config);
  return &config;
}

EXPORT(core_config_bytes) uint32_t core_config_bytes(void) { return sizeof config; }

EXPORT(core_observers) sim_observer_config *core_observers(void) { return &observers; }

EXPORT(core_observers_check) uint32_t core_observers_check(void) { return observers_check(&observers); }

EXPORT(core_error) const sim_error *core_error(void) { return &error; }

static uint64_t aligned(uint64_t bytes) { return (bytes + 15) & ~(uint64_t)15; }

static uint64_t at_least(uint64_t a, uint64_t b) { return a > b ? a : b; }

static unsigned char *transfer(void) {
  return (unsigned char *)MACHINE + aligned(sim_memory_bytes(&config, &observers));
}

EXPORT(core_transfer) unsigned char *core_transfer(void) { return transfer(); }

EXPORT(core_transfer_bytes) uint32_t core_transfer_bytes(void) {
  const sim_observer_config nothing = {0};
  const uint64_t snapshot_bound = sim_memory_bytes(&config, &nothing);
  const uint64_t trace = (uint64_t)config.trace_entry_count * sizeof(sim_trace_entry) + config.trace_byte_count;
  const uint64_t columns = COLUMN_LIMIT * sizeof(sim_column);
  return (uint32_t)aligned(at_least(at_least(snapshot_bound, trace), columns));
}

EXPORT(core_column_limit) uint32_t core_column_limit(void) { return COLUMN_LIMIT; }

/* Bytes of memory for an instance with this configuration, 0 if the core refuses it (see core_error). */
EXPORT(core_memory_bytes) uint32_t core_memory_bytes(void) {
  if (sim_config_check(&config, NULL, &error) != sim_status_OK) return 0;
  const uint64_t bytes = sim_memory_bytes(&config, &observers);
  if (bytes <= SIM_MEMORY_LIMIT) return (uint32_t)((uintptr_t)transfer() + core_transfer_bytes());
  error = (sim_error){.status = sim_status_NO_MEMORY, .field_offset = SIM_NONE, .value = bytes};
  return 0;
}

EXPORT(core_create) uint32_t core_create(void) {
  const size_t bytes = sim_memory_bytes(&config, &observers);
  assert((uint64_t)(uintptr_t)transfer() + core_transfer_bytes() <= (uint64_t)__builtin_wasm_memory_size(0) << 16);
  const sim_trace_entry *trace = (const sim_trace_entry *)(void *)transfer();
  return sim_create(MACHINE, bytes, &config, trace, &observers, &error) ? (uint32_t)sim_status_OK : error.status;
}

/* ---- the machine ---- */

EXPORT(core_step) uint32_t core_step(uint64_t until_cycle, uint32_t stop_mask) {
  return sim_step(MACHINE, until_cycle, stop_mask);
}

EXPORT(core_set_skipping) void core_set_skipping(int skipping) { sim_set_skipping(MACHINE, skipping); }

EXPORT(core_cycle) uint64_t core_cycle(void) { return sim_cycle(MACHINE); }

EXPORT(core_state_hash) uint64_t core_state_hash(void) { return sim_state_hash(MACHINE); }

EXPORT(core_check_invariants) int core_check_invariants(void) { return sim_check_invariants(MACHINE); }

EXPORT(core_counters) const sim_counters *core_counters(void) { return sim_get_counters(MACHINE); }

EXPORT(core_marks) const sim_marks *core_marks(void) { return sim_get_marks(MACHINE); }

EXPORT(core_tally) const sim_tally *core_tally(enum sim_tally_kind kind, uint32_t index) {
  return sim_get_tally(MACHINE, kind, index);
}

EXPORT(core_measure_again) void core_measure_again(void) { sim_measure_again(MACHINE); }

EXPORT(core_packet_histogram) const sim_histogram *core_packet_histogram(int direction) {
  return sim_packet_histogram(MACHINE, direction);
}

EXPORT(core_packet_part_summary) const sim_summary *core_packet_part_summary(int direction, int part) {
  return sim_packet_part_summary(MACHINE, direction, part);
}

EXPORT(core_interrupt_histogram) const sim_histogram *core_interrupt_histogram(void) {
  return sim_interrupt_histogram(MACHINE);
}

EXPORT(core_interrupt_part_summary) const sim_summary *core_interrupt_part_summary(int part) {
  return sim_interrupt_part_summary(MACHINE, part);
}

EXPORT(core_bucket_low) uint64_t core_bucket_low(uint32_t bucket) { return sim_bucket_low(bucket); }
EXPORT(core_bucket_unit) uint64_t core_bucket_unit(uint32_t bucket) { return sim_bucket_unit(bucket); }

EXPORT(core_view) const sim_view *core_view(void) {
  sim_get_view(MACHINE, &view);
  return &view;
}

EXPORT(core_held) const sim_view_held *core_held(enum sim_held_place place, uint32_t of, uint32_t ring) {
  sim_get_held(MACHINE, place, of, ring, &held_view);
  return &held_view;
}

EXPORT(core_program_registers) const sim_program_frame *core_program_registers(uint32_t thread) {
  return sim_program_registers(MACHINE, thread);
}

EXPORT(core_program_memory) const uint8_t *core_program_memory(void) { return sim_program_memory(MACHINE); }

EXPORT(core_hart) const sim_hart *core_hart(uint32_t thread) { return sim_hart_at(MACHINE, thread); }

EXPORT(core_hart_mip) uint32_t core_hart_mip(uint32_t thread) { return sim_hart_mip(MACHINE, thread); }

EXPORT(core_plic) const sim_plic *core_plic(void) { return sim_plic_of(MACHINE); }

EXPORT(core_nic_register) uint32_t core_nic_register(uint32_t nic, uint32_t word) {
  return sim_nic_register(MACHINE, nic, word);
}

EXPORT(core_console_text) const sim_console_text *core_console_text(uint32_t console) {
  return sim_console_text_of(MACHINE, console);
}

/* NULL: the machine has no such cache. */
EXPORT(core_cache_view) const sim_view_cache *core_cache_view(uint32_t level, uint32_t core) {
  return sim_get_cache_view(MACHINE, level, core, &cache_view) ? &cache_view : NULL;
}

/* Writes the snapshot into the transfer buffer and returns its size. */
EXPORT(core_save) uint32_t core_save(void) {
  const size_t bytes = sim_snapshot_bytes(MACHINE);
  assert(bytes <= core_transfer_bytes());
  sim_save(MACHINE, transfer());
  return (uint32_t)bytes;
}

/* Restores the snapshot in the transfer buffer. */
EXPORT(core_restore) uint32_t core_restore(uint32_t bytes) {
  assert(bytes <= core_transfer_bytes());
  return sim_restore(MACHINE, transfer(), bytes);
}

/* ---- observers ---- */

EXPORT(core_event_log) const sim_event *core_event_log(void) { return sim_event_log(MACHINE); }

EXPORT(core_event_first) uint64_t core_event_first(void) { return sim_event_first(MACHINE); }

EXPORT(core_event_next) uint64_t core_event_next(void) { return sim_event_next(MACHINE); }

EXPORT(core_latency_log) const sim_latency *core_latency_log(void) { return sim_latency_log(MACHINE); }

EXPORT(core_latency_first) uint64_t core_latency_first(void) { return sim_latency_first(MACHINE); }

EXPORT(core_latency_next) uint64_t core_latency_next(void) { return sim_latency_next(MACHINE); }

EXPORT(core_window_set) void core_window_set(uint64_t from_cycle, uint64_t to_cycle) {
  sim_window_set(MACHINE, from_cycle, to_cycle);
}

EXPORT(core_window_rows) const sim_window_row *core_window_rows(void) { return sim_window_rows(MACHINE); }

EXPORT(core_window_row_count) uint32_t core_window_row_count(void) { return sim_window_row_count(MACHINE); }

EXPORT(core_window_full) int core_window_full(void) { return sim_window_full(MACHINE); }

EXPORT(core_track_count) uint32_t core_track_count(void) { return sim_track_count(MACHINE); }

EXPORT(core_tracks) const sim_track *core_tracks(void) { return sim_tracks(MACHINE); }

EXPORT(core_series_reset) void core_series_reset(uint32_t bin_cycles) { sim_series_reset(MACHINE, bin_cycles); }

EXPORT(core_series_begin) uint64_t core_series_begin(void) { return sim_series_begin(MACHINE); }

EXPORT(core_series_bin_cycles) uint64_t core_series_bin_cycles(void) { return sim_series_bin_cycles(MACHINE); }

/* Writes `count` columns into the transfer buffer. */
EXPORT(core_series_query) void core_series_query(uint32_t track, uint64_t from_cycle, uint64_t to_cycle,
                                                 uint32_t count) {
  assert(count <= COLUMN_LIMIT);
  sim_series_query(MACHINE, track, from_cycle, to_cycle, count, (sim_column *)(void *)transfer());
}
