/* One small machine for each known difference in the scheduler (README.md). */
#include "ref/lockstep/found/found.h"

#include "support/machine_fixture.h"

/* The first thread is resumed and waits again at once. Then nothing runs. The second thread wakes at a tick and is
 * restored. The next tick comes at the end of the first cycle of its routine. */
void found_woken(sim_config *c) {
  c->scheduler = sim_scheduler_PRIORITY;
  c->tick_cycles = 2;
  c->tick_work_cycles = 1;
  c->save_amount = 0;
  c->restore_amount = 1;
  c->queue_count = 1;
  c->queues[0].capacity = 1;
  const uint32_t routine = fixture_cycles(c, 3);
  fixture_thread(c, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 1, 0);
  fixture_step(c, sim_step_op_WAIT, 0);
  fixture_thread(c, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 0, 0);
  fixture_step(c, sim_step_op_EXEC, routine);
  fixture_step(c, sim_step_op_SLEEP, 0)->cycles = 345;
}

static void with_slices(sim_config *c, uint32_t slice, uint32_t tick, uint32_t work) {
  c->scheduler = sim_scheduler_ROUND_ROBIN;
  c->time_slice_cycles = slice;
  c->tick_cycles = tick;
  c->tick_work_cycles = work;
  c->save_amount = c->restore_amount = 0;
}

static void runs_again(sim_config *c, uint32_t cycles) {
  const uint32_t routine = fixture_cycles(c, cycles);
  fixture_thread(c, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 1, 0);
  fixture_step(c, sim_step_op_EXEC, routine);
}

/* The tick at 12 finds the slice expired in the first cycle after its own work. The thread starts again in the next
 * cycle. It must leave the cpu then, and not at the next tick. */
void found_slice_kept(sim_config *c) {
  with_slices(c, 7, 6, 2);
  runs_again(c, 4);
  runs_again(c, 6);
}

/* A slice ends while a tick waits and the other thread sleeps. A new slice starts. */
void found_slice_renewed(sim_config *c) {
  with_slices(c, 1, 4, 3);
  const uint32_t routine = fixture_instructions(c, 2);
  fixture_thread(c, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 1, 0);
  fixture_step(c, sim_step_op_EXEC, routine);
  fixture_step(c, sim_step_op_SLEEP, 0)->cycles = 2;
  runs_again(c, 4);
}

/* The slice ends when the handler is recognised, and no other thread is ready when control returns from the restore. A
 * new slice begins then, and not a cycle later. The sleeper that wakes afterwards makes its end visible. */
void found_slice_restored(sim_config *c) {
  with_slices(c, 2, 0, 0);
  c->restore_amount = 1;
  fixture_thread(c, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 1, 0);
  fixture_step(c, sim_step_op_SLEEP, 0)->cycles = 30;
  const uint32_t routine = fixture_cycles(c, 2), rest = fixture_cycles(c, 100);
  const uint32_t thread = fixture_thread(c, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 1, 0);
  fixture_step(c, sim_step_op_EXEC, routine);
  fixture_step(c, sim_step_op_RAISE, thread + 1);
  fixture_step(c, sim_step_op_EXEC, rest);
  fixture_thread(c, sim_thread_start_SOFT, sim_layer_PROTOCOL, 0, 0);
  fixture_step(c, sim_step_op_EXEC, routine);
}

/* The same, but a more urgent thread has become ready during the restore. It waits for the second cycle, and the slice
 * starts again all the same. The rest of the slice is visible when the sleeper wakes. */
void found_slice_awaited(sim_config *c) {
  found_slice_restored(c);
  c->restore_amount = 10;
  c->steps[0].cycles = 91;
  const uint32_t routine = fixture_cycles(c, 2);
  fixture_thread(c, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 0, 0);
  fixture_step(c, sim_step_op_SLEEP, 0)->cycles = 35;
  fixture_step(c, sim_step_op_EXEC, routine);
  fixture_step(c, sim_step_op_SLEEP, 0)->cycles = 2000;
}

/* Without a scheduler, no thread can take the cpu from a spinning thread. The more urgent thread that has the lock
 * wakes and waits for the cpu. */
void found_spinner(sim_config *c) {
  fixture_contexts(c, 2);
  c->save_amount = c->restore_amount = 0;
  c->lock_count = 1;
  c->locks[0].poll = (uint8_t)fixture_cycles(c, 10);
  fixture_thread(c, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 0, 0);
  fixture_step(c, sim_step_op_LOCK, 0);
  fixture_step(c, sim_step_op_SLEEP, 0)->cycles = 5;
  fixture_step(c, sim_step_op_UNLOCK, 0);
  fixture_thread(c, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 1, 1);
  fixture_step(c, sim_step_op_LOCK, 0);
  fixture_step(c, sim_step_op_UNLOCK, 0);
}

/* On one core a thread finishes its work on a packet, and the source offers the next one in the following cycle. On the
 * other core a thread polls the queue to which the packet goes. */
void found_polled_queue(sim_config *c) {
  c->core_count = 2;
  for (int step = sim_entry_step_PUSH_SR; step <= sim_entry_step_LOAD_PC; step++) c->entry_cycles[step] = 1;
  c->entry_cycles[sim_entry_step_LOAD_PC] = 0;
  c->restore_amount = 1;
  c->queue_count = 1;
  c->queues[0].capacity = 6;
  const uint32_t routine = fixture_cycles(c, 2);
  fixture_thread(c, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 1, 0);
  fixture_step(c, sim_step_op_EXEC, routine);
  c->threads[fixture_thread(c, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 0, 0)].core = 1;
  fixture_step(c, sim_step_op_EXEC, routine);
  sim_step_config *looks = fixture_step(c, sim_step_op_JUMP_UNLESS, 0);
  looks->condition = sim_condition_QUEUE_NOT_EMPTY;
  looks->target = 3;
  fixture_step(c, sim_step_op_TAKE, 0);
  fixture_step(c, sim_step_op_RETURN, 0);
  c->threads[fixture_thread(c, sim_thread_start_SOFT, sim_layer_PROTOCOL, 0, 0)].core = 1;
  fixture_step(c, sim_step_op_DELIVER, 0);
  fixture_thread(c, sim_thread_start_SOFT, sim_layer_PROTOCOL, 0, 0);
  fixture_step(c, sim_step_op_TAKE, 0);
  fixture_traffic(c, sim_loop_CLOSED, sim_direction_SEND, 1500)->thread = 2;
  sim_traffic_config *other = fixture_traffic(c, sim_loop_OPEN, sim_direction_SEND, 1500);
  other->thread = 3;
  other->interval_cycles_numerator = 1236;
  other->interval_cycles_denominator = 1;
}

/* On core 1 the first thread has lock 1. It starts again in the cycle in which the third thread, on core 0, hands lock
 * 0 to the second and waits for lock 1. The first thread inherits the priority of the second, which is ready then, and
 * continues. */
void found_raised(sim_config *c) {
  c->scheduler = sim_scheduler_PRIORITY;
  c->core_count = 2;
  c->lock_count = 2;
  for (int i = 0; i < 2; i++) c->locks[i] = (sim_lock_config){.kind = sim_lock_kind_SLEEP,
                                                              .order = sim_lock_order_FIFO,
                                                              .acquire = SIM_NONE_8,
                                                              .poll = SIM_NONE_8,
                                                              .release = SIM_NONE_8,
                                                              .protocol = sim_lock_protocol_INHERIT};
  const uint32_t routine = fixture_cycles(c, 102);
  fixture_thread(c, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 3, 0);
  fixture_step(c, sim_step_op_LOCK, 1);
  fixture_step(c, sim_step_op_EXEC, routine);
  fixture_thread(c, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 2, 0);
  fixture_step(c, sim_step_op_LOCK, 0);
  c->threads[0].core = c->threads[1].core = 1;
  fixture_thread(c, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 2, 0);
  fixture_step(c, sim_step_op_LOCK, 0);
  fixture_step(c, sim_step_op_EXEC, routine);
  fixture_step(c, sim_step_op_UNLOCK, 0);
  fixture_step(c, sim_step_op_LOCK, 1);
}
