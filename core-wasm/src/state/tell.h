/* Functions for all parts of the machine: notifications between them and to observers, and the current step of a
 * thread. */
#ifndef SIM_TELL_H
#define SIM_TELL_H

#include "base/compile.h"
#include "sim.h"
#include "state/state.h"

/* Call it if the use of a context changes. Cycles are accounted and events observed at the boundary. */
static inline void machine_contexts_changed(sim *sim) { sim->contexts_changed = 1; }

/* Software acts on a device: devices tick again at the start of the next cycle. */
static inline void machine_devices_wake(sim *sim) { sim->devices_rest_until = 0; }
static inline int machine_devices_rest(const sim *sim) { return state_of(sim)->cycle < sim->devices_rest_until; }

static inline void machine_event(sim *sim, enum sim_event_kind kind, uint32_t context, uint32_t subject,
                                 uint32_t value) {
  sim->events_this_step |= 1u << kind;
  if (sim->has_events) event_push(sim->observers, sim->event_cycle, (uint32_t)kind, context, subject, value);
}

/* Adds `amount` to the track, or sets its new level. */
INLINE void machine_count(sim *sim, uint32_t track_kind, uint32_t a, uint32_t amount, uint32_t kind_mask) {
  if (sim->has_series) series_count(sim->observers, track_kind, a, sim->event_cycle, amount, kind_mask);
}
INLINE void machine_level(sim *sim, uint32_t track_kind, uint32_t a, uint32_t level) {
  if (sim->has_series) series_level(sim->observers, track_kind, a, sim->event_cycle, level);
}

/* Updates a high-water mark: a field of sim->marks. */
static inline void machine_mark(uint32_t *most, uint32_t present) {
  if (present > *most) *most = present;
}

static inline uint64_t add_saturating(uint64_t a, uint64_t b) { return a > UINT64_MAX - b ? UINT64_MAX : a + b; }
static inline uint64_t earlier(uint64_t a, uint64_t b) { return a < b ? a : b; }
static inline uint64_t later(uint64_t a, uint64_t b) { return a > b ? a : b; }

uint32_t machine_tally_count(const sim_config *config, uint32_t kind);
sim_tally *machine_tally(const sim *sim, uint32_t kind, uint32_t index);
/* Records a response. For a line or a thread it also updates the longest response and counts missed deadlines. */
void machine_responded(sim *sim, uint32_t kind, uint32_t index, uint64_t from, uint64_t to);
/* The thread has ended, or waits for new work (M-201). */
void machine_response_ends(sim *sim, uint32_t thread);

/* The thread can run from now on. */
static inline void machine_ready(sim *sim, uint32_t thread) {
  sim_thread_counters *counters = thread_counters_at(sim, thread);
  activity_at(sim, thread)->state = ACTIVITY_READY;
  state_of(sim)->ready_threads |= thread_bit(thread);
  if (counters->ready_since == SIM_NEVER) counters->ready_since = sim->boundary;
  if (sim->marks->released[thread] == SIM_NEVER) sim->marks->released[thread] = sim->boundary;
  machine_contexts_changed(sim);
}

/* Priority of a live thread: its own, or an inherited one (M-227). */
static inline uint32_t machine_priority(const sim *sim, uint32_t thread) {
  return (uint32_t)thread_at(sim, thread)->priority - activity_at(sim, thread)->boost;
}

/* Whether interrupts are enabled while the activity runs. */
static inline int machine_interruptible(const sim *sim, uint32_t thread) {
  return thread_at(sim, thread)->interrupts_enabled != activity_at(sim, thread)->interrupts_changed;
}

/* The step that the thread takes next, or whose routine it executes. */
INLINE const sim_step_config *machine_step(const sim *sim, uint32_t thread) {
  return opaque_pointer(&sim->config.steps[thread_at(sim, thread)->first_step + activity_at(sim, thread)->step]);
}
/* The routine of the thread's lock or unlock step. */
uint32_t machine_routine_of_lock(const sim *sim, uint32_t thread);
static inline uint32_t machine_routine(const sim *sim, uint32_t thread) {
  const sim_step_config *step = machine_step(sim, thread);
  return step->op == sim_step_op_EXEC ? step->index : machine_routine_of_lock(sim, thread);
}
/* The layer to which the thread's cycles are accounted. */
static inline uint32_t machine_layer(const sim *sim, uint32_t thread) {
  const uint32_t own = thread_at(sim, thread)->layer;
  if (!activity_at(sim, thread)->executing) return own;
  if (activity_at(sim, thread)->layer != 0) return activity_at(sim, thread)->layer;
  const uint32_t layer = machine_step(sim, thread)->bits;
  return layer != sim_layer_IDLE ? layer : own;
}

/* WebAssembly has one machine per instance. It follows static data and stack at a constant address that the
 * linker chooses, so code reaches its fields without a register or an addition. This function turns a pointer
 * from a struct or from the host into that constant. Natively it returns the pointer. */

#ifdef __wasm__
extern unsigned char __heap_base[]; /* a multiple of 16 */
INLINE sim *one_machine(sim *known) {
  (void)known;
  return (sim *)(void *)__heap_base;
}
#else
INLINE sim *one_machine(sim *known) { return known; }
#endif

#endif
