/* The whole machine. sim_state holds everything that can influence the future, the counters and the histograms. It
 * is one struct of fixed-width integers without pointers, followed by its packets, so saving is copying. The rest of
 * struct sim follows from the configuration, or serves observers only. */
#ifndef SIM_STATE_H
#define SIM_STATE_H

#include <assert.h>
#include <stddef.h>

#include "base/compile.h"
#include "cache/memory_shape.h"
#include "observe/observe.h"
#include "sim.h"
#include "state/cpu.h"
#include "state/device_state.h"
#include "state/program_state.h"
#include "state/routine_state.h"
#include "state/software_state.h"

/* Number of fills of each context: code, data, a prefetch, and one that an interrupt or a tick has cancelled. A line
 * that leaves the L2 frees its entry (fill_l2_begin). */
enum { L2_FILL_LIMIT = 4 * SIM_CONTEXT_LIMIT };

/* State contains no padding: its bytes are hashed and saved. */
#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"

typedef struct bus_state {
  uint64_t free_at;     /* first cycle in which the bus is free */
  uint64_t burst_begin;
  uint64_t burst_end;   /* end of the current burst; SIM_NEVER: none */
  uint64_t ready_at;    /* first cycle in which the next burst may start */
  uint32_t dma_head[sim_direction_COUNT]; /* queues of packets that wait for the engine */
  uint32_t dma_tail[sim_direction_COUNT];
  uint32_t packet;      /* packet of the current transfer, or SIM_NONE */
  uint32_t bytes;
  uint32_t bytes_done;
  uint32_t burst_bytes;
  uint32_t disk;        /* disk of the current transfer, or SIM_NONE */
  uint32_t unannounced; /* the first burst of the transfer has not started */
  uint32_t disk_bytes[SIM_DISK_LIMIT]; /* bytes of each disk that wait to be moved */
} bus_state;

typedef struct traffic_state {
  traffic_head heads[sim_direction_COUNT];
  uint64_t emitted;   /* number of events that were due or got a time */
  uint64_t remainder; /* remainder of the interval, in units of its denominator; Poisson: in 2^-16 cycles */
} traffic_state;

typedef struct sim_state {
  uint64_t cycle;
  uint64_t traffic_next; /* first cycle in which traffic is due or the last bit of a frame arrives */
  uint64_t coalesce_next; /* first cycle in which a coalescing timer ends */
  uint64_t sleep_next;    /* first cycle in which a sleeping thread wakes */
  uint64_t turns;         /* counter that orders threads by the time at which they went to the back */
  uint64_t merge_next;    /* first cycle in which a growing packet moves on because its time ends */
  cpu_state cpus[SIM_CONTEXT_LIMIT]; /* only the first cpu_count elements are used */
  core_state cores[SIM_CORE_LIMIT];
  packet_table packets;
  bus_state bus;
  line_state lines[SIM_LINE_LIMIT];
#define DEVICE(NAME, number, kind, list) kind##_state list[SIM_##NAME##_LIMIT];
#include "sim_devices.def"
  context_state contexts[SIM_CONTEXT_LIMIT];
  activity activities[SIM_THREAD_LIMIT];
  packet_list queues[SIM_QUEUE_LIMIT];
  lock_state locks[SIM_LOCK_LIMIT];
  traffic_state traffic[SIM_TRAFFIC_LIMIT];
  /* number of branch outcomes that each routine has drawn; for a routine with drawn cycles: number of those draws */
  uint64_t branch_draws[SIM_ROUTINE_LIMIT];
  uint64_t address_draws[SIM_ROUTINE_LIMIT + 1]; /* the last element is for save and restore */
  uint64_t replacement_draws;
  /* front_state.ready of a context from which another context has taken the core */
  uint64_t context_ready[SIM_CONTEXT_LIMIT][32];
  uint64_t l2_fills_until; /* latest end of an L2 fill */
  l2_fill l2_fills[L2_FILL_LIMIT];
  uint64_t first_turns;   /* like `turns`, but counts down, for threads that go to the front */
  uint64_t boosts_accounted_to; /* the counters include boosted cycles before this one */
  thread_set boosted_threads;
  thread_set ready_threads; /* activities that could run */
  thread_set live_threads;
  thread_set soft_threads; /* threads with a pending soft interrupt */
  thread_set own_stacks; /* threads whose sp is in the stack that they began with */
  uint32_t interrupt_numbers;
  uint32_t reserved;
  uint16_t soft_pending[SIM_THREAD_LIMIT];
  sim_counters counters;
  sim_histogram packet_latency[sim_direction_COUNT];
  sim_summary packet_part[sim_direction_COUNT][SIM_PART_LIMIT];
  sim_histogram interrupt_latency;
  sim_summary interrupt_part[sim_interrupt_part_COUNT];
  sim_packet packet[]; /* packets.capacity packets, then the rings */
} sim_state;

#pragma GCC diagnostic pop

/* Open rows of the pipeline window, by stage; SIM_NONE: no row. */
typedef struct open_rows {
  uint64_t next[SIM_CORE_LIMIT]; /* the slots of the core describe the cycle before this one */
  uint64_t block_begin[SIM_CONTEXT_LIMIT]; /* first cycle of the phase that `block` describes */
  uint32_t front[SIM_CONTEXT_LIMIT][FRONT_LIMIT];
  uint32_t back[SIM_CORE_LIMIT][LANE_LIMIT][BACK_LIMIT];
  uint32_t block[SIM_CONTEXT_LIMIT]; /* row of the cpu's entry step, save or restore */
} open_rows;

/* A cpu that repeats a timed routine while nothing happens between its runs. */
typedef struct poll_loop {
  uint32_t place;      /* thread, step and stage of the routine */
  uint32_t activation; /* activation of the thread in that run */
  uint64_t budget;
  uint8_t is_idle;     /* no step since the last run had a side effect, and nothing interrupted that run */
  uint8_t turns;       /* the thread restarted in between */
} poll_loop;

/* The most used fields come first, because a field near the pointer takes less code to reach, and the code for a
 * packet should fit into the host's first-level cache. */
struct sim {
  /* Valid only during the simulation of a cycle: */
  uint64_t event_cycle; /* cycle of the events that observers see */
  uint64_t boundary;    /* at the start of a cycle, the boundary before event_cycle; at its end, the one after it */
  uint64_t devices_rest_until; /* first cycle in which a device has something to do */
  /* bytes of the current transfer that bursts have moved and that the device has not yet counted */
  uint32_t burst_bytes_moved;
  uint32_t events_this_step;   /* bits of sim_event_kind and SIM_STOP_EXECUTED since the start of sim_step */
  uint32_t cpu;        /* cpu in the simulation */
  uint32_t cpu_count;
  /* cpus (bits) whose last two runs of a poll were equal, while nothing that they poll has changed */
  uint32_t polls_repeating;
  /* contexts (bits) to which a pointer has moved since the last context_update, or that are unknown */
  uint32_t contexts_left;
  uint32_t contexts_pointed_to; /* contexts (bits) to which a pointer points */
  thread_set known_ready;  /* ready_threads at the last context_update */
  uint8_t acting;      /* thread whose step is executing; SIM_NONE_8 for devices */
  uint8_t has_stepped; /* some element of free_steps is not zero */
  uint8_t contexts_changed;
  uint8_t progress_suspected;
  uint8_t polls_invalidated;   /* a step had a side effect that a poll may read */
  uint8_t run_ends;            /* a program acted on a hart or a device: pipelines stop after this cycle */
  uint8_t pointer_step; /* entry step at whose end the pointer moves; NONE: it moves at the start of the entry */
  /* next entry step that the machine has, by step; beyond LOAD_PC: none */
  uint8_t entry_next[sim_entry_step_COUNT];
  int has_series;      /* which observers exist */
  int has_events;
  int are_transfers_observed; /* starts of transfers are logged, or stop the run */
  int has_latencies;
  int has_window;
  int skipping;
  sim_observers *observers;
  sim_marks *marks;                            /* located after the state; saved with it, not hashed */
  ring_state *rings;                           /* at the end of the state: rings of NIC 0, of NIC 1, and so on */
  sim_console_text *console_texts;             /* behind the rings */
  host_state *hosts;                           /* after the console texts, one for each NIC with a host */
  uint32_t device_kinds;                       /* kinds (bits) of the machine's devices */
  /* index of each NIC's first ring; the last element is the number of rings */
  uint8_t first_ring[SIM_NIC_LIMIT + 1];
  uint8_t line_thread[SIM_LINE_LIMIT];         /* thread that handles the line, or SIM_NONE_8 */
  uint8_t thread_context[SIM_THREAD_LIMIT];    /* context of the thread; SIM_NONE_8: any context of its core */
  uint32_t free_steps[SIM_CONTEXT_LIMIT];      /* steps without a cycle that each cpu has taken in this cycle */
  uint32_t context_uses[SIM_CONTEXT_LIMIT];    /* use of each context at the last context_update, or SIM_NONE */
  thread_set context_threads[SIM_CONTEXT_LIMIT]; /* threads of each context */
  thread_set cpu_threads[SIM_CONTEXT_LIMIT];
  poll_loop polls[SIM_CONTEXT_LIMIT];          /* by cpu */
  uint8_t issue_order[SIM_CORE_LIMIT][SIM_CORE_CONTEXT_LIMIT]; /* contexts of each core by priority */
  /* threads that empty the ring or wake such a thread; 0 if one of them also starts without a received frame */
  thread_set ring_servers[SIM_NIC_LIMIT][SIM_NIC_RING_LIMIT];
  /* lines (bits) on which a device interrupts even while no frame arrives */
  uint64_t lines_without_frames;
  uint8_t *memory_state;                       /* at the end of the state: caches, TLBs, predictors */
  memory_shape memory;
  uint64_t address_key;
  uint64_t replacement_key;
  sim_program_frame *program_registers;           /* in the state, by thread; NULL: no programs */
  program_flight *program_flights;             /* by cpu */
  sim_hart *harts;                             /* in the state, by thread; NULL: no thread is in machine mode */
  hart_interrupts *hart_interrupts;            /* in the state; NULL without harts */
  sim_plic *plic;                              /* in the state; NULL without harts */
  const platform_calls *platform;              /* NULL without programs */
  thread_set hart_threads;
  uint8_t *program_memory;
  uint32_t has_reservations; /* a program may use LR */
  uint64_t config_hash;
  const sim_trace_entry *trace;
  open_rows rows;                              /* serves observers only */
  uint32_t missed[SIM_CORE_LIMIT][CACHE_COUNT]; /* misses since the core was last accounted for; for observers only */
  const uint64_t *presses;                     /* number of used entries in the buttons' table */
  const sim_point *points;                     /* number of used entries in the table of drawn cycles */
  routine_code code[STREAM_COUNT];
  drawn_outcomes outcomes[SIM_ROUTINE_LIMIT];  /* by routine */
  uint8_t data_copy[SIM_ROUTINE_LIMIT][SIM_THREAD_LIMIT]; /* index of the thread among those of the routine */
  sim_config config;                           /* without its tables; other data start after this part */
};

/* Size in bytes of a configuration without its tables, and of the machine. */
enum { CONFIG_HEAD_BYTES = offsetof(sim_config, presses), MACHINE_BYTES = offsetof(sim, config) + CONFIG_HEAD_BYTES };

_Static_assert(SIM_TRAFFIC_LIMIT <= 32, "activity.finished and cpu_state.release hold a bit each");
_Static_assert(SIM_FRAME_LIMIT >= SIM_THREAD_LIMIT, "a view shows every live activity");

/* The state follows the machine in memory. */
INLINE sim_state *state_of(const sim *sim) {
  return opaque_pointer((const void *)((uintptr_t)sim + ((MACHINE_BYTES + 15) & ~(uintptr_t)15)));
}

/* ---- elements of the tables, by index ---- */

#define TABLE(element, type, table) \
  INLINE type *element(const sim *sim, uint32_t index) { return opaque_pointer(&table[index]); }
TABLE(cpu_at, cpu_state, state_of(sim)->cpus)
TABLE(core_at, core_state, state_of(sim)->cores)
TABLE(context_at, context_state, state_of(sim)->contexts)
TABLE(activity_at, activity, state_of(sim)->activities)
TABLE(packet_at, sim_packet, state_of(sim)->packet)
TABLE(queue_at, packet_list, state_of(sim)->queues)
TABLE(line_at, line_state, state_of(sim)->lines)
TABLE(traffic_at, traffic_state, state_of(sim)->traffic)
TABLE(lock_at, lock_state, state_of(sim)->locks)
TABLE(thread_counters_at, sim_thread_counters, state_of(sim)->counters.threads)
TABLE(all_ring_counters_at, sim_ring_counters, state_of(sim)->counters.rings)
TABLE(nic_health_at, sim_nic_health, state_of(sim)->counters.health)
TABLE(thread_at, const sim_thread_config, sim->config.threads)
TABLE(line_config_at, const sim_line_config, sim->config.lines)
TABLE(traffic_config_at, const sim_traffic_config, sim->config.traffic)
TABLE(context_config_at, const sim_context_config, sim->config.contexts)
TABLE(routine_at, const sim_routine_config, sim->config.routines)
TABLE(cache_shape_at, const cache_geometry, sim->memory.caches)
TABLE(code_at, const routine_code, sim->code)
#define DEVICE(NAME, number, kind, list)                                  \
  TABLE(kind##_at, kind##_state, state_of(sim)->list)                     \
  TABLE(kind##_config_at, const sim_##kind##_config, sim->config.list)    \
  TABLE(kind##_counters_at, sim_##kind##_counters, state_of(sim)->counters.list)
#include "sim_devices.def"
#undef TABLE

INLINE bus_state *bus_of(const sim *sim) { return opaque_pointer(&state_of(sim)->bus); }

static inline sim_ring_counters *ring_counters_at(const sim *sim, uint32_t nic, uint32_t ring) {
  return all_ring_counters_at(sim, nic * SIM_NIC_RING_LIMIT + ring);
}

static inline ring_state *ring_of(const sim *sim, uint32_t nic, uint32_t ring) {
  assert(nic < SIM_NIC_LIMIT);
  const uint32_t at = sim->first_ring[nic] + ring;
  assert(at < sim->first_ring[nic + 1]);
  return opaque_pointer(&sim->rings[at]);
}

/* Number of receive buffers that the packet takes. */
INLINE uint32_t packet_buffers(const sim *sim, uint32_t packet) {
  const sim_packet *p = packet_at(sim, packet);
  return buffers_for(p->size_bytes, nic_config_at(sim, p->nic)->buffer_bytes);
}

/* ---- cores, contexts and cpus ---- */

static inline uint32_t core_of_cpu(const sim *sim, uint32_t cpu) { return cpu / cpus_of_core(&sim->config); }
static inline uint32_t cpu_of_context(const sim *sim, uint32_t context) {
  if (is_interleaved(&sim->config)) return context;
  return sim->config.core_count == 1 ? 0 : context / sim->config.context_count;
}
static inline cpu_state *cpu_now(const sim *sim) { return cpu_at(sim, sim->cpu); }
/* Visits the cpus in order. */
#define EACH_CPU(sim) for ((sim)->cpu = 0; (sim)->cpu < (sim)->cpu_count; (sim)->cpu++)

#endif
