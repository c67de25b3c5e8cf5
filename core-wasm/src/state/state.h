/* The whole machine. Everything that can influence the future, the counters and the histograms are in
 * one struct of fixed-width integers without pointers, sim_state, followed by its packets: saving is
 * copying. The rest of struct sim follows from the configuration or is for observers only. */
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
#include "state/packet_state.h"
#include "state/platform_calls.h"
#include "state/program_state.h"
#include "state/routine_state.h"
#include "state/software_state.h"

/* Of each context: code, data and a prefetch, and what an interrupt or a tick has given up. A line that has left the L2
 * gives its place back (fill_l2_begin). */
enum { L2_FILL_LIMIT = 4 * SIM_CONTEXT_LIMIT };

/* State holds no padding: its bytes are hashed and saved. */
#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"

typedef struct bus_state {
  uint64_t free_at;     /* first cycle in which the bus is free */
  uint64_t burst_begin;
  uint64_t burst_end;   /* SIM_NEVER while no burst is under way */
  uint64_t ready_at;    /* first cycle in which the next burst may begin */
  uint32_t dma_head[sim_direction_COUNT]; /* packets that wait for the engine */
  uint32_t dma_tail[sim_direction_COUNT];
  uint32_t packet;      /* transfer under way, or SIM_NONE */
  uint32_t bytes;
  uint32_t bytes_done;
  uint32_t burst_bytes;
  uint32_t disk;        /* whose transfer is under way, or SIM_NONE */
  uint32_t unannounced; /* its first burst has not begun yet */
  uint32_t disk_bytes[SIM_DISK_LIMIT]; /* that wait to be moved */
} bus_state;

typedef struct traffic_state {
  traffic_head heads[sim_direction_COUNT];
  uint64_t emitted;   /* events that fell due or were given a time */
  uint64_t remainder; /* of the interval, in its denominator; poisson: in 2^-16 cycles */
} traffic_state;

typedef struct sim_state {
  uint64_t cycle;
  uint64_t traffic_next; /* nothing falls due or comes off the wire before */
  uint64_t coalesce_next; /* no coalescing timer ends before */
  uint64_t sleep_next;    /* no thread wakes from sleep before */
  uint64_t turns;         /* numbers the threads by the time they went behind the others */
  uint64_t merge_next;    /* no growing packet goes on by time before */
  cpu_state cpus[SIM_CONTEXT_LIMIT]; /* cpu_count of them are used */
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
  uint64_t branch_draws[SIM_ROUTINE_LIMIT]; /* of a routine that draws cycles: of those */
  uint64_t address_draws[SIM_ROUTINE_LIMIT + 1]; /* the last: save and restore */
  uint64_t replacement_draws;
  uint64_t context_ready[SIM_CONTEXT_LIMIT][32]; /* stream_state.ready of one that another has taken the core from */
  uint64_t l2_fills_until; /* the latest end of one */
  l2_fill l2_fills[L2_FILL_LIMIT];
  uint64_t first_turns;   /* like `turns`, downwards: of threads that went before the others */
  uint64_t boosts_accounted_to; /* boosted cycles before this one are in the counters */
  thread_set boosted_threads;
  thread_set ready_threads; /* activities that could run */
  thread_set live_threads;
  thread_set soft_threads; /* pending soft interrupts */
  thread_set own_stacks; /* threads whose sp is in the stack that they began with */
  uint32_t interrupt_numbers;
  uint32_t reserved;
  uint16_t soft_pending[SIM_THREAD_LIMIT];
  sim_counters counters;
  sim_histogram packet_latency[sim_direction_COUNT];
  sim_summary packet_part[sim_direction_COUNT][SIM_PART_LIMIT];
  sim_histogram interrupt_latency;
  sim_summary interrupt_part[sim_interrupt_part_COUNT];
  sim_packet packet[]; /* packets.capacity of them, then the rings */
} sim_state;

#pragma GCC diagnostic pop

/* Open rows of the pipeline window: of the instruction in a stage, or SIM_NONE. */
typedef struct open_rows {
  uint64_t next[SIM_CORE_LIMIT]; /* the slots of the core are about the cycle before this one */
  uint64_t block_begin[SIM_CONTEXT_LIMIT]; /* first cycle of the phase that block stands for */
  uint32_t front[SIM_CONTEXT_LIMIT][FRONT_LIMIT];
  uint32_t back[SIM_CORE_LIMIT][LANE_LIMIT][BACK_LIMIT];
  uint32_t block[SIM_CONTEXT_LIMIT]; /* of the cpu's entry step, save or restore */
} open_rows;

/* A cpu that runs the same timed routine again and again, while between its runs nothing happens. */
typedef struct poll_loop {
  uint32_t place;      /* thread, step and stage of what it executes */
  uint32_t activation; /* of the thread then */
  uint64_t budget;
  uint8_t is_idle;     /* no step with a side effect since its last run, which was not interrupted */
  uint8_t turns;       /* the thread started again in between */
} poll_loop;

/* What is used most comes first: the nearer a field is to the pointer, the less code it takes to reach it, and a
 * packet's code should fit into the host's first cache. */
struct sim {
  /* Only while a cycle is worked on: */
  uint64_t event_cycle; /* cycle of the events that are observed now */
  uint64_t boundary;    /* before that cycle while it begins, behind it while it ends */
  uint64_t devices_rest_until; /* none of them has anything to do before */
  uint32_t burst_bytes_moved; /* by bursts, of the transfer under way, and not passed on to its device yet */
  uint32_t events_this_step;   /* bits of sim_event_kind, SIM_STOP_EXECUTED: since sim_step began */
  uint32_t cpu;        /* that is worked on */
  uint32_t cpu_count;
  uint32_t polls_repeating;  /* cpus (bits) whose run is as the one before, with nothing they poll changed since */
  uint32_t contexts_left;  /* bits: a pointer was there since context_update saw it, or nothing is known of it */
  uint32_t contexts_pointed_to; /* bits */
  thread_set known_ready;  /* ready_threads as context_update saw them */
  uint8_t acting;      /* thread whose step is under way, SIM_NONE_8 for the devices */
  uint8_t has_stepped; /* some of free_steps is not zero */
  uint8_t contexts_changed;
  uint8_t progress_suspected;
  uint8_t polls_invalidated;   /* a step had a side effect that a poll may read */
  uint8_t run_ends;            /* a program acted on a hart or a device: pipelines stop behind this cycle */
  uint8_t pointer_step; /* of an entry: the pointer moves at its end; NONE: when the entry begins */
  uint8_t entry_next[sim_entry_step_COUNT]; /* by step: the next that is kept; beyond LOAD_PC: there is none */
  int has_series;      /* which observers there are */
  int has_events;
  int are_transfers_observed; /* when they begin: logged, or stopped at */
  int has_latencies;
  int has_window;
  int skipping;
  sim_observers *observers;
  sim_marks *marks;                            /* behind the state: saved with it, not hashed */
  ring_state *rings;                           /* at the end of the state: those of NIC 0, of NIC 1, .. */
  sim_console_text *console_texts;             /* behind them */
  host_state *hosts;                           /* behind them, one for each NIC that has one */
  uint32_t device_kinds;                       /* bits: the machine has devices of the kind */
  uint8_t first_ring[SIM_NIC_LIMIT + 1];       /* of each NIC, and behind the last */
  uint8_t line_thread[SIM_LINE_LIMIT];         /* thread that answers the line, or SIM_NONE_8 */
  uint8_t thread_context[SIM_THREAD_LIMIT];    /* where it lives, or SIM_NONE_8: on any context of its core */
  uint32_t free_steps[SIM_CONTEXT_LIMIT];      /* steps of each cpu in no time in this cycle */
  uint32_t context_uses[SIM_CONTEXT_LIMIT];    /* as context_update saw them last, or SIM_NONE */
  thread_set context_threads[SIM_CONTEXT_LIMIT]; /* that run there */
  thread_set cpu_threads[SIM_CONTEXT_LIMIT];
  poll_loop polls[SIM_CONTEXT_LIMIT];          /* by cpu */
  uint8_t issue_order[SIM_CORE_LIMIT][SIM_CORE_CONTEXT_LIMIT]; /* by priority */
  thread_set ring_servers[SIM_NIC_LIMIT][SIM_NIC_RING_LIMIT]; /* without which it is not emptied */
  uint64_t lines_without_frames;               /* bits: a device interrupts there also while no frame is received */
  uint8_t *memory_state;                       /* at the end of the state: caches, TLBs, predictors */
  memory_shape memory;
  uint64_t address_key;
  uint64_t replacement_key;
  sim_program_frame *program_registers;           /* in the state, by thread; NULL: no programs */
  program_flight *program_flights;             /* by cpu */
  sim_hart *harts;                             /* in the state, by thread; NULL: no thread is in machine mode */
  hart_interrupts *hart_interrupts;            /* in the state, with harts */
  sim_plic *plic;                              /* likewise */
  const platform_calls *platform;              /* with programs */
  thread_set hart_threads;
  uint8_t *program_memory;
  uint32_t has_reservations; /* a program may use LR */
  uint64_t config_hash;
  const sim_trace_entry *trace;
  open_rows rows;                              /* for the observers only */
  uint32_t missed[SIM_CORE_LIMIT][CACHE_COUNT]; /* since the core was accounted; likewise */
  const uint64_t *presses;                     /* of buttons: the part of the table that is used, */
  const sim_point *points;                     /* and of drawn cycles */
  routine_code code[STREAM_COUNT];
  drawn_outcomes outcomes[SIM_ROUTINE_LIMIT];  /* by routine */
  uint8_t data_copy[SIM_ROUTINE_LIMIT][SIM_THREAD_LIMIT]; /* which of the threads that run the routine, from 0 on */
  sim_config config;                           /* up to its tables, which are not there: what follows it begins there */
};

/* Bytes of a configuration without its tables, and of the machine. */
enum { CONFIG_HEAD_BYTES = offsetof(sim_config, presses), MACHINE_BYTES = offsetof(sim, config) + CONFIG_HEAD_BYTES };

_Static_assert(SIM_TRAFFIC_LIMIT <= 32, "activity.finished and cpu_state.release hold a bit each");
_Static_assert(SIM_FRAME_LIMIT >= SIM_THREAD_LIMIT, "a view shows every live activity");

/* What can influence the future follows the machine in its memory. */
INLINE sim_state *state_of(const sim *sim) {
  return opaque_pointer((const void *)((uintptr_t)sim + ((MACHINE_BYTES + 15) & ~(uintptr_t)15)));
}

/* ---- elements of the tables, by their index ---- */

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

/* Receive buffers that the packet's bytes take. */
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
/* Visits the cpus in their order. */
#define EACH_CPU(sim) for ((sim)->cpu = 0; (sim)->cpu < (sim)->cpu_count; (sim)->cpu++)

#endif
