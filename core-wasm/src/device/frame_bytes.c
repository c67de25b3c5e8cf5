#include "device/frame_bytes.h"

#include <string.h>

#include "base/rng.h"

enum { ETHERNET_BYTES = 14, IP_BYTES = 20, UDP_BYTES = 8, HEADER_BYTES = ETHERNET_BYTES + IP_BYTES + UDP_BYTES };
enum { OUR_PORT = 9, FIRST_PEER_PORT = 10000, PORTS = 50000, IP_LENGTH_LIMIT = 0xffff, UDP = 17, WORD_BYTES = 4 };
enum { IP_CHECKSUM_AT = ETHERNET_BYTES + 10, ADDRESSES_AT = ETHERNET_BYTES + 12,
       UDP_LENGTH_AT = ETHERNET_BYTES + IP_BYTES + 4, UDP_CHECKSUM_AT = ETHERNET_BYTES + IP_BYTES + 6 };

/* From a peer of the flow to us; what depends on the frame is still 0. */
static const uint8_t header[HEADER_BYTES] = {
    2, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 2, 0x08, 0x00,                             /* to, from, IPv4 */
    0x45, 0, 0, 0, 0, 0, 0x40, 0, 64, UDP, 0, 0, 10, 1, 0, 0, 10, 0, 0, 1,      /* IP */
    0, 0, 0, OUR_PORT, 0, 0, 0, 0,                                              /* UDP */
};

static void put(uint8_t *at, uint32_t value) {
  at[0] = (uint8_t)(value >> 8);
  at[1] = (uint8_t)value;
}

/* Of the byte at an even place and of the one behind it. */
static uint32_t sum_of(const uint8_t *bytes, uint32_t count) {
  uint32_t sum = 0;
  for (uint32_t i = 0; i < count; i++) sum += (uint32_t)bytes[i] << (i & 1 ? 0 : 8);
  return sum;
}

/* RFC 1071 */
static uint32_t checksum(uint32_t sum) {
  while (sum > UINT16_MAX) sum = (sum & UINT16_MAX) + (sum >> 16);
  return ~sum & UINT16_MAX;
}

static uint8_t drawn_byte(uint64_t key, uint32_t place) {
  return (uint8_t)(rng_draw(key, place / WORD_BYTES) >> 8 * (place % WORD_BYTES));
}

/* Sum of the bytes behind the header that the datagram has; a frame longer than a datagram has others behind it. */
static uint32_t payload_sum(uint64_t key, uint32_t end) {
  uint32_t sum = 0;
  for (uint32_t i = HEADER_BYTES; i < end; i++) sum += (uint32_t)drawn_byte(key, i) << (i & 1 ? 0 : 8);
  return sum;
}

static void make_header(uint8_t out[HEADER_BYTES], const sim_packet *packet, uint64_t key) {
  const uint32_t rest = frame_byte_count(packet) - ETHERNET_BYTES;
  const uint32_t ip_bytes = rest < IP_LENGTH_LIMIT ? rest : IP_LENGTH_LIMIT, udp_bytes = ip_bytes - IP_BYTES;
  uint8_t *ip = &out[ETHERNET_BYTES];
  memcpy(out, header, HEADER_BYTES);
  put(&ip[2], ip_bytes);
  put(&out[ADDRESSES_AT + 2], packet->flow / PORTS & UINT16_MAX);
  put(&out[IP_CHECKSUM_AT], checksum(sum_of(ip, IP_BYTES)));
  put(&out[ETHERNET_BYTES + IP_BYTES], FIRST_PEER_PORT + packet->flow % PORTS);
  put(&out[UDP_LENGTH_AT], udp_bytes);
  const uint32_t pseudo = sum_of(&out[ADDRESSES_AT], 8) + UDP + udp_bytes;
  const uint32_t all = pseudo + sum_of(&out[ETHERNET_BYTES + IP_BYTES], UDP_BYTES) +
                       payload_sum(key, ETHERNET_BYTES + ip_bytes);
  const uint32_t sum = checksum(all);
  put(&out[UDP_CHECKSUM_AT], sum == 0 ? UINT16_MAX : sum); /* 0 would say that there is none */
}

static void recorded_bytes(const sim *sim, const sim_packet *packet, uint64_t key, uint8_t *out, uint32_t count) {
  const sim_trace_entry *entry = &sim->trace[packet->recorded - 1];
  const uint32_t known = entry->byte_count < count ? entry->byte_count : count;
  memcpy(out, (const uint8_t *)(sim->trace + sim->config.trace_entry_count) + entry->first_byte, known);
  for (uint32_t i = known; i < count; i++) out[i] = drawn_byte(key, i);
}

void frame_bytes(const sim *sim, const sim_packet *packet, uint8_t *out, uint32_t count) {
  const uint64_t key = rng_mix(rng_key(sim->config.seed, RNG_CONTENT) + packet->number);
  if (packet->recorded > 0) {
    recorded_bytes(sim, packet, key, out, count);
    return;
  }
  uint8_t begin[HEADER_BYTES];
  const uint32_t drawn_from = frame_byte_count(packet) >= HEADER_BYTES ? HEADER_BYTES : 0;
  if (drawn_from > 0) make_header(begin, packet, key);
  for (uint32_t i = 0; i < count; i++) out[i] = i < drawn_from ? begin[i] : drawn_byte(key, i);
}
