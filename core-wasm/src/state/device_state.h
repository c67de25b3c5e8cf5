/* State of the packets in flight, of the interrupt lines and of the devices. */
#ifndef SIM_DEVICE_STATE_H
#define SIM_DEVICE_STATE_H

#include "sim.h"

/* State contains no padding: its bytes are hashed and saved. */
#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"

/* ---- packets in flight and the lists that hold them ---- */

enum { FATE_NONE = SIM_NONE_8, FATE_DELIVERED = SIM_DROP_CAUSE_LIMIT }; /* otherwise a sim_drop_cause */

typedef struct sim_packet {
  uint64_t offered;
  uint64_t in_nic_at; /* send: cycle in which its data had arrived in the NIC */
  uint64_t milestone[SIM_PART_LIMIT]; /* cycle in which the latency part with this index ended; 0 = absent */
  uint32_t number;
  uint32_t size_bytes;
  uint32_t next;     /* next packet in its list, or in the free list */
  uint32_t dma_next; /* next packet in the queue of the DMA engine */
  uint32_t finisher_activation;
  uint32_t flow;
  uint32_t moved_bytes; /* cut-through: bytes that bursts moved before the packet let other transfers run */
  /* address in the memory of programs to which the card writes it; 0: the packet's own place */
  uint32_t buffer_address;
  uint32_t recorded; /* 1 + trace entry with its recorded bytes, or HOST_ANSWER; 0: none */
  uint8_t in_use;
  uint8_t direction;
  uint8_t nic;
  uint8_t source;    /* traffic source that offered it */
  uint8_t in_dma;    /* DMA is moving its data or will move them: the packet cannot leave yet */
  uint8_t dma_to;    /* sim_direction of that move: RECEIVE = to memory, SEND = into the NIC */
  uint8_t then_send; /* software gave it to the NIC before its data had reached memory */
  uint8_t in_nic;    /* enough of its data is in the NIC to start sending */
  uint8_t fate;      /* how it leaves when DMA has moved its data */
  uint8_t finisher;  /* live thread that caused its delivery or loss, or SIM_NONE_8 */
  uint8_t queued_before; /* a thread took it from a queue before: later queues set no milestone */
  uint8_t ring;      /* ring that received it */
  uint8_t underrun;  /* its data did not arrive in time for the wire */
  uint8_t moved;     /* its data have reached memory, or the NIC: the milestone of that move is final */
  uint8_t sent_by;   /* NIC that sends it */
  uint8_t full_queue; /* the full queue that dropped it, if it was dropped */
  uint8_t reserved[2];
  /* number of frames that it stands for: itself and all frames merged into it; 0: its last bit has not arrived */
  uint16_t frames;
} sim_packet;

typedef struct packet_list {
  uint64_t put;   /* number of packets that were ever put in */
  uint64_t taken; /* packets ever removed */
  uint32_t head;
  uint32_t tail;
  uint32_t count;
  uint32_t reserved;
} packet_list;

typedef struct packet_table {
  uint64_t numbers; /* number of packets offered so far: number of the next packet */
  uint32_t free_head;
  uint32_t used;
  uint32_t capacity;
  uint32_t reserved;
} packet_table;

/* ---- lines and devices ---- */

typedef struct line_state {
  uint64_t asserted_at; /* cycle of the assertion; SIM_NEVER: the line is not asserted */
  uint32_t number;      /* number of the interrupt that the line requests */
  uint16_t drivers;     /* number of devices that assert the line */
  uint8_t pending;
  uint8_t masked;
} line_state;

/* When a ring, or the send side, requests an interrupt for its frames. */
typedef struct coalesce_state {
  uint64_t absolute_due;    /* end of each timer; SIM_NEVER: the timer is not running */
  uint64_t packet_due;
  uint64_t allowed_at;      /* first cycle in which an interrupt may be requested */
  uint32_t unsignalled;     /* frames since the last interrupt */
  uint32_t absolute_remainder; /* remainder of the conversion from nanoseconds to cycles */
  uint32_t packet_remainder;
  uint32_t throttle_remainder;
  uint8_t wanted;           /* an interrupt is due and waits for allowed_at */
  uint8_t reserved[7];
} coalesce_state;

typedef struct ring_state {
  packet_list rx;           /* frames that the driver can take */
  coalesce_state coalescing;
  uint64_t forgotten_since; /* cycle since which frames wait and no thread will take them; SIM_NEVER: not the case */
  uint64_t merge_due;       /* cycle in which the growing packet moves on; SIM_NEVER: there is none */
  uint32_t merging;         /* packet that later frames of the flow may join, or SIM_NONE */
  uint32_t buffers;         /* buffers that the frames of the ring occupy */
  uint32_t fill;            /* slots in use */
  uint8_t status;
  uint8_t reserved[3];
} ring_state;

/* Registers of a NIC whose rings are in the memory of programs. Counts of slots and frames start at cycle 0. */
typedef struct descriptor_rings {
  uint32_t rx_base;
  uint32_t rx_size;
  uint32_t rx_given;   /* slots that software has given to the card */
  uint32_t rx_claimed; /* such slots that a frame uses or will use */
  uint32_t rx_filled;  /* such slots whose frame is in memory */
  uint32_t rx_bytes;   /* bytes of each buffer */
  uint32_t tx_base;
  uint32_t tx_size;
  uint32_t tx_given;
  uint32_t tx_sent;
  uint32_t enabled;    /* status bits that drive the line */
  uint32_t reserved;
} descriptor_rings;

typedef struct traffic_head { /* the next event of a traffic source in one direction */
  uint64_t due;               /* cycle of the event; SIM_NEVER: none, or not yet known */
  uint32_t size_bytes;
  uint32_t position;          /* trace: index of the entry after it; drawn bursts: frames left in the current burst */
  uint32_t flow;
  uint32_t recorded;          /* recorded bytes, as in a packet */
} traffic_head;

enum { HOST_REQUEST_LIMIT = 1024, HOST_ANSWER_LIMIT = 16, HOST_FRAME_BYTES = 1520 };

/* A frame in the memory of programs that a program may answer. */
typedef struct host_request {
  uint64_t arrived;    /* cycle in which its last bit arrived */
  uint64_t data;       /* the first bytes after its headers */
  uint32_t theirs;     /* addresses of sender and receiver */
  uint32_t ours;
  uint32_t names;      /* ports, or identifier and sequence number */
  uint8_t protocol;    /* IP protocol; 0: the request has been answered or given up */
  uint8_t data_bytes;
  uint8_t reserved[2];
} host_request;

/* The host behind a card. */
typedef struct host_state {
  host_request requests[HOST_REQUEST_LIMIT]; /* in order of arrival, starting at first_request */
  uint64_t due[HOST_ANSWER_LIMIT]; /* first cycle in which the answer may go onto the wire, by place */
  uint32_t size_bytes[HOST_ANSWER_LIMIT];
  uint8_t frames[HOST_ANSWER_LIMIT][HOST_FRAME_BYTES];
  uint8_t order[HOST_ANSWER_LIMIT]; /* places of the answers that wait for the wire, starting at first_answer */
  uint32_t first_request;
  uint32_t places;     /* number of requests in the list, including answered ones */
  uint32_t waiting;    /* requests that have not been answered */
  uint32_t used;       /* places (bits) of answers that are not yet in memory */
  uint32_t first_answer;
  uint32_t answers;    /* answers that wait for the wire */
} host_state;

typedef struct nic_state {
  packet_list tx;           /* frames that software gave to the card and that are not reaped, in order */
  packet_list fifo;         /* frames that wait for a ring slot, in order */
  coalesce_state sent;      /* coalescing of sent frames */
  uint64_t paused_since;    /* cycle since which the sender is paused; SIM_NEVER: it is not */
  uint64_t rx_wire_begin;   /* start of the frame on the wire */
  /* cut-through receive: cycle in which the frame continues or requests its next burst; SIM_NEVER: no time is set */
  uint64_t rx_early_due;
  /* cycle in which the last bit of the frame on the wire arrives; SIM_NEVER: the wire is free */
  uint64_t rx_wire_end;
  uint64_t tx_wire_begin;   /* start of the frame on the wire */
  uint64_t tx_wire_end;
  uint64_t tx_wire_cycles;  /* wire cycles of its segments, without unused parts of slots */
  uint64_t rx_wire_over;    /* wire cycles of all earlier frames */
  uint64_t tx_wire_over;
  uint64_t rx_wire_remainder;
  uint64_t tx_wire_remainder;
  uint32_t rx_wire_size;
  uint32_t rx_wire_flow;
  uint32_t rx_wire_recorded; /* recorded bytes of the frame, as in a packet */
  uint32_t rx_early;        /* packet of the frame on the wire that cut-through is already forwarding, or SIM_NONE */
  uint32_t rx_fill;         /* slots in use in all rings */
  uint32_t fifo_bytes;      /* bytes of frames that are not in memory yet */
  uint32_t tx_next_to_send; /* first frame of tx that has not been sent, or SIM_NONE */
  uint32_t tx_sent;         /* frames of tx that were sent and not reaped */
  uint32_t tx_bytes;        /* bytes of the frames of tx */
  uint32_t tx_buffers;      /* buffers that the frames of tx occupy */
  descriptor_rings memory;
  traffic_head answer;      /* next answer of the card's host; due is SIM_NEVER if there is none */
  uint8_t rx_wire_source;
  uint8_t reserved[7];
} nic_state;

#define DEVICE_STATE
#include "sim_devices.def"

/* Number of buffers of `each` bytes for `bytes` bytes. With 0 bytes each, any size fits into one buffer. */
static inline uint32_t buffers_for(uint32_t bytes, uint32_t each) { return each == 0 ? 1 : (bytes + each - 1) / each; }

#pragma GCC diagnostic pop

#endif
