#include "device/host.h"

#include <string.h>

#include "base/rng.h"
#include "device/traffic.h"

enum { CHECK_SEQUENCE_BYTES = 4, LEAST_BYTES = 60, MOST_BYTES = 1514 };
/* RFC 826 */
enum { ARP_BYTES = 42, OPERATION_AT = 20, SENDER_HARDWARE_AT = 22, SENDER_AT = 28, TARGET_HARDWARE_AT = 32,
       TARGET_AT = 38, ARP_REPLY = 2 };
static const uint8_t arp_of_ethernet[] = {0, 1, 8, 0, 6, 4}, arp_request[] = {0, 1, 8, 0, 6, 4, 0, 1};
static const uint8_t own_address[ADDRESS_BYTES] = {2, 0, 0, 0, 0, 2}; /* includes received frames */
static const uint8_t everybody[ADDRESS_BYTES] = {255, 255, 255, 255, 255, 255};

_Static_assert((int)MOST_BYTES <= (int)HOST_FRAME_BYTES, "an answer has a place");

static int hosts_before(const sim_config *config, uint32_t nic) {
  int hosts = 0;
  for (uint32_t i = 0; i < nic && i < SIM_NIC_LIMIT; i++) hosts += config->nics[i].host_answer_cycles != 0;
  return hosts;
}

uint64_t host_state_bytes(const sim_config *config) {
  return (uint64_t)hosts_before(config, config->nic_count) * sizeof(host_state);
}

static host_state *host_of(const sim *sim, uint32_t nic) { return &sim->hosts[hosts_before(&sim->config, nic)]; }

void host_init(sim *sim) {
  for (uint32_t nic = 0; nic < SIM_NIC_LIMIT; nic++) nic_at(sim, nic)->answer.due = SIM_NEVER;
}

/* ---- contents of a frame ---- */

/* UDP or ICMP echo without options and fragments (M-230). */
typedef struct message {
  uint32_t source, destination;
  uint32_t names, swapped; /* ports, or identifier and sequence number, as in the answer */
  uint32_t bytes;          /* bytes of IP, from the start of its header */
  uint8_t protocol;
  uint8_t type;            /* of ICMP */
  uint8_t data_bytes;      /* first bytes after the headers, at most 8 */
  uint64_t data;
} message;

static int read_message(const uint8_t *frame, uint32_t bytes, message *out) {
  if (bytes < DATA_AT || get_half(frame + TYPE_AT) != TYPE_IP || frame[IP_AT] != 0x45) return 0;
  const uint32_t protocol = frame[PROTOCOL_AT], type = frame[ABOVE_IP_AT], length = get_half(frame + IP_LENGTH_AT);
  const int is_echo = protocol == ICMP && (type == ECHO_REQUEST || type == ECHO_REPLY) && frame[ABOVE_IP_AT + 1] == 0;
  if (!is_echo && protocol != UDP) return 0;
  if (length < IP_BYTES + UDP_BYTES || (get_half(frame + FRAGMENT_AT) & 0x3fff) != 0) return 0;
  const uint32_t names = get_word(frame + (is_echo ? ECHO_NAMES_AT : ABOVE_IP_AT));
  const uint32_t here = bytes - DATA_AT, whole = length - IP_BYTES - UDP_BYTES, data = here < whole ? here : whole;
  *out = (message){
      .source = get_word(frame + SOURCE_AT),
      .destination = get_word(frame + DESTINATION_AT),
      .names = names,
      .swapped = is_echo ? names : names << 16 | names >> 16,
      .bytes = length,
      .protocol = (uint8_t)protocol,
      .type = (uint8_t)type,
      .data_bytes = (uint8_t)(data < sizeof out->data ? data : sizeof out->data),
  };
  memcpy(&out->data, frame + DATA_AT, out->data_bytes);
  return 1;
}

/* Whether the frame is complete and its checksums are correct. */
static int is_good(const uint8_t *frame, uint32_t bytes, const message *m) {
  if (m->bytes > bytes - ETHERNET_BYTES) return 0;
  const uint32_t above = m->bytes - IP_BYTES, sum = sum_of_halves(frame + ABOVE_IP_AT, above);
  if (internet_checksum(sum_of_halves(frame + IP_AT, IP_BYTES)) != 0) return 0;
  if (m->protocol == ICMP) return internet_checksum(sum) == 0;
  if (get_half(frame + UDP_LENGTH_AT) != above) return 0;
  return get_half(frame + UDP_CHECKSUM_AT) == 0 ||
         internet_checksum(sum + sum_of_halves(frame + SOURCE_AT, 8) + UDP + above) == 0;
}

/* ---- requests to the program, and the program's answers ---- */

static host_request *request_at(host_state *h, uint32_t place) {
  return &h->requests[(h->first_request + place) % HOST_REQUEST_LIMIT];
}

static void forget_answered(host_state *h) {
  while (h->places > 0 && request_at(h, 0)->protocol == 0) {
    h->first_request = (h->first_request + 1) % HOST_REQUEST_LIMIT;
    h->places--;
  }
}

static void give_up_oldest(sim *sim, uint32_t nic, host_state *h) {
  request_at(h, 0)->protocol = 0;
  h->waiting--;
  nic_counters_at(sim, nic)->requests_given_up++;
  forget_answered(h);
}

void host_asked(sim *sim, const sim_packet *packet, const uint8_t *frame, uint32_t bytes) {
  message m;
  if (!read_message(frame, bytes, &m) || (m.protocol == ICMP && m.type != ECHO_REQUEST)) return;
  host_state *h = host_of(sim, packet->nic);
  if (h->places == HOST_REQUEST_LIMIT) give_up_oldest(sim, packet->nic, h);
  *request_at(h, h->places++) = (host_request){
      .arrived = packet->offered,
      .data = m.data,
      .theirs = m.source,
      .ours = m.destination,
      .names = m.names,
      .protocol = m.protocol,
      .data_bytes = m.data_bytes,
  };
  h->waiting++;
  nic_counters_at(sim, packet->nic)->requests++;
}

static int begins_alike(uint64_t a, uint32_t a_bytes, uint64_t b, uint32_t b_bytes) {
  return memcmp(&a, &b, a_bytes < b_bytes ? a_bytes : b_bytes) == 0;
}

static int is_answer(const message *m, const host_request *request) {
  return request->protocol == m->protocol && request->names == m->swapped && request->theirs == m->destination &&
         request->ours == m->source && begins_alike(request->data, request->data_bytes, m->data, m->data_bytes);
}

/* Marks the oldest request that this frame can answer as answered. */
static void hear_answer(sim *sim, uint32_t nic, const message *m) {
  host_state *h = host_of(sim, nic);
  uint32_t place = 0;
  while (place < h->places && !is_answer(m, request_at(h, place))) place++;
  if (place == h->places) return;
  host_request *request = request_at(h, place);
  request->protocol = 0;
  h->waiting--;
  nic_counters_at(sim, nic)->requests_answered++;
  tally_record(machine_tally(sim, sim_tally_kind_REQUEST, nic), sim->boundary - request->arrived);
  forget_answered(h);
}

/* ---- requests to the host ---- */

static void set_next(sim *sim, uint32_t nic, const host_state *h) {
  const uint32_t place = h->order[h->first_answer];
  nic_at(sim, nic)->answer = h->answers == 0 ? (traffic_head){.due = SIM_NEVER}
                                             : (traffic_head){.due = h->due[place],
                                                              .size_bytes = h->size_bytes[place],
                                                              .recorded = HOST_ANSWER | place};
}

/* Place for the bytes of an answer, filled with zeros. NULL: the request stays unanswered. */
static uint8_t *begin_answer(sim *sim, uint32_t nic, uint32_t bytes) {
  host_state *h = host_of(sim, nic);
  nic_counters_at(sim, nic)->host_heard++;
  if (bytes > MOST_BYTES || h->used == (1u << HOST_ANSWER_LIMIT) - 1) {
    nic_counters_at(sim, nic)->host_unanswered++;
    return NULL;
  }
  const uint32_t place = (uint32_t)__builtin_ctz(~h->used);
  h->used |= 1u << place;
  h->order[(h->first_answer + h->answers++) % HOST_ANSWER_LIMIT] = (uint8_t)place;
  h->size_bytes[place] = (bytes > LEAST_BYTES ? bytes : LEAST_BYTES) + CHECK_SEQUENCE_BYTES;
  h->due[place] = add_saturating(sim->boundary, nic_config_at(sim, nic)->host_answer_cycles);
  set_next(sim, nic, h);
  traffic_more(sim);
  return memset(h->frames[place], 0, HOST_FRAME_BYTES);
}

/* A probe (RFC 5227, from address 0) and a request for the sender's own address look for a host that uses it. */
static void answer_arp(sim *sim, uint32_t nic, const uint8_t *frame) {
  if (get_word(frame + SENDER_AT) == 0 || get_word(frame + SENDER_AT) == get_word(frame + TARGET_AT)) return;
  uint8_t *answer = begin_answer(sim, nic, ARP_BYTES);
  if (answer == NULL) return;
  memcpy(answer, frame + SENDER_HARDWARE_AT, ADDRESS_BYTES);
  memcpy(answer + ADDRESS_BYTES, own_address, ADDRESS_BYTES);
  put_half(answer + TYPE_AT, TYPE_ARP);
  memcpy(answer + ETHERNET_BYTES, arp_of_ethernet, sizeof arp_of_ethernet);
  put_half(answer + OPERATION_AT, ARP_REPLY);
  memcpy(answer + SENDER_HARDWARE_AT, own_address, ADDRESS_BYTES);
  memcpy(answer + SENDER_AT, frame + TARGET_AT, 4);
  memcpy(answer + TARGET_HARDWARE_AT, frame + SENDER_HARDWARE_AT, ADDRESS_BYTES + 4);
}

static void answer_echo(sim *sim, uint32_t nic, const uint8_t *frame, const message *m) {
  uint8_t *answer = begin_answer(sim, nic, ETHERNET_BYTES + m->bytes);
  if (answer == NULL) return;
  memcpy(answer, frame, ETHERNET_BYTES + m->bytes);
  memcpy(answer, frame + ADDRESS_BYTES, ADDRESS_BYTES);
  memcpy(answer + ADDRESS_BYTES, own_address, ADDRESS_BYTES);
  memcpy(answer + SOURCE_AT, frame + DESTINATION_AT, 4);
  memcpy(answer + DESTINATION_AT, frame + SOURCE_AT, 4);
  answer[TTL_AT] = TIME_TO_LIVE;
  put_half(answer + IP_CHECKSUM_AT, 0);
  put_half(answer + IP_CHECKSUM_AT, internet_checksum(sum_of_halves(answer + IP_AT, IP_BYTES)));
  answer[ABOVE_IP_AT] = ECHO_REPLY;
  put_half(answer + ECHO_CHECKSUM_AT, 0);
  put_half(answer + ECHO_CHECKSUM_AT, internet_checksum(sum_of_halves(answer + ABOVE_IP_AT, m->bytes - IP_BYTES)));
}

void host_hears(sim *sim, uint32_t nic, const uint8_t *frame, uint32_t bytes) {
  if (bytes < ARP_BYTES) return;
  const int is_to_us = memcmp(frame, own_address, ADDRESS_BYTES) == 0;
  const int is_to_all = memcmp(frame, everybody, ADDRESS_BYTES) == 0;
  const int is_arp = get_half(frame + TYPE_AT) == TYPE_ARP && (is_to_us || is_to_all);
  message m;
  if (is_arp && memcmp(frame + ETHERNET_BYTES, arp_request, sizeof arp_request) == 0) answer_arp(sim, nic, frame);
  else if (read_message(frame, bytes, &m) && is_good(frame, bytes, &m)) {
    if (m.protocol == UDP || m.type == ECHO_REPLY) hear_answer(sim, nic, &m);
    else if (is_to_us) answer_echo(sim, nic, frame, &m);
  }
}

/* ---- answers in progress ---- */

void host_answer_begins(sim *sim, uint32_t nic) {
  host_state *h = host_of(sim, nic);
  assert(h->answers > 0);
  h->first_answer = (h->first_answer + 1) % HOST_ANSWER_LIMIT;
  h->answers--;
  nic_counters_at(sim, nic)->host_answered++;
  set_next(sim, nic, h);
}

void host_answer_over(sim *sim, uint32_t nic, uint32_t place) {
  host_state *h = host_of(sim, nic);
  const uint32_t bit = 1u << place;
  assert(h->used & bit);
  h->used &= ~bit;
}

const uint8_t *host_answer_bytes(const sim *sim, const sim_packet *packet) {
  return host_of(sim, packet->nic)->frames[packet->recorded & ~HOST_ANSWER];
}

/* ---- invariants ---- */

int host_is_sound(const sim *sim, uint32_t nic) {
  const sim_nic_counters *c = nic_counters_at(sim, nic);
  if (!has_host(sim, nic)) return c->host_heard == 0 && c->requests == 0 && nic_at(sim, nic)->answer.due == SIM_NEVER;
  host_state *h = host_of(sim, nic);
  uint32_t waiting = 0;
  for (uint32_t place = 0; place < h->places; place++) waiting += request_at(h, place)->protocol != 0;
  return c->host_heard == c->host_answered + c->host_unanswered + h->answers && h->waiting == waiting &&
         c->requests == c->requests_answered + c->requests_given_up + waiting &&
         (uint32_t)__builtin_popcount(h->used) >= h->answers;
}

/* ---- bytes of received frames ---- */

enum { HEADER_BYTES = DATA_AT, OUR_PORT = 9, FIRST_PEER_PORT = 10000, PORTS = 50000, IP_LENGTH_LIMIT = 0xffff,
       WORD_BYTES = 4 };

/* Header of a frame that a peer sends to us. Fields that depend on the frame are 0. */
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

/* Sum of the bytes after the header that belong to the datagram. A frame may be longer than its datagram. */
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
    put_half(&out[UDP_CHECKSUM_AT], sum == 0 ? UINT16_MAX : sum); /* because 0 would mean that there is no checksum */
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
