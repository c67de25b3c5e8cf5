/* One small machine for each known difference between engine and rules (README.md). */
#include "found.h"

#include <string.h>

#include "machine_fixture.h"
#include "ref.h"

typedef void make(trial *t);

static void with_card(sim_config *c) {
  c->nic_count = c->queue_count = 1;
  c->queues[0].capacity = 4;
  c->nics[0].line_rate_bit_per_second = 0;
}

static sim_traffic_config *send_to(sim_config *c, uint32_t thread) {
  sim_traffic_config *traffic = fixture_traffic(c, sim_loop_OPEN, sim_direction_SEND, 100);
  traffic->thread = (uint8_t)thread;
  traffic->frame_count = 1;
  traffic->interval_cycles_numerator = 1000;
  return traffic;
}

/* The packet that is put at cycle 0 is there when the thread looks: it need not wait. */
static void first_steps(trial *t) {
  sim_config *c = &t->config;
  with_card(c);
  const uint32_t routine = fixture_cycles(c, 20);
  fixture_thread(c, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 1, 0);
  fixture_step(c, sim_step_op_WAIT, 0);
  fixture_step(c, sim_step_op_EXEC, routine);
  const uint32_t soft = fixture_thread(c, sim_thread_start_SOFT, sim_layer_PROTOCOL, 2, 0);
  fixture_step(c, sim_step_op_RETURN, 0);
  send_to(c, soft);
}

/* The next frame is offered when the packet is abandoned, not a cycle later. */
static void late_drop(trial *t) {
  sim_config *c = &t->config;
  with_card(c);
  const uint32_t routine = fixture_cycles(c, 10);
  fixture_thread(c, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 1, 0);
  fixture_step(c, sim_step_op_EXEC, routine);
  fixture_step(c, sim_step_op_TAKE_FRAME, 0);
  fixture_traffic(c, sim_loop_CLOSED, sim_direction_RECEIVE, 100);
}

static void acknowledged(trial *t) {
  sim_config *c = &t->config;
  with_card(c);
  c->line_count = 2;
  c->lines[1] = c->lines[0];
  c->nics[0].rings[0].line = 1;
  const uint32_t routine = fixture_cycles(c, 10);
  const uint32_t thread = fixture_thread(c, sim_thread_start_LINE, sim_layer_DRIVER_ISR, 1, 0);
  c->threads[thread].line = 1;
  fixture_step(c, sim_step_op_EXEC, routine);
  fixture_step(c, sim_step_op_ACKNOWLEDGE, 0)->bits = 7;
  fixture_traffic(c, sim_loop_CLOSED, sim_direction_RECEIVE, 100);
}

/* A handler takes a packet to send from the queue. */
static void send_coalescing(trial *t) {
  sim_config *c = &t->config;
  with_card(c);
  const uint32_t routine = fixture_cycles(c, 10);
  fixture_thread(c, sim_thread_start_LINE, sim_layer_DRIVER_ISR, 1, 0);
  fixture_step(c, sim_step_op_ACKNOWLEDGE, 0)->bits = 7;
  fixture_step(c, sim_step_op_TAKE, 0);
  fixture_step(c, sim_step_op_EXEC, routine);
  fixture_step(c, sim_step_op_DELIVER, 0);
  const uint32_t soft = fixture_thread(c, sim_thread_start_SOFT, sim_layer_PROTOCOL, 2, 0);
  fixture_step(c, sim_step_op_RETURN, 0);
  send_to(c, soft);
  sim_traffic_config *traffic = fixture_traffic(c, sim_loop_OPEN, sim_direction_RECEIVE, 100);
  traffic->start_cycle = 100;
  traffic->interval_cycles_numerator = 1000;
}

/* Restored, the thread waits again; the line is recognised in the last cycle of the restore. */
static void only_steps(trial *t) {
  sim_config *c = &t->config;
  with_card(c);
  c->restore_amount = 40;
  const uint32_t routine = fixture_cycles(c, 10);
  fixture_thread(c, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 2, 0);
  fixture_step(c, sim_step_op_EXEC, routine);
  fixture_step(c, sim_step_op_WAIT, 0);
  const uint32_t soft = fixture_thread(c, sim_thread_start_SOFT, sim_layer_PROTOCOL, 1, 0);
  fixture_step(c, sim_step_op_TAKE, 0);
  fixture_step(c, sim_step_op_EXEC, routine);
  send_to(c, soft)->start_cycle = 20;
  fixture_thread(c, sim_thread_start_LINE, sim_layer_DRIVER_ISR, 0, 0);
  fixture_step(c, sim_step_op_ACKNOWLEDGE, 0)->bits = 7;
  sim_traffic_config *traffic = fixture_traffic(c, sim_loop_OPEN, sim_direction_RECEIVE, 100);
  traffic->start_cycle = 142; /* within the restore */
  traffic->interval_cycles_numerator = 1000;
  c->save_amount = 90;
}

/* Illustration of a layer given in cycles is no cycle of the IPC. */
static void detailed(trial *t) {
  sim_config *c = &t->config;
  c->policy = sim_policy_ROUND_ROBIN;
  const uint32_t routine = fixture_cycles(c, 20);
  fixture_thread(c, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 1, 0);
  fixture_step(c, sim_step_op_EXEC, routine);
}

/* In memory at time 0, then given: the part dma is 0. */
static void time_zero(trial *t) {
  sim_config *c = &t->config;
  with_card(c);
  const uint32_t routine = fixture_cycles(c, 10);
  fixture_thread(c, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 1, 0);
  fixture_step(c, sim_step_op_EXEC, routine);
  fixture_step(c, sim_step_op_TAKE_FRAME, 0);
  fixture_step(c, sim_step_op_GIVE_FRAME, 0);
  fixture_step(c, sim_step_op_REAP, 0);
  sim_traffic_config *traffic = fixture_traffic(c, sim_loop_OPEN, sim_direction_RECEIVE, 100);
  traffic->interval_cycles_numerator = 1000;
}

/* Branch, load and user of the load, all fetched again: on the wrong path the user waits as well. */
static void wrong_path(trial *t) {
  sim_config *c = &t->config;
  c->policy = sim_policy_ROUND_ROBIN;
  c->stage_count = 7;
  c->access_stage = 5;
  c->branch_resolve_stage = 4;
  const uint32_t routine = fixture_sequence(c, "t l1,2 a3,1,1 a4,2,2 a5,2,2");
  fixture_thread(c, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 1, 0);
  fixture_step(c, sim_step_op_EXEC, routine);
}

static make *const makers[REF_KNOWN_COUNT] = {
    first_steps, late_drop, acknowledged, send_coalescing, only_steps, detailed, time_zero,
    wrong_path,
};

int run_found(FILE *out) {
  static trial t;
  int lost = 0;
  for (int i = 0; i < REF_KNOWN_COUNT; i++) {
    memset(&t, 0, sizeof t);
    sim_config_defaults(&t.config);
    makers[i](&t);
    t.cycles = 400;
    const char *unknown = ref_not_modelled(&t.config);
    const outcome o = unknown ? (outcome){0} : compare_trial(&t, NULL);
    if (unknown) fprintf(out, "not modelled: %s: %s\n", unknown, ref_known_names[i]);
    else if (o.differs) {
      lost++;
      fprintf(out, "FAIL differs otherwise than known: %s\n", ref_known_names[i]);
      compare_trial(&t, out);
    } else if (o.known) fprintf(out, "known difference (ref/found): %s\n", ref_known_names[i]);
    else fprintf(out, "mended, take it out of ref_known: %s\n", ref_known_names[i]);
  }
  return lost;
}
