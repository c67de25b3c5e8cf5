/* State of the table of packets in flight and of the lists that they stand in. */
#ifndef SIM_PACKET_STATE_H
#define SIM_PACKET_STATE_H

#include "sim.h"

enum { FATE_NONE = SIM_NONE_8, FATE_DELIVERED = SIM_DROP_CAUSE_LIMIT }; /* else a sim_drop_cause */

/* State holds no padding: its bytes are hashed and saved. */
#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"

typedef struct sim_packet {
  uint64_t offered;
  uint64_t in_nic_at; /* its data came into the NIC to be sent */
  uint64_t milestone[SIM_PART_LIMIT]; /* cycle at which the part of that index ended; 0 = absent */
  uint32_t number;
  uint32_t size_bytes;
  uint32_t next;     /* in the list it stands in, or in the free list */
  uint32_t dma_next; /* in the queue of the DMA engine */
  uint32_t finisher_activation;
  uint32_t flow;
  uint32_t moved_bytes; /* cut-through: by bursts before it made room for other transfers */
  uint32_t buffer_address; /* of a program, that the card puts it into; 0: its own place in memory */
  uint32_t recorded; /* trace entry + 1 whose bytes it has, or HOST_ANSWER; 0: none */
  uint8_t in_use;
  uint8_t direction;
  uint8_t nic;
  uint8_t source;    /* traffic that offered it */
  uint8_t in_dma;    /* its data is being moved, or waits for it: it cannot leave yet */
  uint8_t dma_to;    /* sim_direction of that move: RECEIVE = to memory, SEND = into the NIC */
  uint8_t then_send; /* given to the NIC before its data had come to memory */
  uint8_t in_nic;    /* its data is in the NIC, or as much as it waits for, and can go onto the wire */
  uint8_t fate;      /* leaves so when its data has been moved */
  uint8_t finisher;  /* thread that gave it its fate, or SIM_NONE_8 */
  uint8_t queued_before; /* was taken from a queue: later queues set no milestone */
  uint8_t ring;      /* that it came into */
  uint8_t underrun;  /* its data did not come in time for the wire */
  uint8_t moved;     /* its data has come to memory, or into the NIC: that milestone stands */
  uint8_t sent_by;   /* NIC that it was given to */
  uint8_t full_queue; /* that it leaves for, with that fate */
  uint8_t reserved[2];
  uint16_t frames;   /* it counts as so many: itself and those merged into it; 0: its last bit has not come */
} sim_packet;

typedef struct packet_list {
  uint64_t put;   /* packets that ever came in */
  uint64_t taken; /* packets that ever went out */
  uint32_t head;
  uint32_t tail;
  uint32_t count;
  uint32_t reserved;
} packet_list;

typedef struct packet_table {
  uint64_t numbers; /* packets offered so far; the next packet's number */
  uint32_t free_head;
  uint32_t used;
  uint32_t capacity;
  uint32_t reserved;
} packet_table;

#pragma GCC diagnostic pop

/* Buffers of `each` bytes that so many bytes take; 0 = any number fits into one. */
static inline uint32_t buffers_for(uint32_t bytes, uint32_t each) { return each == 0 ? 1 : (bytes + each - 1) / each; }

#endif
