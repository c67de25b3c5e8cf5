/* The host behind a card that programs serve (M-229, M-230). It answers ARP and ICMP echo requests, and detects the
 * answers of programs to its frames. */
#ifndef SIM_HOST_H
#define SIM_HOST_H

#include <stdint.h>

#include "state/state.h"
#include "state/tell.h"

/* Bit of sim_packet.recorded: the packet is an answer, and the other bits are its place in host_state.frames. */
#define HOST_ANSWER 0x80000000u

uint64_t host_state_bytes(const sim_config *config);
void host_init(sim *sim);
static inline int has_host(const sim *sim, uint32_t nic) { return nic_config_at(sim, nic)->host_answer_cycles != 0; }

/* The last bit of a frame from a program has left on the wire. */
void host_hears(sim *sim, uint32_t nic, const uint8_t *frame, uint32_t bytes);
/* The packet with its bytes is in the memory of programs. */
void host_asked(sim *sim, const sim_packet *packet, const uint8_t *frame, uint32_t bytes);
/* Puts the answer in nic_state.answer on the wire to the card. */
void host_answer_begins(sim *sim, uint32_t nic);
/* The frame in that place is in memory, or was lost. */
void host_answer_over(sim *sim, uint32_t nic, uint32_t place);
static inline void host_frame_over(sim *sim, uint32_t nic, uint32_t recorded) {
  if (recorded & HOST_ANSWER) host_answer_over(sim, nic, recorded & ~HOST_ANSWER);
}
const uint8_t *host_answer_bytes(const sim *sim, const sim_packet *packet);
int host_is_sound(const sim *sim, uint32_t nic);

/* Contents of received frames (M-218, M-228, M-231). */

/* Bytes of the frame without its check sequence. */
static inline uint32_t frame_byte_count(const sim_packet *packet) {
  enum { CHECK_SEQUENCE_BYTES = 4 };
  return packet->size_bytes > CHECK_SEQUENCE_BYTES ? packet->size_bytes - CHECK_SEQUENCE_BYTES : packet->size_bytes;
}
/* Copies the first `count` bytes of the frame. */
void frame_bytes(const sim *sim, const sim_packet *packet, uint8_t *out, uint32_t count);

/* Layout of Ethernet frames: RFC 826, 768, 791, 792, 1071. */

enum { ETHERNET_BYTES = 14, IP_BYTES = 20, UDP_BYTES = 8, ECHO_BYTES = 8, ADDRESS_BYTES = 6 };
enum { TYPE_AT = 12, IP_AT = ETHERNET_BYTES, IP_LENGTH_AT = IP_AT + 2, FRAGMENT_AT = IP_AT + 6, TTL_AT = IP_AT + 8,
       PROTOCOL_AT = IP_AT + 9, IP_CHECKSUM_AT = IP_AT + 10, SOURCE_AT = IP_AT + 12, DESTINATION_AT = IP_AT + 16,
       ABOVE_IP_AT = IP_AT + IP_BYTES, UDP_LENGTH_AT = ABOVE_IP_AT + 4, UDP_CHECKSUM_AT = ABOVE_IP_AT + 6,
       ECHO_CHECKSUM_AT = ABOVE_IP_AT + 2, ECHO_NAMES_AT = ABOVE_IP_AT + 4, DATA_AT = ABOVE_IP_AT + UDP_BYTES };
enum { TYPE_IP = 0x0800, TYPE_ARP = 0x0806, ICMP = 1, UDP = 17, ECHO_REPLY = 0, ECHO_REQUEST = 8, TIME_TO_LIVE = 64 };

static inline uint32_t get_half(const uint8_t *at) { return (uint32_t)at[0] << 8 | at[1]; }
static inline uint32_t get_word(const uint8_t *at) { return get_half(at) << 16 | get_half(at + 2); }
static inline void put_half(uint8_t *at, uint32_t value) {
  at[0] = (uint8_t)(value >> 8);
  at[1] = (uint8_t)value;
}

/* Sum of big-endian halves. The last byte of an odd number counts as the upper byte of a half. */
static inline uint32_t sum_of_halves(const uint8_t *bytes, uint32_t count) {
  uint32_t sum = 0;
  for (uint32_t i = 0; i < count; i++) sum += (uint32_t)bytes[i] << (i & 1 ? 0 : 8);
  return sum;
}

/* Gives 0 for a sum that includes a correct checksum. */
static inline uint32_t internet_checksum(uint32_t sum) {
  while (sum > UINT16_MAX) sum = (sum & UINT16_MAX) + (sum >> 16);
  return ~sum & UINT16_MAX;
}

#endif
