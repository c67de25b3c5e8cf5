/* A card with a host behind it, and the program that serves the card: it sends ARP and ICMP requests to the host, and
 * repeatedly answers the first frame in its memory. */
#include "random_hosts.h"
#include "support/machine_code.h"

enum { MEMORY = 8, CARD = 9, VALUE = 10, OTHER = 11 };
enum { RXSIZE = 0x4, RXHEAD = 0x8, RXTAIL = 0xc, TXBASE = 0x10, TXSIZE = 0x14, TXHEAD = 0x18, TXTAIL = 0x1c };
enum { SLOT_BYTES = 16, SEND_AT = 64, ARP_AT = 112, ECHO_AT = 156, BUFFERS_AT = 256, BUFFER_BYTES = 192 };

#define LHU(rd, imm, rs1) TYPE_I(0x03, 5, rd, rs1, imm)
#define LBU(rd, imm, rs1) TYPE_I(0x03, 4, rd, rs1, imm)
#define XORI(rd, rs1, imm) TYPE_I(0x13, 4, rd, rs1, imm)
#define STORE(f3, rs2, imm, rs1) \
  (BITS(imm, 5, 7) << 25 | (uint32_t)(rs2) << 20 | (uint32_t)(rs1) << 15 | (f3) << 12 | BITS(imm, 0, 5) << 7 | 0x23u)
#define SB(rs2, imm, rs1) STORE(0u, rs2, imm, rs1)
#define SH(rs2, imm, rs1) STORE(1u, rs2, imm, rs1)

/* ---- the frames of its requests ---- */

static void put_checksum(uint8_t *at, const uint8_t *from, uint32_t bytes) {
  uint32_t sum = 0;
  for (uint32_t i = 0; i < bytes; i++) sum += (uint32_t)from[i] << (i & 1 ? 0 : 8);
  while (sum >> 16) sum = (sum & 0xffff) + (sum >> 16);
  at[0] = (uint8_t)(~sum >> 8);
  at[1] = (uint8_t)~sum;
}

static void put(uint8_t *at, const uint8_t *bytes, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) at[i] = bytes[i];
}

/* Changes a bit of one frame in eight. */
static void spoil(choices *from, uint8_t *frame, uint32_t bytes) {
  if (choose(from, 0, 7) == 0) frame[choose(from, 0, bytes - 1)] ^= (uint8_t)(1u << choose(from, 0, 7));
}

static void put_arp(choices *from, uint8_t *at) {
  static const uint8_t frame[42] = {255, 255, 255, 255, 255, 255, 2,  0, 0, 0, 0, 1, 8, 6, 0, 1, 8, 0, 6, 4, 0,
                                    1,   2,   0,   0,   0,   0,   1,  10, 0, 0, 1, 0, 0, 0, 0, 0, 0, 10, 1, 2, 3};
  put(at, frame, sizeof frame);
  spoil(from, at, sizeof frame);
}

static uint32_t put_echo(choices *from, uint8_t *at) {
  static const uint8_t header[34] = {2, 0, 0, 0, 0, 2,  2,  0, 0, 0, 0,  1, 8, 0, 0x45, 0, 0,
                                     0, 0, 7, 0, 0, 50, 1,  0, 0, 10, 0, 0, 1, 10,   1, 2, 3};
  const uint32_t bytes = 42 + choose(from, 0, 22);
  put(at, header, sizeof header);
  at[17] = (uint8_t)(bytes - 14);
  put_checksum(at + 24, at + 14, 20);
  at[34] = 8;
  for (uint32_t i = 38; i < bytes; i++) at[i] = (uint8_t)choose(from, 0, 255);
  put_checksum(at + 36, at + 34, bytes - 34);
  spoil(from, at, bytes);
  return bytes;
}

uint32_t random_host_data(choices *from, uint32_t *words, uint32_t answer_bytes) {
  static union {
    uint32_t words[RANDOM_HOST_DATA_WORDS];
    uint8_t bytes[RANDOM_HOST_DATA_WORDS * 4];
  } data;
  for (uint32_t i = 0; i < RANDOM_HOST_DATA_WORDS; i++) data.words[i] = 0;
  put_arp(from, &data.bytes[ARP_AT]);
  const uint32_t echo_bytes = put_echo(from, &data.bytes[ECHO_AT]), base = SIM_PROGRAM_MEMORY_BASE;
  const uint32_t sent[] = {base + BUFFERS_AT, answer_bytes, base + ARP_AT, 42, base + ECHO_AT, echo_bytes};
  for (uint32_t i = 0; i < 6; i++) data.words[(SEND_AT + i / 2 * SLOT_BYTES) / 4 + i % 2] = sent[i];
  for (uint32_t i = 0; i < 4; i++) data.words[i * SLOT_BYTES / 4] = base + BUFFERS_AT + i * BUFFER_BYTES;
  for (uint32_t i = 0; i < RANDOM_HOST_DATA_WORDS; i++) words[i] = data.words[i];
  return RANDOM_HOST_DATA_WORDS;
}

/* ---- the program ---- */

static uint32_t swap(uint32_t *words, uint32_t a, uint32_t b) {
  words[0] = LHU(VALUE, BUFFERS_AT + a, MEMORY);
  words[1] = LHU(OTHER, BUFFERS_AT + b, MEMORY);
  words[2] = SH(VALUE, BUFFERS_AT + b, MEMORY);
  words[3] = SH(OTHER, BUFFERS_AT + a, MEMORY);
  return 4;
}

/* Turns a request into a reply. In half of the cases the checksum is correct. */
static uint32_t turn_echo(uint32_t *words) {
  uint32_t n = 0;
  for (uint32_t at = 34; at <= 36; at += 2) {
    words[n++] = LBU(VALUE, BUFFERS_AT + at, MEMORY);
    words[n++] = XORI(VALUE, VALUE, 8);
    words[n++] = SB(VALUE, BUFFERS_AT + at, MEMORY);
  }
  return n;
}

uint32_t random_host_driver(choices *from, uint32_t *words, int is_echo) {
  const uint32_t slots = choose(from, 1, 4), sends = choose(from, 1, 3);
  uint32_t n = 0;
  words[n++] = LUI(MEMORY, 0x20000);
  words[n++] = LUI(CARD, 0xf0100);
  words[n++] = SW(MEMORY, 0, CARD);
  words[n++] = ADDI(VALUE, MEMORY, SEND_AT);
  words[n++] = SW(VALUE, TXBASE, CARD);
  words[n++] = LI(VALUE, slots);
  words[n++] = SW(VALUE, RXSIZE, CARD);
  words[n++] = SW(VALUE, RXTAIL, CARD);
  words[n++] = LI(VALUE, sends);
  words[n++] = SW(VALUE, TXSIZE, CARD);
  const uint32_t loop = n;
  words[n++] = LW(VALUE, RXHEAD, CARD);
  words[n++] = ADDI(VALUE, VALUE, slots);
  words[n++] = SW(VALUE, RXTAIL, CARD);
  if (choose(from, 0, 3) > 0) {
    n += swap(&words[n], 26, 30);
    n += swap(&words[n], 28, 32);
    n += is_echo ? turn_echo(&words[n]) : swap(&words[n], 34, 36);
  }
  words[n++] = LW(VALUE, TXHEAD, CARD);
  words[n++] = ADDI(VALUE, VALUE, choose(from, 1, sends));
  words[n++] = SW(VALUE, TXTAIL, CARD);
  words[n] = J(-4 * (int32_t)(n - loop));
  return n + 1;
}

/* ---- the machine ---- */

host_shape random_host(choices *from, sim_config *c) {
  host_shape shape = {0, 46 + choose(from, 0, 100)};
  c->nics[0].host_answer_cycles = choose(from, 0, 1) == 0 ? choose(from, 1, 4) : choose(from, 1, 500);
  c->nics[0].segment_bytes = 0;
  for (uint32_t i = 0; i < c->traffic_count; i++) {
    if (c->traffic[i].nic != 0) continue;
    c->traffic[i].body = (uint8_t)choose(from, 0, 1);
    c->traffic[i].size_bytes = shape.frame_bytes;
    if (choose(from, 0, 3) > 0) c->traffic[i].size_count = 0;
    shape.is_echo |= c->traffic[i].body;
  }
  return shape;
}
