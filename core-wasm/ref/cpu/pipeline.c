/* The pipeline: a front end for each cpu, a back end for the core. In cycle t everything that can move moves, from
 * the last stage to the first. The instruction that is then in a stage is there during cycle t. */
#include <assert.h>

#include "ref/ref.h"

static int stages(const ref *r) { return r->config.stage_count; }
static int execute(const ref *r) { return r->config.execute_stage; }
static int access_stage(const ref *r) { return r->config.access_stage; }
static int last_stage(const ref *r) { return stages(r) - 1; }
static int ends_in_execute(const ref *r) { return execute(r) == last_stage(r); }
void ref_cpus_of(const ref *r, int core, int *first, int *count) {
  *count = r->interleaved ? r->config.context_count : 1;
  *first = core * *count;
}

ref_stream *ref_cpu_stream(ref *r, int c) {
  ref_cpu *cpu = &r->cpus[c];
  switch (cpu->phase) {
    case REF_RUN: return r->activities[cpu->thread].work == REF_WORK_STREAM ? &r->activities[cpu->thread].stream : NULL;
    case REF_DRAIN: {
      ref_activity *drained = &r->activities[cpu->save_thread];
      return drained->work == REF_WORK_STREAM ? &drained->stream : NULL;
    }
    case REF_SAVE:
    case REF_RESTORE: return cpu->moves.length > 0 ? &cpu->moves : NULL;
    default: return NULL;
  }
}

/* ---- branches ---- */

static void flush_behind(ref *r, int core, int stage, int c) {
  for (int s = stage - 1; s >= execute(r); s--) {
    ref_group *group = &r->cores[core].back[s];
    int kept = 0;
    for (int lane = 0; lane < group->count; lane++)
      if (group->lanes[lane].cpu != c || !group->lanes[lane].wrong_path) group->lanes[kept++] = group->lanes[lane];
    if (group->count > 0 && kept == 0) group->cause = sim_cause_BRANCH;
    group->count = kept;
  }
  for (int s = 0; s < execute(r); s++) r->cpus[c].front[s] = ref_bubble(sim_cause_BRANCH);
}

/* The instruction has left `stage`. */
static void left_stage(ref *r, int stage, ref_instruction *i) {
  if (stage == execute(r) - 1 && !i->wrong_path) {
    r->counters.branches += i->operation == sim_operation_BRANCH && !i->faults;
    r->counters.mispredicted += i->operation == sim_operation_BRANCH && !i->faults && i->mispredicted;
  }
  if (stage == execute(r) - 1 && stage == r->config.branch_target_stage && i->redirects) r->cpus[i->cpu].redirects = 1;
  if (stage == execute(r) && !ends_in_execute(r) && i->takes == REF_TAKES_CSR) ref_program_takes(r, i);
  if (stage == r->config.branch_resolve_stage && i->mispredicted && !i->wrong_path) {
    i->mispredicted = 0;
    r->cpus[i->cpu].flushes = 1;
  }
  if (stage == access_stage(r) && i->destination != 0) {
    ref_registers *registers = ref_registers_of(r, i->cpu);
    registers->is_loaded[i->destination] = i->operation == sim_operation_LOAD;
    registers->data_last[i->destination] = i->data_last;
    registers->missed[i->destination] = i->missed;
  }
}

/* ---- the back end ---- */

/* Accesses use the port in program order. An access issued before a miss of its context waits for that miss. */
static void begin_accesses(ref *r, int core) {
  ref_group *group = &r->cores[core].back[access_stage(r)];
  int port_taken = 0;
  for (int lane = 0; lane < group->count; lane++) /* an earlier lane may have left the port for a later one */
    port_taken |=
        ref_accesses(&group->lanes[lane]) && group->lanes[lane].accessed && group->lanes[lane].access_last >= r->cycle;
  for (int lane = 0; lane < group->count; lane++) {
    ref_instruction *i = &group->lanes[lane];
    if (i->operation == sim_operation_PREFETCH && !i->accessed) ref_prefetch(r, i);
    if (!ref_accesses(i) || port_taken) continue;
    if (!i->accessed && ref_has_miss_under_way(r, i->cpu)) continue;
    if (!i->accessed && r->memory != NULL) ref_begin_access(r, i);
    else if (!i->accessed) {
      const uint64_t cycles = (uint64_t)r->config.memory_cycles * i->words;
      port_taken = !ref_bus_access(r, cycles);
      if (port_taken) continue;
      i->accessed = 1;
      i->access_begin = r->cycle;
      i->access_last = i->data_last = r->cycle + cycles - 1;
    }
    port_taken = i->access_last >= r->cycle;
  }
  for (int lane = 0; lane < group->count; lane++) {
    ref_instruction *i = &group->lanes[lane];
    const int is_taken = i->takes == REF_TAKES_REGISTER || i->takes == REF_TAKES_STORE;
    if (is_taken && i->accessed && i->access_last == r->cycle) ref_program_takes(r, i);
  }
}

/* M-144: "data-miss (the access stage held beyond `memoryCycles` ...)" */
static uint8_t missing_cause(const ref *r, const ref_instruction *i, uint64_t cycle) {
  const uint64_t hit_end = i->access_begin + r->config.memory_cycles * i->words;
  return i->access_last >= hit_end && cycle >= hit_end ? sim_cause_DATA_MISS : sim_cause_MEMORY;
}

/* Cause that holds the access stage in `cycle`, the present cycle or the next: a requester waits for the bus, has it,
 * or waits for a miss of its context. BUSY if the stage is not held. */
static uint8_t access_status(ref *r, int core, uint64_t cycle) {
  const ref_group *group = &r->cores[core].back[access_stage(r)];
  uint8_t status = sim_cause_BUSY;
  int waits_for_miss = 0;
  for (int lane = 0; lane < group->count; lane++) {
    const ref_instruction *i = &group->lanes[lane];
    if (!ref_accesses(i)) continue;
    if (!i->accessed && r->memory == NULL) return sim_cause_BUS;
    /* If this cpu has no miss in progress, the instruction that holds the port gives the cause. */
    if (!i->accessed) waits_for_miss |= ref_has_miss_under_way(r, i->cpu);
    else if (i->access_last >= r->cycle) status = r->memory == NULL ? sim_cause_MEMORY : missing_cause(r, i, cycle);
  }
  return status == sim_cause_BUSY && waits_for_miss ? sim_cause_DATA_MISS : status;
}

/* 0 if it may leave at the start of `cycle` (this one or the next), otherwise the cause. */
static uint8_t held_because(const ref *r, int core, int stage, uint64_t cycle) {
  const ref_group *group = &r->cores[core].back[stage];
  for (int lane = 0; lane < group->count && stage == execute(r); lane++)
    if (cycle < group->entered + ref_cycles_in_execute(r, &group->lanes[lane])) return sim_cause_MULTIPLY;
  for (int lane = 0; lane < group->count && stage == access_stage(r); lane++) {
    const ref_instruction *i = &group->lanes[lane];
    if (ref_accesses(i) && (!i->accessed || i->access_last >= cycle)) return r->cores[core].access_cause;
  }
  return 0;
}

/* M-17: "The target of a branch is known when the branch leaves `branchTargetStage`". Drops the instructions fetched
 * after the branch, and fetches from the predicted target, even a wrong one, until the branch is resolved. */
void ref_redirect(ref *r, int c, const ref_instruction *branch, int stage) {
  ref_stream *stream = ref_cpu_stream(r, c);
  stream->wrong_path = branch->mispredicted;
  if (branch->mispredicted) stream->wrong_next = branch->predicted;
  for (int s = 0; s < stage; s++) r->cpus[c].front[s] = ref_bubble(sim_cause_BRANCH);
}

/* Only for issued instructions. A branch that is resolved here has further effects. */
static void redirect_issued(ref *r, int core) {
  int first, count;
  ref_cpus_of(r, core, &first, &count);
  for (int c = first; c < first + count; c++) {
    if (!r->cpus[c].redirects) continue;
    r->cpus[c].redirects = 0;
    if (!r->cpus[c].flushes) ref_redirect(r, c, &r->cpus[c].front[execute(r) - 1], execute(r) - 1);
  }
}

/* Drops the instructions fetched after the branches that left their stage in this cycle. */
static void flush(ref *r, int core) {
  int first, count;
  ref_cpus_of(r, core, &first, &count);
  for (int c = first; c < first + count; c++) {
    if (!r->cpus[c].flushes) continue;
    r->cpus[c].flushes = 0;
    flush_behind(r, core, r->config.branch_resolve_stage + 1, c);
    ref_stream *stream = ref_cpu_stream(r, c);
    assert(stream != NULL);
    stream->wrong_path = 0;
  }
}

static void move_group(ref *r, int core, int stage) {
  ref_group *from = &r->cores[core].back[stage];
  ref_group *to = &r->cores[core].back[stage + 1];
  *to = *from;
  to->entered = r->cycle;
  from->count = 0;
  for (int lane = 0; lane < to->count; lane++) left_stage(r, stage, &to->lanes[lane]);
}

/* Returns the state of EX and why it is held. Completed instructions have left the last stage. */
static enum slot move_back_end(ref *r, int core, uint8_t *why) {
  ref_group *back = r->cores[core].back;
  enum slot ahead = back[last_stage(r)].count > 0 ? HELD : LEFT;
  if (ahead == HELD) *why = held_because(r, core, last_stage(r), r->cycle);
  for (int s = stages(r) - 2; s >= execute(r); s--) {
    const uint8_t held = held_because(r, core, s, r->cycle);
    const int is_bubble = back[s].count == 0;
    enum slot here;
    if (ahead != HELD && !held) here = LEFT, move_group(r, core, s);
    else if (is_bubble && !held) here = BUBBLE_STAYS;
    else {
      here = HELD;
      if (held) *why = held;
      if (ahead != HELD) back[s + 1] = (ref_group){.cause = held, .entered = r->cycle};
    }
    if (here != HELD) *why = 0;
    if (s == r->config.branch_resolve_stage) flush(r, core);
    ahead = here;
    if (s == access_stage(r) - 1) begin_accesses(r, core);
  }
  if (access_stage(r) == execute(r)) begin_accesses(r, core); /* what waits there */
  return ahead;
}

/* M-299, M-39: "or in its last cycle there" */
static void work_in_execute(ref *r, int core) {
  if (access_stage(r) == execute(r)) begin_accesses(r, core); /* issued instructions */
  r->cores[core].access_cause = access_status(r, core, r->cycle + 1);
  if (!ends_in_execute(r) || held_because(r, core, execute(r), r->cycle + 1)) return;
  ref_group *group = &r->cores[core].back[execute(r)];
  for (int lane = 0; lane < group->count; lane++)
    if (group->lanes[lane].takes == REF_TAKES_CSR) ref_program_takes(r, &group->lanes[lane]);
}

/* ---- issue ---- */

ref_instruction *ref_without_page(ref *r, int c) {
  int s = execute(r) - 1; /* the oldest instruction that is not issued */
  while (s > 0 && !r->cpus[c].front[s].valid) s--;
  ref_instruction *i = &r->cpus[c].front[s];
  const int can_come = s == execute(r) - 1 || (s == 0 && i->fetch_last == UINT64_MAX);
  return can_come && i->valid && i->refill_left > 0 ? i : NULL;
}

/* M-142, M-281: "They count from the first cycle in which the load or store could be issued" */
static void begin_exceptions(ref *r, int core) {
  int first, count;
  ref_cpus_of(r, core, &first, &count);
  for (int c = first; c < first + count; c++) {
    ref_instruction *i = ref_without_page(r, c);
    if (i == NULL || i->is_excepted) continue;
    i->is_excepted = 1; /* treated as finished, to find out if it waits for something else */
    i->handler_at = 0;
    const int is_fetched = i == &r->cpus[c].front[execute(r) - 1];
    i->is_excepted = !is_fetched || ref_lack(r, core, i) == 0;
    i->handler_at = r->cycle + r->config.tlb_miss_cycles;
  }
}

/* 0 if the context's next instruction can issue, otherwise the cause of its wait. With two stages it is in IF. */
static uint8_t waits(ref *r, int core, int c) {
  const uint8_t fetched = execute(r) == 1 ? ref_fetch_waits(r, c) : 0;
  return fetched ? fetched : ref_lack(r, core, &r->cpus[c].front[execute(r) - 1]);
}

int ref_is_able(ref *r, int core, int c) {
  const ref_instruction *i = &r->cpus[c].front[execute(r) - 1];
  const ref_instruction *without = ref_without_page(r, c);
  if (without != NULL && without != i)
    return without->is_excepted && r->cycle >= without->handler_at && !r->cpus[c].issued;
  return i->valid && !waits(r, core, c) && !r->cpus[c].issued;
}

/* M-30: "the context that issued last is in the issuing stage and waits for an operand (load-use, a miss), and
 * another context is able to issue" */
static int turns_away(ref *r, int core) {
  ref_core *c = &r->cores[core];
  const int by_miss = r->config.switch_blocked_by_miss;
  int first, count, able = 0, turns = 0;
  ref_cpus_of(r, core, &first, &count);
  for (int i = first; i < first + count; i++) able += ref_is_able(r, core, i);
  for (int i = first; i < first + count && able > 0; i++) {
    if (ref_is_able(r, core, i)) continue;
    const ref_instruction *next = &r->cpus[i].front[execute(r) - 1];
    if (!next->valid || (by_miss ? !r->cpus[i].unturned : i != c->last_issuer)) continue;
    if (execute(r) == 1 && ref_fetch_waits(r, i)) continue;
    const int lack = ref_lack(r, core, next);
    if (by_miss ? lack != sim_cause_DATA_MISS : lack == 0) continue;
    r->cpus[i].unturned = 0;
    turns = 1;
  }
  if (turns) {
    c->turns_until = r->cycle + r->config.switch_blocked_cycles;
    c->last_issuer = REF_NONE;
  }
  return r->cycle < c->turns_until;
}

/* M-142, M-282: "it issues the next instruction of the refill: one without operands, one cycle in EX" */
static ref_instruction handler_of(ref *r, int c, ref_instruction *without) {
  const ref_instruction handler = {
      .valid = 1, .cpu = c, .operation = sim_operation_ALU, .counts = 1, .is_handler = 1, .words = 1};
  r->cpus[c].issued_handler = 1;
  if (--without->refill_left > 0) return handler;
  without->is_excepted = 0; /* its data may be the next cause */
  if (without->fetch_last == UINT64_MAX) ref_fetch_again(r, without);
  return handler;
}

static void issue(ref *r, int core, enum slot execute_slot) {
  const int at = execute(r);
  ref_group *group = &r->cores[core].back[at];
  int first, count;
  ref_cpus_of(r, core, &first, &count);
  const int width = r->config.policy == sim_policy_SMT ? r->config.issue_width : 1;
  if (execute_slot == HELD) return;
  ref_group issued = {.entered = r->cycle};
  const int turns = r->config.switch_blocked_cycles > 0 && turns_away(r, core);
  for (int lane = 0; lane < width && !turns; lane++) {
    const int c = ref_select(r, core);
    if (c == REF_NONE) break;
    r->cores[core].last_issuer = c;
    r->cpus[c].unturned = 1;
    ref_instruction *without = ref_without_page(r, c);
    if (at == 1) ref_leave_fetch(r, c, &r->cpus[c].front[0]);
    issued.lanes[issued.count++] = without != NULL ? handler_of(r, c, without) : r->cpus[c].front[at - 1];
    r->cpus[c].issued = 1;
  }
  if (issued.count == 0) {
    if (execute_slot == BUBBLE_STAYS) return;
    const ref_instruction *next = &r->cpus[first].front[at - 1];
    issued.cause = next->valid ? waits(r, core, first) : next->cause;
  }
  *group = issued;
  for (int lane = 0; lane < group->count; lane++) {
    group->lanes[lane].issued = r->cycle;
    left_stage(r, at - 1, &group->lanes[lane]);
  }
}

/* M-33: "Each cycle of a context whose routine runs is accounted for at issue" */
static uint8_t issue_cause(ref *r, int core, int c, const ref_instruction *stood, uint8_t lacked, int group_issued,
                           uint8_t why_held, int could_refill) {
  if (r->cpus[c].issued) return sim_cause_BUSY;
  if (could_refill && group_issued) return sim_cause_READY;
  if (!stood->valid) return stood->cause;
  if (lacked) return lacked;
  if (group_issued) return sim_cause_READY;
  return why_held == sim_cause_MULTIPLY ? why_held : access_status(r, core, r->cycle);
}

void ref_pipeline_cycle(ref *r, int core) {
  int first, count;
  uint8_t why_held = 0;
  ref_cpus_of(r, core, &first, &count);
  const enum slot execute_slot = move_back_end(r, core, &why_held);
  ref_instruction stood[SIM_CORE_CONTEXT_LIMIT];
  uint8_t lacked[SIM_CORE_CONTEXT_LIMIT];
  int could_refill[SIM_CORE_CONTEXT_LIMIT]; /* for a refill of code: the instruction that needs it is in IF */
  begin_exceptions(r, core);
  for (int i = 0; i < count; i++) {
    r->cpus[first + i].issued = r->cpus[first + i].issued_handler = 0;
    stood[i] = r->cpus[first + i].front[execute(r) - 1];
    lacked[i] = stood[i].valid ? waits(r, core, first + i) : 0;
    could_refill[i] = !stood[i].valid && ref_is_able(r, core, first + i);
  }
  issue(r, core, execute_slot);
  work_in_execute(r, core);
  redirect_issued(r, core);
  flush(r, core);
  const int group_issued = execute_slot != HELD;
  for (int i = 0; i < count; i++) {
    r->cpus[first + i].cause =
        issue_cause(r, core, first + i, &stood[i], lacked[i], group_issued, why_held, could_refill[i]);
    ref_move_front_end(r, first + i, execute_slot);
  }
}

/* ---- queries of the processor ---- */

int ref_last_stage_cause(const ref *r, int core) {
  const ref_group *last = &r->cores[core].back[last_stage(r)];
  const uint8_t held = held_because(r, core, last_stage(r), r->cycle + 1);
  return held ? held : last->count > 0 ? sim_cause_BUSY : last->cause;
}

/* Counts by layer and, except for saves and restores, by thread. */
static void count_instruction(ref *r, int c) {
  const ref_cpu *cpu = &r->cpus[c];
  const ref_activity *activity = &r->activities[cpu->phase == REF_DRAIN ? cpu->save_thread : cpu->thread];
  const int moves = cpu->phase == REF_SAVE || cpu->phase == REF_RESTORE;
  r->counters.instructions_of[moves ? sim_layer_SAVE_RESTORE : activity->layer]++;
  if (!moves) r->counters.threads[activity->thread].instructions++;
}

void ref_pipeline_retire(ref *r, int core) {
  ref_group *last = &r->cores[core].back[last_stage(r)];
  if (held_because(r, core, last_stage(r), r->cycle + 1)) return;
  for (int lane = 0; lane < last->count; lane++) {
    const ref_instruction *i = &last->lanes[lane];
    ref_stream *stream = ref_cpu_stream(r, i->cpu);
    assert(stream != NULL && !i->wrong_path);
    stream->retired += !i->is_handler;
    if (!i->counts) continue;
    r->counters.instructions++;
    r->counters.instructions_by[r->cpus[i->cpu].active_context]++;
    count_instruction(r, i->cpu);
  }
  for (int lane = 0; lane < last->count && ends_in_execute(r); lane++) left_stage(r, execute(r), &last->lanes[lane]);
  flush(r, core); /* in time for the next cycle */
  if (ends_in_execute(r)) last[1] = *last;
  if (last->count > 0) *last = (ref_group){.cause = sim_cause_FILL};
}

int ref_pipeline_in_flight(const ref *r, int c) {
  int count = 0;
  for (int s = 1; s < execute(r); s++) count += r->cpus[c].front[s].valid && !r->cpus[c].front[s].wrong_path;
  for (int s = execute(r); s < stages(r); s++) {
    const ref_group *group = &r->cores[r->cpus[c].core].back[s];
    for (int lane = 0; lane < group->count; lane++) count += group->lanes[lane].cpu == c;
  }
  return count;
}

/* The first stage whose instruction stays when an interrupt is recognised: the stage after IF or, if instructions are
 * abandoned, the first one with a started access (M-287). */
static int first_kept(const ref *r, int c) {
  const ref_stream *stream = ref_cpu_stream((ref *)r, c);
  if (!r->config.abandons || stream == NULL || ref_is_program(r, stream->code)) return 1;
  int s = access_stage(r);
  for (; s < stages(r); s++) {
    const ref_group *group = &r->cores[r->cpus[c].core].back[s];
    const ref_instruction *i = &group->lanes[0];
    if (group->count == 0) continue;
    if (i->operation == sim_operation_PREFETCH || (ref_accesses(i) && (s > access_stage(r) || i->accessed))) break;
  }
  return s;
}

/* The instruction is fetched again later. */
static void take_back(ref *r, ref_stream *stream, const ref_instruction *i) {
  if (!i->valid || i->wrong_path) return;
  stream->fetched--;
  stream->next = i->index;
  stream->last_right = i->behind;
  if (i->mispredicted || i->redirects) stream->wrong_path = 0;
  if (i->drew) r->branch_draws[stream->code]--;
}

/* Takes back the instruction in IF and the abandoned ones. The oldest one is fetched again first. */
void ref_pipeline_nullify(ref *r, int c) {
  ref_stream *stream = ref_cpu_stream(r, c);
  const int kept = first_kept(r, c);
  if (stream != NULL) stream->knows_line = 0;
  for (int s = 0; s < kept; s++) {
    ref_group *group = &r->cores[r->cpus[c].core].back[s];
    if (s < execute(r)) {
      if (stream != NULL) take_back(r, stream, &r->cpus[c].front[s]);
      r->cpus[c].front[s] = ref_bubble(sim_cause_FILL);
    } else {
      for (int lane = 0; lane < group->count; lane++) take_back(r, stream, &group->lanes[lane]);
      *group = (ref_group){.cause = sim_cause_FILL};
    }
  }
  if (kept > 1 && stream != NULL) stream->wrong_path = 0;
}

/* A routine starts with an empty pipeline, but waits for late data of a load in the previous routine. */
void ref_pipeline_start(ref *r, int c) {
  for (int s = 0; s < execute(r); s++) r->cpus[c].front[s] = ref_bubble(sim_cause_FILL);
  r->cpus[c].has_reserved = 0; /* M-203 */
  ref_group *left = &r->cores[r->cpus[c].core].back[stages(r)];
  for (int lane = 0; lane < left->count; lane++)
    if (left->lanes[lane].cpu == c) left->lanes[lane].destination = 0;
  if (r->interleaved) return;
  for (int s = execute(r); s < stages(r); s++) r->cores[r->cpus[c].core].back[s] = (ref_group){.cause = sim_cause_FILL};
}
