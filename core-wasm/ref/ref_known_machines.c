/* What machines may use that this model does not know, and the same machines without it. */
#include "ref.h"

static const char *nic_not_modelled(const sim_nic_config *nic) {
  if (nic->slot_nanoseconds) return "slots on the wire";
  if (nic->fifo_bytes) return "FIFO on the card";
  if (nic->pause) return "flow control";
  if (nic->merge_bytes) return "receive merge";
  if (nic->segment_bytes) return "segmentation";
  if (nic->buffer_bytes) return "receive buffers";
  return NULL;
}

static int has_memory(const sim_config *config) {
  int has = config->tlb_entries > 0 || config->has_memory;
  for (int i = 0; i < 3; i++) has |= config->caches[i].size_bytes > 0;
  return has;
}

const char *ref_not_modelled(const sim_config *config) {
  if (config->scheduler != sim_scheduler_NONE) return "scheduler";
  if (has_memory(config)) return "memory system";
  if (config->predictor_mode != sim_predictor_NOT_TAKEN) return "branch prediction";
  if (config->bus_ratio > 1) return "bus clock";
  if (config->timer_count) return "timers";
  if (config->disk_count) return "disks";
  for (int i = 0; i < config->nic_count; i++)
    if (nic_not_modelled(&config->nics[i])) return nic_not_modelled(&config->nics[i]);
  for (int i = 0; i < config->traffic_count; i++) {
    if (config->traffic[i].size_count) return "drawn sizes";
    if (config->traffic[i].burst_frames) return "bursts of frames";
  }
  return NULL;
}

static void leave_out_memory(sim_config *config) {
  config->tlb_entries = config->has_memory = config->store_buffer_entries = config->non_blocking = 0;
  config->dma_places = 0;
  for (int i = 0; i < 3; i++) config->caches[i].size_bytes = 0;
  config->predictor_mode = sim_predictor_NOT_TAKEN;
  config->bus_ratio = 1;
}

static void leave_out_of_nic(sim_nic_config *nic) {
  nic->slot_nanoseconds = nic->fifo_bytes = nic->merge_bytes = nic->merge_nanoseconds = 0;
  nic->segment_bytes = nic->buffer_bytes = 0;
  nic->pause = 0;
  for (int i = 0; i < nic->ring_count; i++) nic->rings[i].buffers = 0;
}

static void leave_out_step(sim_step_config *step, int next) {
  const int on_device = (step->op >= sim_step_op_ACKNOWLEDGE_TIMER && step->op <= sim_step_op_TAKE_DISK) ||
                        step->condition == sim_condition_DISK_DONE;
  const int of_scheduler = step->op == sim_step_op_YIELD || step->op == sim_step_op_SLEEP;
  if (step->op == sim_step_op_PUT) step->bits = 0;
  if (step->condition == sim_condition_QUEUE_NOT_FULL) step->condition = sim_condition_QUEUE_NOT_EMPTY;
  if (on_device || of_scheduler) *step = (sim_step_config){.op = sim_step_op_JUMP, .target = (uint16_t)next};
}

/* A step that is left out becomes a jump to the next. */
static void leave_out_steps(sim_config *config) {
  config->timer_count = config->disk_count = 0;
  for (int thread = 0; thread < config->thread_count; thread++)
    for (int s = 0; s < config->threads[thread].step_count; s++)
      leave_out_step(&config->steps[config->threads[thread].first_step + s], s + 1);
}

static int same_context(const sim_config *config, int a, int b) {
  const sim_thread_config *x = &config->threads[a], *y = &config->threads[b];
  return x->core == y->core && (x->context == y->context || config->policy == sim_policy_SINGLE);
}

/* Of the threads that always live on a context the first stays, the others are never started. */
static void leave_out_scheduler(sim_config *config) {
  config->scheduler = sim_scheduler_NONE;
  config->switch_cycles = config->tick_cycles = 0;
  for (int thread = 0; thread < config->thread_count; thread++) {
    sim_thread_config *later = &config->threads[thread];
    int first = 0;
    while (config->threads[first].start != sim_thread_start_ALWAYS || !same_context(config, first, thread)) {
      if (++first >= thread) break;
    }
    if (later->start != sim_thread_start_ALWAYS || first >= thread) continue;
    later->start = sim_thread_start_SOFT;
    for (int s = 0; s < later->step_count; s++) {
      sim_step_config *step = &config->steps[later->first_step + s];
      if (step->op == sim_step_op_WAIT) *step = (sim_step_config){.op = sim_step_op_JUMP, .target = (uint16_t)(s + 1)};
    }
  }
}

void ref_leave_out_unknown(sim_config *config) {
  leave_out_memory(config);
  leave_out_steps(config);
  leave_out_scheduler(config);
  for (int i = 0; i < config->nic_count; i++) leave_out_of_nic(&config->nics[i]);
  for (int i = 0; i < config->traffic_count; i++) config->traffic[i].size_count = config->traffic[i].burst_frames = 0;
}
