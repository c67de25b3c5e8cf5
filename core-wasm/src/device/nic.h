/* The NIC: status registers of its rings, sending, interrupt coalescing, receiving, and its interface to programs. */
#ifndef SIM_NIC_H
#define SIM_NIC_H

#include "base/check.h"
#include "state/tell.h"

/* Number of receive rings of all NICs. */
uint32_t nic_ring_count(const sim_config *config);
int nic_check(const check *k, uint32_t nic);
/* Sets bits in the ring's status register, which may request an interrupt. */
void nic_signal(sim *sim, uint32_t nic, uint32_t ring, uint32_t bits);
/* Software took the frames that these status bits announce. In the mode status_by_fill the NIC clears a bit
 * when no frame is left. */
void nic_emptied(sim *sim, uint32_t nic, uint32_t ring, uint32_t bits);

/* DMA has moved the packet's bytes from `before` to `after` into the NIC; nic_fetched: DMA has moved all of them. */
void nic_fetched_bytes(sim *sim, uint32_t packet, uint32_t before, uint32_t after);
void nic_fetched(sim *sim, uint32_t packet);

/* ---- the driver's side ---- */
void nic_give_frame(sim *sim, uint32_t nic, uint32_t packet);
void nic_reap(sim *sim, uint32_t nic);
void nic_clear_status(sim *sim, uint32_t nic, uint32_t ring, uint32_t bits);

/* Interrupt coalescing of a receive ring, or of the send side of a NIC. It requests an interrupt after a number of
 * frames or at the end of one of two timers, but not before the throttle gap after the last interrupt has ended. */

enum { COALESCE_SENT = SIM_NIC_RING_LIMIT }; /* instead of a ring number: sent frames */

void coalesce_init(sim *sim);
/* A frame arrived in the ring, or was sent. */
void coalesce_frame(sim *sim, uint32_t nic, uint32_t ring);
void coalesce_acknowledged(sim *sim, uint32_t nic, uint32_t ring);
/* Ends the timers that are due in the present cycle, after the frames of this cycle. */
void coalesce_tick(sim *sim);
static inline uint64_t coalesce_next(const sim *sim) { return state_of(sim)->coalesce_next; }

/* The receive side of a NIC: FIFO, merge, rings, flow control. */

void receive_init(sim *sim);
/* Cut-through: call receive_begins when a frame starts on the wire, and receive_early when enough of it has arrived
 * to take a slot, or for the next burst of its DMA. */
void receive_begins(sim *sim, uint32_t nic);
void receive_early(sim *sim, uint32_t nic);
/* True if the bytes of the burst after the first `moved` bytes have not arrived. Then the packet leaves the DMA
 * engine, and receive_early queues it again. */
int receive_early_waits(sim *sim, uint32_t packet, uint32_t moved);
static inline int receive_waits(sim *sim, uint32_t packet, uint32_t moved) {
  const uint32_t early = nic_at(sim, packet_at(sim, packet)->nic)->rx_early;
  return early == packet && receive_early_waits(sim, packet, moved);
}
/* The last bit of a frame has arrived. */
void receive_frame(sim *sim, uint32_t nic, uint32_t source, uint32_t size_bytes, uint32_t flow);
/* Whether the NIC could keep a frame of this size if it arrived now. */
int receive_has_room(const sim *sim, uint32_t nic, uint32_t size_bytes, uint32_t flow);
/* Ends the merging of packets whose time ends in the present cycle. */
void receive_tick(sim *sim);
static inline uint64_t receive_next(const sim *sim) { return state_of(sim)->merge_next; }

/* DMA has moved another `bytes` of the packet to memory; receive_moved: it has moved all of them. */
void receive_leaves_fifo(sim *sim, uint32_t nic, uint32_t bytes);
static inline void receive_moved_bytes(sim *sim, uint32_t packet, uint32_t bytes) {
  const uint32_t nic = packet_at(sim, packet)->nic;
  if (nic_config_at(sim, nic)->fifo_bytes != 0) receive_leaves_fifo(sim, nic, bytes);
}
void receive_moved(sim *sim, uint32_t packet);
/* Slots of a ring have become free, and waiting frames take them. */
void receive_slots_given(sim *sim, uint32_t nic);
/* The driver takes a frame. SIM_NONE if there is none. */
uint32_t receive_take(sim *sim, uint32_t nic, uint32_t ring);

/* A NIC that programs serve: its registers, and its descriptor rings in their memory (M-215 to M-218). */

enum { NIC_REGISTERS = 12 };

void nic_memory_init(sim *sim, uint32_t nic);
uint32_t nic_load(sim *sim, uint32_t nic, uint32_t at);
void nic_store(sim *sim, uint32_t nic, uint32_t at, uint32_t value);

/* Slots of the receive ring that software has given to the card and that hold no frame. */
static inline uint32_t nic_memory_room(const sim *sim, uint32_t nic) {
  const descriptor_rings *m = &nic_at(sim, nic)->memory;
  return m->rx_given - m->rx_claimed;
}
/* The packet takes the next such slot. */
void nic_memory_claim(sim *sim, uint32_t packet);
/* DMA has moved the packet's data. */
void nic_memory_filled(sim *sim, uint32_t packet);
/* The NIC has sent the first frame that software gave to it. */
void nic_memory_sent(sim *sim, uint32_t nic);

#endif
