/* The reference model of irqscope: the rules of docs/model.md, one cycle at a time, nothing skipped and
 * nothing clever. It was written from the rules alone and shares no behaviour with core-wasm/src (see
 * README.md for the two pieces of input data that it takes from there). Tests only. */
#ifndef REF_H
#define REF_H

#include <stdio.h>

#include "sim.h"

enum {
  REF_LANE_LIMIT = SIM_ISSUE_LIMIT,
  REF_PACKET_LIMIT = 4096,
  REF_NOBODY = -1,
};

__extension__ typedef unsigned __int128 ref_wide; /* products of two 64-bit numbers */

/* ---- packets ---- */
typedef struct ref_packet {
  int used;
  uint32_t number;
  uint32_t size_bytes;
  uint8_t direction, nic, ring;
  int source;          /* traffic that waits for it (closed loop), or REF_NOBODY */
  int moving;          /* its data is on the way by DMA */
  int given_to;        /* NIC + 1 that will fetch it when its data is in memory; 0: none */
  int fetched;         /* it is in the NIC that sends it */
  int queue_left;      /* somebody has taken it from its queue */
  int leaving;         /* 0: no; 1: delivered, 2: dropped when the move ends */
  uint8_t drop_cause;
  int finisher;        /* thread that finished it, or REF_NOBODY */
  uint64_t finisher_activation;
  uint64_t begin;
  uint64_t milestone[SIM_PART_LIMIT];
  int has_milestone[SIM_PART_LIMIT];
} ref_packet;

/* ---- a bounded first-in first-out store of packets ---- */
typedef struct ref_fifo {
  int packets[SIM_RING_LIMIT];
  uint32_t count, capacity;
} ref_fifo;

int ref_fifo_put(ref_fifo *fifo, int packet); /* 0 when full */
int ref_fifo_take(ref_fifo *fifo);            /* REF_NOBODY when empty */

/* ---- the network cards ---- */
typedef struct ref_ring {
  uint32_t held;      /* slots in use */
  ref_fifo ready;     /* frames that a driver can take */
  uint8_t status;
  uint32_t unsignalled;
  uint64_t absolute_end, packet_end, wanted_at, throttled_until; /* SIM_NEVER: off; throttled_until 0: never asked */
  uint64_t absolute_rest, packet_rest, throttle_rest;
} ref_ring;

typedef struct ref_wire {
  uint64_t free_at, rest;
} ref_wire;

typedef struct ref_on_wire {
  uint64_t arrives;
  uint32_t size_bytes, flow;
  int source;
} ref_on_wire;

enum { REF_WIRE_LIMIT = 1 << 16 };

typedef struct ref_nic {
  ref_ring rings[SIM_NIC_RING_LIMIT];
  ref_wire rx_wire, tx_wire;
  ref_on_wire *on_wire; /* frames that arrive, in order */
  uint32_t on_wire_first, on_wire_count;
  uint32_t tx_held;
  ref_fifo tx_given;   /* in the queue, to be sent in this order */
  ref_fifo tx_sent;    /* to be reaped */
  uint64_t tx_done_at; /* of the first of tx_given, SIM_NEVER: not begun */
} ref_nic;

/* ---- the bus ---- */
typedef struct ref_transfer {
  int packet;
  uint8_t nic, ring, to_memory;
} ref_transfer;

typedef struct ref_transfer_queue {
  ref_transfer items[REF_PACKET_LIMIT];
  uint32_t count;
} ref_transfer_queue;

typedef struct ref_bus {
  ref_transfer_queue to_memory, to_nic;
  int active;           /* a transfer is under way */
  ref_transfer now;
  uint32_t bytes_left;
  uint64_t burst_begin;
  uint64_t burst_end;   /* first cycle after the burst; 0: no burst */
  uint32_t burst_bytes;
  uint64_t gap_end;     /* first cycle in which a burst may begin */
  uint64_t access_end;  /* first cycle after the access of a processor */
} ref_bus;

/* ---- the pipeline ---- */
typedef struct ref_instruction {
  int valid;        /* 0: a bubble, which has only a cause */
  uint8_t cause;
  int cpu;
  uint8_t operation, destination, source1, source2;
  uint32_t index;   /* in its body */
  uint32_t next;    /* index of what follows it */
  int mispredicted; /* a taken branch that has not been resolved */
  int wrong_path;
  int drew;         /* its outcome was drawn */
  int counts;       /* 0: illustration */
  int accessed;     /* 0 not yet, 1 begun */
  uint64_t access_last;
} ref_instruction;

typedef struct ref_group {
  ref_instruction lanes[REF_LANE_LIMIT];
  int count;          /* 0: a bubble */
  uint8_t cause;      /* of the bubble */
  uint64_t entered;   /* cycle in which it entered this stage */
} ref_group;

/* ---- one activity ---- */
enum ref_work { REF_WORK_NONE, REF_WORK_TIMED, REF_WORK_STREAM, REF_WORK_SPEND };

/* A stream of instructions being fetched. */
typedef struct ref_stream {
  uint64_t length, fetched; /* instructions of the right path */
  uint64_t retired;
  uint32_t next;            /* index in the body */
  int wrong_path;           /* what is fetched now will be flushed */
  uint32_t wrong_next;
  int code;                 /* index of the code, or REF_NOBODY: instructions without hazards */
  uint8_t plain_operation;
  int counts;
} ref_stream;

typedef struct ref_frame {
  int live;
  int begun;        /* has taken its first steps */
  int thread, context, cpu;
  uint8_t priority;
  int step;
  int packet;
  int in_memory;
  int waiting;      /* for a queue */
  int wait_queue;
  enum ref_work work;
  int routine;
  uint64_t timed_left;
  ref_stream stream;
  uint32_t taken;   /* packets of this activation */
  uint64_t left_at; /* order of leaving the processor: the larger the later */
  uint64_t activation;
  int is_line;
  int record_open;
  uint32_t number;  /* of the interrupt */
  uint64_t asserted, recognised, drained, entered, saved, first;
  int has_asserted, has_entry;
} ref_frame;

/* ---- who runs activities ---- */
enum ref_phase { REF_IDLE, REF_RUN, REF_DRAIN, REF_ENTRY, REF_SAVE, REF_RESTORE };

typedef struct ref_cpu {
  int core;
  int first_context, context_count;
  int active_context;
  enum ref_phase phase;
  int thread;            /* of the frame that runs, is entered or is resumed */
  int starting;          /* its first steps are due when its first cycle begins */
  int fresh_cycles;      /* cycles since the resumed frame has run; recognition waits for two */
  int resumed;
  int from_idle;         /* what is resumed was woken by a queue while nothing ran */
  int restored;          /* a restore ends in this cycle */
  int ran;               /* this cycle: own instructions, or nothing */
  uint64_t run_cycles;   /* of the routine since start or resume */
  uint64_t left;         /* cycles of drain, entry step, save, restore in cycles */
  uint64_t spent;        /* cycles of this phase */
  int entry_step;
  int pointer_moved;
  int switched_from;
  int save_thread;       /* whose frame is to be saved, or REF_NOBODY */
  int resuming;          /* the save makes room for a frame that comes back */
  ref_stream moves;      /* save and restore in words */
  int steps_taken;       /* in this cycle */
  ref_instruction front[SIM_STAGE_LIMIT];
  uint64_t register_ready[32];
  int issued;            /* this cycle */
  int flushes;           /* a taken branch has been resolved in this cycle */
  uint8_t cause;         /* of this cycle, by issue */
  uint32_t credit;
} ref_cpu;

typedef struct ref_core {
  ref_group back[SIM_STAGE_LIMIT];
  int turn;
  int detailed; /* this cycle */
  uint8_t access_cause; /* why the access stage stood still in the last cycle */
} ref_core;

/* ---- lines, traffic ---- */
typedef struct ref_line {
  int masked, pending;
  int drivers;
  uint32_t number;
  uint64_t asserted;
} ref_line;

typedef struct ref_source {
  uint64_t next_due; /* SIM_NEVER: none known */
  uint64_t offered;  /* events so far */
  uint32_t entry;    /* of the trace: next */
  uint32_t entry_of[2]; /* open trace: next of each direction */
  uint64_t due_of[2];
  uint64_t rest;
  uint64_t draws;
  int waits_for_cpu; /* closed loop: control has to come back there, or REF_NOBODY */
  int waits_for_thread;
  uint64_t waits_for_activation;
} ref_source;

struct ref_code;

/* Places where the engine is known to do otherwise than the rules (found/). The model follows the rules;
 * told so, it does as the engine, so that what else may differ is still found. */
enum ref_known {
  REF_KNOWN_FIRST_STEPS = 1,
  REF_KNOWN_LATE_DROP = 2,
  REF_KNOWN_ACKNOWLEDGED = 4,
  REF_KNOWN_SEND_COALESCING = 8,
  REF_KNOWN_ONLY_STEPS = 16,
  REF_KNOWN_DETAILED = 32,
  REF_KNOWN_TIME_ZERO = 64,
  REF_KNOWN_WRONG_PATH = 128,
  REF_KNOWN_COUNT = 8,
};
extern const char *const ref_known_names[REF_KNOWN_COUNT];

typedef struct ref {
  sim_config config;
  const sim_trace_entry *trace;
  struct ref_code *code;
  uint32_t as_engine, met; /* bits of ref_known: to be done as the engine does; met in this run */
  uint64_t cycle;
  uint64_t moment; /* boundary at which things happen now: cycle, or cycle + 1 at its end */
  int cpu_count, context_total, interleaved;
  ref_cpu cpus[SIM_CONTEXT_LIMIT];
  ref_core cores[SIM_CORE_LIMIT];
  ref_frame frames[SIM_THREAD_LIMIT];
  uint32_t soft_pending[SIM_THREAD_LIMIT];
  uint64_t branch_draws[SIM_ROUTINE_LIMIT];
  ref_line lines[SIM_LINE_LIMIT];
  ref_nic nics[SIM_NIC_LIMIT];
  ref_fifo queues[SIM_QUEUE_LIMIT];
  ref_bus bus;
  ref_source sources[SIM_TRAFFIC_LIMIT];
  ref_packet packets[REF_PACKET_LIMIT];
  uint32_t next_packet_number, next_interrupt_number;
  uint64_t next_activation, next_leaving;
  uint32_t shown[SIM_CONTEXT_LIMIT];
  sim_counters counters;
  sim_event *events;
  size_t event_count, event_room;
  sim_latency *latencies;
  size_t latency_count, latency_room;
  FILE *shows_stages; /* NULL, or where to */
} ref;

void ref_show_stages(const ref *r);

/* NULL, or what the machine uses that this model does not know. */
const char *ref_not_modelled(const sim_config *config);
/* Takes out what the model does not know, where that leaves a valid machine. */
void ref_leave_out_unknown(sim_config *config);

ref *ref_create(const sim_config *config, const sim_trace_entry *trace);
void ref_free(ref *r);
int ref_as_engine(ref *r, enum ref_known known); /* notes that it was met */
void ref_cycle(ref *r); /* works on one cycle */

/* ---- ref_record.c: what is written down ---- */
void ref_event(ref *r, uint8_t kind, int context, uint32_t subject, uint32_t value);
void ref_event_at(ref *r, uint64_t cycle, uint8_t kind, int context, uint32_t subject, uint32_t value);
void ref_record_packet(ref *r, const ref_packet *packet, uint64_t end);
void ref_record_interrupt(ref *r, ref_frame *frame, int acknowledged);

/* ---- ref_packet.c ---- */
int ref_packet_new(ref *r, uint8_t direction, int nic, uint32_t size_bytes, int source, uint64_t begin);
void ref_packet_deliver(ref *r, int packet, int thread); /* thread: who finishes it, or REF_NOBODY */
void ref_packet_drop(ref *r, int packet, uint8_t cause, int thread);
void ref_packet_moved(ref *r, int packet); /* the move of its data has ended */
void ref_packet_reach(ref *r, int packet, int part);
void ref_packet_reach_at(ref *r, int packet, int part, uint64_t time);
void ref_packet_from_activity(ref *r, int packet, const ref_frame *frame, int with_assertion);

/* ---- ref_traffic.c ---- */
void ref_traffic_create(ref *r);
void ref_traffic_cycle(ref *r);
void ref_traffic_finished(ref *r, int source, int thread, uint64_t activation, int dropped);
void ref_traffic_control_back(ref *r, int cpu);

/* ---- ref_nic.c ---- */
void ref_nic_create(ref *r);
void ref_nic_wire(ref *r);   /* arrivals and sent frames that fall due */
void ref_nic_timers(ref *r);
void ref_nic_offer(ref *r, int nic, uint32_t size_bytes, uint32_t flow, int source, uint64_t due);
void ref_nic_transfer_done(ref *r, const ref_transfer *transfer);
int ref_nic_take(ref *r, int nic, int ring);
int ref_nic_give(ref *r, int nic, int packet);
void ref_nic_reap(ref *r, int nic, int thread);
void ref_nic_acknowledge(ref *r, int nic, int ring, uint8_t bits);

/* ---- ref_bus.c ---- */
void ref_bus_request(ref *r, int packet, int nic, int ring, int to_memory);
void ref_bus_cycle(ref *r);
int ref_bus_access(ref *r); /* a processor asks for the bus: begins now if free */

/* ---- ref_line.c ---- */
void ref_line_status(ref *r, int line, int was_driving, int is_driving, int rose, int happened);
void ref_line_recognise(ref *r, int line);
void ref_line_mask(ref *r, int line, int masked);
int ref_line_thread(const ref *r, int line);
int ref_thread_cpu(const ref *r, int thread);
int ref_thread_context(const ref *r, int thread);
void ref_raise(ref *r, int thread);

/* ---- ref_software.c ---- */
void ref_take_steps(ref *r, int cpu);

/* ---- ref_interrupt.c, ref_return.c ---- */
const sim_thread_config *ref_thread_of(const ref *r, int thread);
int ref_best_frame(const ref *r, int cpu);
int ref_best_soft(const ref *r, int cpu);
int ref_best_line(const ref *r, int cpu);
int ref_frame_in_registers(const ref *r, int context, int except);
void ref_move_pointer(ref *r, int cpu, int context);
void ref_begin_moves(ref *r, int cpu, enum ref_phase phase, uint32_t amount);
void ref_start_line(ref *r, int cpu, int line, int with_drain);
void ref_start_activity(ref *r, int cpu, int thread, int line, int with_drain);
void ref_go_on(ref *r, int cpu);
void ref_begin_restore(ref *r, int cpu);
void ref_cpu_first_steps(ref *r, int cpu);
void ref_cpu_begin_before_all(ref *r, int cpu); /* known difference */
void ref_cpu_end_of_cycle(ref *r, int cpu);
void ref_cpu_recognise(ref *r, int cpu);
void ref_cpu_return(ref *r, int cpu);
void ref_cpu_choose_next(ref *r, int cpu);
int ref_cpu_more_urgent(const ref *r, int cpu, uint8_t priority); /* a soft interrupt or frame could run instead */
void ref_queue_put_wakes(ref *r, int queue);
int ref_frame_ready(const ref *r, int thread);

/* ---- ref_pipeline.c, ref_fetch.c ---- */
enum slot { HELD, LEFT, BUBBLE_STAYS }; /* what became of who stood in a stage */
ref_instruction ref_bubble(uint8_t cause);
void ref_move_front_end(ref *r, int cpu, enum slot execute_slot);
void ref_pipeline_cycle(ref *r, int core);
int ref_pipeline_in_flight(const ref *r, int cpu); /* instructions beyond fetch that will complete */
void ref_pipeline_nullify(ref *r, int cpu);
void ref_pipeline_clear(ref *r, int cpu);
void ref_pipeline_start(ref *r, int cpu);
void ref_pipeline_retire(ref *r, int core);
int ref_last_stage_cause(const ref *r, int core);
ref_stream *ref_cpu_stream(ref *r, int cpu); /* what is fetched now, or NULL */

/* ---- ref_code.c: generated bodies and random draws (input data, see README.md) ---- */
struct ref_code *ref_code_create(const sim_config *config);
void ref_code_free(struct ref_code *code);
void ref_code_at(const struct ref_code *code, int stream, uint32_t index, ref_instruction *instruction);
uint32_t ref_code_length(const struct ref_code *code, int stream);
uint32_t ref_code_target(const struct ref_code *code, int stream, uint32_t index);
int ref_code_taken(const struct ref_code *code, int stream, uint32_t index, uint64_t draw);
int ref_code_draws(const struct ref_code *code, int stream);
uint64_t ref_draw_exponential_q32(const sim_config *config, int source, uint64_t k); /* mean 1 */
uint32_t ref_draw_flow(const sim_config *config, int source, uint64_t k, uint32_t flows);
uint32_t ref_flow_ring(const sim_config *config, int nic, uint32_t flow);

#endif
