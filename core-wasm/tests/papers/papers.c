#include "papers.h"

#include "support/machine_fixture.h"

static void add_machine(sim_config *config, uint32_t contexts) {
  fixture_contexts(config, contexts);
  config->nics[0].receive_mode = sim_receive_mode_REMOTE;
  config->nics[0].rings[0].frames = 8;
  config->nics[0].tx_queue_frames = 2;
}

static void add_application(sim_config *config, uint32_t routine) {
  fixture_thread(config, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 3, 0);
  fixture_step(config, sim_step_op_EXEC, routine);
}

/* Acknowledges, then takes, processes and delivers frames until the buffer is empty. */
static void add_receive_isr(sim_config *config, uint32_t routine, uint32_t context) {
  fixture_thread(config, sim_thread_start_LINE, sim_layer_DRIVER_ISR, 1, context);
  fixture_step(config, sim_step_op_ACKNOWLEDGE, 0)->bits = SIM_NIC_STATUS_RX;
  fixture_step(config, sim_step_op_JUMP_UNLESS, 0)->target = 6;
  fixture_step(config, sim_step_op_TAKE_FRAME, 0);
  fixture_step(config, sim_step_op_EXEC, routine);
  fixture_step(config, sim_step_op_DELIVER, 0);
  fixture_step(config, sim_step_op_JUMP, 0)->target = 1;
  fixture_step(config, sim_step_op_RETURN, 0);
}

void paper_000_receive(sim_config *config, uint32_t contexts) {
  add_machine(config, contexts);
  add_application(config, fixture_cycles(config, 100000));
  add_receive_isr(config, fixture_cycles(config, 2228), contexts > 1 ? 1 : 0);
  fixture_traffic(config, sim_loop_CLOSED, sim_direction_RECEIVE, 1500);
}

void paper_000_send(sim_config *config, uint32_t contexts, int keeps_frame) {
  add_machine(config, contexts);
  config->system_call_saves_frame = (uint8_t)keeps_frame;
  config->queue_count = 1;
  config->queues[0].capacity = 4;
  add_application(config, fixture_cycles(config, 100000));
  const uint32_t driver_send = fixture_cycles(config, 2756);
  const uint32_t transmit_done = fixture_cycles(config, 536);
  const uint32_t sender = fixture_thread(config, sim_thread_start_SOFT, sim_layer_SYSTEM_CALL, 2, contexts > 1 ? 2 : 0);
  config->threads[sender].system_call = 1;
  fixture_step(config, sim_step_op_TAKE, 0);
  fixture_step(config, sim_step_op_EXEC, driver_send);
  fixture_step(config, sim_step_op_GIVE_FRAME, 0);
  const uint32_t isr = fixture_thread(config, sim_thread_start_LINE, sim_layer_DRIVER_ISR, 1, contexts > 1 ? 1 : 0);
  config->threads[isr].interrupts_enabled = 0;
  fixture_step(config, sim_step_op_ACKNOWLEDGE, 0)->bits = SIM_NIC_STATUS_TX;
  fixture_step(config, sim_step_op_EXEC, transmit_done);
  fixture_step(config, sim_step_op_REAP, 0);
  fixture_traffic(config, sim_loop_CLOSED, sim_direction_SEND, 1500)->thread = (uint8_t)sender;
}

void paper_000_detailed(sim_config *config, uint32_t contexts) {
  add_machine(config, contexts);
  config->dma_enabled = 1;
  config->memory_cycles = 2;
  config->nics[0].line_rate_bit_per_second = 1000000000;
  add_application(config, fixture_instructions(config, 5000));
  add_receive_isr(config, fixture_instructions(config, 900), contexts > 1 ? 1 : 0);
  sim_traffic_config *traffic = fixture_traffic(config, sim_loop_OPEN, sim_direction_RECEIVE, 900);
  traffic->kind = sim_traffic_kind_POISSON;
  traffic->interval_cycles_numerator = 2500;
}
