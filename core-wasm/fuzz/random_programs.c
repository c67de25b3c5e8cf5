/* Programs of random words for random machines. */
#include "scenario.h"

enum { LONGEST = 24, DATA_LONGEST = 8 };

/* One of each opcode and function, the operands still missing. */
static const uint32_t instructions[] = {
    0x00000037, 0x00000017, 0x0000006f, 0x00000067, 0x00000063, 0x00001063, 0x00004063, 0x00007063, 0x00000003,
    0x00001003, 0x00002003, 0x00004003, 0x00000023, 0x00001023, 0x00002023, 0x00000013, 0x00001013, 0x00005013,
    0x40005013, 0x00007013, 0x00000033, 0x40000033, 0x00005033, 0x02000033, 0x02001033, 0x02004033, 0x02006033,
    0xc0002073, 0xc0202073, 0xf1402073, 0x0000000f, 0x10500073, 0x00000073, 0x30200073,
};
enum { INSTRUCTION_COUNT = sizeof instructions / sizeof instructions[0] };
/* Bits 7-11, 15-19 and 20-24: few registers, and one that holds the address of the memory. */
static const uint32_t registers[] = {0, 1, 2, 8, 10, 11};

static uint32_t pick_register(choices *from) {
  return registers[choose(from, 0, sizeof registers / sizeof registers[0] - 1)];
}

static uint32_t random_word(choices *from) {
  if (choose(from, 0, 9) == 0) return (uint32_t)choose_magnitude(from, 0, UINT32_MAX);
  const uint32_t word = instructions[choose(from, 0, INSTRUCTION_COUNT - 1)];
  const uint32_t opcode = word & 0x7f;
  if (opcode == 0x73 || opcode == 0x0f) return opcode == 0x73 && word >> 28 >= 12 ? word | pick_register(from) << 7 : word;
  const uint32_t operands = pick_register(from) << 15 | pick_register(from) << 20;
  if (opcode == 0x63 || opcode == 0x23) return word | operands | choose(from, 0, 7) << 9; /* short ways */
  if (opcode == 0x6f) return word | choose(from, 0, 9) << 22 | pick_register(from) << 7;
  if (opcode == 0x37) return 0x20000037 | 8u << 7;
  return word | operands | pick_register(from) << 7;
}

static void make_program(choices *from, sim_config *c, sim_routine_config *routine, uint32_t *used) {
  routine->kind = sim_routine_kind_PROGRAM;
  routine->instruction_count = 0;
  routine->code_address = choose(from, 0, 1000) * 64;
  routine->first_word = (uint16_t)*used;
  routine->word_count = (uint16_t)choose(from, 1, LONGEST);
  const uint32_t room = c->program_memory_bytes / 4;
  routine->data_words = (uint16_t)choose(from, 0, room < DATA_LONGEST ? room : DATA_LONGEST);
  routine->data_address = SIM_PROGRAM_MEMORY_BASE + choose(from, 0, room - routine->data_words) * 4;
  for (uint32_t i = 0; i < (uint32_t)routine->word_count + routine->data_words; i++)
    c->program[(*used)++] = random_word(from);
}

void make_programs(choices *from, sim_config *c) {
  if (choose(from, 0, 3) != 0) return;
  static const uint16_t targets[] = {0, 1, 4, 16};
  c->program_memory_bytes = choose(from, 0, 32) * 16;
  c->program_stack_bytes = (uint16_t)(choose(from, 0, 4) * 16);
  c->divide_cycles = (uint8_t)choose(from, 0, 20);
  c->store_execute_cycles = (uint8_t)choose(from, 1, 2);
  c->jump_execute_cycles = (uint8_t)choose(from, 1, 3);
  c->compare_branch_cycles = (uint8_t)choose(from, 0, 1);
  if (c->predictor_mode != sim_predictor_NOT_TAKEN) {
    c->predictor_targets = targets[choose(from, 0, 3)];
    c->predictor_returns = (uint8_t)choose(from, 0, 3);
  }
  uint32_t used = 0;
  for (uint32_t r = 0; r < c->routine_count; r++)
    if (choose(from, 0, 1) == 0) make_program(from, c, &c->routines[r], &used);
}
