/* The host behind a card: its answers and their times, and the answers to its requests. */
#include <stddef.h>
#include <string.h>

#include "support/machine_code.h"
#include "support/machine_fixture.h"
#include "support/test.h"

enum { CODE = 0x1000, MEMORY_BYTES = 16384, MEMORY = 8, CARD = 9, LIMIT = 4096 };
enum { RXSIZE = 4, RXHEAD = 8, RXTAIL = 12, TXBASE = 16, TXSIZE = 20, TXTAIL = 28, RXBYTES = 44 };
enum { SLOTS = 32, BUFFER_BYTES = 128 };
enum { SEND_AT = 512, BUFFERS_AT = 1024, FRAMES_AT = BUFFERS_AT + SLOTS * BUFFER_BYTES };
enum { ARP_BYTES = 42, ANSWER_CYCLES = 700 };

static sim_config config;
static uint32_t code[512], words;
static uint8_t memory[MEMORY_BYTES];
static uint32_t frames, frames_end;
static sim_event events[LIMIT], sent[LIMIT];

/* ---- the memory of the program ---- */

static void put_word(uint32_t at, uint32_t value) { memcpy(&memory[at], &value, sizeof value); }

static uint32_t half(const uint8_t *at) { return (uint32_t)at[0] << 8 | at[1]; }

static void put_half(uint8_t *at, uint32_t value) {
  at[0] = (uint8_t)(value >> 8);
  at[1] = (uint8_t)value;
}

static uint32_t ones_complement(const uint8_t *at, uint32_t bytes) {
  uint32_t sum = 0;
  for (uint32_t i = 0; i < bytes; i++) sum += (uint32_t)at[i] << (i & 1 ? 0 : 8);
  while (sum >> 16) sum = (sum & 0xffff) + (sum >> 16);
  return sum;
}

/* Adds a frame to the transmit ring. Returns the address for its bytes. */
static uint8_t *add_frame(uint32_t bytes) {
  put_word(SEND_AT + 16 * frames, SIM_PROGRAM_MEMORY_BASE + frames_end);
  put_word(SEND_AT + 16 * frames + 4, bytes);
  frames++;
  uint8_t *frame = &memory[frames_end];
  frames_end += (bytes + 3) & ~3u;
  return frame;
}

static uint8_t *add_arp(uint32_t target) {
  static const uint8_t request[ARP_BYTES] = {
      255, 255, 255, 255, 255, 255, 2, 0, 0, 0,  0, 1, 8, 6,                /* Ethernet */
      0,   1,   8,   0,   6,   4,   0, 1, 2, 0,  0, 0, 0, 1, 10, 0, 0, 1,   /* sender: its MAC and IP */
      0,   0,   0,   0,   0,   0,   10, 1, 0, 0,                            /* target: its MAC and IP */
  };
  uint8_t *frame = add_frame(ARP_BYTES);
  memcpy(frame, request, sizeof request);
  put_half(frame + 40, target);
  return frame;
}

static uint8_t *add_echo(uint32_t data_bytes) {
  static const uint8_t header[42] = {2, 0, 0, 0, 0, 2, 2,  0, 0, 0, 0,  1, 8, 0, 0x45, 0, 0, 0, 0, 7, 0,
                                     0, 5, 1, 0, 0, 10, 0, 0, 1, 10, 1, 2, 3, 8,  0, 0, 0, 0x12, 0x34, 0x56, 0x78};
  uint8_t *frame = add_frame(42 + data_bytes);
  memcpy(frame, header, sizeof header);
  for (uint32_t i = 0; i < data_bytes; i++) frame[42 + i] = (uint8_t)(7 * i + 1);
  put_half(frame + 16, 28 + data_bytes);
  put_half(frame + 24, ~ones_complement(frame + 14, 20) & 0xffff);
  put_half(frame + 36, ~ones_complement(frame + 34, 8 + data_bytes) & 0xffff);
  return frame;
}

/* ---- the program ---- */

static void add(uint32_t word) { code[words++] = word; }
static void put(uint32_t at, uint32_t value) {
  add(LI(A0, value));
  add(SW(A0, at, CARD));
}

/* 3 cycles a round. */
static void wait(int32_t rounds) {
  add(LI(T0, rounds));
  add(ADDI(T0, T0, -1));
  add(0xfe029ee3u); /* bnez t0, -4 */
}

static void begin(void) {
  sim_config_defaults(&config);
  config.program_memory_bytes = MEMORY_BYTES;
  config.nics[0].in_memory = 1;
  config.nics[0].tx_queue_frames = SLOTS;
  config.nics[0].rings[0].frames = SLOTS;
  config.nics[0].host_answer_cycles = ANSWER_CYCLES;
  memset(memory, 0, sizeof memory);
  words = frames = 0;
  frames_end = FRAMES_AT;
  for (uint32_t i = 0; i < SLOTS; i++) put_word(16 * i, SIM_PROGRAM_MEMORY_BASE + BUFFERS_AT + BUFFER_BYTES * i);
}

static void set_up(uint32_t slots) {
  add(LUI(MEMORY, 0x20000));
  add(LUI(CARD, 0xf0100));
  add(SW(MEMORY, 0, CARD));
  add(ADDI(A0, MEMORY, SEND_AT));
  add(SW(A0, TXBASE, CARD));
  put(RXBYTES, BUFFER_BYTES);
  put(RXSIZE, slots);
  put(RXTAIL, slots);
  put(TXSIZE, SLOTS);
}

/* Every received frame is sent back. Addresses and ports are exchanged, which keeps checksums correct. */
static void answer_all(uint32_t first_data_byte) {
  const uint32_t swapped[][2] = {{26, 30}, {28, 32}, {34, 36}};
  enum { BUFFER = 18, SLOT = 19, DONE = 20, AT = 21 };
  add(LI(DONE, 0));
  const uint32_t loop = words;
  add(LW(A0, RXHEAD, CARD));
  add(0x00050063u | DONE << 20 | (uint32_t)((-4) & 0x1e) << 7 | 0xfe000000u | 1u << 7); /* beq a0, s4, loop */
  add(TYPE_I(0x13, 7, SLOT, DONE, SLOTS - 1));
  add(TYPE_I(0x13, 1, AT, SLOT, 4)); /* slli s5, s3, 4 */
  add(0x33u | AT << 7 | AT << 15 | MEMORY << 20); /* add s5, s5, s0 */
  add(LW(BUFFER, 0, AT));
  for (int i = 0; i < 3; i++) {
    add(TYPE_I(0x03, 5, A0, BUFFER, swapped[i][0]));
    add(TYPE_I(0x03, 5, A1, BUFFER, swapped[i][1]));
    add((SW(A1, swapped[i][0], BUFFER) & ~0x7000u) | 0x1000u);
    add((SW(A0, swapped[i][1], BUFFER) & ~0x7000u) | 0x1000u);
  }
  if (first_data_byte > 0) {
    add(LI(A0, first_data_byte));
    add(SW(A0, 44, BUFFER) & ~0x7000u); /* and no checksum */
    add((SW(ZERO, 40, BUFFER) & ~0x7000u) | 0x1000u);
  }
  add(SW(BUFFER, SEND_AT, AT));
  add(LW(A1, 4, AT));
  add(TYPE_I(0x13, 7, A1, A1, 0x7ff));
  add(SW(A1, SEND_AT + 4, AT));
  add(ADDI(DONE, DONE, 1));
  add(SW(DONE, TXTAIL, CARD));
  add(ADDI(A0, DONE, SLOTS));
  add(SW(A0, RXTAIL, CARD));
  add(J(-4 * (int32_t)(words - loop)));
}

static sim_traffic_config *traffic(uint64_t first, uint64_t interval, uint64_t number, uint32_t bytes) {
  sim_traffic_config *t = fixture_traffic(&config, sim_loop_OPEN, sim_direction_RECEIVE, bytes);
  t->start_cycle = first;
  t->interval_cycles_numerator = interval;
  t->frame_count = number;
  return t;
}

/* The program never ends. */
static void finish(void) {
  add(J(0));
  const uint32_t program = fixture_program(&config, code, words, CODE);
  sim_routine_config *routine = &config.routines[program];
  routine->data_words = MEMORY_BYTES / 4;
  routine->data_address = SIM_PROGRAM_MEMORY_BASE;
  memcpy(&config.program[words], memory, sizeof memory);
  fixture_thread(&config, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 3, 0);
  fixture_step(&config, sim_step_op_EXEC, program);
}

static sim *run(uint64_t cycles) {
  finish();
  return fixture_run_to(&config, cycles);
}

static const sim_nic_counters *counters(sim *sim) { return &sim_get_counters(sim)->nics[0]; }
static const uint8_t *buffer(const sim *sim, uint32_t slot) {
  return sim_program_memory(sim) + BUFFERS_AT + BUFFER_BYTES * slot;
}
static uint32_t length(const sim *sim, uint32_t slot) {
  uint32_t word;
  memcpy(&word, sim_program_memory(sim) + 16 * slot + 4, sizeof word);
  return word >> 31 ? word & 0xffff : 0;
}

static void send_all(void) { put(TXTAIL, frames); }

/* ---- the host answers ---- */

static void an_arp_request_is_answered(void) {
  static const uint8_t answer[60] = {2, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 2, 8,  6, 0, 1,    8, 0, 6, 4, 0, 2,
                                     2, 0, 0, 0, 0, 2, 10, 1, 0x12, 0x34, 2, 0, 0, 0, 0, 1, 10, 0, 0, 1};
  begin();
  config.nics[0].line_rate_bit_per_second = 1000000000;
  config.nics[0].min_frame_bytes = 64;
  config.nics[0].frame_overhead_bytes = 20;
  config.clock_hertz = 1000000000;
  traffic(9000, 1, 1, 64); /* from 9000 onwards, so the answer does not wait for it */
  set_up(2);
  add_arp(0x1234);
  send_all();
  sim *sim = run(6000);
  EXPECT_EQUAL(length(sim, 0), 60);
  EXPECT(memcmp(buffer(sim, 0), answer, sizeof answer) == 0);
  EXPECT_EQUAL(counters(sim)->host_heard, 1);
  EXPECT_EQUAL(counters(sim)->host_answered, 1);
  EXPECT_EQUAL(counters(sim)->requests, 0);
  /* the answer is 84 bytes on the wire, one bit a cycle */
  EXPECT_EQUAL(fixture_nth_event_cycle(sim, sim_event_kind_FRAME_OFFERED, 1) -
                   fixture_nth_event_cycle(sim, sim_event_kind_FRAME_SENT, 0),
               ANSWER_CYCLES + 84 * 8);
  EXPECT_EQUAL(fixture_event_value(sim, sim_event_kind_FRAME_OFFERED, 1), 64);
  fixture_free(sim);
}

static void an_echo_request_is_answered(void) {
  for (uint32_t data_bytes = 0; data_bytes < 70; data_bytes += 23) { /* with and without padding, even and odd */
    begin();
    set_up(2);
    uint8_t request[112];
    memcpy(request, add_echo(data_bytes), 42 + data_bytes);
    send_all();
    sim *sim = run(3000);
    const uint8_t *answer = buffer(sim, 0);
    EXPECT_EQUAL(length(sim, 0), data_bytes < 18 ? 60 : 42 + data_bytes);
    EXPECT(memcmp(answer, request + 6, 6) == 0 && memcmp(answer + 6, request, 6) == 0);
    EXPECT(memcmp(answer + 26, request + 30, 4) == 0 && memcmp(answer + 30, request + 26, 4) == 0);
    EXPECT(memcmp(answer + 38, request + 38, 4 + data_bytes) == 0);
    EXPECT_EQUAL(half(answer + 34), 0);
    EXPECT_EQUAL(answer[22], 64);
    EXPECT_EQUAL(ones_complement(answer + 14, 20), 0xffff);
    EXPECT_EQUAL(ones_complement(answer + 34, 8 + data_bytes), 0xffff);
    for (uint32_t i = 42 + data_bytes; i < 60; i++) EXPECT_EQUAL(answer[i], 0);
    fixture_free(sim);
  }
}

/* Each sent alone. */
static uint64_t heard(uint8_t *(*add_one)(uint32_t), uint32_t number, uint32_t at, uint8_t byte) {
  begin();
  set_up(2);
  add_one(number)[at] = byte;
  send_all();
  sim *sim = run(3000);
  const uint64_t count = counters(sim)->host_heard;
  EXPECT_EQUAL(counters(sim)->host_answered, count);
  fixture_free(sim);
  return count;
}

static void what_is_no_request_to_it_is_not_answered(void) {
  EXPECT_EQUAL(heard(add_arp, 1, 21, 1), 1);
  EXPECT_EQUAL(heard(add_arp, 1, 21, 2), 0);  /* a reply */
  EXPECT_EQUAL(heard(add_arp, 1, 28, 11), 1); /* from another address */
  EXPECT_EQUAL(heard(add_arp, 1, 5, 254), 0); /* to another host */
  EXPECT_EQUAL(heard(add_arp, 1, 19, 6), 0);
  EXPECT_EQUAL(heard(add_arp, 1, 39, 0), 0);  /* 10.0.0.1 asks for itself */
  EXPECT_EQUAL(heard(add_echo, 9, 19, 7), 1);
  EXPECT_EQUAL(heard(add_echo, 9, 5, 3), 0);
  EXPECT_EQUAL(heard(add_echo, 9, 25, 1), 0); /* a wrong checksum */
  EXPECT_EQUAL(heard(add_echo, 9, 45, 1), 0);
  EXPECT_EQUAL(heard(add_echo, 9, 20, 0x20), 0);
  EXPECT_EQUAL(heard(add_echo, 9, 14, 0x46), 0);
}

static void a_probe_for_an_address_is_not_answered(void) {
  begin();
  set_up(2);
  memset(add_arp(7) + 28, 0, 4);
  send_all();
  sim *sim = run(3000);
  EXPECT_EQUAL(counters(sim)->host_heard, 0);
  fixture_free(sim);
}

static void sixteen_answers_are_under_way_at_most(void) {
  begin();
  set_up(SLOTS);
  for (uint32_t i = 0; i < 20; i++) add_arp(i);
  send_all();
  sim *sim = run(6000);
  EXPECT_EQUAL(counters(sim)->host_heard, 20);
  EXPECT_EQUAL(counters(sim)->host_unanswered, 4);
  EXPECT_EQUAL(counters(sim)->rx_offered, 16);
  for (uint32_t i = 0; i < 16; i++) EXPECT_EQUAL(half(buffer(sim, i) + 30), i);
  fixture_free(sim);
}

/* The ring has two slots. A lost answer frees its place, as a received one does. */
static void lost_answers_give_their_places_back(void) {
  begin();
  config.nics[0].host_answer_cycles = 1;
  set_up(2);
  for (uint32_t i = 0; i < SLOTS; i++) add_arp(i);
  for (uint32_t i = 1; i <= SLOTS; i++) {
    put(TXTAIL, i);
    for (int k = 0; k < 10; k++) add(NOP);
  }
  sim *sim = run(6000);
  EXPECT_EQUAL(counters(sim)->host_answered, SLOTS);
  EXPECT_EQUAL(counters(sim)->rx_dropped[sim_drop_cause_RX_RING_FULL], SLOTS - 2);
  fixture_free(sim);
}

static void what_is_longer_than_a_frame_of_ethernet_stays_unanswered(void) {
  for (uint32_t data_bytes = 1472; data_bytes <= 1473; data_bytes++) {
    begin();
    set_up(2);
    add_echo(data_bytes);
    send_all();
    sim *sim = run(4000);
    EXPECT_EQUAL(counters(sim)->host_heard, 1);
    EXPECT_EQUAL(counters(sim)->host_unanswered, data_bytes - 1472);
    EXPECT_EQUAL(counters(sim)->rx_offered, 1473 - data_bytes);
    fixture_free(sim);
  }
}

/* 840 cycles for a frame. Answers wait for the wire, and no frame starts before the previous one has ended. */
static void answers_take_turns_with_traffic_on_the_wire(void) {
  begin();
  config.clock_hertz = config.nics[0].line_rate_bit_per_second = 1000000000;
  config.nics[0].host_answer_cycles = 1;
  traffic(500, 900, 12, 105);
  set_up(SLOTS);
  for (uint32_t i = 0; i < 6; i++) add_echo(59);
  send_all();
  finish();
  sim *sim = fixture_run_in_any_steps(&config, 25000);
  fixture_free(sim);
  sim = fixture_run_to(&config, 25000);
  EXPECT_EQUAL(counters(sim)->host_answered, 6);
  EXPECT_EQUAL(counters(sim)->rx_delivered + counters(sim)->rx_in_flight, 18);
  uint64_t before = 0;
  const uint32_t offered = fixture_events(sim, sim_event_kind_FRAME_OFFERED, events, LIMIT);
  for (uint32_t i = 0; i < offered; i++) {
    if (events[i].value != 105) continue; /* received frames have a check sequence */
    EXPECT(before == 0 || fixture_event_cycle(&events[i]) >= before + 840);
    before = fixture_event_cycle(&events[i]);
  }
  fixture_free(sim);
}

/* The wire stays paused while the host prepares answers, and continues in the cycle after room became free. */
static void a_pause_outlasts_what_the_host_hears(void) {
  begin();
  config.clock_hertz = config.nics[0].line_rate_bit_per_second = 1000000000;
  config.nics[0].host_answer_cycles = 1;
  config.nics[0].pause = 1;
  traffic(500, 900, 4, 64);
  set_up(2);
  for (uint32_t i = 0; i < 3; i++) add_arp(i);
  for (uint32_t i = 1; i <= 3; i++) {
    put(TXTAIL, i);
    wait(300);
  }
  for (uint32_t i = 3; i <= 8; i++) {
    put(RXTAIL, i);
    wait(500);
  }
  finish();
  fixture_free(fixture_run_in_any_steps(&config, 30000));
  sim *sim = fixture_run_to(&config, 30000);
  EXPECT_EQUAL(counters(sim)->host_answered, 3);
  EXPECT(counters(sim)->pauses > 0);
  fixture_free(sim);
}

/* ---- it is answered ---- */

static void expect_answers(sim *sim, uint32_t number) {
  const uint32_t offered = fixture_events(sim, sim_event_kind_FRAME_OFFERED, events, LIMIT);
  const uint32_t last = fixture_events(sim, sim_event_kind_FRAME_SENT, sent, LIMIT);
  uint64_t sum = 0;
  for (uint32_t i = 0, k = 0; i < offered && k < number; i++)
    if (events[i].value == 104) sum += fixture_event_cycle(&sent[k++]) - fixture_event_cycle(&events[i]);
  EXPECT(last >= number);
  EXPECT_EQUAL(counters(sim)->requests_answered, number);
  EXPECT_EQUAL(sim_get_tally(sim, sim_tally_kind_REQUEST, 0)->all.count, number);
  EXPECT_EQUAL(sim_get_tally(sim, sim_tally_kind_REQUEST, 0)->all.sum, sum);
}

static void a_request_lasts_from_its_last_bit_to_that_of_its_answer(void) {
  begin();
  config.dma_enabled = 1;
  config.nics[0].line_rate_bit_per_second = 1000000000;
  traffic(500, 700, 20, 104)->flows = 3;
  set_up(SLOTS);
  answer_all(0);
  finish();
  sim *sim = fixture_run_in_any_steps(&config, 30000);
  fixture_free(sim);
  sim = fixture_run_to(&config, 30000);
  EXPECT_EQUAL(counters(sim)->requests, 20);
  expect_answers(sim, 20);
  fixture_free(sim);
}

static void another_text_is_no_answer(void) {
  begin();
  traffic(500, 700, 5, 104);
  set_up(SLOTS);
  answer_all(77);
  sim *sim = run(9000);
  EXPECT_EQUAL(counters(sim)->requests, 5);
  EXPECT_EQUAL(counters(sim)->tx_delivered, 5);
  EXPECT_EQUAL(counters(sim)->requests_answered, 0);
  fixture_free(sim);
}

/* Of 1100 requests without an answer, the last 1024 are kept. */
static void the_oldest_requests_are_given_up(void) {
  begin();
  traffic(500, 60, 1100, 46);
  set_up(2);
  add(LW(A0, RXHEAD, CARD));
  add(ADDI(A0, A0, 2));
  add(SW(A0, RXTAIL, CARD));
  add(J(-12));
  sim *sim = run(70000);
  EXPECT_EQUAL(counters(sim)->requests, 1100);
  EXPECT_EQUAL(counters(sim)->requests_given_up, 76);
  fixture_free(sim);
}

/* Checks header, number and checksum of a traffic frame that asks for echo. */
static void traffic_may_ask_for_echo(void) {
  begin();
  sim_traffic_config *t = traffic(500, 100, 2, 79);
  t->body = sim_body_ECHO_REQUEST;
  set_up(2);
  sim *sim = run(3000);
  for (uint32_t i = 0; i < 2; i++) {
    const uint8_t *frame = buffer(sim, i);
    EXPECT_EQUAL(frame[23], 1);
    EXPECT_EQUAL(half(frame + 34), 0x0800);
    EXPECT_EQUAL(half(frame + 38), 10000);
    EXPECT_EQUAL(half(frame + 40), i);
    EXPECT_EQUAL(ones_complement(frame + 14, 20), 0xffff);
    EXPECT_EQUAL(ones_complement(frame + 34, 75 - 34), 0xffff);
  }
  EXPECT_EQUAL(counters(sim)->requests, 2);
  fixture_free(sim);
}

/* ---- bounds ---- */

static void expect_refusal(uint32_t offset) {
  sim_error error;
  EXPECT_EQUAL(sim_config_check(&config, NULL, &error), sim_status_INCONSISTENT);
  EXPECT_EQUAL(error.field_offset, offset);
}

static void only_a_card_of_programs_has_a_host(void) {
  const uint32_t field = (uint32_t)offsetof(sim_config, nics[0].host_answer_cycles);
  begin();
  config.nics[0].in_memory = 0;
  expect_refusal(field);
  begin();
  config.nics[0].segment_bytes = 1500;
  expect_refusal(field);
}

int main(void) {
  RUN(an_arp_request_is_answered);
  RUN(an_echo_request_is_answered);
  RUN(what_is_no_request_to_it_is_not_answered);
  RUN(a_probe_for_an_address_is_not_answered);
  RUN(sixteen_answers_are_under_way_at_most);
  RUN(lost_answers_give_their_places_back);
  RUN(what_is_longer_than_a_frame_of_ethernet_stays_unanswered);
  RUN(answers_take_turns_with_traffic_on_the_wire);
  RUN(a_pause_outlasts_what_the_host_hears);
  RUN(a_request_lasts_from_its_last_bit_to_that_of_its_answer);
  RUN(another_text_is_no_answer);
  RUN(the_oldest_requests_are_given_up);
  RUN(traffic_may_ask_for_echo);
  RUN(only_a_card_of_programs_has_a_host);
  return TEST_EXIT_CODE;
}
