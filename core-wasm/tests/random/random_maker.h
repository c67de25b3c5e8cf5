/* Declarations shared by the parts of a random machine. */
#ifndef RANDOM_MAKER_H
#define RANDOM_MAKER_H

#include "random_config.h"

typedef struct maker {
  choices *choices;
  sim_config *config;
  sim_trace_entry *trace;
  int is_usual; /* a kind of machine for which the engine has a fast path */
} maker;

static inline uint32_t in(maker *m, uint32_t low, uint32_t high) { return choose(m->choices, low, high); }
static inline int chance(maker *m, uint32_t percent) { return in(m, 1, 100) <= percent; }
static inline uint8_t byte_in(maker *m, uint32_t low, uint32_t high) { return (uint8_t)in(m, low, high); }
static inline uint16_t half_in(maker *m, uint32_t low, uint32_t high) { return (uint16_t)in(m, low, high); }
static inline uint8_t flag(maker *m, uint32_t percent) { return (uint8_t)chance(m, percent); }

void make_core(maker *m);
void make_devices(maker *m);
void make_receive_cut_through(maker *m);
void make_memory(maker *m);
void make_prefetches(maker *m);
void make_timings(maker *m);
void make_forwarding(maker *m);
void make_depths(maker *m);
void make_usual(maker *m);
void make_more(maker *m);
void make_marks(maker *m);
void make_fills(maker *m);
void make_sources(maker *m);
void make_deadlines(maker *m);
void make_status(maker *m);
void make_switches(maker *m);
void make_copies(maker *m);
void make_places(maker *m);
void make_transmit_bounds(maker *m);
void make_operating_system(maker *m);
void make_scheduling(maker *m);
void make_entries(maker *m);
void make_locks(maker *m);
void make_inheritance(maker *m);
void make_kernel(maker *m);
/* The thread's steps are added after all others. */
void add_thread(maker *m, enum sim_thread_start start, uint32_t core, uint32_t context);
void make_steps(maker *m, sim_thread_config *thread);
/* The step acknowledges one of `count` devices of the kind. */
void make_acknowledge(maker *m, sim_step_config *step, enum sim_device_kind device, uint32_t count);

#endif
