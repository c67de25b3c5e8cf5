/* One small machine for each difference of the scheduler (README.md). */
#include "found.h"

#include "machine_fixture.h"

/* The first thread is resumed and waits again at once, then nothing runs. The second wakes at a tick and is restored;
 * the next tick comes at the end of the first cycle of its routine. */
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
