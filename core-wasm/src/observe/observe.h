/* Reports of the machine to the observers. No function here may change the machine. Each is a no-op (one predictable
 * branch) if its observer is off. observers.c, series.c and histogram.c define them. */
#ifndef SIM_OBSERVE_H
#define SIM_OBSERVE_H

#include "sim.h"

typedef struct sim_observers sim_observers;

/* Offset in sim_observer_config of the first field out of range, or SIM_NONE. The other functions require a
 * valid configuration. */
uint32_t observers_check(const sim_observer_config *observers);
size_t observers_bytes(const sim_config *config, const sim_observer_config *observers);
/* Lays the observers out in `memory`. Returns NULL only if there are too few bytes. */
sim_observers *observers_create(void *memory, const sim_config *config, const sim_observer_config *observers);
/* sim_restore moved the machine away from `cycle_before`. Cycles before it were already reported and are not counted
 * again. Call machine_flush before the restore, this function after it. */
void observers_restored(sim_observers *o, uint64_t cycle_before);

void event_push(sim_observers *o, uint64_t cycle, uint32_t kind, uint32_t context, uint32_t subject, uint32_t value);

/* Starts the series at `cycle`. The engine's sim_series_reset calls this and then reports every level
 * (rx, tx and queue fills) with series_level. */
void series_reset(sim_observers *o, uint64_t cycle, uint32_t bin_cycles);

/* A level (a fill) changed to `value` at `cycle`. The times of a track never decrease. */
void series_level(sim_observers *o, uint32_t track_kind, uint32_t a, uint64_t cycle, uint32_t value);
/* Adds `amount` at `cycle` (frames, interrupts). kind_mask: bit of the event kind, or 0. */
void series_count(sim_observers *o, uint32_t track_kind, uint32_t a, uint64_t cycle, uint32_t amount,
                  uint32_t kind_mask);
/* Adds one for each cycle in [from, to): layer cycles, stalls, ready, DMA occupancy, detailed cycles. b =
 * layer for CONTEXT_LAYER, else 0. Spans of a track come in order and do not overlap. The cost of a span
 * depends on the number of bins, not of cycles, and a span within the bin of the previous span is cheap. */
void series_span(sim_observers *o, uint32_t track_kind, uint32_t a, uint32_t b, uint64_t from, uint64_t to);

/* A report over several cycles from `cycle` on must not go beyond this cycle: the end of its bin, or the end of the
 * cycles reported before a restore. */
uint64_t series_edge(const sim_observers *o, uint64_t cycle);

void latency_push(sim_observers *o, const sim_latency *record);

/* The engine's sim_window_set calls this and then opens rows for instructions in flight. */
void window_set(sim_observers *o, uint64_t from_cycle, uint64_t to_cycle);
/* Rows: the engine opens a row when it fetches an instruction, and closes the row when the instruction leaves. */
int window_active(const sim_observers *o, uint64_t cycle); /* whether the cycle is in [from, to) and there is room */
sim_window_row *window_open(sim_observers *o, uint64_t first_cycle); /* zeroed, enter[] = SIM_NONE; NULL if full */
uint32_t window_index(const sim_observers *o, const sim_window_row *row);
sim_window_row *window_at(sim_observers *o, uint32_t index);
uint64_t window_from(const sim_observers *o);
uint64_t window_to(const sim_observers *o);

void histogram_reset(sim_histogram *h);
void histogram_record(sim_histogram *h, uint64_t value);
void tally_record(sim_tally *t, uint64_t value);
void summary_reset(sim_summary *s);
void summary_record(sim_summary *s, uint64_t value);

#endif
