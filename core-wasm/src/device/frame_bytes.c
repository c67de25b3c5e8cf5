#include "device/frame_bytes.h"

#include <string.h>

#include "base/rng.h"
#include "device/host.h"
#include "device/internet.h"

enum { HEADER_BYTES = DATA_AT, OUR_PORT = 9, FIRST_PEER_PORT = 10000, PORTS = 50000, IP_LENGTH_LIMIT = 0xffff,
       WORD_BYTES = 4 };

/* From a peer of the flow to us; what depends on the frame is still 0. */
static const uint8_t header[HEADER_BYTES] = {
    2, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 2, 0x08, 0x00,                             /* to, from, IPv4 */
    0x45, 0, 0, 0, 0, 0, 0x40, 0, 64, UDP, 0, 0, 10, 1, 0, 0, 10, 0, 0, 1,      /* IP */
    0, 0, 0, OUR_PORT, 0, 0, 0, 0,                                              /* UDP */
};

static uint8_t drawn_byte(uint64_t key, uint32_t place) {
  return (uint8_t)(rng_draw(key, place / WORD_BYTES) >> 8 * (place % WORD_BYTES));
}

static int asks_for_echo(const sim *sim, const sim_packet *packet) {
  return packet->source != SIM_NONE_8 && traffic_config_at(sim, packet->source)->body == sim_body_ECHO_REQUEST;
}

/* Sum of the bytes behind the header that the datagram has; a frame longer than a datagram has others behind it. */
static uint32_t payload_sum(uint64_t key, uint32_t end) {
  uint32_t sum = 0;
  for (uint32_t i = HEADER_BYTES; i < end; i++) sum += (uint32_t)drawn_byte(key, i) << (i & 1 ? 0 : 8);
  return sum;
}

static void make_header(const sim *sim, uint8_t out[HEADER_BYTES], const sim_packet *packet, uint64_t key) {
  const uint32_t rest = frame_byte_count(packet) - ETHERNET_BYTES;
  const uint32_t ip_bytes = rest < IP_LENGTH_LIMIT ? rest : IP_LENGTH_LIMIT, above_bytes = ip_bytes - IP_BYTES;
  const uint32_t peer = FIRST_PEER_PORT + packet->flow % PORTS;
  uint8_t *above = &out[ABOVE_IP_AT];
  memcpy(out, header, HEADER_BYTES);
  put_half(&out[IP_LENGTH_AT], ip_bytes);
  put_half(&out[SOURCE_AT + 2], packet->flow / PORTS & UINT16_MAX);
  const uint32_t data = payload_sum(key, ETHERNET_BYTES + ip_bytes);
  if (asks_for_echo(sim, packet)) {
    out[PROTOCOL_AT] = ICMP;
    put_half(above, ECHO_REQUEST << 8);
    put_half(&out[ECHO_CHECKSUM_AT], 0);
    put_half(&out[ECHO_NAMES_AT], peer);
    put_half(&out[ECHO_NAMES_AT + 2], packet->number & UINT16_MAX);
    put_half(&out[ECHO_CHECKSUM_AT], internet_checksum(sum_of_halves(above, ECHO_BYTES) + data));
  } else {
    put_half(above, peer);
    put_half(&out[UDP_LENGTH_AT], above_bytes);
    const uint32_t pseudo = sum_of_halves(&out[SOURCE_AT], 8) + UDP + above_bytes;
    const uint32_t sum = internet_checksum(pseudo + sum_of_halves(above, UDP_BYTES) + data);
    put_half(&out[UDP_CHECKSUM_AT], sum == 0 ? UINT16_MAX : sum); /* 0 would say that there is none */
  }
  put_half(&out[IP_CHECKSUM_AT], internet_checksum(sum_of_halves(&out[IP_AT], IP_BYTES)));
}

static void recorded_bytes(const sim *sim, const sim_packet *packet, uint64_t key, uint8_t *out, uint32_t count) {
  const sim_trace_entry *entry = &sim->trace[packet->recorded - 1];
  const uint32_t known = entry->byte_count < count ? entry->byte_count : count;
  memcpy(out, (const uint8_t *)(sim->trace + sim->config.trace_entry_count) + entry->first_byte, known);
  for (uint32_t i = known; i < count; i++) out[i] = drawn_byte(key, i);
}

void frame_bytes(const sim *sim, const sim_packet *packet, uint8_t *out, uint32_t count) {
  if (packet->recorded & HOST_ANSWER) {
    memcpy(out, host_answer_bytes(sim, packet), count);
    return;
  }
  const uint64_t key = rng_mix(rng_key(sim->config.seed, RNG_CONTENT) + packet->number);
  if (packet->recorded > 0) {
    recorded_bytes(sim, packet, key, out, count);
    return;
  }
  uint8_t begin[HEADER_BYTES];
  const uint32_t drawn_from = frame_byte_count(packet) >= HEADER_BYTES ? HEADER_BYTES : 0;
  if (drawn_from > 0) make_header(sim, begin, packet, key);
  for (uint32_t i = 0; i < count; i++) out[i] = i < drawn_from ? begin[i] : drawn_byte(key, i);
}
