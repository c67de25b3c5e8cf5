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
#include "sim_records.h" /* structs and enumerations from sim_layout.def */

typedef struct sim sim;

/* Fills every field with its default and writes the cookie. The default machine has one context,
 * one NIC, no threads and no traffic. */
void sim_config_defaults(sim_config *config);

/* Checks ranges and references; with trace NULL its entries are not looked at. On failure fills
 * *error (status, field offset, value). */
enum sim_status sim_config_check(const sim_config *config, const sim_trace_entry *trace, sim_error *error);

/* Bytes of memory that sim_create needs for this configuration and these observers. */
size_t sim_memory_bytes(const sim_config *config, const sim_observer_config *observers);

/* Builds a machine at cycle 0 in `memory` (16-byte aligned, at least sim_memory_bytes). Config and
 * trace are copied; behind the entries of the trace lie the bytes of frames that the config counts.
 * Returns NULL and fills *error when the configuration is refused. */
sim *sim_create(void *memory, size_t memory_bytes, const sim_config *config,
                const sim_trace_entry *trace, const sim_observer_config *observers, sim_error *error);

/* Runs until sim_cycle() == until_cycle (does nothing when already there or past). With a stop mask
 * (bits of sim_event_kind, SIM_STOP_EXECUTED) it stops right after the first cycle in which such an event
 * happened. Returns the mask of what stopped it, or 0. */
uint32_t sim_step(sim *sim, uint64_t until_cycle, uint32_t stop_mask);

/* For tests: 0 steps every single cycle. The result is the same, only slower. */
void sim_set_skipping(sim *sim, int skipping);

uint64_t sim_cycle(const sim *sim);

/* 64-bit hash of everything that can influence the future, and of the counters. Observers excluded, and what
 * sim_measure_again begins anew. */
uint64_t sim_state_hash(const sim *sim);

const sim_counters *sim_get_counters(sim *sim); /* brings lazy counters up to date first */
const sim_marks *sim_get_marks(const sim *sim);
/* Of the latencies of a line, packets of a card and direction or of a traffic, or responses of a thread; NULL: there
 * is none of that index. */
const sim_tally *sim_get_tally(const sim *sim, enum sim_tally_kind kind, uint32_t index);
/* Resets tallies to zero and high-water marks to the current fill. Does not change the state hash. */
void sim_measure_again(sim *sim);
const sim_histogram *sim_packet_histogram(const sim *sim, int direction);    /* whole latency */
const sim_summary *sim_packet_part_summary(const sim *sim, int direction, int part);
const sim_histogram *sim_interrupt_histogram(const sim *sim);                /* whole latency */
const sim_summary *sim_interrupt_part_summary(const sim *sim, int part);

/* Of a thread that executed a program, else NULL; and the memory that programs share (program_memory_bytes). */
const sim_program_frame *sim_program_registers(const sim *sim, uint32_t thread);
const uint8_t *sim_program_memory(const sim *sim);
/* Of a routine of kind program: its words as they are now; else NULL. */
const uint32_t *sim_program_code(const sim *sim, uint32_t routine);
/* Of a thread in machine mode, else NULL; and its pending interrupts as its mip has them, else 0. */
const sim_hart *sim_hart_at(const sim *sim, uint32_t thread);
uint32_t sim_hart_mip(const sim *sim, uint32_t thread);
/* NULL: no thread is in machine mode. */
const sim_plic *sim_plic_of(const sim *sim);
/* A register of a NIC that programs serve, by its number from its first word on; 0: there is none. */
uint32_t sim_nic_register(const sim *sim, uint32_t nic, uint32_t word);
/* What the console has sent; NULL: there is no such console. */
const sim_console_text *sim_console_text_of(const sim *sim, uint32_t console);

/* Fills *view with the machine as it stands after the last finished cycle, sim_cycle() - 1. */
void sim_get_view(const sim *sim, sim_view *view);

/* The same of a cache: level 0 = L1I, 1 = L1D, each of a core, 2 = L2. Returns 0 when there is none. */
int sim_get_cache_view(const sim *sim, uint32_t level, uint32_t core, sim_view_cache *view);

/* Packets that a place holds: a receive ring (of = NIC, ring), a queue between threads (of = queue); or of all
 * received packets that are under way the oldest alone. */
void sim_get_held(const sim *sim, enum sim_held_place place, uint32_t of, uint32_t ring, sim_view_held *view);

/* Checks the invariants of docs/model.md; returns 0 or the number of the first that is broken. */
int sim_check_invariants(sim *sim);

/* ---- snapshots: plain bytes, refused on another version, layout or configuration ---- */
size_t sim_snapshot_bytes(const sim *sim);
void sim_save(const sim *sim, void *bytes);
/* Observers keep what they hold; the event log, rows and series are not rewound. */
enum sim_status sim_restore(sim *sim, const void *bytes, size_t size);

/* ---- observers ---- */
/* Event log: sequence numbers [sim_event_first, sim_event_next) are held, older ones were lost. */
const sim_event *sim_event_log(const sim *sim);   /* ring; slot = sequence & (capacity - 1) */
uint64_t sim_event_first(const sim *sim);
uint64_t sim_event_next(const sim *sim);

const sim_latency *sim_latency_log(const sim *sim); /* ring, likewise */
uint64_t sim_latency_first(const sim *sim);
uint64_t sim_latency_next(const sim *sim);

/* Pipeline window: while rows are on, every instruction, entry step, save and restore that is in
 * the machine in [from, to) is recorded, in order of first cycle. Set it before stepping over the
 * window; rows already in flight at sim_cycle() are included. Stops silently when full:
 * sim_window_full() tells. */
void sim_window_set(sim *sim, uint64_t from_cycle, uint64_t to_cycle);
const sim_window_row *sim_window_rows(const sim *sim);
uint32_t sim_window_row_count(const sim *sim);
int sim_window_full(const sim *sim);

/* Series. Tracks follow from the configuration; ids are 0..count-1. sim_series_reset starts them at
 * the present cycle with bins of bin_cycles. A full base level merges pairs: bins double. */
uint32_t sim_track_count(const sim *sim);
const sim_track *sim_tracks(const sim *sim);
void sim_series_reset(sim *sim, uint32_t bin_cycles);
uint64_t sim_series_begin(const sim *sim);
uint64_t sim_series_bin_cycles(const sim *sim);
/* Fills columns[i] with track's [from + i * (to - from) / count, from + (i + 1) * (to - from) / count),
 * rounded outwards to whole bins. */
void sim_series_query(sim *sim, uint32_t track, uint64_t from_cycle, uint64_t to_cycle,
                      uint32_t count, sim_column *columns);

/* Histogram helpers, shared with tests and the binding. */
uint32_t sim_bucket_of(uint64_t value);
uint64_t sim_bucket_low(uint32_t bucket); /* smallest value of the bucket */
uint64_t sim_bucket_unit(uint32_t bucket); /* cycles of one in sim_histogram.least and greatest */

uint64_t sim_layout_hash(void);
extern const char sim_version[]; /* of the model: another one may give other results or state hashes */

#endif
