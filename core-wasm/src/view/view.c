/* The machine after its last finished cycle, as the stage picture shows it. */
#include <string.h>

#include "cpu/code/routine.h"
#include "cpu/step/pipeline.h"
#include "cpu/trace/rows.h"
#include "device/device.h"
#include "device/nic.h"
#include "software/scheduler.h"
#include "software/software.h"
#include "state/state.h"
#include "view/view_memory.h"

/* ---- the pipeline ---- */

static sim_view_stage *place(sim_view *view, uint32_t stage) {
  if (view->occupied_count == SIM_VIEW_STAGE_LIMIT) return NULL;
  sim_view_stage *out = &view->stages[view->occupied_count++];
  *out = (sim_view_stage){.stage = (uint8_t)stage};
  return out;
}

/* `out` already has its place. */
static void describe_latch(const sim *sim, uint64_t word, const cpu_state *cpu, sim_view_stage *out) {
  const cpu_activity *last = &cpu->last;
  const uint32_t stage = out->stage, lane = out->lane;
  const uint32_t timed = is_interleaved(&sim->config) && sim->config.save_kind == sim_save_kind_CYCLES;
  uint32_t stream = last->routine;
  if (last->phase == PHASE_SAVE_WORDS) stream = timed ? STREAM_TIMED : STREAM_SAVE;
  else if (last->phase == PHASE_RESTORE_WORDS) stream = timed ? STREAM_TIMED : STREAM_RESTORE;
  else if (routine_at(sim, stream)->kind == sim_routine_kind_CYCLES) stream = STREAM_TIMED;
  rows_describe_word(sim, word, stream, last, out);
  out->stage = (uint8_t)stage;
  out->lane = (uint8_t)lane;
}

static int was_stepped(uint32_t phase) {
  return phase == PHASE_RUN_INSTRUCTIONS || phase == PHASE_DRAIN_INSTRUCTIONS || phase == PHASE_SAVE_WORDS ||
         phase == PHASE_RESTORE_WORDS;
}

static void view_front(const sim *sim, uint32_t number, sim_view *view) {
  const cpu_state *cpu = cpu_at(sim, number);
  for (uint32_t stage = 0; stage < sim->config.execute_stage; stage++) {
    const uint64_t word = cpu->stream.front.latch[stage];
    if (!(word & WORD_VALID)) continue;
    sim_view_stage *out = place(view, stage);
    if (out == NULL) return;
    describe_latch(sim, word, cpu, out);
    if (!cpu->stream.fresh && !cpu->last.recognised)
      out->stall = (uint8_t)pipeline_front_stall(sim, number, stage);
    if (stage < cpu->last.recognised) out->flags |= SIM_ROW_NULLIFIED;
  }
}

/* Contexts (bits) whose taken branch leaves its resolving stage in the next cycle. Their front ends are flushed before
 * any issue. */
static uint32_t resolving(const sim *sim, uint32_t core) {
  const uint32_t stage = sim->config.branch_resolve_stage;
  const back_state *back = &core_at(sim, core)->back;
  uint32_t bits = 0;
  if (stage < sim->config.execute_stage || pipeline_back_stall(sim, core, stage) != sim_cause_BUSY) return 0;
  for (uint32_t lane = 0; lane < sim->config.issue_width; lane++) {
    const uint64_t word = back->latch[stage - sim->config.execute_stage][lane];
    if ((word & WORD_VALID) && (word & WORD_MISPREDICTED))
      bits |= 1u << back->owner[stage - sim->config.execute_stage][lane];
  }
  return bits;
}

/* Contexts (bits) that could issue in the next cycle, without the contexts that the core will choose. */
static uint32_t not_chosen(const sim *sim, uint32_t core, uint32_t flushed) {
  const uint32_t first = core * sim->config.context_count, issues = sim->config.execute_stage - 1u;
  uint32_t able = 0, blocked = 0;
  for (uint32_t local = 0; local < sim->config.context_count; local++) {
    const cpu_state *cpu = cpu_at(sim, first + local);
    if (!was_stepped(cpu->last.phase) || cpu->stream.fresh || !(cpu->stream.front.latch[issues] & WORD_VALID)) continue;
    const enum sim_cause stall = pipeline_front_stall(sim, first + local, issues);
    if (stall == sim_cause_BUSY) able |= 1u << local;
    else if (!sim->config.switch_blocked_by_miss || stall == sim_cause_DATA_MISS) blocked |= 1u << local;
  }
  able &= ~flushed;
  core_state copy = *core_at(sim, core);
  if (able != 0 && select_switches(sim, &copy, blocked, state_of(sim)->cycle)) return able;
  for (uint32_t lane = 0; lane < sim->config.issue_width && able != 0; lane++)
    able &= ~(1u << select_from(sim, &copy, core, able));
  return able;
}

/* True if no bubble is between this instruction and the issuing stage. */
static int is_behind(const sim *sim, const sim_view_stage *at) {
  const uint64_t *latch = cpu_at(sim, at->context)->stream.front.latch;
  for (uint32_t stage = at->stage; stage < sim->config.execute_stage; stage++)
    if (!(latch[stage] & WORD_VALID)) return 0;
  return 1;
}

/* An instruction that could issue and is not chosen stalls, and so do later ones. BRANCH: it is flushed in the next
 * cycle. */
static void view_choice(const sim *sim, uint32_t core, sim_view *view) {
  const uint32_t first = core * sim->config.context_count;
  const uint32_t flushed = resolving(sim, core), ready = not_chosen(sim, core, flushed);
  for (uint32_t i = 0; i < view->occupied_count; i++) {
    sim_view_stage *at = &view->stages[i];
    if (at->stage >= sim->config.execute_stage || at->context < first) continue;
    if (at->context >= first + sim->config.context_count || cpu_at(sim, at->context)->last.recognised) continue;
    const uint32_t bit = 1u << (at->context - first);
    if (flushed & bit) at->stall = sim_cause_BRANCH;
    else if ((ready & bit) && is_behind(sim, at)) at->stall = sim_cause_READY;
  }
}

static void view_lane(const sim *sim, uint32_t core, uint32_t lane, sim_view *view) {
  const back_state *back = &core_at(sim, core)->back;
  const uint32_t access = sim->config.access_stage;
  for (uint32_t stage = sim->config.execute_stage; stage < sim->config.stage_count; stage++) {
    const uint32_t i = stage - sim->config.execute_stage;
    if (!(back->latch[i][lane] & WORD_VALID)) continue;
    const uint32_t number =
        is_interleaved(&sim->config) ? core * sim->config.context_count + back->owner[i][lane] : core;
    const cpu_state *cpu = cpu_at(sim, number);
    if (!was_stepped(cpu->last.phase)) continue; /* left over from the previous stream */
    sim_view_stage *out = place(view, stage);
    if (out == NULL) return;
    out->lane = (uint8_t)lane;
    describe_latch(sim, back->latch[i][lane], cpu, out);
    if (!cpu->stream.fresh && stage >= cpu->last.recognised)
      out->stall = (uint8_t)pipeline_back_stall(sim, core, stage);
    if (stage < cpu->last.recognised) out->flags |= SIM_ROW_NULLIFIED;
    if (stage == access && back->access_until[lane] == SIM_NEVER) view->waits_for_bus |= (uint8_t)(1u << core);
  }
}

/* A phase that the pipeline does not step. */
static void view_phase(const sim *sim, const cpu_activity *last, sim_view *view) {
  const int is_illustrated = last->phase == PHASE_RUN_CYCLES || last->phase == PHASE_DRAIN_CYCLES;
  sim_view_stage shown;
  for (uint32_t stage = 0; stage < (is_illustrated ? sim->config.stage_count : 1u); stage++) {
    const int is_there = is_illustrated ? rows_illustrate(sim, last, state_of(sim)->cycle - 1, stage, &shown)
                                        : rows_describe_block(last, &shown);
    sim_view_stage *out = is_there ? place(view, stage) : NULL;
    if (out == NULL) continue;
    *out = shown;
    out->stage = (uint8_t)stage;
    if (stage < last->recognised) out->flags |= SIM_ROW_NULLIFIED;
  }
}

static void view_stages(const sim *sim, sim_view *view) {
  view->stage_count = sim->config.stage_count;
  if (state_of(sim)->cycle == 0) return;
  for (uint32_t cpu = 0; cpu < sim->cpu_count; cpu++) {
    const cpu_activity *last = &cpu_at(sim, cpu)->last;
    if (was_stepped(last->phase)) view_front(sim, cpu, view);
    else view_phase(sim, last, view);
  }
  for (uint32_t core = 0; core < sim->config.core_count; core++) {
    if (is_interleaved(&sim->config)) view_choice(sim, core, view);
    for (uint32_t lane = 0; lane < sim->config.issue_width; lane++) view_lane(sim, core, lane, view);
  }
}

static void view_cpu(const sim *sim, const cpu_state *cpu, sim_view_cpu *out) {
  const uint32_t phase = cpu->last.phase;
  const int drains = phase == PHASE_DRAIN_CYCLES || phase == PHASE_DRAIN_INSTRUCTIONS;
  out->active_context = cpu->now.context;
  out->running = cpu->now.phase != PHASE_IDLE;
  out->entry_thread = SIM_NONE_8;
  if (state_of(sim)->cycle > 0 && (drains || phase == PHASE_ENTRY)) {
    out->entry_step = cpu->last.entry_step;
    out->entry_thread = cpu->last.thread;
    out->entry_step_cycles_done = (uint16_t)earlier(state_of(sim)->cycle - cpu->last.begin, UINT16_MAX);
  }
  for (int step = 1; step <= sim_entry_step_LOAD_PC; step++) out->entry_taken[step - 1] = cpu->entry_taken[step];
}

/* ---- frames ---- */

static const cpu_state *cpu_of_thread(const sim *sim, uint32_t thread) {
  return cpu_at(sim, cpu_of_context(sim, context_of(sim, thread)));
}

static uint32_t low32(uint64_t value) { return value < UINT32_MAX ? (uint32_t)value : UINT32_MAX; }

static uint32_t run_state_of(const sim *sim, uint32_t thread) {
  const cpu_activity *now = &cpu_of_thread(sim, thread)->now;
  if (activity_at(sim, thread)->state == ACTIVITY_WAITING) return sim_run_state_WAITING;
  if (now->phase == PHASE_IDLE || now->thread != thread) return sim_run_state_READY;
  switch (now->phase) {
    case PHASE_DRAIN_CYCLES:
    case PHASE_DRAIN_INSTRUCTIONS:
    case PHASE_ENTRY: return sim_run_state_ENTERING;
    case PHASE_SAVE_CYCLES:
    case PHASE_SAVE_WORDS: return sim_run_state_SAVING;
    case PHASE_RESTORE_CYCLES:
    case PHASE_RESTORE_WORDS:
    case PHASE_SWITCH: return sim_run_state_RESTORING;
    default: return sim_run_state_RUNNING;
  }
}

/* Progress of the current save or restore. Returns 0 if there is none. The scheduler's switch shows no progress. */
static int view_move(const sim *sim, const cpu_state *cpu, sim_view_frame *frame) {
  const cpu_activity *now = &cpu->now;
  const int in_cycles = now->phase == PHASE_SAVE_CYCLES || now->phase == PHASE_RESTORE_CYCLES;
  const int in_words = now->phase == PHASE_SAVE_WORDS || now->phase == PHASE_RESTORE_WORDS;
  if (in_words) {
    frame->routine_done = low32(cpu->stream.front.retired);
    frame->routine_budget = low32(cpu->stream.budget);
  } else if (in_cycles) {
    frame->routine_done = low32(state_of(sim)->cycle - now->begin);
    frame->routine_budget = low32(now->end - now->begin);
  }
  return in_words || in_cycles || now->phase == PHASE_SWITCH;
}

static void view_progress(const sim *sim, uint32_t thread, sim_view_frame *frame) {
  const cpu_state *cpu = cpu_of_thread(sim, thread);
  const cpu_activity *now = &cpu->now;
  const activity *a = activity_at(sim, thread);
  const int is_moved = now->thread == thread && view_move(sim, cpu, frame);
  if (!a->executing) return;
  const uint32_t routine = machine_routine(sim, thread);
  const routine_code *code = code_at(sim, routine);
  uint64_t done = a->done;
  uint32_t index = a->body_index;
  if (routine_at(sim, routine)->kind == sim_routine_kind_CYCLES && !is_interleaved(&sim->config)) {
    if (now->thread == thread && now->phase == PHASE_RUN_CYCLES) done += state_of(sim)->cycle - now->begin;
    index = (uint32_t)((done > a->nullified ? done - a->nullified : 0) % code->length);
  } else if (now->thread == thread && now->phase == PHASE_RUN_INSTRUCTIONS) {
    done = cpu->stream.front.retired;
    index = cpu->stream.front.next_index;
  }
  frame->pc = routine_pc(code, index < code->end ? index : 0);
  if (is_moved) return;
  frame->routine_done = low32(done);
  frame->routine_budget = a->budget == SIM_NEVER ? 0 : low32(a->budget);
}

static void view_frame(const sim *sim, uint32_t thread, sim_view_frame *frame) {
  const activity *a = activity_at(sim, thread);
  const sim_thread_config *config = thread_at(sim, thread);
  *frame = (sim_view_frame){
      .thread = (uint8_t)thread,
      .layer = (uint8_t)machine_layer(sim, thread),
      .run_state = (uint8_t)run_state_of(sim, thread),
      .priority = (uint8_t)machine_priority(sim, thread),
      .in_memory = a->in_memory,
      .interrupts_enabled = (uint8_t)machine_interruptible(sim, thread),
      .context = (uint8_t)context_of(sim, thread),
      .step = (uint8_t)earlier(a->step, UINT8_MAX),
      .packet = a->packet == SIM_NONE ? SIM_NONE : packet_at(sim, a->packet)->number,
  };
  view_progress(sim, thread, frame);
  const cpu_state *cpu = cpu_of_thread(sim, thread);
  const uint64_t cycle = state_of(sim)->cycle, ran = cycle - a->budget_from;
  const int has_slice = cpu->now.thread == thread && cpu->slice_end != SIM_NEVER;
  frame->slice_left = low32(has_slice ? later(cpu->slice_end, cycle) - cycle : a->slice_left);
  frame->budget_cycles_left = low32(later(config->budget_cycles, ran) - ran);
  frame->budget_left = a->budget_left;
}

/* Running activities first, then by priority, then in the order of the scheduler or by the most recent preemption. */
static int comes_before(const sim *sim, uint32_t a, uint32_t b) {
  const int a_runs = cpu_of_thread(sim, a)->now.thread == a, b_runs = cpu_of_thread(sim, b)->now.thread == b;
  if (a_runs != b_runs) return a_runs;
  if (machine_priority(sim, a) != machine_priority(sim, b)) return machine_priority(sim, a) < machine_priority(sim, b);
  return scheduler_goes_before(sim, a, b);
}

static void view_frames(const sim *sim, sim_view *view) {
  uint32_t order[SIM_THREAD_LIMIT];
  uint32_t count = 0;
  for (thread_set threads = state_of(sim)->live_threads; threads != 0; threads &= threads - 1) {
    const uint32_t thread = thread_first(threads);
    uint32_t at = count++;
    for (; at > 0 && comes_before(sim, thread, order[at - 1]); at--) order[at] = order[at - 1];
    order[at] = thread;
  }
  view->frame_count = (uint8_t)count;
  for (uint32_t i = 0; i < count; i++) view_frame(sim, order[i], &view->frames[i]);
  for (uint32_t i = count; i < SIM_FRAME_LIMIT; i++)
    view->frames[i] = (sim_view_frame){.thread = SIM_NONE_8, .packet = SIM_NONE};
}

static void view_line(const line_state *line, sim_view_line *out) {
  out->asserted_since_cycle = line->asserted_at;
  out->pending = line->pending;
  out->masked = line->masked;
}

void sim_get_view(const sim *sim, sim_view *view) {
  assert(sim != NULL && view != NULL);
  memset(view, 0, sizeof *view);
  view->cycle = state_of(sim)->cycle;
  view->cpu_count = (uint8_t)sim->cpu_count;
  view_stages(sim, view);
  for (uint32_t cpu = 0; cpu < sim->cpu_count; cpu++) view_cpu(sim, cpu_at(sim, cpu), &view->cpus[cpu]);
  view_frames(sim, view);
  for (int i = 0; i < SIM_QUEUE_LIMIT; i++) view->queue_fill[i] = (uint16_t)queue_at(sim, i)->count;
  for (int i = 0; i < SIM_LOCK_LIMIT; i++) {
    view->lock_holder[i] = lock_at(sim, i)->holder;
    view->lock_waiting[2 * i] = (uint32_t)lock_at(sim, i)->waiting;
    view->lock_waiting[2 * i + 1] = (uint32_t)(lock_at(sim, i)->waiting >> 32);
  }
  for (int i = 0; i < SIM_THREAD_LIMIT; i++) view->soft_pending[i] = state_of(sim)->soft_pending[i];
  devices_view(sim, view);
  for (int i = 0; i < SIM_LINE_LIMIT; i++) view_line(line_at(sim, i), &view->lines[i]);
  view_memory(sim, view);
}

/* Packets in one place, for the numbers in its slots and to follow a packet. */

static void list_packet(const sim_packet *packet, sim_view_held *view) {
  if (view->count == SIM_VIEW_HELD_LIMIT) return;
  view->number[view->count] = packet->number;
  view->offered_cycle[view->count++] = packet->offered;
}

static void list_packets(const sim *sim, const packet_list *list, sim_view_held *view) {
  for (uint32_t at = list->head, left = list->count; left > 0; left--, at = packet_at(sim, at)->next)
    list_packet(packet_at(sim, at), view);
}

/* The received packet that has been in the machine longest. Packets are numbered in the order of arrival. */
static void list_oldest(const sim *sim, sim_view_held *view) {
  const packet_table *table = &state_of(sim)->packets;
  const sim_packet *oldest = NULL;
  for (uint32_t i = 0; i < table->capacity; i++) {
    const sim_packet *packet = packet_at(sim, i);
    if (!packet->in_use || packet->frames == 0 || packet->fate != FATE_NONE) continue;
    if (packet->direction != sim_direction_RECEIVE) continue;
    if (oldest == NULL || packet->number < oldest->number) oldest = packet;
  }
  if (oldest != NULL) list_packet(oldest, view);
}

void sim_get_held(const sim *sim, enum sim_held_place place, uint32_t of, uint32_t ring, sim_view_held *view) {
  assert(sim != NULL && view != NULL);
  memset(view, 0, sizeof *view);
  switch (place) {
    case sim_held_place_RING:
      assert(of < sim->config.nic_count && ring < nic_config_at(sim, of)->ring_count);
      list_packets(sim, &ring_of(sim, of, ring)->rx, view);
      return;
    case sim_held_place_QUEUE:
      assert(of < sim->config.queue_count);
      list_packets(sim, queue_at(sim, of), view);
      return;
    case sim_held_place_OLDEST: list_oldest(sim, view); return;
  }
}
