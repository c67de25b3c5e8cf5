/* The machine after its last finished cycle, as the stage picture shows it. */
#include <string.h>

#include "context.h"
#include "pipeline.h"
#include "rows.h"
#include "traffic.h"

static int is_stepped(uint32_t phase) {
  return phase == PHASE_RUN_INSTRUCTIONS || phase == PHASE_DRAIN_INSTRUCTIONS || phase == PHASE_SAVE_WORDS ||
         phase == PHASE_RESTORE_WORDS;
}

static void view_latches(const sim *sim, sim_view *view) {
  const cpu_activity *last = &sim->state->cpu.last;
  const pipeline_state *p = &sim->state->cpu.pipeline;
  const uint32_t stream = last->phase == PHASE_SAVE_WORDS      ? STREAM_SAVE
                          : last->phase == PHASE_RESTORE_WORDS ? STREAM_RESTORE
                                                               : last->routine;
  for (uint32_t stage = 0; stage < STAGE_COUNT; stage++) {
    if (!(p->latch[stage] & WORD_VALID)) continue;
    sim_view_stage *out = &view->stages[stage];
    rows_describe_word(sim, p->latch[stage], stream, last, out);
    if (!p->fresh && !last->recognised) out->stall = (uint8_t)pipeline_stall(sim, (enum stage)stage);
    if (stage == STAGE_MEM && p->mem_until == SIM_NEVER) view->cpu_waits_for_bus = 1;
  }
}

static void view_stages(const sim *sim, sim_view *view) {
  const cpu_activity *last = &sim->state->cpu.last;
  view->stage_count = STAGE_COUNT;
  if (sim->state->cycle == 0) return;
  if (is_stepped(last->phase)) view_latches(sim, view);
  else if (last->phase == PHASE_RUN_CYCLES || last->phase == PHASE_DRAIN_CYCLES)
    for (uint32_t stage = 0; stage < STAGE_COUNT; stage++)
      rows_illustrate(sim, last, sim->state->cycle - 1, stage, &view->stages[stage]);
  else rows_describe_block(last, &view->stages[STAGE_IF]);
  if (last->recognised && view->stages[STAGE_IF].occupied) view->stages[STAGE_IF].flags |= SIM_ROW_NULLIFIED;
}

static void view_entry(const sim *sim, sim_view *view) {
  const cpu_state *cpu = &sim->state->cpu;
  const uint32_t phase = cpu->last.phase;
  const int drains = phase == PHASE_DRAIN_CYCLES || phase == PHASE_DRAIN_INSTRUCTIONS;
  view->entry_thread = SIM_NONE_8;
  if (sim->state->cycle > 0 && (drains || phase == PHASE_ENTRY)) {
    view->entry_step = cpu->last.entry_step;
    view->entry_thread = cpu->last.thread;
    view->entry_step_cycles_done = (uint16_t)earlier(sim->state->cycle - cpu->last.begin, UINT16_MAX);
  }
  for (int step = 1; step <= sim_entry_step_LOAD_PC; step++) view->entry_taken[step - 1] = cpu->entry_taken[step];
}

static uint32_t low32(uint64_t value) { return value < UINT32_MAX ? (uint32_t)value : UINT32_MAX; }

static uint32_t run_state_of(const sim *sim, uint32_t thread) {
  const cpu_activity *now = &sim->state->cpu.now;
  if (sim->state->activities[thread].state == ACTIVITY_WAITING) return sim_run_state_WAITING;
  if (now->phase == PHASE_IDLE || now->thread != thread) return sim_run_state_READY;
  switch (now->phase) {
    case PHASE_DRAIN_CYCLES:
    case PHASE_DRAIN_INSTRUCTIONS:
    case PHASE_ENTRY: return sim_run_state_ENTERING;
    case PHASE_SAVE_CYCLES:
    case PHASE_SAVE_WORDS: return sim_run_state_SAVING;
    case PHASE_RESTORE_CYCLES:
    case PHASE_RESTORE_WORDS: return sim_run_state_RESTORING;
    default: return sim_run_state_RUNNING;
  }
}

static void view_progress(const sim *sim, uint32_t thread, sim_view_frame *frame) {
  const cpu_activity *now = &sim->state->cpu.now;
  const activity *a = &sim->state->activities[thread];
  if (!a->executing) return;
  const sim_thread_config *config = &sim->config.threads[thread];
  const uint32_t routine = sim->config.steps[config->first_step + a->step].index;
  const routine_code *code = &sim->code[routine];
  uint64_t done = a->done;
  uint32_t index = a->body_index;
  if (sim->config.routines[routine].kind == sim_routine_kind_CYCLES) {
    if (now->thread == thread && now->phase == PHASE_RUN_CYCLES) done += sim->state->cycle - now->begin;
    index = (uint32_t)((done > a->nullified ? done - a->nullified : 0) % code->length);
  } else if (now->thread == thread && now->phase == PHASE_RUN_INSTRUCTIONS) {
    done = sim->state->cpu.pipeline.retired;
    index = sim->state->cpu.pipeline.next_index;
  }
  frame->pc = routine_pc(code, index);
  frame->routine_done = low32(done);
  frame->routine_budget = low32(a->budget);
}

static void view_frame(const sim *sim, uint32_t thread, sim_view_frame *frame) {
  const activity *a = &sim->state->activities[thread];
  const sim_thread_config *config = &sim->config.threads[thread];
  *frame = (sim_view_frame){
      .thread = (uint8_t)thread,
      .layer = config->layer,
      .run_state = (uint8_t)run_state_of(sim, thread),
      .priority = config->priority,
      .in_memory = a->in_memory,
      .interrupts_enabled = config->interrupts_enabled,
      .context = (uint8_t)context_of(sim, thread),
      .step = (uint8_t)earlier(a->step, UINT8_MAX),
      .packet = a->packet == SIM_NONE ? SIM_NONE : sim->state->packet[a->packet].number,
  };
  view_progress(sim, thread, frame);
}

/* Running first, then by priority, then the most recently preempted. */
static int comes_before(const sim *sim, uint32_t a, uint32_t b) {
  const uint32_t running = sim->state->cpu.now.thread;
  if (a == running || b == running) return a == running;
  if (sim->config.threads[a].priority != sim->config.threads[b].priority)
    return sim->config.threads[a].priority < sim->config.threads[b].priority;
  return sim->state->activities[a].preempted_order > sim->state->activities[b].preempted_order;
}

static void view_frames(const sim *sim, sim_view *view) {
  uint32_t order[SIM_THREAD_LIMIT];
  uint32_t count = 0;
  for (uint32_t threads = sim->state->live_threads; threads != 0; threads &= threads - 1) {
    const uint32_t thread = (uint32_t)__builtin_ctz(threads);
    uint32_t at = count++;
    for (; at > 0 && comes_before(sim, thread, order[at - 1]); at--) order[at] = order[at - 1];
    order[at] = thread;
  }
  view->frame_count = (uint8_t)count;
  for (uint32_t i = 0; i < count; i++) view_frame(sim, order[i], &view->frames[i]);
  for (uint32_t i = count; i < SIM_FRAME_LIMIT; i++)
    view->frames[i] = (sim_view_frame){.thread = SIM_NONE_8, .packet = SIM_NONE};
}

static void view_nic(const sim *sim, uint32_t nic, sim_view_nic *out) {
  const nic_state *n = &sim->state->nics[nic];
  const line_state *line = &sim->state->lines[sim->config.nics[nic].rings[0].line];
  const bus_state *bus = &sim->state->bus;
  out->next_arrival_cycle = traffic_next_arrival(sim, nic);
  out->asserted_since_cycle = line->asserted_at;
  out->dma_packet = SIM_NONE;
  if (bus->packet != SIM_NONE && sim->state->packet[bus->packet].nic == nic) {
    const sim_packet *packet = &sim->state->packet[bus->packet];
    out->dma_packet = packet->number;
    out->dma_direction = packet->dma_to;
    out->dma_bytes = bus->bytes;
    out->dma_bytes_done = bus->bytes_done;
  }
  out->rx_fill = (uint16_t)n->rx_fill;
  out->tx_fill = (uint16_t)n->tx.count;
  for (uint32_t ring = 0; ring < sim->config.nics[nic].ring_count; ring++) {
    out->ring_status[ring] = ring_of(sim, nic, ring)->status;
    out->ring_fill[ring] = (uint16_t)ring_of(sim, nic, ring)->fill;
  }
  out->status = out->ring_status[0];
  out->pending = line->pending;
  out->masked = line->masked;
  out->wire_rx_busy = n->rx_wire_end != SIM_NEVER;
  out->wire_tx_busy = n->tx_wire_end != SIM_NEVER;
}

static void view_no_nic(sim_view_nic *out) {
  out->next_arrival_cycle = SIM_NEVER;
  out->asserted_since_cycle = SIM_NEVER;
  out->dma_packet = SIM_NONE;
}

static void view_line(const line_state *line, sim_view_line *out) {
  out->asserted_since_cycle = line->asserted_at;
  out->pending = line->pending;
  out->masked = line->masked;
}

void sim_get_view(const sim *sim, sim_view *view) {
  assert(sim != NULL && view != NULL);
  memset(view, 0, sizeof *view);
  view->cycle = sim->state->cycle;
  view->active_context = sim->state->cpu.now.context;
  view_stages(sim, view);
  view_entry(sim, view);
  view_frames(sim, view);
  for (int i = 0; i < SIM_QUEUE_LIMIT; i++) view->queue_fill[i] = (uint16_t)sim->state->queues[i].count;
  for (int i = 0; i < SIM_THREAD_LIMIT; i++) view->soft_pending[i] = sim->state->soft_pending[i];
  for (uint32_t nic = 0; nic < SIM_NIC_LIMIT; nic++) {
    if (nic < sim->config.nic_count) view_nic(sim, nic, &view->nics[nic]);
    else view_no_nic(&view->nics[nic]);
  }
  for (int i = 0; i < SIM_LINE_LIMIT; i++) view_line(&sim->state->lines[i], &view->lines[i]);
}
