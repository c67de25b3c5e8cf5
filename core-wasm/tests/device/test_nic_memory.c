/* Cards that programs serve: rings, registers and bytes of frames, worked out by hand. */
#include <stddef.h>
#include <string.h>

#include "support/machine_fixture.h"
#include "support/test.h"

enum { EVENT_LIMIT = 64, CODE = 0x1000, MEMORY_BYTES = 4096, A0 = 10, MEMORY = 8, CARD = 9 };
enum { RXBASE = 0, RXSIZE = 4, RXHEAD = 8, RXTAIL = 12, TXBASE = 16, TXSIZE = 20, TXHEAD = 24, TXTAIL = 28, ICR = 32,
       IMS = 36, STATUS = 40, RXBYTES = 44 };
enum { DESCRIPTORS = 0, SENT = 64, BUFFERS = 256, FRAME = 104, FRAME_BYTES = FRAME - 4 };
static const uint32_t done = 1u << 31, cut_off = 1u << 30;

static sim_config config;
static sim_event events[EVENT_LIMIT];
static uint32_t words[SIM_PROGRAM_LIMIT], count;

static void add(uint32_t word) { words[count++] = word; }
static void set(uint32_t rd, uint32_t base, uint32_t value) { add(0x13u | rd << 7 | base << 15 | value << 20); }
static void store(uint32_t base, uint32_t at, uint32_t rs) {
  add(0x2023u | base << 15 | rs << 20 | (at & 31) << 7 | at >> 5 << 25);
}
static void load(uint32_t rd, uint32_t base, uint32_t at) { add(0x2003u | rd << 7 | base << 15 | at << 20); }
static void put(uint32_t at, uint32_t value) {
  set(A0, 0, value);
  store(CARD, at, A0);
}
static void put_address(uint32_t base, uint32_t at, uint32_t offset) {
  set(A0, MEMORY, offset);
  store(base, at, A0);
}
/* 3 cycles a round. */
static void wait(uint32_t rounds) {
  set(5, 0, rounds);
  set(5, 5, 0xfff);
  add(0xfe029ee3u); /* bnez t0, -4 */
}

/* A receive ring of `slots` slots with buffers of 256 bytes, and a transmit ring of 4. */
static void begin(uint32_t slots) {
  sim_config_defaults(&config);
  config.program_memory_bytes = MEMORY_BYTES;
  config.nics[0].in_memory = 1;
  config.nics[0].tx_queue_frames = 4;
  count = 0;
  add(0x20000437u); /* lui s0, the memory */
  add(0xf01004b7u); /* lui s1, the card */
  put_address(CARD, RXBASE, DESCRIPTORS);
  put_address(CARD, TXBASE, SENT);
  for (uint32_t i = 0; i < slots; i++) put_address(MEMORY, DESCRIPTORS + 16 * i, BUFFERS + 256 * i);
  put(RXSIZE, slots);
  put(TXSIZE, 4);
  put(RXTAIL, slots);
}

static void frames(uint64_t first, uint64_t interval, uint64_t number, uint32_t bytes) {
  sim_traffic_config *traffic = fixture_traffic(&config, sim_loop_OPEN, sim_direction_RECEIVE, bytes);
  traffic->start_cycle = first;
  traffic->interval_cycles_numerator = interval;
  traffic->frame_count = number;
}

static sim *run(uint64_t cycles) {
  add(0x00000073u);
  return fixture_run_program(&config, words, count, CODE, cycles);
}

static uint32_t word_of(const sim *sim, uint32_t at) {
  uint32_t word;
  memcpy(&word, sim_program_memory(sim) + at, sizeof word);
  return word;
}

static const sim_nic_counters *counters(sim *sim) { return &sim_get_counters(sim)->nics[0]; }
static uint32_t x(const sim *sim, uint32_t number) { return sim_program_registers(sim, 0)->x[number]; }

/* ---- frames ---- */

static uint32_t half(const uint8_t *at) { return (uint32_t)at[0] << 8 | at[1]; }

static uint32_t ones_complement(const uint8_t *at, uint32_t bytes, uint32_t sum) {
  for (uint32_t i = 0; i + 1 < bytes; i += 2) sum += half(at + i);
  if (bytes & 1) sum += (uint32_t)at[bytes - 1] << 8;
  while (sum >> 16) sum = (sum & 0xffff) + (sum >> 16);
  return sum;
}

/* Checks the frame as a receiver does: RFC 894, RFC 791, RFC 768. */
static void expect_datagram(const uint8_t *frame, uint32_t bytes) {
  const uint8_t *ip = frame + 14, *udp = ip + 20;
  EXPECT_EQUAL(half(frame + 12), 0x0800);
  EXPECT_EQUAL(ip[0], 0x45);
  EXPECT_EQUAL(half(ip + 2), bytes - 14);
  EXPECT_EQUAL(ip[9], 17);
  EXPECT_EQUAL(ones_complement(ip, 20, 0), 0xffff);
  EXPECT_EQUAL(half(udp + 4), bytes - 34);
  EXPECT(half(udp + 6) != 0);
  EXPECT_EQUAL(ones_complement(udp, bytes - 34, ones_complement(ip + 12, 8, 17 + bytes - 34)), 0xffff);
}

static void a_frame_comes_into_its_buffer(void) {
  for (uint32_t bytes = 46; bytes < 140; bytes += 31) { /* with check sequence; even and odd lengths */
    begin(2);
    frames(500, 1, 1, bytes);
    wait(300);
    load(A0, CARD, RXHEAD);
    sim *sim = run(2000);
    EXPECT_EQUAL(x(sim, A0), 1);
    EXPECT_EQUAL(word_of(sim, DESCRIPTORS + 4), (bytes - 4) | done);
    EXPECT_EQUAL(word_of(sim, DESCRIPTORS + 16 + 4), 0);
    expect_datagram(sim_program_memory(sim) + BUFFERS, bytes - 4);
    EXPECT_EQUAL(sim_program_memory(sim)[BUFFERS + bytes - 4], 0);
    EXPECT_EQUAL(counters(sim)->rx_in_flight, 1);
    fixture_free(sim);
  }
}

/* Reads the registers like the page, without an access by the program. */
static void registers_are_told(void) {
  begin(2);
  put(IMS, 3);
  frames(500, 1, 1, FRAME);
  wait(300);
  sim *sim = run(2000);
  const struct {
    uint32_t at, value;
  } expected[] = {{RXBASE, SIM_PROGRAM_MEMORY_BASE + DESCRIPTORS}, {RXSIZE, 2}, {RXHEAD, 1}, {RXTAIL, 2},
                  {TXBASE, SIM_PROGRAM_MEMORY_BASE + SENT}, {TXSIZE, 4}, {TXHEAD, 0}, {TXTAIL, 0},
                  {ICR, SIM_NIC_STATUS_RX}, {IMS, 3}, {STATUS, 0}, {RXBYTES, 2048}};
  for (uint32_t i = 0; i < 12; i++) EXPECT_EQUAL(sim_nic_register(sim, 0, expected[i].at / 4), expected[i].value);
  EXPECT_EQUAL(sim_nic_register(sim, 0, 12), 0);
  EXPECT_EQUAL(sim_nic_register(sim, 1, 0), 0);
  fixture_free(sim);
}

static void no_two_frames_are_alike(void) {
  begin(2);
  frames(500, 100, 2, FRAME);
  wait(400);
  sim *sim = run(2000);
  const uint8_t *first = sim_program_memory(sim) + BUFFERS;
  expect_datagram(first, FRAME_BYTES);
  expect_datagram(first + 256, FRAME_BYTES);
  EXPECT(memcmp(first, first + 256, 40) == 0); /* headers up to the checksum */
  EXPECT(memcmp(first + 42, first + 256 + 42, FRAME_BYTES - 42) != 0);
  fixture_free(sim);
}

/* A trace that contains some bytes of each frame: byte_count from first_byte onwards, out of 16 that count up from 1.
 * */
static sim *run_recorded(const sim_trace_entry *entries, uint32_t number) {
  static sim_trace_entry trace[5];
  sim_traffic_config *traffic = fixture_traffic(&config, sim_loop_OPEN, sim_direction_RECEIVE, 64);
  traffic->kind = sim_traffic_kind_TRACE;
  traffic->trace_entry_count = config.trace_entry_count = number;
  config.trace_byte_count = 16;
  memcpy(trace, entries, number * sizeof *entries);
  for (uint32_t i = 0; i < 16; i++) ((uint8_t *)(trace + number))[i] = (uint8_t)(i + 1);
  add(0x00000073u);
  const uint32_t program = fixture_program(&config, words, count, CODE);
  fixture_thread(&config, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 3, 0);
  fixture_step(&config, sim_step_op_EXEC, program);
  sim *sim = fixture_create(&config, trace, &fixture_watched);
  sim_step(sim, 4000, 0);
  return sim;
}

static void a_recorded_frame_has_its_bytes(void) {
  begin(4);
  wait(800);
  const sim_trace_entry entries[] = {
      {.time_cycles = 500, .size_bytes = 20, .first_byte = 0, .byte_count = 16},
      {.time_cycles = 600, .size_bytes = 64, .first_byte = 13, .byte_count = 3},
      {.time_cycles = 700, .size_bytes = 8, .first_byte = 2, .byte_count = 6}, /* equals one with a check sequence */
      {.time_cycles = 800, .size_bytes = FRAME},
  };
  sim *sim = run_recorded(entries, 4);
  const uint8_t *first = sim_program_memory(sim) + BUFFERS;
  for (uint32_t i = 0; i < 16; i++) EXPECT_EQUAL(first[i], i + 1);
  EXPECT_EQUAL(first[16], 0);
  const uint8_t *second = first + 256, *third = second + 256, *last = third + 256;
  for (uint32_t i = 0; i < 3; i++) EXPECT_EQUAL(second[i], 14 + i);
  uint32_t drawn = 0;
  for (uint32_t i = 3; i < 60; i++) drawn += second[i] != 0;
  EXPECT(drawn > 40); /* generated bytes: neither a header nor zeros */
  EXPECT(half(second + 12) != 0x0800);
  EXPECT_EQUAL(second[60], 0);
  for (uint32_t i = 0; i < 4; i++) EXPECT_EQUAL(third[i], 3 + i);
  EXPECT_EQUAL(third[4], 0);
  expect_datagram(last, FRAME_BYTES);
  fixture_free(sim);
}

static void a_drawn_byte_stays_what_it_is_without_recorded_ones(void) {
  uint8_t made[40], cut[40];
  for (uint32_t known = 0; known < 6; known += 5) {
    begin(1);
    wait(800);
    const sim_trace_entry entry = {.time_cycles = 500, .size_bytes = 44, .byte_count = known};
    sim *sim = run_recorded(&entry, 1);
    memcpy(known == 0 ? made : cut, sim_program_memory(sim) + BUFFERS, sizeof made);
    fixture_free(sim);
  }
  EXPECT(memcmp(made + 5, cut + 5, 35) == 0); /* too short for a header */
  EXPECT(memcmp(cut, "\1\2\3\4\5", 5) == 0);
}

static void what_does_not_fit_is_cut_off(void) {
  begin(1);
  put(RXBYTES, 50);
  frames(500, 1, 1, FRAME);
  wait(300);
  sim *sim = run(2000);
  EXPECT_EQUAL(word_of(sim, DESCRIPTORS + 4), 50 | done | cut_off);
  EXPECT(word_of(sim, BUFFERS + 44) != 0);
  EXPECT_EQUAL(word_of(sim, BUFFERS + 52), 0);
  fixture_free(sim);
}

static void a_buffer_elsewhere_gets_nothing(void) {
  begin(1);
  store(MEMORY, DESCRIPTORS, CARD);
  frames(500, 1, 1, FRAME);
  wait(300);
  sim *sim = run(2000);
  EXPECT_EQUAL(word_of(sim, DESCRIPTORS + 4), FRAME_BYTES | done);
  EXPECT_EQUAL(word_of(sim, BUFFERS), 0);
  fixture_free(sim);
}

/* 26 beats of 4 bytes, in bursts of 8. */
static void its_bytes_take_the_bus(void) {
  begin(1);
  config.dma_enabled = 1;
  frames(500, 1, 1, FRAME);
  wait(300);
  sim *sim = run(2000);
  EXPECT_EQUAL(counters(sim)->dma_cycles, FRAME / 4);
  EXPECT_EQUAL(fixture_events(sim, sim_event_kind_DMA_END, events, EVENT_LIMIT), 1);
  EXPECT_EQUAL(word_of(sim, DESCRIPTORS + 4), FRAME_BYTES | done);
  fixture_free(sim);
}

/* ---- slots ---- */

/* Two frames use two slots, and the third finds none. Giving the first slot again delivers the first frame. */
static void a_slot_that_is_given_again_delivers_its_frame(void) {
  begin(2);
  frames(500, 100, 3, FRAME);
  wait(400);
  load(11, CARD, ICR);
  put(RXTAIL, 3);
  sim *sim = run(3000);
  EXPECT_EQUAL(x(sim, 11), SIM_NIC_STATUS_RX | SIM_NIC_STATUS_OVERFLOW);
  EXPECT_EQUAL(counters(sim)->rx_dropped[sim_drop_cause_RX_RING_FULL], 1);
  EXPECT_EQUAL(counters(sim)->rx_delivered, 1);
  EXPECT_EQUAL(counters(sim)->rx_in_flight, 1);
  EXPECT_EQUAL(sim_get_counters(sim)->rings[0].taken, 1);
  fixture_free(sim);
}

static void the_whole_ring_may_be_given_at_once(void) {
  begin(2);
  frames(500, 100, 2, FRAME);
  wait(400);
  put(RXTAIL, 4);
  load(11, CARD, RXTAIL);
  put(RXTAIL, 5); /* there is no such slot, because it is beyond RXHEAD + RXSIZE */
  load(12, CARD, RXTAIL);
  sim *sim = run(3000);
  EXPECT_EQUAL(x(sim, 11), 4);
  EXPECT_EQUAL(x(sim, 12), 4);
  EXPECT_EQUAL(counters(sim)->rx_delivered, 2);
  fixture_free(sim);
}

static void without_slots_nothing_comes(void) {
  begin(2);
  words[count - 2] = 0x00000513u; /* RXTAIL = 0 */
  frames(500, 100, 2, FRAME);
  wait(400);
  sim *sim = run(3000);
  EXPECT_EQUAL(counters(sim)->rx_dropped[sim_drop_cause_RX_RING_FULL], 2);
  EXPECT_EQUAL(word_of(sim, DESCRIPTORS + 4), 0);
  fixture_free(sim);
}

/* The FIFO holds frames until the program gives a slot. */
static void frames_wait_in_the_fifo_for_slots(void) {
  begin(1);
  config.nics[0].fifo_bytes = 1000;
  frames(500, 100, 3, FRAME);
  wait(400);
  put(RXTAIL, 2);
  put(RXTAIL, 3);
  load(11, CARD, RXHEAD);
  sim *sim = run(3000);
  EXPECT_EQUAL(x(sim, 11), 3);
  EXPECT_EQUAL(counters(sim)->rx_delivered, 2);
  fixture_free(sim);
}

static void a_ring_with_frames_keeps_its_size(void) {
  begin(2);
  frames(500, 100, 1, FRAME);
  wait(400);
  put(RXSIZE, 1);
  load(11, CARD, RXSIZE);
  put(RXTAIL, 3);
  put(RXSIZE, 100); /* the card knows 16 slots */
  load(12, CARD, RXSIZE);
  load(13, CARD, RXTAIL);
  sim *sim = run(3000);
  EXPECT_EQUAL(x(sim, 11), 2);
  EXPECT_EQUAL(x(sim, 12), 16);
  EXPECT_EQUAL(x(sim, 13), 1);
  fixture_free(sim);
}

/* ---- the line ---- */

static void the_mask_decides_what_raises_the_line(void) {
  begin(2);
  frames(500, 100, 1, FRAME);
  wait(400);
  put(IMS, 2);
  put(IMS, 1);
  put(ICR, 2);
  put(ICR, 1);
  load(11, CARD, ICR);
  load(12, CARD, IMS);
  sim *sim = run(3000);
  EXPECT_EQUAL(sim_get_counters(sim)->lines[0].asserted, 1);
  EXPECT_EQUAL(fixture_events(sim, sim_event_kind_LINE_CLEARED, events, EVENT_LIMIT), 1);
  EXPECT_EQUAL(fixture_events(sim, sim_event_kind_ACKNOWLEDGED, events, EVENT_LIMIT), 2);
  EXPECT_EQUAL(events[0].value, 0);
  EXPECT_EQUAL(events[1].value, 1);
  EXPECT_EQUAL(x(sim, 11), 0);
  EXPECT_EQUAL(x(sim, 12), 1);
  fixture_free(sim);
}

/* ---- send ---- */

/* At 200 Mb/s and 200 MHz a bit takes a cycle: 60 + 20 bytes are 640 cycles. */
static void a_frame_that_is_given_is_sent(void) {
  begin(1);
  config.nics[0].line_rate_bit_per_second = 200000000;
  put_address(MEMORY, SENT, BUFFERS);
  set(A0, 0, 60);
  store(MEMORY, SENT + 4, A0);
  put(TXTAIL, 1);
  load(11, CARD, STATUS);
  wait(250);
  load(12, CARD, TXHEAD);
  load(13, CARD, ICR);
  load(14, CARD, STATUS);
  sim *sim = run(3000);
  EXPECT_EQUAL(fixture_events(sim, sim_event_kind_FRAME_SENT, events, EVENT_LIMIT), 1);
  EXPECT_EQUAL(events[0].value, 60);
  EXPECT_EQUAL(fixture_nth_event_cycle(sim, sim_event_kind_FRAME_SENT, 0) -
                   fixture_nth_event_cycle(sim, sim_event_kind_FRAME_OFFERED, 0), 641);
  EXPECT_EQUAL(x(sim, 11), 2);
  EXPECT_EQUAL(x(sim, 12), 1);
  EXPECT_EQUAL(x(sim, 13), SIM_NIC_STATUS_TX);
  EXPECT_EQUAL(x(sim, 14), 0);
  EXPECT_EQUAL(word_of(sim, SENT + 4), 60 | done);
  EXPECT_EQUAL(counters(sim)->tx_offered, 1);
  EXPECT_EQUAL(counters(sim)->tx_delivered, 1);
  fixture_free(sim);
}

static void more_frames_than_slots_are_not_taken(void) {
  begin(1);
  put(TXTAIL, 5);
  load(11, CARD, TXTAIL);
  put(TXTAIL, 4);
  load(12, CARD, TXTAIL);
  load(13, CARD, TXHEAD);
  sim *sim = run(3000);
  EXPECT_EQUAL(x(sim, 11), 0);
  EXPECT_EQUAL(x(sim, 12), 4);
  EXPECT_EQUAL(x(sim, 13), 4); /* an ideal wire; each frame has one byte, because its length is 0 */
  EXPECT_EQUAL(counters(sim)->tx_offered_bytes, 4);
  fixture_free(sim);
}

/* ---- refusals ---- */

static void expect_refusal(size_t offset) {
  sim_error error;
  EXPECT_EQUAL(sim_config_check(&config, NULL, &error), sim_status_INCONSISTENT);
  EXPECT_EQUAL(error.field_offset, offset);
}

static void what_its_rings_cannot_do_is_refused(void) {
  const size_t field = offsetof(sim_config, nics[0].in_memory);
  begin(1);
  config.nics[0].receive_mode = sim_receive_mode_REMOTE;
  expect_refusal(field);
  begin(1);
  config.nics[0].ring_count = 2;
  expect_refusal(field);
  begin(1);
  config.nics[0].merge_bytes = 3000;
  expect_refusal(field);
  begin(1);
  config.nics[0].status_by_fill = 1;
  expect_refusal(field);
  begin(1);
  fixture_thread(&config, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 9, 0);
  fixture_step(&config, sim_step_op_TAKE_FRAME, 0);
  expect_refusal(offsetof(sim_config, steps[0].index));
}

int main(void) {
  RUN(a_frame_comes_into_its_buffer);
  RUN(registers_are_told);
  RUN(no_two_frames_are_alike);
  RUN(a_recorded_frame_has_its_bytes);
  RUN(a_drawn_byte_stays_what_it_is_without_recorded_ones);
  RUN(what_does_not_fit_is_cut_off);
  RUN(a_buffer_elsewhere_gets_nothing);
  RUN(its_bytes_take_the_bus);
  RUN(a_slot_that_is_given_again_delivers_its_frame);
  RUN(the_whole_ring_may_be_given_at_once);
  RUN(without_slots_nothing_comes);
  RUN(frames_wait_in_the_fifo_for_slots);
  RUN(a_ring_with_frames_keeps_its_size);
  RUN(the_mask_decides_what_raises_the_line);
  RUN(a_frame_that_is_given_is_sent);
  RUN(more_frames_than_slots_are_not_taken);
  RUN(what_its_rings_cannot_do_is_refused);
  return TEST_EXIT_CODE;
}
