/* State of the interrupt lines and of the devices that drive them. */
#ifndef SIM_DEVICE_STATE_H
#define SIM_DEVICE_STATE_H

#include "sim.h"
#include "state/packet_state.h"

/* State holds no padding: its bytes are hashed and saved. */
#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"

typedef struct line_state {
  uint64_t asserted_at; /* SIM_NEVER while clear */
  uint32_t number;      /* of the interrupt that it asks for */
  uint16_t drivers;     /* devices that hold it up */
  uint8_t pending;
  uint8_t masked;
} line_state;

/* When the interrupt for the frames of a ring, or for those that were sent, is asked for. */
typedef struct coalesce_state {
  uint64_t absolute_due;    /* timers, SIM_NEVER while not running */
  uint64_t packet_due;
  uint64_t allowed_at;      /* no interrupt is asked for before */
  uint32_t unsignalled;     /* frames that no interrupt was asked for yet */
  uint32_t absolute_remainder; /* of nanoseconds turned to cycles */
  uint32_t packet_remainder;
  uint32_t throttle_remainder;
  uint8_t wanted;           /* an interrupt waits for allowed_at */
  uint8_t reserved[7];
} coalesce_state;

typedef struct ring_state {
  packet_list rx;           /* frames that the driver can take */
  coalesce_state coalescing;
  uint64_t forgotten_since; /* frames wait and no server is coming; SIM_NEVER: not so */
  uint64_t merge_due;       /* the packet that grows goes on then; SIM_NEVER without one */
  uint32_t merging;         /* packet that later frames of its flow may join, or SIM_NONE */
  uint32_t buffers;         /* held by the frames of the ring */
  uint32_t fill;            /* slots taken */
  uint8_t status;
  uint8_t reserved[3];
} ring_state;

/* Registers of a NIC whose rings are in the memory of programs. Slots and frames are counted from cycle 0 on. */
typedef struct descriptor_rings {
  uint32_t rx_base;
  uint32_t rx_size;
  uint32_t rx_given;   /* slots that software gave */
  uint32_t rx_claimed; /* of them, those that a frame has or gets */
  uint32_t rx_filled;  /* of them, those whose frame is in memory */
  uint32_t rx_bytes;   /* of each buffer */
  uint32_t tx_base;
  uint32_t tx_size;
  uint32_t tx_given;
  uint32_t tx_sent;
  uint32_t enabled;    /* status bits that drive the line */
  uint32_t reserved;
} descriptor_rings;

typedef struct traffic_head { /* the next event of a traffic in one direction */
  uint64_t due;               /* SIM_NEVER: none, or not yet known */
  uint32_t size_bytes;
  uint32_t position;          /* trace: entry after it; bursts that are drawn: frames left of the present one */
  uint32_t flow;
  uint32_t recorded;          /* as a packet's */
} traffic_head;

enum { HOST_REQUEST_LIMIT = 1024, HOST_ANSWER_LIMIT = 16, HOST_FRAME_BYTES = 1520 };

/* A frame that came into the memory of programs, which may answer it. */
typedef struct host_request {
  uint64_t arrived;    /* its last bit */
  uint64_t data;       /* the first bytes behind its headers */
  uint32_t theirs;     /* addresses */
  uint32_t ours;
  uint32_t names;      /* ports, or identifier and sequence */
  uint8_t protocol;    /* 0: it is answered, or was given up */
  uint8_t data_bytes;
  uint8_t reserved[2];
} host_request;

/* The host behind a card. */
typedef struct host_state {
  host_request requests[HOST_REQUEST_LIMIT]; /* in their order, from first_request on */
  uint64_t due[HOST_ANSWER_LIMIT]; /* of its answers, by place: on the wire at the earliest */
  uint32_t size_bytes[HOST_ANSWER_LIMIT];
  uint8_t frames[HOST_ANSWER_LIMIT][HOST_FRAME_BYTES];
  uint8_t order[HOST_ANSWER_LIMIT]; /* places of answers that wait for the wire, from first_answer on */
  uint32_t first_request;
  uint32_t places;     /* of requests, answered ones among them */
  uint32_t waiting;    /* requests */
  uint32_t used;       /* places of answers (bits) that are not in memory yet */
  uint32_t first_answer;
  uint32_t answers;    /* that wait for the wire */
} host_state;

typedef struct nic_state {
  packet_list tx;           /* frames given and not reaped, in order */
  packet_list fifo;         /* frames that wait for a ring slot, in order */
  coalesce_state sent;      /* frames that were sent */
  uint64_t paused_since;    /* SIM_NEVER: the sender may send */
  uint64_t rx_wire_begin;   /* of the frame on the wire */
  uint64_t rx_early_due; /* receive cut-through: it goes on then, or asks for its next burst; SIM_NEVER: not by time */
  uint64_t rx_wire_end;     /* last bit of the frame on the wire has come; SIM_NEVER: wire free */
  uint64_t tx_wire_begin;   /* of the frame on the wire */
  uint64_t tx_wire_end;
  uint64_t tx_wire_cycles;  /* of its segments, without the rest of slots between them */
  uint64_t rx_wire_over;    /* wire cycles of the frames before */
  uint64_t tx_wire_over;
  uint64_t rx_wire_remainder;
  uint64_t tx_wire_remainder;
  uint32_t rx_wire_size;
  uint32_t rx_wire_flow;
  uint32_t rx_wire_recorded; /* as a packet's */
  uint32_t rx_early;        /* packet of the frame on the wire that goes on already, or SIM_NONE */
  uint32_t rx_fill;         /* slots taken in all rings */
  uint32_t fifo_bytes;      /* of frames not yet in memory */
  uint32_t tx_next_to_send; /* first frame of tx that has not been sent, or SIM_NONE */
  uint32_t tx_sent;         /* frames of tx that are sent and not reaped */
  uint32_t tx_bytes;        /* of the frames of tx, */
  uint32_t tx_buffers;      /* and the buffers that they take */
  descriptor_rings memory;
  traffic_head answer;      /* of its host, the next one; SIM_NEVER: none */
  uint8_t rx_wire_source;
  uint8_t reserved[7];
} nic_state;

#define DEVICE_STATE
#include "sim_devices.def"

#pragma GCC diagnostic pop

#endif
