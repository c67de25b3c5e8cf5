/* The reference model of irqscope: the rules of docs/model.md, one cycle at a time, without shortcuts. It was written
 * from the rules alone and shares no behaviour with core-wasm/src (README.md names the two pieces of input data that
 * it takes from there). Used only by tests. */
#ifndef REF_H
#define REF_H

#include <stdio.h>

#include "ref/device/devices.h"
#include "ref/cpu/hart.h"
#include "ref/cpu/pipeline.h"
#include "ref/cpu/program.h"

enum { REF_JUMP_LIMIT = 4096 /* targets of indirect jumps */ };

/* ---- the bus ---- */
typedef struct ref_transfer {
  int packet; /* REF_NONE if it is a disk's */
  int disk;
  uint32_t bytes;
  uint32_t moved; /* bytes that bursts moved before the transfer let others run */
  uint8_t nic, ring, to_memory;
} ref_transfer;

typedef struct ref_transfer_queue {
  ref_transfer items[REF_PACKET_LIMIT];
  uint32_t count;
} ref_transfer_queue;

typedef struct ref_bus {
  ref_transfer_queue to_memory, to_nic;
  ref_transfer of_disk[SIM_DISK_LIMIT]; /* each disk has at most one waiting transfer; bytes 0: none */
  int active;           /* a transfer is in progress */
  ref_transfer now;
  uint32_t bytes_left;
  uint64_t burst_begin;
  uint64_t burst_end;   /* first cycle after the burst; 0: no burst */
  uint32_t burst_bytes;
  uint64_t gap_end;     /* first cycle in which a burst may start */
  uint64_t access_end;  /* first cycle after the access of a core */
} ref_bus;

/* ---- one activity ---- */
enum ref_wait { REF_WAIT_NOTHING, REF_WAIT_PACKET, REF_WAIT_ROOM, REF_WAIT_DISK, REF_WAIT_TIME, REF_WAIT_LOCK,
                REF_WAIT_RAISE, REF_WAIT_INTERRUPT };
/* kind of the lock routine that is running */
enum ref_lock_phase { REF_LOCK_NONE, REF_LOCK_ACQUIRE, REF_LOCK_POLL, REF_LOCK_RELEASE };
enum ref_work { REF_WORK_NONE, REF_WORK_TIMED, REF_WORK_STREAM, REF_WORK_SPEND };

typedef struct ref_activity {
  int live;
  int begun;        /* its first steps have run */
  int thread, context, cpu;
  uint8_t priority; /* M-227: its own priority, or a more urgent inherited one */
  int interrupts_enabled; /* M-195: present state */
  int step;
  int packet;
  uint32_t packet_words; /* words of the packet that it has accessed */
  int in_memory;
  uint32_t restore_amount; /* number of its registers in memory */
  enum ref_wait waiting;
  int waits_for;    /* queue or disk */
  uint64_t sleeps_until;
  enum ref_lock_phase lock_phase;
  int lock, waits_for_lock;
  uint64_t lock_since, lock_order;
  uint8_t step_layer, layer; /* layer of the step's routines; current layer */
  int64_t queued_at; /* order in the queue of its priority */
  uint64_t slice_used;
  int slice_over;
  enum ref_work work;
  int routine;
  uint64_t timed_left;
  ref_stream stream;
  uint32_t taken;   /* packets taken in this activation */
  uint64_t turn_began;
  uint64_t left_at; /* order of leaving the cpu: a larger value means later */
  uint64_t activation;
  int is_line;
  int record_open;
  uint32_t number;  /* number of the interrupt */
  uint64_t asserted, recognised, drained, entered, saved, first;
  int has_asserted, has_entry;
  int started;            /* recognised and not finished */
} ref_activity;

/* ---- cpus: what they run ---- */
enum ref_phase { REF_IDLE, REF_RUN, REF_DRAIN, REF_ENTRY, REF_SAVE, REF_RESTORE, REF_SWITCH, REF_TICK };

typedef struct ref_cpu {
  int core;
  int first_context, context_count;
  int active_context;
  enum ref_phase phase;
  uint64_t seen_busy, seen_ready; /* accounts at the last choice of a context */
  int thread;            /* the activity that runs, or whose entry or return is in progress */
  int starting;          /* its first steps are due at the start of its first cycle */
  int fresh_cycles;      /* cycles that the resumed activity has run; recognition waits for two */
  uint64_t retired_before; /* number of retired instructions of its routine when it was resumed */
  int resumed;
  int tick_waits;        /* a tick has occurred and has not been taken */
  int ticked;            /* the drain is for a tick */
  int preempted;         /* the drain is for another user thread */
  int trapped;           /* the drain is for the handler of the hart that ran */
  int from_idle;         /* a queue woke the resumed activity while nothing ran */
  int ran;               /* in this cycle it ran its own instructions, or nothing */
  uint64_t run_cycles;   /* cycles of the routine since its start or resume */
  uint64_t left;         /* cycles of the drain, entry step, or save or restore in cycles */
  uint64_t spent;        /* cycles of this phase */
  int entry_step;
  uint64_t since_drain;  /* cycles of the entry steps and the save of this entry */
  int switched_from;     /* the activity that was interrupted, or that would have been resumed otherwise */
  int save_thread;       /* thread whose registers must be saved, or REF_NONE */
  int resuming;          /* the save makes room for an activity that returns */
  ref_stream moves;      /* save and restore in words */
  int steps_taken;       /* in this cycle */
  ref_instruction front[SIM_STAGE_LIMIT];
  int issued;            /* this cycle */
  int unturned;          /* has issued since the core last switched away */
  int issued_handler;    /* the instruction issued in this cycle belongs to a TLB refill */
  int has_missed;
  uint64_t miss_last; /* end of the current miss, if misses do not block */
  int flushes;           /* a taken branch has been resolved in this cycle */
  int redirects;         /* the instructions fetched after a branch are not from its predicted target */
  uint8_t awaits;        /* why no instruction leaves IF until a value read after IF is known, or 0 */
  int yields;            /* value known since this cycle, and an interrupt precedes the instruction in IF */
  int has_reserved;      /* LR, */
  uint32_t reserved;     /* this word */
  uint8_t cause;         /* cause of this cycle, decided at issue */
  uint32_t credit;
} ref_cpu;

typedef struct ref_core {
  ref_group back[SIM_STAGE_LIMIT + 1]; /* if EX is the last stage, the entry after it has the last that left */
  int turn, last_issuer; /* last_issuer is a cpu; REF_NONE: none, or the core has switched away from it */
  uint64_t turns_until;
  int detailed; /* this cycle */
  uint8_t access_cause; /* why the access stage stalled in the last cycle */
  uint8_t predictor[4096];
  struct {
    int used;
    uint32_t address, target;
  } jumps[REF_JUMP_LIMIT];
  uint32_t returns[UINT8_MAX]; /* the last pushed address is at the end */
  int return_count;
} ref_core;

/* ---- lines ---- */
typedef struct ref_line {
  int masked, pending;
  int drivers;
  uint32_t number;
  uint64_t asserted;
} ref_line;

struct ref_code;

/* Places where the engine is known to differ from the rules (found/). The model follows the rules. On request it
 * behaves like the engine, so that other differences are still found. */
enum ref_known { /* bits */
  REF_KNOWN_NOTHING = 0,
  REF_KNOWN_COUNT = 0,
};
extern const char *const ref_known_names[REF_KNOWN_COUNT + 1];

typedef struct ref {
  sim_config config;
  const sim_trace_entry *trace;
  struct ref_code *code;
  struct ref_memory *memory; /* NULL if accesses have no addresses; memory/memory.h */
  uint32_t as_engine, met; /* bits of ref_known: behave like the engine; met in this run */
  uint64_t cycle;
  uint64_t moment; /* boundary of the current events: cycle, or cycle + 1 at the end of the cycle */
  int cpu_count, context_total, interleaved;
  ref_cpu cpus[SIM_CONTEXT_LIMIT];
  ref_core cores[SIM_CORE_LIMIT];
  ref_registers registers[SIM_CONTEXT_LIMIT];
  ref_activity activities[SIM_THREAD_LIMIT];
  ref_program programs[SIM_THREAD_LIMIT];
  ref_hart harts[SIM_THREAD_LIMIT];
  ref_taken taken[SIM_LINE_LIMIT]; /* indexed by line */
  ref_source_of_plic plic[SIM_LINE_LIMIT + 1];
  uint64_t claims;
  uint64_t late_arrivals; /* number of entries that another line took over */
  uint64_t time_ahead; /* mtime = cycle + this offset */
  uint8_t program_memory[SIM_PROGRAM_MEMORY_LIMIT];
  uint32_t *program_code[SIM_ROUTINE_LIMIT]; /* each program has its own */
  uint64_t code_stores, from_memory; /* number of stores there, and of instructions executed in the memory */
  uint32_t soft_pending[SIM_THREAD_LIMIT];
  uint64_t branch_draws[SIM_ROUTINE_LIMIT], service_draws[SIM_ROUTINE_LIMIT];
  ref_line lines[SIM_LINE_LIMIT];
  ref_nic nics[SIM_NIC_LIMIT];
  int status[sim_device_kind_COUNT][SIM_NIC_LIMIT]; /* status of devices that have one status bit */
  uint64_t since[sim_device_kind_COUNT][SIM_NIC_LIMIT]; /* a moment that each kind keeps for each device */
  ref_disk disks[SIM_DISK_LIMIT];
  ref_console consoles[SIM_CONSOLE_LIMIT];
  ref_fifo queues[SIM_QUEUE_LIMIT];
  struct {
    int holder;
  } locks[SIM_LOCK_LIMIT];
  ref_bus bus;
  ref_source sources[SIM_TRAFFIC_LIMIT];
  ref_packet packets[REF_PACKET_LIMIT];
  uint32_t next_packet_number, next_interrupt_number;
  uint64_t next_activation, next_leaving, next_lock_order, next_freed;
  int64_t next_queued, first_queued; /* next place at the end of the queue; next place at the front */
  int owner[SIM_CONTEXT_LIMIT]; /* the last user thread that had the context, or REF_NONE */
  uint32_t shown[SIM_CONTEXT_LIMIT];
  sim_counters counters;
  sim_marks marks;
  sim_tally responses[SIM_THREAD_LIMIT]; /* indexed by thread */
  sim_tally requests[SIM_NIC_LIMIT];     /* indexed by card; only cards with a host */
  sim_event *events;
  size_t event_count, event_room;
  sim_latency *latencies;
  size_t latency_count, latency_room;
  FILE *shows_stages; /* NULL, or the file for the output */
} ref;

void ref_show_stages(const ref *r);

/* NULL, or the part of the machine that this model does not know. */
const char *ref_not_modelled(const sim_config *config);
/* Removes parts that the model does not know, if the machine stays valid. */
void ref_leave_out_unknown(sim_config *config);

ref *ref_create(const sim_config *config, const sim_trace_entry *trace);
void ref_free(ref *r);
int ref_as_engine(ref *r, enum ref_known known); /* records that the difference was met */
void ref_cycle(ref *r); /* runs one cycle */

/* ---- observe/record.c: recording ---- */
void ref_event(ref *r, uint8_t kind, int context, uint32_t subject, uint32_t value);
void ref_event_at(ref *r, uint64_t cycle, uint8_t kind, int context, uint32_t subject, uint32_t value);
void ref_mark(uint32_t *most, uint32_t present); /* `most` is a field of r->marks */
void ref_tally(sim_tally *tally, uint64_t value);
void ref_released(ref *r, int thread, uint64_t at); /* starts its response, unless one is in progress */
void ref_response_ends(ref *r, int thread);
void ref_record_packet(ref *r, const ref_packet *packet, uint64_t end);
void ref_record_interrupt(ref *r, ref_activity *activity, int acknowledged);
void ref_record_taken(ref *r, int source, int index, const ref_taken *t); /* a hart answers this interrupt now */

/* ---- memory/bus.c ---- */
void ref_bus_request_disk(ref *r, int disk, uint32_t bytes, int to_memory);
void ref_bus_request(ref *r, int packet, int nic, int ring, int to_memory);
/* requests the part that has not been moved */
void ref_bus_request_rest(ref *r, int packet, int nic, int ring, uint32_t moved);
void ref_bus_cycle(ref *r);
int ref_bus_access(ref *r, uint64_t cycles); /* a core requests the bus and starts now if it is free */

/* ---- progress/progress.c ---- */
void ref_health_create(ref *r);
void ref_health_delivered(ref *r, const ref_packet *packet);
void ref_health_dropped(ref *r, const ref_packet *packet);
void ref_health_taken(ref *r, int nic);
void ref_health_interrupt(ref *r, int line);

/* ---- device/line.c ---- */
void ref_line_status(ref *r, int line, int was_driving, int is_driving, int rose, int happened);
void ref_line_recognise(ref *r, int line);
void ref_line_mask(ref *r, int line, int masked);
void ref_pending_changed(ref *r, int thread);
int ref_line_thread(const ref *r, int line);
int ref_thread_cpu(const ref *r, int thread);
int ref_thread_context(const ref *r, int thread);
void ref_raise(ref *r, int thread);

/* ---- software/software.c ---- */
void ref_take_steps(ref *r, int cpu);
void ref_begin_routine(ref *r, int cpu, ref_activity *activity, int routine);

/* ---- software/lock.c: each returns whether the thread continues with its steps ---- */
int ref_lock(ref *r, int cpu, ref_activity *activity, int lock);
int ref_unlock(ref *r, int cpu, ref_activity *activity, int lock);
int ref_lock_goes_on(ref *r, int cpu, ref_activity *activity);
void ref_count_locks(ref *r);
int ref_first_waiter(const ref *r, int lock); /* returns REF_NONE if there is none */

void ref_inherit(ref *r); /* call it when a holder or the waiting threads of a lock change */
void ref_count_inheritance(ref *r);

/* ---- progress/progress.c ---- */
void ref_look_for_deadlock(ref *r, int thread); /* whether it waits for a lock */

/* ---- software/interrupt.c, software/return.c ---- */
const sim_thread_config *ref_thread_of(const ref *r, int thread);
int ref_best_activity(const ref *r, int cpu);
int ref_best_soft(const ref *r, int cpu);
int ref_best_line(const ref *r, int cpu);
int ref_thread_in_registers(const ref *r, int context, int except);
void ref_move_pointer(ref *r, int cpu, int context);
void ref_begin_moves(ref *r, int cpu, enum ref_phase phase, uint32_t amount);
void ref_start_line(ref *r, int cpu, int line, int with_drain);
void ref_start_activity(ref *r, int cpu, int thread, int line, int with_drain);
void ref_go_on(ref *r, int cpu);
void ref_make_room(ref *r, int cpu);
void ref_begin_restore(ref *r, int cpu);
void ref_cpu_first_steps(ref *r, int cpu);
void ref_cpu_end_of_cycle(ref *r, int cpu);
void ref_cpu_recognise(ref *r, int cpu);
void ref_cpu_return(ref *r, int cpu);
void ref_cpu_choose_next(ref *r, int cpu);
int ref_cpu_more_urgent(const ref *r, int cpu, uint8_t priority); /* could an interrupt or activity run instead? */
int ref_activity_ready(const ref *r, int thread);

void ref_begin_preemption(ref *r, int cpu, int by);
void ref_begin_tick(ref *r, int cpu);

/* ---- software/scheduler.c ---- */
int ref_is_user(const ref *r, int thread);
int ref_goes_first(const ref *r, int a, int b); /* compares two ready activities */
void ref_wake(ref *r, enum ref_wait waiting, int index); /* all threads that wait for it */
void ref_wake_thread(ref *r, int thread);
void ref_wait(ref *r, int cpu, enum ref_wait waiting, int index);
void ref_sleep(ref *r, int cpu, uint32_t cycles);
void ref_wake_sleepers(ref *r);
int ref_yield(ref *r, int cpu);
void ref_look_at_slice(ref *r, int cpu);
void ref_schedule(ref *r, int cpu, int now);
int ref_take_tick(ref *r, int cpu, int now);
void ref_scheduler_create(ref *r);
uint32_t ref_take_context(ref *r, int thread);
int ref_ready_without_running(const ref *r, int thread);
void ref_count_ready(ref *r);
void ref_look_at_issue(ref *r);
void ref_end_ready(ref *r, int thread);
void ref_end_scarce(ref *r, int thread);

/* ---- memory/access.c, cpu/fetch.c ---- */
enum { REF_MOVED_REGISTERS = 31 }; /* saves and restores in words execute them in a loop */
uint64_t ref_fetch_last(ref *r, int cpu, ref_stream *stream, ref_instruction *instruction);
void ref_fetch_again(ref *r, ref_instruction *instruction); /* its page is present now */
void ref_look_up_data(ref *r, ref_instruction *instruction); /* a load or store leaves IF */
void ref_begin_access(ref *r, ref_instruction *instruction);
void ref_prefetch(ref *r, ref_instruction *instruction);
uint32_t ref_packet_address(int packet);
void ref_predict_create(ref *r);
int ref_predict(ref *r, int core, uint32_t address, int goes_backward, int taken);

int ref_predict_return(ref *r, int core, uint32_t *target);                    /* returns 0 if the stack is empty */
void ref_predict_call(ref *r, int core, uint32_t returns_to);
/* returns 0 if there is no entry */
int ref_known_target(const ref *r, int core, uint32_t address, uint32_t *target);
void ref_learn_target(ref *r, int core, uint32_t address, uint32_t target);

/* ---- cpu/code.c: generated bodies and random draws (input data, see README.md) ---- */
struct ref_code *ref_code_create(const sim_config *config);
void ref_code_free(struct ref_code *code);
void ref_code_at(const struct ref_code *code, int stream, uint32_t index, ref_instruction *instruction);
void ref_code_given(const sim_config *config, int routine, uint32_t index, ref_instruction *instruction);
uint32_t ref_code_length(const struct ref_code *code, int stream);
uint32_t ref_code_target(const struct ref_code *code, int stream, uint32_t index);
int ref_code_taken(const struct ref_code *code, int stream, uint32_t index, uint64_t draw);
int ref_code_draws(const struct ref_code *code, int stream);
uint64_t ref_draw_exponential_q32(const sim_config *config, int source, uint64_t k); /* mean 1 */
uint64_t ref_draw_pareto_q32(const sim_config *config, int source, uint64_t k); /* least 1 */
uint32_t ref_draw_uniform(const sim_config *config, int routine, uint64_t k); /* 32 bits, for its cycles */
uint32_t ref_cycles_beside_fetch(const ref *r); /* number of cycles of a save or restore in cycles (M-297) */
uint32_t ref_draw_row(const sim_config *config, uint32_t table, uint64_t packet); /* equal for all its routines */
uint32_t ref_draw_size(const sim_config *config, int source, uint64_t k);
uint32_t ref_draw_seek(const sim_config *config, int disk, uint64_t k); /* nanoseconds */
uint32_t ref_draw_flow(const sim_config *config, int source, uint64_t k, uint32_t flows);
uint32_t ref_draw_content(const sim_config *config, uint32_t packet, uint32_t word);
uint64_t ref_draw_replacement(uint64_t seed, uint64_t k);
typedef struct ref_data_draw {
  uint64_t draw;
  uint32_t kind, hot; /* thousandths */
} ref_data_draw;
ref_data_draw ref_draw_data(const sim_config *config, int routine, uint64_t k);
uint32_t ref_draw_byte(const ref_data_draw *draw, uint32_t bytes);
uint32_t ref_flow_ring(const sim_config *config, int nic, uint32_t flow);

#endif
