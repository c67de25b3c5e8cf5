/* irqscope core: the whole public C API.
 *
 * A machine is created from a sim_config inside a block of memory that the caller owns; nothing is
 * allocated afterwards and nothing outside that block is read or written. Time is an unsigned
 * 64-bit count of CPU cycles: after sim_step(sim, n) the cycles [0, n) are over and sim_cycle() == n.
 * The model uses integers only; the same configuration gives the same state hash on every host,
 * for every slicing of sim_step and whatever is observed.
 */
#ifndef SIM_H
#define SIM_H

#include <stddef.h>
#include <stdint.h>

#include "sim_limits.h"

/* ---- structs and enumerations of sim_layout.def ---- */

/* An enumerator is `enumeration_NAME`. A record of the list is a struct and a typedef of the same name. A field
 * whose count is written as 1 is a scalar; any other count, even a limit that happens to be 1, makes an array.
 * `enumeration_COUNT` is one more than the last enumerator. It belongs to another type, so a switch over the
 * enumeration needs no case for it. */
/* SIM_DIMENSION(1) is empty, SIM_DIMENSION(n) is [n]. */
#define SIM_SCALAR_1 ,
#define SIM_SECOND_OF(first, second, ...) second
#define SIM_SECOND(...) SIM_SECOND_OF(__VA_ARGS__, 0)
#define SIM_DIMENSION(count) SIM_SECOND(SIM_SCALAR_##count, [count])

#define ENUM_BEGIN(enumeration) enum enumeration {
#define ENUM_VALUE(enumeration, name, value, json) enumeration##_##name = value,
#define ENUM_END(enumeration) };
#define RECORD_BEGIN(record) typedef struct record {
#define FIELD(record, type, name, count) type name SIM_DIMENSION(count);
#define FIELD_RECORD(record, type, name, count) type name SIM_DIMENSION(count);
#define RECORD_END(record) } record;
#include "sim_layout.def"

#define ENUM_BEGIN(enumeration) enum enumeration##_bound {
#define ENUM_VALUE(enumeration, name, value, json) enumeration##_bound_##name = value,
#define ENUM_END(enumeration) enumeration##_COUNT };
#include "sim_layout.def"

/* ---- functions ---- */

typedef struct sim sim;

/* Fills every field with its default and writes the cookie. The default machine has one context,
 * one NIC, no threads and no traffic. */
void sim_config_defaults(sim_config *config);

/* Checks ranges and references. With trace NULL it does not look at trace entries. On failure it fills *error
 * (status, field offset, value). */
enum sim_status sim_config_check(const sim_config *config, const sim_trace_entry *trace, sim_error *error);

/* Bytes of memory that sim_create needs for this configuration and these observers. */
size_t sim_memory_bytes(const sim_config *config, const sim_observer_config *observers);

/* Builds a machine at cycle 0 in `memory` (16-byte aligned, at least sim_memory_bytes). It copies the configuration
 * and the trace. The trace entries are followed by the bytes of frames that the configuration counts. Returns NULL
 * and fills *error when it refuses the configuration. */
sim *sim_create(void *memory, size_t memory_bytes, const sim_config *config,
                const sim_trace_entry *trace, const sim_observer_config *observers, sim_error *error);

/* Runs until sim_cycle() == until_cycle; does nothing if that cycle is reached already. With a stop mask (bits of
 * sim_event_kind, SIM_STOP_EXECUTED) it stops right after the first cycle with such an event. Returns the bits that
 * stopped it, or 0. */
uint32_t sim_step(sim *sim, uint64_t until_cycle, uint32_t stop_mask);

/* Tests switch skipping off, which steps every single cycle. The result is the same, only slower. */
void sim_set_skipping(sim *sim, int skipping);

uint64_t sim_cycle(const sim *sim);

/* 64-bit hash of the counters and of everything that can influence the future. It excludes observers and what
 * sim_measure_again resets. */
uint64_t sim_state_hash(const sim *sim);

const sim_counters *sim_get_counters(sim *sim); /* first brings lazily updated counters up to date */
const sim_marks *sim_get_marks(const sim *sim);
/* Latencies of a line, of the packets of a card and direction or of a traffic source, or responses of a thread. NULL
 * if the index does not exist. */
const sim_tally *sim_get_tally(const sim *sim, enum sim_tally_kind kind, uint32_t index);
/* Resets tallies to zero and high-water marks to the current fill. Does not change the state hash. */
void sim_measure_again(sim *sim);
const sim_histogram *sim_packet_histogram(const sim *sim, int direction);    /* whole latency */
const sim_summary *sim_packet_part_summary(const sim *sim, int direction, int part);
const sim_histogram *sim_interrupt_histogram(const sim *sim);                /* whole latency */
const sim_summary *sim_interrupt_part_summary(const sim *sim, int part);

/* Registers of a thread that has executed a program, otherwise NULL; and the memory that programs share
 * (program_memory_bytes). */
const sim_program_frame *sim_program_registers(const sim *sim, uint32_t thread);
const uint8_t *sim_program_memory(const sim *sim);
/* Present machine code of a routine of kind program, otherwise NULL. */
const uint32_t *sim_program_code(const sim *sim, uint32_t routine);
/* Hart of a thread in machine mode, otherwise NULL. Its pending interrupts as in mip, otherwise 0. */
const sim_hart *sim_hart_at(const sim *sim, uint32_t thread);
uint32_t sim_hart_mip(const sim *sim, uint32_t thread);
/* NULL if the machine has no thread in machine mode. */
const sim_plic *sim_plic_of(const sim *sim);
/* Value of a register of a NIC, by word number; 0 if programs do not serve the NIC or there is no such register. */
uint32_t sim_nic_register(const sim *sim, uint32_t nic, uint32_t word);
/* Text that the console has sent. NULL if there is no such console. */
const sim_console_text *sim_console_text_of(const sim *sim, uint32_t console);

/* Fills *view with the machine after the last finished cycle, sim_cycle() - 1. */
void sim_get_view(const sim *sim, sim_view *view);

/* Fills *view with a cache: level 0 = L1I, 1 = L1D (of a core), 2 = L2. Returns 0 if the machine has no such cache. */
int sim_get_cache_view(const sim *sim, uint32_t level, uint32_t core, sim_view_cache *view);

/* Packets in one place: a receive ring (of = NIC, ring), a queue between threads (of = queue), or, for a
 * third place, only the oldest received packet in the machine. */
void sim_get_held(const sim *sim, enum sim_held_place place, uint32_t of, uint32_t ring, sim_view_held *view);

/* Checks the invariants of docs/model.md. Returns 0, or the number of the first broken invariant. */
int sim_check_invariants(sim *sim);

/* ---- snapshots: plain bytes; another version, layout or configuration is refused ---- */
size_t sim_snapshot_bytes(const sim *sim);
void sim_save(const sim *sim, void *bytes);
/* A snapshot does not contain observers: event log, rows and series keep their contents. */
enum sim_status sim_restore(sim *sim, const void *bytes, size_t size);

/* ---- observers ---- */
/* Event log: it holds sequence numbers [sim_event_first, sim_event_next); older events are lost. */
const sim_event *sim_event_log(const sim *sim);   /* ring; slot = sequence & (capacity - 1) */
uint64_t sim_event_first(const sim *sim);
uint64_t sim_event_next(const sim *sim);

const sim_latency *sim_latency_log(const sim *sim); /* ring, indexed in the same way */
uint64_t sim_latency_first(const sim *sim);
uint64_t sim_latency_next(const sim *sim);

/* Pipeline window: while rows are on, it records every instruction, entry step, save and restore that is in the
 * machine in [from, to), in the order of first cycles. Set it before stepping over the window. Rows in flight at
 * sim_cycle() are included. It stops silently when full; sim_window_full() tells. */
void sim_window_set(sim *sim, uint64_t from_cycle, uint64_t to_cycle);
const sim_window_row *sim_window_rows(const sim *sim);
uint32_t sim_window_row_count(const sim *sim);
int sim_window_full(const sim *sim);

/* Series. The tracks follow from the configuration; ids are 0..count-1. sim_series_reset starts them at the present
 * cycle with bins of bin_cycles. When the base level is full, bins are merged in pairs and double their width. */
uint32_t sim_track_count(const sim *sim);
const sim_track *sim_tracks(const sim *sim);
void sim_series_reset(sim *sim, uint32_t bin_cycles);
uint64_t sim_series_begin(const sim *sim);
uint64_t sim_series_bin_cycles(const sim *sim);
/* Fills columns[i] with the track's cycles [from + i * (to - from) / count, from + (i + 1) * (to - from) / count),
 * rounded outwards to whole bins. */
void sim_series_query(sim *sim, uint32_t track, uint64_t from_cycle, uint64_t to_cycle,
                      uint32_t count, sim_column *columns);

/* Histogram helpers, shared with tests and the binding. */
uint32_t sim_bucket_of(uint64_t value);
uint64_t sim_bucket_low(uint32_t bucket); /* smallest value of the bucket */
uint64_t sim_bucket_unit(uint32_t bucket); /* cycles for one unit of sim_histogram.least and greatest */

uint64_t sim_layout_hash(void);
extern const char sim_version[]; /* version of the model: another version may give other results or state hashes */

#endif
