/* A card that a program serves well: the program gives back each slot, so most frames reach its memory. */
#include "random_hosts.h"
#include "support/machine_code.h"

enum { MEMORY = 8, CARD = 9, VALUE = 10, MEMORY_BYTES = 1024, BUFFERS = 64, LONGEST = 128 };
enum { RXSIZE = 0x4, RXHEAD = 0x8, RXTAIL = 0xc, RXBYTES = 0x2c, SLOT_BYTES = 16 };

static uint32_t driver(choices *from, uint32_t *words) {
  const uint32_t slots = choose(from, 1, 4);
  uint32_t n = 0;
  words[n++] = LUI(MEMORY, 0x20000);
  words[n++] = LUI(CARD, 0xf0100);
  for (uint32_t i = 0; i < slots; i++) {
    words[n++] = ADDI(VALUE, MEMORY, BUFFERS + choose(from, 0, MEMORY_BYTES - BUFFERS));
    words[n++] = SW(VALUE, SLOT_BYTES * i, MEMORY);
  }
  words[n++] = SW(MEMORY, 0, CARD);
  words[n++] = ADDI(VALUE, 0, slots);
  words[n++] = SW(VALUE, RXSIZE, CARD);
  words[n++] = SW(VALUE, RXTAIL, CARD);
  if (choose(from, 0, 2) == 0) {
    words[n++] = ADDI(VALUE, 0, choose(from, 0, 200));
    words[n++] = SW(VALUE, RXBYTES, CARD);
  }
  words[n++] = LW(VALUE, RXHEAD, CARD);
  words[n++] = ADDI(VALUE, VALUE, slots);
  words[n++] = SW(VALUE, RXTAIL, CARD);
  words[n++] = J(-12);
  return n;
}

static uint32_t used_words(const sim_config *c) {
  uint32_t used = 0;
  for (uint32_t r = 0; r < c->routine_count; r++) {
    const sim_routine_config *routine = &c->routines[r];
    const uint32_t end = (uint32_t)routine->first_word + routine->word_count + routine->data_words;
    if (routine->kind == sim_routine_kind_PROGRAM && end > used) used = end;
  }
  return used;
}

static void serve(choices *from, sim_config *c, sim_thread_config *thread) {
  const uint32_t used = used_words(c);
  if (c->routine_count == SIM_ROUTINE_LIMIT || c->step_count == SIM_STEP_LIMIT || used + LONGEST > SIM_PROGRAM_LIMIT)
    return;
  sim_routine_config *routine = &c->routines[c->routine_count];
  *routine = c->routines[0];
  routine->kind = sim_routine_kind_PROGRAM;
  routine->drawn_kind = sim_drawn_kind_NONE;
  routine->instruction_count = routine->data_words = routine->extensions = 0;
  routine->code_address = choose(from, 0, 1000) * 64;
  routine->first_word = (uint16_t)used;
  if (choose(from, 0, 1) == 0) {
    const host_shape shape = random_host(from, c);
    routine->word_count = (uint16_t)random_host_driver(from, &c->program[used], shape.is_echo);
    uint32_t *data = &c->program[used + routine->word_count];
    routine->data_words = (uint16_t)random_host_data(from, data, shape.frame_bytes - 4);
    routine->data_address = SIM_PROGRAM_MEMORY_BASE;
  } else routine->word_count = (uint16_t)driver(from, &c->program[used]);
  thread->first_step = c->step_count;
  thread->step_count = 1;
  c->steps[c->step_count++] = (sim_step_config){.op = sim_step_op_EXEC, .index = c->routine_count++};
}

void random_drivers(choices *from, sim_config *c) {
  if (c->nic_count == 0 || choose(from, 0, 5) != 0) return;
  static sim_config before;
  before = *c;
  c->program_memory_bytes = MEMORY_BYTES;
  random_memory_rings(from, c);
  for (uint32_t t = 0; t < c->thread_count; t++) {
    if (c->threads[t].start != sim_thread_start_ALWAYS) continue;
    serve(from, c, &c->threads[t]);
    break;
  }
  sim_error error;
  if (sim_config_check(c, NULL, &error) != sim_status_OK) *c = before;
}
