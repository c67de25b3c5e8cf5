/* What frames of Ethernet say, as bytes: RFC 826, 768, 791, 792, 1071. */
#ifndef SIM_INTERNET_H
#define SIM_INTERNET_H

#include <stdint.h>

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

/* Of big-endian halves, the last byte of an odd number filled up with 0. */
static inline uint32_t sum_of_halves(const uint8_t *bytes, uint32_t count) {
  uint32_t sum = 0;
  for (uint32_t i = 0; i < count; i++) sum += (uint32_t)bytes[i] << (i & 1 ? 0 : 8);
  return sum;
}

/* 0 of a sum that has a right checksum in it. */
static inline uint32_t internet_checksum(uint32_t sum) {
  while (sum > UINT16_MAX) sum = (sum & UINT16_MAX) + (sum >> 16);
  return ~sum & UINT16_MAX;
}

#endif
