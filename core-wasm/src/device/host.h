/* The host behind a card that programs serve (M-229, M-230): it answers ARP and ICMP echo, and tells when a program has
 * answered what came from it. */
#ifndef SIM_HOST_H
#define SIM_HOST_H

#include "state/tell.h"

/* In what a packet says of its recorded bytes: it is an answer, with the place of its bytes in host_state.frames. */
#define HOST_ANSWER 0x80000000u

uint64_t host_state_bytes(const sim_config *config);
void host_init(sim *sim);
static inline int has_host(const sim *sim, uint32_t nic) { return nic_config_at(sim, nic)->host_answer_cycles != 0; }

/* A program has sent the frame: its last bit is on the wire. */
void host_hears(sim *sim, uint32_t nic, const uint8_t *frame, uint32_t bytes);
/* The packet is in the memory of programs, with so many bytes. */
void host_asked(sim *sim, const sim_packet *packet, const uint8_t *frame, uint32_t bytes);
/* nic_state.answer goes onto the wire to the card. */
void host_answer_begins(sim *sim, uint32_t nic);
/* The frame with these bytes is in memory, or lost. */
void host_answer_over(sim *sim, uint32_t nic, uint32_t place);
static inline void host_frame_over(sim *sim, uint32_t nic, uint32_t recorded) {
  if (recorded & HOST_ANSWER) host_answer_over(sim, nic, recorded & ~HOST_ANSWER);
}
const uint8_t *host_answer_bytes(const sim *sim, const sim_packet *packet);
int host_is_sound(const sim *sim, uint32_t nic);

#endif
