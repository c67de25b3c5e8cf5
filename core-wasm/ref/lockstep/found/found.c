/* The smallest machine for each known difference between engine and rules (README.md). */
#include "ref/lockstep/found/found.h"

#include <string.h>

#include "support/machine_fixture.h"
#include "ref/ref.h"

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

/* The packet that is put at cycle 0 is present when the thread looks, so the thread does not wait. */
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

/* The next frame is offered when the packet is abandoned, and not a cycle later. */
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

/* After the restore the thread waits again. The line is recognised in the last cycle of the restore. */
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

/* Illustrative rows of a layer given in cycles do not count for the IPC. */
static void detailed(trial *t) {
  sim_config *c = &t->config;
  c->policy = sim_policy_ROUND_ROBIN;
  const uint32_t routine = fixture_cycles(c, 20);
  fixture_thread(c, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 1, 0);
  fixture_step(c, sim_step_op_EXEC, routine);
}

/* Frames in memory at time 0: their part dma is 0. */
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

/* A branch, a load and a user of the load, all fetched again: on the wrong path, the user waits as well. */
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

static void timer_acknowledged(trial *t) {
  sim_config *c = &t->config;
  c->timer_count = 1;
  c->timers[0].start_cycle = 0;
  c->timers[0].period_cycles_numerator = 200;
  const uint32_t routine = fixture_cycles(c, 10);
  fixture_thread(c, sim_thread_start_LINE, sim_layer_DRIVER_ISR, 1, 0);
  fixture_step(c, sim_step_op_EXEC, routine);
  fixture_step(c, sim_step_op_ACKNOWLEDGE, 0)->device = sim_device_kind_TIMER;
}

/* The handler has ended when the thread wakes, and stays ended. */
static void sleeper(trial *t) {
  sim_config *c = &t->config;
  c->timer_count = 1;
  c->timers[0].start_cycle = 10;
  c->timers[0].period_cycles_numerator = 1000;
  fixture_thread(c, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 5, 0);
  fixture_step(c, sim_step_op_SLEEP, 0)->cycles = 250;
  fixture_thread(c, sim_thread_start_LINE, sim_layer_DRIVER_ISR, 1, 0);
  fixture_step(c, sim_step_op_ACKNOWLEDGE, 0)->device = sim_device_kind_TIMER;
}

/* The first frame needs 4 of 3 buffers and is dropped. The second frame waits for this and may start at that moment. */
static void paused(trial *t) {
  sim_config *c = &t->config;
  with_card(c);
  sim_nic_config *nic = &c->nics[0];
  nic->line_rate_bit_per_second = 1000000000;
  nic->pause = 1;
  nic->merge_bytes = 200;
  nic->buffer_bytes = 30;
  nic->rings[0].buffers = 3;
  fixture_traffic(c, sim_loop_OPEN, sim_direction_RECEIVE, 100)->frame_count = 1;
  fixture_traffic(c, sim_loop_OPEN, sim_direction_RECEIVE, 80)->frame_count = 1;
}

/* The raises occur after the first routine and during the restore. The thread's turn ends with the second routine, and
 * the handler follows immediately. */
static void follows_turn(trial *t) {
  sim_config *c = &t->config;
  with_card(c);
  c->save_amount = 0;
  c->restore_amount = 10;
  const uint32_t routine = fixture_cycles(c, 2);
  fixture_thread(c, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 1, 0);
  fixture_step(c, sim_step_op_EXEC, routine);
  fixture_step(c, sim_step_op_EXEC, routine);
  const uint32_t soft = fixture_thread(c, sim_thread_start_SOFT, sim_layer_PROTOCOL, 0, 0);
  fixture_step(c, sim_step_op_EXEC, routine);
  send_to(c, soft)->start_cycle = 1;
  send_to(c, soft)->start_cycle = 10;
}

/* One card finishes sending in the cycle in which another one finishes receiving. The received frame is reported first.
 */
static void sent_as_one_comes(trial *t) {
  sim_config *c = &t->config;
  with_card(c);
  c->line_count = 2;
  c->lines[1] = c->lines[0];
  c->nics[0].slot_nanoseconds = 1000;
  c->nics[1] = c->nics[0];
  c->nic_count = 2;
  c->nics[1].rings[0].line = 1;
  const uint32_t soft = fixture_thread(c, sim_thread_start_SOFT, sim_layer_PROTOCOL, 0, 0);
  fixture_step(c, sim_step_op_TAKE, 0);
  fixture_step(c, sim_step_op_GIVE_FRAME, 0);
  send_to(c, soft);
  sim_traffic_config *traffic = fixture_traffic(c, sim_loop_OPEN, sim_direction_RECEIVE, 100);
  traffic->nic = 1;
  traffic->start_cycle = 1;
  traffic->frame_count = 1;
  traffic->interval_cycles_numerator = 1000;
}

static const struct {
  make *make;
  uint32_t known; /* ref_known of a difference that still exists; 0 if it was fixed */
  const char *what;
} machines[] = {
    {first_steps, 0, "first steps of an always thread"},
    {late_drop, 0, "closed loop: a packet that an always thread drops"},
    {acknowledged, 0, "the line of an acknowledge"},
    {send_coalescing, 0, "a packet to send has no part coalescing"},
    {only_steps, 0, "a restore whose thread waits again"},
    {detailed, 0, "layers given in cycles and the IPC"},
    {time_zero, 0, "a milestone at time 0"},
    {wrong_path, 0, "a load and its user on a wrong path"},
    {timer_acknowledged, 0, "acknowledging a timer"},
    {sleeper, 0, "a thread that wakes from sleep"},
    {paused, 0, "flow control and a merged packet that is dropped"},
    {sent_as_one_comes, 0, "a frame that is sent in the cycle in which another card's comes"},
    {follows_turn, 0, "a handler that runs again after what it interrupted between two routines"},
};

static int run(const trial *t, const char *what, uint32_t known, FILE *out) {
  const char *unknown = ref_not_modelled(&t->config);
  if (unknown) {
    fprintf(out, "not modelled: %s: %s\n", unknown, what);
    return 1;
  }
  const outcome o = compare_trial(t, NULL);
  if (!o.differs && o.known == 0 && known != 0) fprintf(out, "mended, take it out of ref_known: %s\n", what);
  if (!o.differs && (o.known & ~known) == 0) return 0;
  fprintf(out, "FAIL differs otherwise than known: %s\n", what);
  compare_trial(t, out);
  return 1;
}

static const struct {
  void (*make)(sim_config *);
  uint32_t known;
  const char *what;
} memories[] = {
    {found_beats, 0, "sub-blocks of streamed code that are no multiple of a beat"},
    {found_write_back, 0, "the write-back of a line with invalid sub-blocks"},
    {found_no_way, 0, "a store that may use no way"},
    {found_miss_cause, 0, "data-miss from when a hit would be over"},
    {found_predictor_alone, 0, "a predictor without caches"},
    {found_packet_words, 0, "accesses to a packet, word by word"},
    {found_save_words, 0, "where registers are saved"},
    {found_write_first, 0, "a store written through behind a line from the L2"},
    {found_l2_fill, 0, "a line of the L2 that is still under way"},
    {found_illustration, 0, "illustration fetches nothing"},
    {found_given_up, 0, "code that still comes when its stream is over, and is wanted again"},
    {found_woken, 0, "a thread that is woken while nothing runs need not wait for its second cycle"},
    {found_shared_write, 0, "a store to the missing part of a shared line"},
    {found_left_context, 0, "a load that is under way when another context has the core"},
    {found_shared_part, 0, "a line that is shared when its missing part comes"},
    {found_forgotten_fills, 0, "a line of code that is under way, after fills that were forgotten"},
    {found_early_data, 0, "a comparison that is waited for in the last cycle of a miss, whose data are there"},
    {found_last_parts, 0, "parts of a line of code that come before those that were asked for earlier"},
    {found_forgotten_prefetch, 0,
     "a line that is brought anew behind a page, after a prefetch that is still under way"},
    {found_words_at_once, 0, "an access of several words to a register that answers no later than hits would"},
    {found_saved_late, 0, "a save that stores a register whose load is under way, where stores are forwarded to"},
    {found_many_fills, 0, "a line that is under way to the L2, behind many that left it again"},
    {found_fill_in_no_time, 0,
     "the second word of an instruction whose line the L2 gives in no time, and the return of the L1I"},
    {found_slice_kept, 0, "a slice that is over when its thread starts again"},
    {found_slice_renewed, 0, "a slice that is over while a tick waits and no other thread is ready"},
    {found_slice_restored, 0, "a slice that is over when control comes back from a restore"},
    {found_slice_awaited, 0, "a slice that is over after a restore, while a more urgent thread waits"},
    {found_raised, 0, "a thread that starts again in the cycle in which it inherits the priority of one that is ready"},
    {found_spinner, 0, "a thread that is ready while a less urgent one spins, and no scheduler is there"},
    {found_polled_queue, 0, "a queue that is polled when a closed loop puts the next packet into it"},
    {found_link, 0, "a branch that reads what a jump links"},
    {found_fault_register, 0, "an exception of a load, whose register is loaded already"},
    {found_two_pages, 0, "an instruction that lies in two pages of code, behind a refill by software"},
    {found_hart_at_begin, 0, "a hart that takes an interrupt when a cycle begins"},
    {found_offered_as_one_is_sent, 0, "a packet to send that is offered in the cycle in which another has been sent"},
    {found_lines_of_both, 0, "lines that one hart takes by mline and another claims at the PLIC"},
    {found_hart_at_restore, 0, "a hart that is woken when a restore is over"},
    {found_sent_in_turn, 0, "a frame that a program gives in the last cycle of the one before on the wire"},
};

int run_found(FILE *out) {
  static trial t;
  int lost = 0;
  for (size_t i = 0; i < sizeof machines / sizeof *machines; i++) {
    memset(&t, 0, sizeof t);
    sim_config_defaults(&t.config);
    machines[i].make(&t);
    t.cycles = 400;
    lost += run(&t, machines[i].what, machines[i].known, out);
  }
  for (size_t i = 0; i < sizeof memories / sizeof *memories; i++) {
    memset(&t, 0, sizeof t);
    sim_config_defaults(&t.config);
    memories[i].make(&t.config);
    t.cycles = 400;
    lost += run(&t, memories[i].what, memories[i].known, out);
  }
  return lost;
}
