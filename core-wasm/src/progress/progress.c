#include "progress/progress.h"


static const sim_thread_config *thread_config(const sim *sim, uint32_t thread) { return thread_at(sim, thread); }

static const sim_step_config *steps_of(const sim *sim, uint32_t thread) {
  return &sim->config.steps[thread_config(sim, thread)->first_step];
}

/* ---- servers of a ring: threads that take from it, or that make a server run ---- */

static int is_line_of(const sim *sim, uint32_t line, thread_set servers) {
  const uint32_t thread = sim->line_thread[line];
  return thread != SIM_NONE_8 && (servers >> thread & 1);
}

static int waits_on_queue(const sim *sim, uint32_t queue, thread_set servers) {
  for (thread_set rest = servers; rest != 0; rest &= rest - 1) {
    const uint32_t thread = thread_first(rest);
    const sim_step_config *step = steps_of(sim, thread);
    for (uint32_t i = 0; i < thread_config(sim, thread)->step_count; i++, step++)
      if (step->op == sim_step_op_WAIT && step->condition == sim_condition_QUEUE_NOT_EMPTY && step->index == queue)
        return 1;
  }
  return 0;
}

static int makes_server_run(const sim *sim, const sim_step_config *step, uint32_t nic, uint32_t ring,
                            thread_set servers) {
  if (step->op == sim_step_op_TAKE_FRAME) return step->index == nic && step->ring == ring;
  if (step->op == sim_step_op_RAISE) return (servers >> step->index & 1) != 0;
  if (step->op == sim_step_op_UNMASK) return is_line_of(sim, step->index, servers);
  if (step->op == sim_step_op_PUT || step->op == sim_step_op_COPY) return waits_on_queue(sim, step->index, servers);
  return 0;
}

static thread_set with_threads_that_wake(const sim *sim, uint32_t nic, uint32_t ring, thread_set servers) {
  for (uint32_t thread = 0; thread < sim->config.thread_count; thread++) {
    const sim_step_config *step = steps_of(sim, thread);
    for (uint32_t i = 0; i < thread_config(sim, thread)->step_count; i++)
      if (makes_server_run(sim, &step[i], nic, ring, servers)) servers |= thread_bit(thread);
  }
  return servers;
}

static thread_set servers_of(const sim *sim, uint32_t nic, uint32_t ring) {
  thread_set servers = 0, before;
  do {
    before = servers;
    servers = with_threads_that_wake(sim, nic, ring, servers);
  } while (servers != before);
  return servers;
}

/* A server also starts without a frame: by a device other than a NIC, or by an event to send. */
static int is_served_regularly(const sim *sim, thread_set servers) {
  for (uint32_t line = 0; line < sim->config.line_count; line++)
    if ((sim->lines_without_frames >> line & 1) && is_line_of(sim, line, servers)) return 1;
  for (uint32_t i = 0; i < sim->config.traffic_count; i++) {
    const uint32_t thread = traffic_config_at(sim, i)->thread;
    if (thread < SIM_THREAD_LIMIT && (servers >> thread & 1)) return 1;
  }
  return 0;
}

void progress_init(sim *sim) {
  for (uint32_t nic = 0; nic < sim->config.nic_count; nic++) {
    nic_health_at(sim, nic)->forgotten_since = SIM_NEVER;
    nic_health_at(sim, nic)->wasteful_since = SIM_NEVER;
    for (uint32_t ring = 0; ring < nic_config_at(sim, nic)->ring_count; ring++) {
      const thread_set servers = servers_of(sim, nic, ring);
      sim->ring_servers[nic][ring] = is_served_regularly(sim, servers) ? 0 : servers;
      ring_of(sim, nic, ring)->forgotten_since = SIM_NEVER;
    }
  }
}

/* ---- lost wake-ups ---- */

static int is_line_coming(const sim *sim, thread_set servers) {
  for (uint32_t line = 0; line < sim->config.line_count; line++) {
    const line_state *l = line_at(sim, line);
    if (l->pending && !l->masked && is_line_of(sim, line, servers)) return 1;
  }
  return 0;
}

/* Threads (bits) that put packets into the queue, or take packets from it. */
static thread_set users_of(const sim *sim, uint32_t queue, int takers) {
  const uint32_t ops = takers ? 1u << sim_step_op_TAKE : 1u << sim_step_op_PUT | 1u << sim_step_op_COPY;
  thread_set users = 0;
  for (uint32_t thread = 0; thread < sim->config.thread_count; thread++) {
    const sim_step_config *step = steps_of(sim, thread);
    for (uint32_t i = 0; i < thread_config(sim, thread)->step_count; i++, step++)
      if ((ops >> step->op & 1) && step->index == queue) users |= thread_bit(thread);
  }
  return users;
}

static int is_any_coming(const sim *sim, thread_set threads, thread_set *asked);

/* True if the thread waits for a time, for a busy disk, or for a thread that will run. */
static int is_waking(const sim *sim, uint32_t thread, thread_set *asked) {
  const sim_step_config *step = machine_step(sim, thread);
  if (activity_at(sim, thread)->wake_at != SIM_NEVER || step->op == sim_step_op_LOCK) return 1;
  if (step->op == sim_step_op_PUT) return is_any_coming(sim, users_of(sim, step->index, 1), asked);
  if (step->condition == sim_condition_DISK_DONE) return disk_at(sim, step->index)->phase != DISK_IDLE;
  if (step->condition != sim_condition_QUEUE_NOT_EMPTY) return 0;
  return is_any_coming(sim, users_of(sim, step->index, 0), asked);
}

/* Whether the thread will run without a further frame. `asked`: threads (bits) that will not, or are being checked. */
static int is_coming(const sim *sim, uint32_t thread, thread_set *asked) {
  *asked |= thread_bit(thread);
  if (state_of(sim)->soft_threads >> thread & 1) return 1;
  if (!(state_of(sim)->live_threads >> thread & 1))
    return is_line_coming(sim, thread_bit(thread)) || is_served_regularly(sim, thread_bit(thread));
  return activity_at(sim, thread)->state != ACTIVITY_WAITING || is_waking(sim, thread, asked);
}

static int is_any_coming(const sim *sim, thread_set threads, thread_set *asked) {
  for (thread_set rest = threads; rest != 0; rest &= rest - 1) {
    const uint32_t thread = thread_first(rest);
    if (!(*asked >> thread & 1) && is_coming(sim, thread, asked)) return 1;
  }
  return 0;
}

/* Whether a timer, the throttle or the number of frames will make coalescing request an interrupt. */
static int is_coalescing(const coalesce_state *c, const sim_ring_config *config) {
  if (c->wanted || c->absolute_due != SIM_NEVER || c->packet_due != SIM_NEVER) return 1;
  return c->unsignalled > 0 && config->coalesce_frames > 0;
}

/* Whether frames wait in ring `r` and no server will take them. */
static int is_lost_wake_up(const sim *sim, uint32_t nic, uint32_t ring, const ring_state *r) {
  const thread_set servers = sim->ring_servers[nic][ring];
  thread_set asked = 0;
  if (r->rx.count == 0 || servers == 0 || is_coalescing(&r->coalescing, &nic_config_at(sim, nic)->rings[ring]))
    return 0;
  return !is_any_coming(sim, servers, &asked);
}

void progress_find_lost_wake_ups(sim *sim) {
  sim->progress_suspected = 0;
  for (uint32_t nic = 0; nic < sim->config.nic_count; nic++)
    for (uint32_t ring = 0; ring < nic_config_at(sim, nic)->ring_count; ring++) {
      ring_state *r = ring_of(sim, nic, ring);
      if (r->forgotten_since != SIM_NEVER || !is_lost_wake_up(sim, nic, ring, r)) continue;
      sim_nic_health *h = nic_health_at(sim, nic);
      r->forgotten_since = sim->boundary;
      h->lost_wake_ups++;
      h->forgotten_since = earlier(h->forgotten_since, sim->boundary);
    }
}

static void lost_wake_up_ended(sim *sim, uint32_t nic, ring_state *r) {
  sim_nic_health *h = nic_health_at(sim, nic);
  const uint64_t cycles = sim->boundary - r->forgotten_since;
  if (cycles > h->forgotten_longest) {
    h->forgotten_longest = cycles;
    h->forgotten_from = r->forgotten_since;
  }
  r->forgotten_since = SIM_NEVER;
  h->forgotten_since = SIM_NEVER;
  for (uint32_t ring = 0; ring < nic_config_at(sim, nic)->ring_count; ring++)
    h->forgotten_since = earlier(h->forgotten_since, ring_of(sim, nic, ring)->forgotten_since);
}

/* ---- starvation ---- */

enum { ISSUE_CHECK_CYCLES = 1024 };

static int is_interrupt_pending(const sim *sim, uint32_t thread) {
  const sim_thread_config *config = thread_config(sim, thread);
  if (config->start != sim_thread_start_LINE) return state_of(sim)->soft_threads >> thread & 1;
  const line_state *line = line_at(sim, config->line);
  return line->pending && !line->masked;
}

void progress_pending_changed(sim *sim, uint32_t thread) {
  if (thread == SIM_NONE_8) return;
  const int is_asked = is_interrupt_pending(sim, thread), is_live = state_of(sim)->live_threads >> thread & 1;
  sim_thread_counters *counters = thread_counters_at(sim, thread);
  counters->pending_since = is_asked && !is_live ? earlier(counters->pending_since, sim->boundary) : SIM_NEVER;
  if (!is_asked && !is_live) counters->scarce_since = SIM_NEVER;
}

void progress_ready_ended(sim *sim, uint32_t thread) {
  sim_thread_counters *counters = thread_counters_at(sim, thread);
  const uint64_t from = counters->ready_since;
  if (from == sim->boundary) return;
  const uint64_t ran = counters->cycles - counters->scarce_cycles;
  if (counters->scarce_since != SIM_NEVER && ran * SIM_SCARCE_SHARE < from - counters->scarce_since) return;
  counters->scarce_since = from;
  counters->scarce_cycles = counters->cycles;
}

static int may_pass_over(const sim *sim) {
  return sim->config.policy == sim_policy_FIXED_PRIORITY || sim->config.policy == sim_policy_WEIGHTED_ROUND_ROBIN;
}

uint64_t progress_next_check(const sim *sim) {
  return may_pass_over(sim) ? (state_of(sim)->cycle / ISSUE_CHECK_CYCLES + 1) * ISSUE_CHECK_CYCLES : SIM_NEVER;
}

static uint64_t cycles_of_context(const sim *sim, uint32_t context, enum sim_cause cause) {
  const uint64_t *by =
      &state_of(sim)->counters.cycles_by[context * SIM_LAYER_LIMIT * SIM_CAUSE_LIMIT + (uint32_t)cause];
  uint64_t sum = 0;
  for (uint32_t layer = 0; layer < SIM_LAYER_LIMIT; layer++) sum += by[layer * SIM_CAUSE_LIMIT];
  return sum;
}

int progress_checks_issue(const sim *sim) { return may_pass_over(sim) && sim->boundary % ISSUE_CHECK_CYCLES == 0; }

void progress_check_issue(sim *sim) {
  for (uint32_t i = 0; i < sim->cpu_count; i++) {
    context_state *c = context_at(sim, i);
    const uint64_t busy = cycles_of_context(sim, i, sim_cause_BUSY), ready = cycles_of_context(sim, i, sim_cause_READY);
    const uint32_t runs = cpu_at(sim, i)->now.thread; /* SIM_NONE_8 if the cpu is idle */
    const int is_passed_over = busy == c->checked_busy && ready > c->checked_ready;
    c->checked_busy = busy;
    c->checked_ready = ready;
    for (thread_set rest = sim->cpu_threads[i]; rest != 0; rest &= rest - 1) {
      const uint32_t thread = thread_first(rest);
      uint64_t *since = &thread_counters_at(sim, thread)->passed_over_since;
      *since = is_passed_over && thread == runs ? earlier(*since, sim->boundary - ISSUE_CHECK_CYCLES) : SIM_NEVER;
    }
  }
}

/* ---- livelock: receiving takes the cycles, and almost no frame is delivered ---- */

void progress_frame_taken(sim *sim, uint32_t nic, uint32_t ring) {
  ring_state *r = ring_of(sim, nic, ring);
  nic_health_at(sim, nic)->taken_undelivered++;
  if (r->forgotten_since != SIM_NEVER) lost_wake_up_ended(sim, nic, r);
}

void progress_interrupt_recognised(sim *sim, uint32_t line) {
  for (uint32_t nic = 0; nic < sim->config.nic_count; nic++) {
    const sim_nic_config *config = nic_config_at(sim, nic);
    uint32_t is_its = 0;
    for (uint32_t ring = 0; ring < config->ring_count; ring++) is_its |= config->rings[ring].line == line;
    nic_health_at(sim, nic)->interrupts_undelivered += is_its;
  }
}

void progress_frames_delivered(sim *sim, uint32_t nic, uint32_t frames) {
  sim_nic_health *h = nic_health_at(sim, nic);
  h->delivered_at = sim->boundary;
  h->offered_before = nic_counters_at(sim, nic)->rx_offered;
  h->interrupts_undelivered = 0;
  h->taken_undelivered = 0;
  h->delivered += frames;
  if (h->delivered >= h->wasted) h->wasteful_since = SIM_NEVER;
}

/* M-183 */
void progress_frames_wasted(sim *sim, uint32_t nic, uint32_t frames) {
  sim_nic_health *h = nic_health_at(sim, nic);
  if (h->wasteful_since == SIM_NEVER) {
    h->wasteful_since = sim->boundary;
    h->wasted = 0;
    h->delivered = 0;
  }
  h->wasted += frames;
}
