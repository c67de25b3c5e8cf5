/* Found in programs. */
#include "ref/lockstep/found/found.h"

#include <string.h>

#include "support/machine_code.h"
#include "support/machine_fixture.h"

enum { ADD_A0_1_T0 = 0x00128513, JAL_A0_8 = 0x0080056f };
enum { C_NOP = 0x0001, LUI_S0 = 0x00130437, C_EBREAK = 0x9002 };
enum { BEQZ_A0_8 = 0x00050463, BEQZ_A0_4 = 0x00050263 };
enum { ADD_A1_A0_A0 = 0x00a505b3, AUIPC_T0 = 0x00000297, LW_A0_T0 = 0x0002a503, LW_A0_0 = 0x00002503 };

/* A branch after a jump (not taken, or to the jump's target) reads its link. It does not wait for the comparison. */
void found_link(sim_config *c) {
  static const uint32_t words[] = {ADD_A0_1_T0, JAL_A0_8, BEQZ_A0_8, BEQZ_A0_4, ECALL};
  enum { COUNT = sizeof words / sizeof words[0] };
  c->nic_count = 0;
  c->compare_branch_cycles = 1;
  c->jump_execute_cycles = 2;
  c->branch_resolve_stage = 1;
  for (int i = 0; i < COUNT; i++) c->program[i] = words[i];
  c->routine_count = 1;
  c->routines[0].kind = sim_routine_kind_PROGRAM;
  c->routines[0].word_count = COUNT;
  fixture_thread(c, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 1, 0);
  fixture_step(c, sim_step_op_EXEC, 0);
}

/* The second load of a register is an exception. In the next run a reader of the register waits for the first load,
 * which is still in progress. */
void found_fault_register(sim_config *c) {
  static const uint32_t words[] = {ADD_A1_A0_A0, AUIPC_T0, LW_A0_T0, LW_A0_0};
  enum { COUNT = sizeof words / sizeof words[0] };
  c->nic_count = 0;
  c->has_memory = c->non_blocking = 1;
  c->memory_latency_cycles = 60;
  for (int i = 0; i < COUNT; i++) c->program[i] = words[i];
  c->routine_count = 1;
  c->routines[0].kind = sim_routine_kind_PROGRAM;
  c->routines[0].code_address = 0x1000;
  c->routines[0].word_count = COUNT;
  fixture_thread(c, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 1, 0);
  fixture_step(c, sim_step_op_EXEC, 0);
}

/* The first half of the second instruction is at the end of a page, whose line the stream has. Its second half is
 * the first word of the next line. */
void found_two_pages(sim_config *c) {
  enum { PAGE_BYTES = 256, CODE = 9 * PAGE_BYTES - 4 };
  static const uint32_t words[] = {(LUI_S0 & 0xffffu) << 16 | C_NOP, (uint32_t)C_EBREAK << 16 | LUI_S0 >> 16};
  c->nic_count = 0;
  c->caches[0] = (sim_cache_config){.size_bytes = 128, .ways = 4, .line_bytes = 32, .sub_block_bytes = 4};
  c->tlb_entries = 1;
  c->tlb_page_bytes = PAGE_BYTES;
  c->tlb_refill_instructions = 1;
  fixture_program(c, words, 2, CODE);
  c->routines[0].extensions = SIM_EXTENSION_C;
  fixture_thread(c, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 1, 0);
  fixture_step(c, sim_step_op_EXEC, 0);
}

/* A soft thread starts when the hart's timer is due, and returns at the start of a cycle. The hart then takes the
 * interrupt, and its layer changes from the next cycle onwards. */
void found_hart_at_begin(sim_config *c) {
  enum { CODE = 0x1000, HANDLER = 12, RAISED_AT = 200 };
  const uint32_t words[] = {LUI(T0, 1), ADDI(T0, T0, 4 * HANDLER), CSRW(MTVEC, T0), LI(T1, RAISED_AT + 3),
                            LUI(T2, 0xf2004), SW(T1, 0, T2), SW(ZERO, 4, T2), LI(T1, 128), CSRW(MIE, T1),
                            CSRRSI(ZERO, MSTATUS, 8), WFI, J(0), CSRW(MIE, ZERO), J(0)};
  fixture_contexts(c, 2);
  c->nic_count = 0;
  c->program_memory_bytes = 256;
  fixture_hart(c, words, sizeof words / sizeof *words, CODE, 0);
  fixture_thread(c, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 5, 1);
  fixture_step(c, sim_step_op_EXEC, fixture_cycles(c, RAISED_AT - 30));
  fixture_step(c, sim_step_op_RAISE, 2);
  fixture_step(c, sim_step_op_EXEC, fixture_cycles(c, 1000));
  fixture_thread(c, sim_thread_start_SOFT, sim_layer_PROTOCOL, 1, 1);
  fixture_step(c, sim_step_op_RETURN, 0);
}

/* A program gives the card a frame in the last cycle of the previous frame on the wire. That cycle counts for the
 * previous frame. */
void found_sent_in_turn(sim_config *c) {
  enum { CODE = 0x1000, TXSIZE = 0x14, TXTAIL = 0x1c, FRAME_CYCLES = 8 /* 1 byte, because there is no descriptor */ };
  static const uint32_t words[] = {LUI(T0, 0xf0100), LI(T1, 4), SW(T1, TXSIZE, T0), LI(T1, 1), LI(T2, 2),
                                   SW(T1, TXTAIL, T0), NOP, NOP, NOP, NOP, NOP, NOP, SW(T2, TXTAIL, T0), ECALL};
  c->nic_count = 1;
  c->dma_enabled = 0;
  c->nics[0].in_memory = 1;
  c->nics[0].frame_overhead_bytes = 0;
  c->nics[0].line_rate_bit_per_second = c->clock_hertz * 8 / FRAME_CYCLES;
  fixture_program(c, words, sizeof words / sizeof *words, CODE);
  fixture_thread(c, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 1, 0);
  fixture_step(c, sim_step_op_EXEC, 0);
}

/* The hart waits in WFI for line 0, which is pending and masked. On context 1 a soft thread has replaced a sleeping
 * thread. The sleeper wakes while the timer's handler runs on context 2, and is more urgent. After the handler, the
 * soft thread is saved and the other one restored, which unmasks the line at that moment. The hart is ready from then
 * on, and not a cycle later. */
void found_hart_at_restore(sim_config *c) {
  enum { CODE = 0x1000, BIND_LINE_0 = 1, TIMER_AT = 100, SLEEPS = 200, LINE_BIT = 16, SOFT = 2 };
  static const uint32_t words[] = {CSRRSI(ZERO, MLINE, BIND_LINE_0), LUI(T0, 1u << (LINE_BIT - 12)), CSRW(MIE, T0),
                                   WFI, J(0)};
  fixture_contexts(c, 3);
  c->nic_count = 0;
  c->line_count = 2;
  c->lines[0].core = c->lines[0].context = SIM_NONE_8;
  c->lines[1] = c->lines[0];
  c->lines[0].masked = 1;
  c->button_count = c->timer_count = 1;
  c->buttons[0].press_count = 1;
  c->timers[0] = (sim_timer_config){
      .start_cycle = TIMER_AT, .period_cycles_numerator = 1000, .period_cycles_denominator = 1, .line = 1};
  c->save_amount = c->restore_amount = 10;
  const uint32_t routine = fixture_cycles(c, SLEEPS), rest = fixture_cycles(c, 1000);
  fixture_hart(c, words, sizeof words / sizeof *words, CODE, 0);
  fixture_thread(c, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 2, 1);
  fixture_step(c, sim_step_op_RAISE, SOFT);
  fixture_step(c, sim_step_op_SLEEP, 0)->cycles = SLEEPS;
  fixture_step(c, sim_step_op_UNMASK, 0);
  fixture_step(c, sim_step_op_EXEC, rest);
  fixture_thread(c, sim_thread_start_SOFT, sim_layer_PROTOCOL, 4, 1);
  fixture_step(c, sim_step_op_EXEC, rest);
  c->threads[fixture_thread(c, sim_thread_start_LINE, sim_layer_DRIVER_ISR, 1, 2)].line = 1;
  fixture_step(c, sim_step_op_ACKNOWLEDGE, 0)->device = sim_device_kind_TIMER;
  fixture_step(c, sim_step_op_EXEC, routine);
}

/* A program has given two frames in buffers 0 and 1. The second is sent in the cycle in which a packet to send is
 * offered. The offer comes first and gets buffer 0. */
void found_offered_as_one_is_sent(sim_config *c) {
  enum { CODE = 0x1000, TXSIZE = 0x14, TXTAIL = 0x1c, FRAME_CYCLES = 40, BOTH_SENT_AT = 8 + 2 * FRAME_CYCLES };
  static const uint32_t words[] = {LUI(T0, 0xf0100), LI(T1, 2), SW(T1, TXSIZE, T0), SW(T1, TXTAIL, T0), J(0)};
  static const uint32_t nothing[] = {J(0)};
  c->core_count = 2;
  c->nic_count = c->queue_count = 1;
  c->queues[0].capacity = 1;
  c->dma_enabled = 0;
  c->nics[0].in_memory = 1;
  c->nics[0].tx_queue_frames = 2;
  c->nics[0].frame_overhead_bytes = 0;
  c->nics[0].line_rate_bit_per_second = c->clock_hertz * 8 / FRAME_CYCLES;
  fixture_program(c, words, sizeof words / sizeof *words, CODE);
  fixture_program(c, nothing, 1, CODE);
  fixture_thread(c, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 1, 0);
  fixture_step(c, sim_step_op_EXEC, 0);
  const uint32_t soft = fixture_thread(c, sim_thread_start_SOFT, sim_layer_PROTOCOL, 2, 0);
  c->threads[soft].core = 1;
  fixture_step(c, sim_step_op_TAKE, 0);
  fixture_step(c, sim_step_op_EXEC, 1);
  sim_traffic_config *traffic = fixture_traffic(c, sim_loop_OPEN, sim_direction_SEND, 100);
  traffic->thread = (uint8_t)soft;
  traffic->frame_count = 1;
  traffic->start_cycle = BOTH_SENT_AT;
  traffic->interval_cycles_numerator = 1000;
}

/* Two lines are bound by mline to hart 0 and enabled at the PLIC for hart 1, which claims line 1 before hart 0 takes
 * it, and line 0 within hart 0's handler of it: each has one latency. */
void found_lines_of_both(sim_config *c) {
  enum { CODE = 0x1000, WAITS = 24, HANDLER = 16, WORDS = 48, LINES = 2, PRESSED_AT = 60 };
  static const uint32_t takes[] = {LUI(T0, 1), ADDI(T0, T0, 4 * HANDLER), CSRW(MTVEC, T0), CSRRSI(ZERO, MLINE, 3),
                                   LUI(T0, 3 << 4), CSRW(MIE, T0), LUI(T1, 0xf0400), LI(T2, 1), WFI, NOP, NOP, NOP,
                                   NOP, CSRRSI(ZERO, MSTATUS, 8), J(0)};
  static const uint32_t acknowledges_next[] = {SW(T2, 0, T1), ADDI(T1, T1, 0x100), MRET};
  static const uint32_t claims[] = {LUI(T0, 1), ADDI(T0, T0, -2048), CSRW(MIE, T0), LUI(T0, 0xfc000), LI(T1, 1),
                                    SW(T1, 4, T0), LI(T1, 2), SW(T1, 8, T0), LUI(T0, 0xfc002), LI(T1, 6),
                                    SW(T1, 0x80, T0), LUI(T0, 0xfc201), WFI, LW(A0, 4, T0)};
  static const uint32_t claims_again[] = {LW(A1, 4, T0), J(0)};
  enum { CLAIMS = sizeof claims / sizeof *claims };
  uint32_t words[2][WORDS];
  c->core_count = LINES;
  c->nic_count = 0;
  c->line_count = c->button_count = LINES;
  for (uint8_t line = 0; line < LINES; line++) {
    c->lines[line].core = c->lines[line].context = SIM_NONE_8;
    c->buttons[line] = (sim_button_config){.first_press = line, .press_count = 1, .line = line};
    c->presses[line] = PRESSED_AT;
  }
  for (uint32_t i = 0; i < WORDS; i++) words[0][i] = words[1][i] = NOP;
  memcpy(words[0], takes, sizeof takes);
  memcpy(&words[0][HANDLER + WAITS], acknowledges_next, sizeof acknowledges_next);
  memcpy(words[1], claims, sizeof claims);
  memcpy(&words[1][CLAIMS + WAITS], claims_again, sizeof claims_again);
  for (uint8_t hart = 0; hart < LINES; hart++) c->threads[fixture_hart(c, words[hart], WORDS, CODE, 0)].core = hart;
}
