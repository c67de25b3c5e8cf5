
#include <string.h>

#include "cpu/code/program.h"
#include "device/device.h"
#include "device/host.h"
#include "device/nic.h"
#include "device/packet.h"

enum { AT_RXBASE, AT_RXSIZE, AT_RXHEAD, AT_RXTAIL, AT_TXBASE, AT_TXSIZE, AT_TXHEAD, AT_TXTAIL, AT_ICR, AT_IMS,
       AT_STATUS, AT_RXBYTES };
enum { RECEIVES = 1, SENDS = 2 };
enum { STATUS_BITS = SIM_NIC_STATUS_RX | SIM_NIC_STATUS_TX | SIM_NIC_STATUS_OVERFLOW };
/* Descriptor: address; length and flags; two words that the card ignores. */
enum { DESCRIPTOR_BYTES = 16, LENGTH_AT = 4, LENGTH_MASK = 0xffff, BUFFER_BYTES = 2048 };
static const uint32_t done = 1u << 31, cut_off = 1u << 30;

void nic_memory_init(sim *sim, uint32_t nic) { nic_at(sim, nic)->memory.rx_bytes = BUFFER_BYTES; }

static descriptor_rings *rings_of(const sim *sim, uint32_t nic) { return &nic_at(sim, nic)->memory; }

/* ---- memory: missing addresses read as 0 and ignore writes ---- */

static uint32_t bytes_there(const sim *sim, uint32_t address, uint32_t bytes) {
  const uint32_t at = address - SIM_PROGRAM_MEMORY_BASE, size = sim->config.program_memory_bytes;
  if (sim->program_memory == NULL || at >= size) return 0;
  return bytes < size - at ? bytes : size - at;
}

static uint8_t *place(const sim *sim, uint32_t address) {
  return &sim->program_memory[address - SIM_PROGRAM_MEMORY_BASE];
}

static uint32_t read_word(const sim *sim, uint32_t address) {
  uint32_t word = 0;
  const uint32_t bytes = bytes_there(sim, address, sizeof word);
  if (bytes > 0) memcpy(&word, place(sim, address), bytes);
  return word;
}

static void write_word(sim *sim, uint32_t address, uint32_t word) {
  const uint32_t bytes = bytes_there(sim, address, sizeof word);
  if (bytes == 0) return;
  memcpy(place(sim, address), &word, bytes);
  program_written(sim, SIM_NONE, address, bytes);
}

static uint32_t descriptor(uint32_t base, uint32_t size, uint32_t number) {
  return base + number % size * DESCRIPTOR_BYTES;
}

/* ---- receive ---- */

void nic_memory_claim(sim *sim, uint32_t packet) {
  descriptor_rings *m = rings_of(sim, packet_at(sim, packet)->nic);
  assert(m->rx_claimed != m->rx_given);
  const uint32_t buffer = read_word(sim, descriptor(m->rx_base, m->rx_size, m->rx_claimed++));
  packet_at(sim, packet)->buffer_address = bytes_there(sim, buffer, 1) > 0 ? buffer : 0;
}

void nic_memory_filled(sim *sim, uint32_t packet) {
  const sim_packet *p = packet_at(sim, packet);
  descriptor_rings *m = rings_of(sim, p->nic);
  const uint32_t whole = frame_byte_count(p), bytes = whole < m->rx_bytes ? whole : m->rx_bytes;
  const uint32_t there = bytes_there(sim, p->buffer_address, bytes);
  if (there > 0) {
    frame_bytes(sim, p, place(sim, p->buffer_address), there);
    program_written(sim, SIM_NONE, p->buffer_address, there);
    if (has_host(sim, p->nic)) host_asked(sim, p, place(sim, p->buffer_address), there);
  }
  host_frame_over(sim, p->nic, p->recorded);
  const uint32_t at = descriptor(m->rx_base, m->rx_size, m->rx_filled++);
  write_word(sim, at + LENGTH_AT, (bytes & LENGTH_MASK) | done | (bytes < whole ? cut_off : 0));
}

/* When software gives slots again, the frames in them are delivered. */
static void give_slots(sim *sim, uint32_t nic, uint32_t given) {
  descriptor_rings *m = rings_of(sim, nic);
  if (given - m->rx_given > m->rx_filled + m->rx_size - m->rx_given) return;
  const packet_list *filled = &ring_of(sim, nic, 0)->rx;
  while (filled->count > 0 && (int32_t)(given - m->rx_size - (m->rx_filled - filled->count)) > 0)
    packet_deliver(sim, receive_take(sim, nic, 0));
  m->rx_given = given;
  receive_slots_given(sim, nic);
}

/* ---- send ---- */

/* Passes on the first frame that software gave to the card, from the address in its descriptor. */
static void tell_host(sim *sim, uint32_t nic, uint32_t address) {
  const uint32_t bytes = packet_at(sim, nic_at(sim, nic)->tx.head)->size_bytes;
  if (bytes_there(sim, address, bytes) == bytes) host_hears(sim, nic, place(sim, address), bytes);
}

void nic_memory_sent(sim *sim, uint32_t nic) {
  descriptor_rings *m = rings_of(sim, nic);
  const uint32_t at = descriptor(m->tx_base, m->tx_size, m->tx_sent++);
  if (has_host(sim, nic)) tell_host(sim, nic, read_word(sim, at));
  write_word(sim, at + LENGTH_AT, read_word(sim, at + LENGTH_AT) | done);
  nic_reap(sim, nic);
}

static void give_frames(sim *sim, uint32_t nic, uint32_t given) {
  descriptor_rings *m = rings_of(sim, nic);
  if (given - m->tx_given > m->tx_sent + m->tx_size - m->tx_given) return;
  while (m->tx_given != given && state_of(sim)->packets.free_head != SIM_NONE) {
    const uint32_t at = descriptor(m->tx_base, m->tx_size, m->tx_given++);
    const uint32_t bytes = read_word(sim, at + LENGTH_AT) & LENGTH_MASK;
    nic_give_frame(sim, nic, packet_offer(sim, nic, sim_direction_SEND, SIM_NONE_8, bytes > 0 ? bytes : 1, 0));
  }
}

/* ---- registers ---- */

static uint32_t register_of(const sim *sim, uint32_t nic, uint32_t at) {
  const descriptor_rings *m = rings_of(sim, nic);
  switch (at) {
    case AT_RXBASE: return m->rx_base;
    case AT_RXSIZE: return m->rx_size;
    case AT_RXHEAD: return m->rx_filled;
    case AT_RXTAIL: return m->rx_given;
    case AT_TXBASE: return m->tx_base;
    case AT_TXSIZE: return m->tx_size;
    case AT_TXHEAD: return m->tx_sent;
    case AT_TXTAIL: return m->tx_given;
    case AT_ICR: return ring_of(sim, nic, 0)->status;
    case AT_IMS: return m->enabled;
    case AT_STATUS:
      return (m->rx_claimed != m->rx_filled ? RECEIVES : 0u) | (m->tx_given != m->tx_sent ? SENDS : 0u);
    default: return m->rx_bytes;
  }
}

uint32_t nic_load(sim *sim, uint32_t nic, uint32_t at) { return register_of(sim, nic, at); }

uint32_t sim_nic_register(const sim *sim, uint32_t nic, uint32_t word) {
  const int is_there = nic < sim->config.nic_count && nic_config_at(sim, nic)->in_memory && word < NIC_REGISTERS;
  return is_there ? register_of(sim, nic, word) : 0;
}

static uint32_t at_most(uint32_t value, uint32_t most) { return value < most ? value : most; }

/* Works only for an idle ring: no frame is in it or on its way, and the card has no free slot. */
static void set_receive_size(sim *sim, uint32_t nic, uint32_t size) {
  descriptor_rings *m = rings_of(sim, nic);
  if (ring_of(sim, nic, 0)->fill > 0) return;
  m->rx_size = at_most(size, nic_config_at(sim, nic)->rings[0].frames);
  m->rx_given = m->rx_claimed;
}

static void enable(sim *sim, uint32_t nic, uint32_t bits) {
  descriptor_rings *m = rings_of(sim, nic);
  const uint32_t status = ring_of(sim, nic, 0)->status, before = status & m->enabled;
  m->enabled = bits & STATUS_BITS;
  const uint32_t after = status & m->enabled;
  line_drive(sim, nic_config_at(sim, nic)->rings[0].line, before, after, after & ~before);
}

void nic_store(sim *sim, uint32_t nic, uint32_t at, uint32_t value) {
  descriptor_rings *m = rings_of(sim, nic);
  switch (at) {
    case AT_RXBASE: m->rx_base = value; return;
    case AT_RXSIZE: set_receive_size(sim, nic, value); return;
    case AT_RXTAIL: give_slots(sim, nic, value); return;
    case AT_TXBASE: m->tx_base = value; return;
    case AT_TXSIZE:
      if (m->tx_given == m->tx_sent) m->tx_size = at_most(value, nic_config_at(sim, nic)->tx_queue_frames);
      return;
    case AT_TXTAIL: give_frames(sim, nic, value); return;
    case AT_ICR: nic_clear_status(sim, nic, 0, value & STATUS_BITS); return;
    case AT_IMS: enable(sim, nic, value); return;
    case AT_RXBYTES: m->rx_bytes = at_most(value, LENGTH_MASK); return;
    default: return;
  }
}
