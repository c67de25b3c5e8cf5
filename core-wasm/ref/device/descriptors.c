/* Cards that programs serve, M-215 to M-218: descriptors and buffers in the memory of programs. */
#include <string.h>

#include "ref/cpu/program.h"
#include "ref/ref.h"

enum { SLOT_BYTES = 16, DONE_BIT = 31, CUT_BIT = 30 };

uint8_t ref_nic_mask(const ref *r, int nic, int ring) {
  return r->config.nics[nic].in_memory ? r->nics[nic].own.mask : r->config.nics[nic].rings[ring].status_mask;
}

/* ---- the memory of programs, byte by byte ---- */

static int is_there(const ref *r, uint32_t address) {
  return address >= SIM_PROGRAM_MEMORY_BASE && address - SIM_PROGRAM_MEMORY_BASE < r->config.program_memory_bytes;
}

static uint32_t word_there(const ref *r, uint32_t address) {
  uint32_t word = 0;
  for (uint32_t i = 4; i-- > 0;)
    word = word << 8 | (is_there(r, address + i) ? r->program_memory[address + i - SIM_PROGRAM_MEMORY_BASE] : 0u);
  return word;
}

static void put_there(ref *r, uint32_t address, uint8_t byte) {
  if (!is_there(r, address)) return;
  r->program_memory[address - SIM_PROGRAM_MEMORY_BASE] = byte;
  ref_device_wrote(r, address);
}

static void put_word(ref *r, uint32_t address, uint32_t word) {
  for (uint32_t i = 0; i < 4; i++) put_there(r, address + i, (uint8_t)(word >> 8 * i));
}

/* ---- frames ---- */

typedef struct text {
  uint8_t bytes[1 << 18];
  uint32_t count;
} text;

static void two(uint8_t *at, uint32_t value) {
  at[0] = (uint8_t)(value / 256);
  at[1] = (uint8_t)value;
}

static uint32_t ones_sum(const uint8_t *at, uint32_t count, uint32_t sum) {
  for (uint32_t i = 0; i < count; i += 2) {
    sum += at[i] * 256u + (i + 1 < count ? at[i + 1] : 0u);
    if (sum > 65535) sum -= 65535;
  }
  return sum;
}

/* M-228: "consists of those, from its first on" */
static int write_recorded(const ref *r, const ref_packet *packet, text *frame) {
  const sim_trace_entry *entry = packet->recorded;
  if (entry == NULL || entry->byte_count == 0) return 0;
  const uint8_t *all = (const uint8_t *)&r->trace[r->config.trace_entry_count];
  for (uint32_t i = 0; i < frame->count && i < entry->byte_count; i++) frame->bytes[i] = all[entry->first_byte + i];
  return 1;
}

/* M-231: "ICMP echo requests in place of UDP" */
static void ask_for_echo(const ref_packet *packet, uint8_t *b, uint32_t ip) {
  b[23] = 1;
  two(b + 34, 0x0800);
  two(b + 36, 0);
  two(b + 38, 10000 + packet->flow % 50000);
  two(b + 40, packet->number % 65536);
  two(b + 24, 0);
  two(b + 24, 65535 - ones_sum(b + 14, 20, 0));
  two(b + 36, 65535 - ones_sum(b + 34, ip - 20, 0));
}

/* M-218 */
static void write_frame(const ref *r, const ref_packet *packet, text *frame) {
  frame->count = packet->size_bytes > 4 ? packet->size_bytes - 4 : packet->size_bytes;
  uint8_t *b = frame->bytes;
  if (packet->answer > 0) {
    memcpy(b, ref_host_answer(r, packet->nic, packet->answer), frame->count);
    return;
  }
  for (uint32_t i = 0; i < frame->count; i++)
    b[i] = (uint8_t)(ref_draw_content(&r->config, packet->number, i / 4) >> 8 * (i % 4));
  if (write_recorded(r, packet, frame) || frame->count < 42) return;
  const uint32_t ip = frame->count - 14 > 65535 ? 65535 : frame->count - 14;
  memset(b, 0, 42);
  b[0] = b[6] = 2;
  b[5] = 1;
  b[11] = 2;
  two(b + 12, 0x0800);
  two(b + 14, 0x4500);
  two(b + 16, ip);
  two(b + 20, 0x4000);
  b[22] = 64;
  b[23] = 17;
  two(b + 26, 10 * 256 + 1);
  two(b + 28, packet->flow / 50000 % 65536);
  two(b + 30, 10 * 256);
  two(b + 32, 1);
  two(b + 24, 65535 - ones_sum(b + 14, 20, 0));
  two(b + 34, 10000 + packet->flow % 50000);
  two(b + 36, 9);
  two(b + 38, ip - 20);
  const uint32_t sum = 65535 - ones_sum(b + 34, ip - 20, ones_sum(b + 26, 8, 17 + ip - 20));
  two(b + 40, sum == 0 ? 65535 : sum);
  if (packet->source != REF_NONE && r->config.traffic[packet->source].body == sim_body_ECHO_REQUEST)
    ask_for_echo(packet, b, ip);
}

/* ---- receive ---- */

static uint32_t slot(uint32_t at, uint32_t slots, uint32_t number) { return at + SLOT_BYTES * (number % slots); }

void ref_nic_claim(ref *r, int packet) {
  ref_descriptors *own = &r->nics[r->packets[packet].nic].own;
  const uint32_t buffer = word_there(r, slot(own->rx_at, own->rx_slots, own->rx_taken));
  own->rx_taken++;
  r->packets[packet].buffer = is_there(r, buffer) ? buffer : 0;
}

void ref_nic_filled(ref *r, int packet) {
  static text frame;
  const ref_packet *p = &r->packets[packet];
  ref_descriptors *own = &r->nics[p->nic].own;
  write_frame(r, p, &frame);
  const uint32_t bytes = frame.count < own->rx_room ? frame.count : own->rx_room;
  for (uint32_t i = 0; i < bytes && p->buffer != 0; i++) put_there(r, p->buffer + i, frame.bytes[i]);
  const uint32_t flags = 1u << DONE_BIT | (uint32_t)(bytes < frame.count) << CUT_BIT;
  put_word(r, slot(own->rx_at, own->rx_slots, own->rx_head) + 4, bytes % 65536 | flags);
  ref_host_answer_over(r, p->nic, p->answer);
  uint32_t here = 0;
  while (here < bytes && p->buffer != 0 && is_there(r, p->buffer + here)) here++;
  ref_host_asked(r, p->nic, frame.bytes, here, p->begin);
  own->rx_head++;
}

/* M-216: "What is further than RXHEAD + RXSIZE is not taken" */
static void give_slots(ref *r, int nic, uint32_t tail, int thread) {
  ref_descriptors *own = &r->nics[nic].own;
  const ref_fifo *ready = &r->nics[nic].rings[0].ready;
  const uint32_t more = tail - own->rx_tail;
  if (more > own->rx_head + own->rx_slots - own->rx_tail) return;
  const uint32_t keeps = own->rx_head - (tail - own->rx_slots); /* frames whose slot software has not given again */
  while (ready->count > 0 && (keeps > own->rx_slots || ready->count > keeps)) {
    const int packet = ref_nic_take(r, nic, 0);
    ref_packet_reach(r, packet, sim_packet_part_HANDLER);
    ref_packet_deliver(r, packet, thread);
  }
  own->rx_tail = tail;
  ref_receive_leave_fifo(r, nic);
}

/* ---- send ---- */

/* M-229: "the bytes at the address of its descriptor when its last bit is sent" */
static void tell_host(ref *r, int nic, uint32_t from) {
  static uint8_t frame[1 << 16];
  const uint32_t count = r->packets[r->nics[nic].tx_sent.packets[0]].size_bytes;
  for (uint32_t i = 0; i < count; i++) {
    if (!is_there(r, from + i)) return;
    frame[i] = r->program_memory[from + i - SIM_PROGRAM_MEMORY_BASE];
  }
  ref_host_hears(r, nic, frame, count);
}

void ref_nic_is_sent(ref *r, int nic) {
  ref_descriptors *own = &r->nics[nic].own;
  const uint32_t at = slot(own->tx_at, own->tx_slots, own->tx_head) + 4;
  if (r->nics[nic].host != NULL) tell_host(r, nic, word_there(r, at - 4));
  put_word(r, at, word_there(r, at) | 1u << DONE_BIT);
  own->tx_head++;
  ref_nic_reap(r, nic, REF_NONE);
}

static void give_frames(ref *r, int nic, uint32_t tail) {
  ref_descriptors *own = &r->nics[nic].own;
  if (tail - own->tx_tail > own->tx_head + own->tx_slots - own->tx_tail) return;
  while (own->tx_tail != tail) {
    const uint32_t length = word_there(r, slot(own->tx_at, own->tx_slots, own->tx_tail) + 4) % 65536;
    own->tx_tail++;
    const int packet = ref_packet_new(r, sim_direction_SEND, nic, length == 0 ? 1 : length, REF_NONE, r->moment);
    ref_packet_reach(r, packet, sim_packet_part_HANDLER);
    ref_nic_give(r, nic, packet);
  }
}

/* ---- registers ---- */

uint32_t ref_nic_load(ref *r, int nic, uint32_t at) {
  const ref_descriptors *own = &r->nics[nic].own;
  const uint32_t words[12] = {own->rx_at, own->rx_slots, own->rx_head, own->rx_tail, own->tx_at, own->tx_slots,
                              own->tx_head, own->tx_tail, r->nics[nic].rings[0].status, own->mask,
                              (own->rx_taken != own->rx_head ? 1u : 0u) + (own->tx_tail != own->tx_head ? 2u : 0u),
                              own->rx_room};
  return words[at / 4];
}

static uint32_t least(uint32_t a, uint32_t b) { return a < b ? a : b; }

static void set_mask(ref *r, int nic, uint8_t mask) {
  const uint8_t status = r->nics[nic].rings[0].status, before = status & r->nics[nic].own.mask, after = status & mask;
  const int rose = (after & ~before) != 0;
  r->nics[nic].own.mask = mask;
  ref_line_status(r, r->config.nics[nic].rings[0].line, before != 0, after != 0, rose, rose);
}

void ref_nic_store(ref *r, int nic, uint32_t at, uint32_t value, int thread) {
  ref_descriptors *own = &r->nics[nic].own;
  switch (at) {
    case 0x00: own->rx_at = value; break;
    case 0x04:
      if (r->nics[nic].rings[0].held > 0) break;
      own->rx_slots = least(value, r->config.nics[nic].rings[0].frames);
      own->rx_tail = own->rx_taken;
      break;
    case 0x0c: give_slots(r, nic, value, thread); break;
    case 0x10: own->tx_at = value; break;
    case 0x14:
      if (own->tx_tail == own->tx_head) own->tx_slots = least(value, r->config.nics[nic].tx_queue_frames);
      break;
    case 0x1c: give_frames(r, nic, value); break;
    case 0x20: ref_nic_clear_status(r, nic, 0, value & 7); break;
    case 0x24: set_mask(r, nic, value & 7); break;
    case 0x2c: own->rx_room = least(value, 65535); break;
    default: break;
  }
}
