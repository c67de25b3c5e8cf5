/* The pipeline: a front end for each cpu, a back end for the core. In its turn of cycle t everything moves
 * that can, from the last stage to the first; what stands in a stage then is there during cycle t. */
#include <assert.h>

#include "ref.h"


static int stages(const ref *r) { return r->config.stage_count; }
static int execute(const ref *r) { return r->config.execute_stage; }
static int access_stage(const ref *r) { return r->config.access_stage; }
static int is_memory(const ref_instruction *i) {
  return i->operation == sim_operation_LOAD || i->operation == sim_operation_STORE;
}

static void cpus_of(const ref *r, int core, int *first, int *count) {
  *count = r->interleaved ? r->config.context_count : 1;
  *first = core * *count;
}

ref_stream *ref_cpu_stream(ref *r, int c) {
  ref_cpu *cpu = &r->cpus[c];
  switch (cpu->phase) {
    case REF_RUN: return r->frames[cpu->thread].work == REF_WORK_STREAM ? &r->frames[cpu->thread].stream : NULL;
    case REF_DRAIN: {
      ref_frame *drained = &r->frames[cpu->save_thread];
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
    r->counters.branches += i->operation == sim_operation_BRANCH;
    r->counters.mispredicted += (uint64_t)i->mispredicted;
  }
  if (stage == r->config.branch_resolve_stage && i->mispredicted && !i->wrong_path) {
    i->mispredicted = 0;
    r->cpus[i->cpu].flushes = 1;
  }
  if (stage == access_stage(r) && i->destination != 0)
    r->cpus[i->cpu].register_ready[i->destination] =
        i->operation == sim_operation_LOAD ? i->access_last + r->config.load_use_cycles : 0;
}

/* ---- the back end ---- */

static void begin_accesses(ref *r, int core) {
  ref_group *group = &r->cores[core].back[access_stage(r)];
  for (int lane = 0; lane < group->count; lane++) {
    ref_instruction *i = &group->lanes[lane];
    if (!is_memory(i)) continue;
    if (!i->accessed) {
      if (!ref_bus_access(r)) return;
      i->accessed = 1;
      i->access_last = r->cycle + r->config.memory_cycles - 1u;
    }
    if (i->access_last >= r->cycle) return;
  }
}

/* What the access stage does in this cycle: somebody waits for the bus, or all access. */
static uint8_t access_status(const ref *r, int core) {
  const ref_group *group = &r->cores[core].back[access_stage(r)];
  uint8_t status = sim_cause_BUSY;
  for (int lane = 0; lane < group->count; lane++) {
    const ref_instruction *i = &group->lanes[lane];
    if (is_memory(i) && !i->accessed) return sim_cause_BUS;
    if (is_memory(i) && i->access_last >= r->cycle) status = sim_cause_MEMORY;
  }
  return status;
}

/* It may leave at the begin of this cycle. 0, or why not. */
static uint8_t held_because(const ref *r, int core, int stage) {
  const ref_group *group = &r->cores[core].back[stage];
  for (int lane = 0; lane < group->count; lane++) {
    const ref_instruction *i = &group->lanes[lane];
    if (stage == execute(r) && i->operation == sim_operation_MULTIPLY &&
        r->cycle < group->entered + r->config.multiply_cycles)
      return sim_cause_MULTIPLY;
    if (stage == access_stage(r) && is_memory(i) && (!i->accessed || i->access_last >= r->cycle))
      return r->cores[core].access_cause;
  }
  return 0;
}

/* Branches that have left their stage in this cycle: what was fetched behind them goes. */
static void flush(ref *r, int core) {
  int first, count;
  cpus_of(r, core, &first, &count);
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

/* Returns the state of EX and why it is held. */
static enum slot move_back_end(ref *r, int core, uint8_t *why) {
  ref_group *back = r->cores[core].back;
  enum slot ahead = LEFT;
  back[stages(r) - 1].count = 0; /* retired at the end of the last cycle */
  for (int s = stages(r) - 2; s >= execute(r); s--) {
    const uint8_t held = held_because(r, core, s);
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
  r->cores[core].access_cause = access_status(r, core);
  return ahead;
}

/* ---- issue ---- */

static int operand_ready(ref *r, int core, const ref_instruction *i, uint8_t source) {
  if (source == 0) return 1;
  for (int s = execute(r); s <= access_stage(r); s++) { /* the youngest writer decides */
    const ref_group *group = &r->cores[core].back[s];
    for (int lane = 0; lane < group->count; lane++) {
      const ref_instruction *writer = &group->lanes[lane];
      if (writer->cpu != i->cpu || writer->destination != source) continue;
      if (writer->wrong_path && ref_as_engine(r, REF_KNOWN_WRONG_PATH)) continue;
      if (writer->operation != sim_operation_LOAD) return 1;
      return writer->accessed && writer->access_last + r->config.load_use_cycles <= r->cycle;
    }
  }
  return r->cpus[i->cpu].register_ready[source] <= r->cycle;
}

static int has_operands(ref *r, int core, const ref_instruction *i) {
  return operand_ready(r, core, i, i->source1) && operand_ready(r, core, i, i->source2);
}

static int is_able(ref *r, int core, int c) {
  const ref_instruction *i = &r->cpus[c].front[execute(r) - 1];
  return i->valid && has_operands(r, core, i) && !r->cpus[c].issued;
}

/* The first able cpu at or behind the turn of those that `credit_group` admits (-1: all). */
static int first_from_turn(ref *r, int core, int group, int with_credit) {
  int first, count;
  cpus_of(r, core, &first, &count);
  for (int i = 0; i < count; i++) {
    const int c = first + (r->cores[core].turn + i) % count;
    if (!is_able(r, core, c)) continue;
    if (group >= 0 && r->config.contexts[c].group != group) continue;
    if (with_credit && r->cpus[c].credit == 0) continue;
    return c;
  }
  return REF_NOBODY;
}

static int pick_weighted(ref *r, int core) {
  int first, count, group = 256;
  cpus_of(r, core, &first, &count);
  for (int c = first; c < first + count; c++)
    if (is_able(r, core, c) && r->config.contexts[c].group < group) group = r->config.contexts[c].group;
  if (group == 256) return REF_NOBODY;
  int c = first_from_turn(r, core, group, 1);
  if (c == REF_NOBODY) {
    for (int i = first; i < first + count; i++)
      if (r->config.contexts[i].group == group) r->cpus[i].credit = r->config.contexts[i].weight;
    c = first_from_turn(r, core, group, 1);
  }
  r->cpus[c].credit--;
  return c;
}

static int pick_by_priority(ref *r, int core) {
  int first, count, best = REF_NOBODY;
  cpus_of(r, core, &first, &count);
  for (int c = first; c < first + count; c++)
    if (is_able(r, core, c) &&
        (best == REF_NOBODY || r->config.contexts[c].priority < r->config.contexts[best].priority))
      best = c;
  return best;
}

static int pick(ref *r, int core) {
  int first, count;
  cpus_of(r, core, &first, &count);
  if (!r->interleaved) return is_able(r, core, first) ? first : REF_NOBODY;
  if (r->config.policy == sim_policy_FIXED_PRIORITY) return pick_by_priority(r, core);
  const int c = r->config.policy == sim_policy_WEIGHTED_ROUND_ROBIN ? pick_weighted(r, core)
                                                                    : first_from_turn(r, core, -1, 0);
  if (c != REF_NOBODY) r->cores[core].turn = (c - first + 1) % count;
  return c;
}

static void issue(ref *r, int core, enum slot execute_slot) {
  const int at = execute(r);
  ref_group *group = &r->cores[core].back[at];
  int first, count;
  cpus_of(r, core, &first, &count);
  const int width = r->config.policy == sim_policy_SMT ? r->config.issue_width : 1;
  if (execute_slot == HELD) return;
  ref_group issued = {.entered = r->cycle};
  for (int lane = 0; lane < width; lane++) {
    const int c = pick(r, core);
    if (c == REF_NOBODY) break;
    issued.lanes[issued.count++] = r->cpus[c].front[at - 1];
    r->cpus[c].issued = 1;
  }
  if (issued.count == 0) {
    if (execute_slot == BUBBLE_STAYS) return;
    const ref_instruction *next = &r->cpus[first].front[at - 1];
    issued.cause = next->valid ? (uint8_t)sim_cause_LOAD_USE : next->cause;
  }
  *group = issued;
  for (int lane = 0; lane < group->count; lane++) left_stage(r, at - 1, &group->lanes[lane]);
}

/* "Each cycle of a context whose routine runs is billed at issue" */
static uint8_t issue_cause(const ref *r, int core, int c, const ref_instruction *stood, int had_operands, int group_issued,
                           uint8_t why_held) {
  if (r->cpus[c].issued) return sim_cause_BUSY;
  if (!stood->valid) return stood->cause;
  if (!had_operands) return sim_cause_LOAD_USE;
  if (group_issued) return sim_cause_READY;
  return why_held == sim_cause_MULTIPLY ? why_held : r->cores[core].access_cause;
}

void ref_pipeline_cycle(ref *r, int core) {
  int first, count;
  uint8_t why_held = 0;
  cpus_of(r, core, &first, &count);
  const enum slot execute_slot = move_back_end(r, core, &why_held);
  ref_instruction stood[SIM_CORE_CONTEXT_LIMIT];
  int had_operands[SIM_CORE_CONTEXT_LIMIT];
  for (int i = 0; i < count; i++) {
    r->cpus[first + i].issued = 0;
    stood[i] = r->cpus[first + i].front[execute(r) - 1];
    had_operands[i] = stood[i].valid && has_operands(r, core, &stood[i]);
  }
  issue(r, core, execute_slot);
  flush(r, core);
  const int group_issued = execute_slot != HELD;
  for (int i = 0; i < count; i++) {
    r->cpus[first + i].cause =
        issue_cause(r, core, first + i, &stood[i], had_operands[i], group_issued, why_held);
    ref_move_front_end(r, first + i, execute_slot);
  }
}

/* ---- what the processor asks ---- */

int ref_last_stage_cause(const ref *r, int core) {
  const ref_group *last = &r->cores[core].back[stages(r) - 1];
  return last->count > 0 ? sim_cause_BUSY : last->cause;
}

void ref_pipeline_retire(ref *r, int core) {
  ref_group *last = &r->cores[core].back[stages(r) - 1];
  for (int lane = 0; lane < last->count; lane++) {
    const ref_instruction *i = &last->lanes[lane];
    ref_stream *stream = ref_cpu_stream(r, i->cpu);
    assert(stream != NULL && !i->wrong_path);
    stream->retired++;
    if (!i->counts && !ref_as_engine(r, REF_KNOWN_DETAILED)) continue;
    r->counters.instructions++;
    r->counters.instructions_by[r->cpus[i->cpu].active_context]++;
  }
  if (last->count > 0) *last = (ref_group){.cause = sim_cause_FILL};
}

int ref_pipeline_in_flight(const ref *r, int c) {
  int count = 0;
  for (int s = 1; s < execute(r); s++) count += r->cpus[c].front[s].valid;
  for (int s = execute(r); s < stages(r); s++) {
    const ref_group *group = &r->cores[r->cpus[c].core].back[s];
    for (int lane = 0; lane < group->count; lane++) count += group->lanes[lane].cpu == c;
  }
  return count;
}

/* The instruction in IF is taken back: it is the first to be fetched again. */
void ref_pipeline_nullify(ref *r, int c) {
  ref_instruction *i = &r->cpus[c].front[0];
  ref_stream *stream = ref_cpu_stream(r, c);
  if (i->valid && stream != NULL && !i->wrong_path) {
    stream->fetched--;
    stream->next = i->index;
    if (i->mispredicted) stream->wrong_path = 0;
    if (i->drew) r->branch_draws[stream->code]--;
  }
  *i = ref_bubble(sim_cause_FILL);
}

/* A routine starts with an empty pipeline. */
void ref_pipeline_start(ref *r, int c) {
  for (int s = 0; s < execute(r); s++) r->cpus[c].front[s] = ref_bubble(sim_cause_FILL);
  for (int i = 0; i < 32; i++) r->cpus[c].register_ready[i] = 0;
  if (r->interleaved) return;
  for (int s = execute(r); s < stages(r); s++) r->cores[r->cpus[c].core].back[s] = (ref_group){.cause = sim_cause_FILL};
}
