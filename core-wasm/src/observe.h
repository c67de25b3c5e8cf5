/* What the engine tells the observers. None of these may change the machine. Each is a no-op (one
 * predictable branch) when its observer is off. Defined in event_log.c, series.c, window.c, latency.c. */
#ifndef SIM_OBSERVE_H
#define SIM_OBSERVE_H

#include "sim.h"

typedef struct sim_observers sim_observers;

size_t observers_bytes(const sim_config *config, const sim_observer_config *observers);
/* Lays the observers out in `memory`; returns NULL only when bytes are too few. */
sim_observers *observers_create(void *memory, const sim_config *config, const sim_observer_config *observers);

void event_push(sim_observers *o, uint64_t cycle, uint32_t kind, uint32_t context, uint32_t subject, uint32_t value);

/* A level changed to `value` at `cycle` (fills). Times are non-decreasing per track. */
void series_level(sim_observers *o, uint32_t track_kind, uint32_t a, uint64_t cycle, uint32_t value);
/* `amount` more happened at `cycle` (frames, interrupts). kind_mask: bit of the event kind or 0. */
void series_count(sim_observers *o, uint32_t track_kind, uint32_t a, uint64_t cycle, uint32_t amount, uint32_t kind_mask);
/* One per cycle over [from, to): layer cycles, stalls, DMA occupancy. b = layer for CONTEXT_LAYER, else 0. */
void series_span(sim_observers *o, uint32_t track_kind, uint32_t a, uint32_t b, uint64_t from, uint64_t to);

void latency_push(sim_observers *o, const sim_latency *record);

/* Rows: the engine opens a row when an instruction is fetched and closes it when it leaves. */
int window_active(const sim_observers *o, uint64_t cycle); /* cycle in [from, to) and not full */
sim_window_row *window_open(sim_observers *o, uint64_t first_cycle); /* zeroed, enter[] = SIM_NONE; NULL when full */
uint32_t window_index(const sim_observers *o, const sim_window_row *row);
sim_window_row *window_at(sim_observers *o, uint32_t index);
uint64_t window_from(const sim_observers *o);
uint64_t window_to(const sim_observers *o);

void histogram_reset(sim_histogram *h);
void histogram_record(sim_histogram *h, uint64_t value);

#endif
