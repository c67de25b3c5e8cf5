/* Types of the devices in the reference model: packets, cards, traffic. */
#ifndef REF_DEVICES_H
#define REF_DEVICES_H

#include "sim.h"

typedef struct ref ref;
typedef struct ref_activity ref_activity;
typedef struct ref_transfer ref_transfer;

enum {
  REF_PACKET_LIMIT = 4096,
  REF_NONE = -1,
};

__extension__ typedef unsigned __int128 ref_wide; /* products of two 64-bit numbers */

/* ---- packets ---- */
typedef struct ref_packet {
  int used;
  uint64_t freed; /* larger value: released later; 0: never released */
  uint32_t number;
  uint32_t size_bytes;
  uint32_t flow, frames; /* number of received frames merged into it */
  uint8_t direction, nic, ring;
  int source;          /* its traffic source, or REF_NONE */
  int moving;          /* DMA is moving its data */
  int given_to;        /* 1 + number of the NIC that will fetch it when its data are in memory; 0: none */
  int fetched;         /* its data, or as much as the wire waits for, are in the NIC that sends it */
  int underrun;        /* a byte arrived too late for the wire */
  uint64_t fetched_at;
  int queue_left;      /* software has taken it from its queue */
  const sim_trace_entry *recorded; /* set for a recorded received frame; NULL for any other */
  int answer;          /* 1 + place of the answer of its card's host; 0: it is no such answer */
  uint32_t buffer;     /* buffer of a program for the packet; 0: the packet's own place */
  int leaving;         /* what happens when the move ends: 0 nothing; 1 delivered, 2 dropped */
  uint8_t drop_cause;
  int turned_away_by;  /* the full queue, or REF_NONE */
  int finisher;        /* thread that finished it, or REF_NONE */
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
int ref_fifo_take(ref_fifo *fifo);            /* REF_NONE if it is empty */

/* ---- the network cards ---- */
/* Frames that arrived in a ring or were sent, and have not been signalled yet. */
typedef struct ref_coalescing {
  uint32_t unsignalled;
  /* SIM_NEVER: the timer is off; throttled_until 0: no interrupt requested so far */
  uint64_t absolute_end, packet_end, wanted_at, throttled_until;
  uint64_t absolute_rest, packet_rest, throttle_rest;
} ref_coalescing;

typedef struct ref_ring {
  uint32_t held;      /* slots in use */
  uint32_t buffers_held;
  int merging;        /* the packet that other frames may join, or REF_NONE */
  uint64_t merge_end;
  ref_fifo ready;     /* frames that a driver can take */
  uint8_t status;
  ref_coalescing coming;
} ref_ring;

typedef struct ref_wire {
  uint64_t free_at, rest;
} ref_wire;

typedef struct ref_on_wire {
  uint64_t due;
  uint32_t size_bytes, flow;
  int source;
  const sim_trace_entry *recorded; /* NULL if the frame was generated */
  int answer;                      /* same meaning as in a packet */
} ref_on_wire;

enum { REF_WIRE_LIMIT = 1 << 16 };

/* M-215: registers of a card that programs serve */
typedef struct ref_descriptors {
  uint32_t rx_at, rx_slots, rx_tail, rx_taken, rx_head, rx_room; /* rx_taken: slots with a frame, even a partial one */
  uint32_t tx_at, tx_slots, tx_tail, tx_head;
  uint8_t mask;
} ref_descriptors;

struct ref_host;

typedef struct ref_nic {
  struct ref_host *host; /* NULL if there is none */
  ref_descriptors own;
  ref_ring rings[SIM_NIC_RING_LIMIT];
  ref_wire rx_wire, tx_wire;
  ref_on_wire *on_wire; /* the frame on the wire and the frames queued after it, in order */
  uint32_t on_wire_first, on_wire_count;
  uint64_t begun_at, arrives_at; /* end of the first of them; SIM_NEVER if it has not started */
  int early_seen;        /* receive cut-through: whether the frame is forwarded early has been decided */
  int early;             /* its packet, which is already being forwarded, or REF_NONE */
  int early_waits;       /* the packet waits for the bytes of its next burst */
  uint32_t early_moved;
  uint64_t paused_since; /* SIM_NEVER if the sender is not paused */
  ref_fifo fifo;         /* frames that wait for a slot */
  uint32_t fifo_held;    /* bytes */
  uint32_t tx_held;
  ref_coalescing sent;
  ref_fifo tx_given;   /* queued packets in the order of sending */
  ref_fifo tx_sent;    /* sent packets that are not reaped */
  uint64_t tx_begun_at, tx_done_at; /* end of the first packet of tx_given; SIM_NEVER if it has not started */
  uint64_t tx_to_carry; /* remaining wire cycles of its segments, without unused parts of slots */
} ref_nic;

/* ---- disks ---- */
typedef struct ref_disk_request_of {
  int is_write;
  uint32_t blocks;
} ref_disk_request_of;

typedef struct ref_disk {
  ref_disk_request_of requests[SIM_DISK_QUEUE_LIMIT]; /* the first request is in progress */
  int held;
  uint64_t medium_begin, medium_end; /* SIM_NEVER if the medium is idle */
  uint64_t seeks, seek_rest, transfer_rest;
  uint32_t done;       /* completed requests that no thread has taken */
  int status;
} ref_disk;

/* ---- consoles ---- */
typedef struct ref_console {
  uint8_t in[SIM_CONSOLE_FIFO_LIMIT], out[SIM_CONSOLE_FIFO_LIMIT];
  int in_count, out_count, come; /* `come`: number of listed characters that have arrived */
  uint64_t out_end;  /* end of the character being sent; 0 if there is none */
  uint8_t out_now;
  uint8_t interrupts, lost, emptied;
  uint8_t kept[8];   /* register values by offset, except the divisor */
  uint8_t divisor[2];
} ref_console;

/* ---- traffic ---- */
typedef struct ref_source {
  uint64_t next_due; /* SIM_NEVER if no event is known */
  uint64_t offered;  /* number of events so far */
  uint32_t entry;    /* next entry of the trace */
  uint32_t entry_of[2]; /* open trace: next entry of each direction */
  uint64_t due_of[2];
  uint64_t rest;
  uint64_t draws;
  uint64_t next_burst; /* drawn bursts: number of the event that starts the next burst */
  uint64_t pauses;     /* constant rate, drawn bursts: total cycles of all pauses so far */
  int waits_for_cpu; /* closed loop: cpu to which control must return first, or REF_NONE */
  int waits_for_thread;
  uint64_t waits_for_activation;
} ref_source;

/* ---- device/packet.c ---- */
int ref_packet_new(ref *r, uint8_t direction, int nic, uint32_t size_bytes, int source, uint64_t begin);
int ref_packet_expect(ref *r, int nic, uint32_t size_bytes,
                      int source); /* it has its number and place, and is offered later */
void ref_packet_offered(ref *r, int packet);
void ref_packet_deliver(ref *r, int packet, int thread); /* `thread` finishes it, or REF_NONE */
void ref_packet_drop(ref *r, int packet, uint8_t cause, int thread);
void ref_packet_turn_away(ref *r, int packet, int queue, int thread); /* a full queue drops it */
void ref_packet_moved(ref *r, int packet); /* its data have been moved */
void ref_packet_reach(ref *r, int packet, int part);
void ref_packet_reach_at(ref *r, int packet, int part, uint64_t time);
void ref_packet_from_activity(ref *r, int packet, const ref_activity *activity, int with_assertion);

/* ---- device/traffic.c ---- */
void ref_traffic_create(ref *r);
void ref_traffic_cycle(ref *r);
void ref_traffic_finished(ref *r, int source, int thread, uint64_t activation);
void ref_traffic_control_back(ref *r, int cpu);

/* ---- device/nic.c ---- */
void ref_nic_create(ref *r);
void ref_nics_receive(ref *r); /* arrivals that fall due */
void ref_nics_send(ref *r);    /* frames whose last bit is sent */
void ref_nic_timers(ref *r);
void ref_nic_offer(ref *r, int nic, ref_on_wire frame);
void ref_nic_transfer_done(ref *r, const ref_transfer *transfer);
/* called for each burst */
void ref_nic_bytes_fetched(ref *r, const ref_transfer *transfer, uint32_t before, uint32_t after);
int ref_nic_take(ref *r, int nic, int ring);
int ref_nic_give(ref *r, int nic, int packet);
void ref_nic_reap(ref *r, int nic, int thread);

void ref_nic_set_status(ref *r, int nic, int ring, uint8_t bit);
void ref_nic_frame_came(ref *r, int nic, int ring, int packet);
uint64_t ref_nanoseconds_from_now(const ref *r, uint32_t nanoseconds, uint64_t *rest); /* the remainder carried */

/* ---- device/wire.c, device/receive.c ---- */
void ref_wire_receive(ref *r, int nic);
void ref_wires_count(ref *r);
uint64_t ref_wire_send(ref *r, int nic, uint32_t size_bytes, uint64_t from,
                       uint64_t *begin); /* returns the cycle in which it is sent */
void ref_receive_arrive(ref *r, int nic, const ref_on_wire *frame);
int ref_receive_early(ref *r, int nic, const ref_on_wire *frame); /* its packet, if it has found room */
uint32_t ref_wire_bytes_here(const ref *r, int nic);              /* bytes of the frame on the wire that have arrived */
/* true if the transfer lets others run until its next bytes have arrived */
int ref_wire_makes_room(ref *r, const ref_transfer *transfer, uint32_t moved);
int ref_receive_has_room(const ref *r, int nic, const ref_on_wire *frame);
void ref_receive_release_slot(ref *r, int packet);
void ref_receive_leave_fifo(ref *r, int nic);
void ref_receive_left_fifo(ref *r, int nic, uint32_t bytes);
uint32_t ref_buffers_of(const sim_nic_config *config, uint32_t size_bytes);

/* ---- each kind of device ---- */
/* Events that are due at the start of a cycle, before the bus. */
#define DEVICE(NAME, number, kind, list) void ref_##list##_cycle(ref *r);
#include "sim_devices.def"
#define DEVICE(NAME, number, kind, list) void ref_##kind##_acknowledge(ref *r, const sim_step_config *step);
#include "sim_devices.def"

/* ---- device/platform.c: devices at the addresses of programs ---- */
int ref_has_register(const ref *r, uint32_t address, uint32_t bytes);
uint32_t ref_load_register(ref *r, uint32_t address);
void ref_store_register(ref *r, uint32_t address, uint32_t value, int thread);
uint32_t ref_nic_load(ref *r, int nic, uint32_t at);
void ref_nic_store(ref *r, int nic, uint32_t at, uint32_t value, int thread);
void ref_nic_claim(ref *r, int packet);      /* the packet gets a slot of the program's ring */
void ref_nic_filled(ref *r, int packet);     /* its data are in memory */
void ref_nic_is_sent(ref *r, int nic);
uint8_t ref_nic_mask(const ref *r, int nic, int ring); /* status bits that drive the line */
void ref_nic_clear_status(ref *r, int nic, int ring, uint8_t bits);
uint32_t ref_console_load(ref *r, int console, uint32_t at);
void ref_console_store(ref *r, int console, uint32_t at, uint8_t value);

/* ---- device/host.c ---- */
void ref_hosts_create(ref *r);
void ref_hosts_free(ref *r);
void ref_host_hears(ref *r, int nic, const uint8_t *frame, uint32_t count); /* a program has sent the frame */
void ref_host_asked(ref *r, int nic, const uint8_t *frame, uint32_t count, uint64_t arrived); /* in its memory */
void ref_host_answer_over(ref *r, int nic, int answer); /* the frame is in memory, or lost */
const uint8_t *ref_host_answer(const ref *r, int nic, int answer);

/* ---- device/disk.c ---- */
void ref_disks_count(ref *r);
void ref_disk_transfer_done(ref *r, int disk);
void ref_disk_request(ref *r, int disk, int is_write, uint32_t blocks);
int ref_disk_lets_go(const ref *r, int disk, int ahead);
int ref_disk_take(ref *r, int disk); /* returns 0 if there is no frame to take */

#endif
