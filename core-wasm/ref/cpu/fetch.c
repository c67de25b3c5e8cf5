/* The front end of a cpu: fetch, and the movement of instructions up to the stage that issues. */
#include "ref/ref.h"

ref_instruction ref_bubble(uint8_t cause) { return (ref_instruction){.cause = cause}; }

/* Draws, predicts and trains a branch. i->next is the next instruction. */
static void branch(ref *r, int c, ref_stream *stream, ref_instruction *i) {
  const uint32_t behind = i->next, target = ref_code_target(r->code, stream->code, i->index);
  const int taken = ref_code_taken(r->code, stream->code, i->index, r->branch_draws[stream->code]);
  i->drew = ref_code_draws(r->code, stream->code);
  if (i->drew) r->branch_draws[stream->code]++;
  const uint32_t address = ref_code_address(r, stream->code, i->index);
  const uint32_t target_address = ref_code_address(r, stream->code, target);
  const int core = r->cpus[c].core, predicted = ref_predict(r, core, address, target <= i->index, taken);
  uint32_t entry = 0;
  const int is_known = ref_known_target(r, core, address, &entry) && entry == target_address;
  if (taken) ref_learn_target(r, core, address, target_address);
  i->next = taken ? target : behind;
  i->mispredicted = taken != predicted;
  i->redirects = predicted && !is_known && r->config.branch_target_stage > 0;
  i->predicted = target;
  if (!i->mispredicted && !i->redirects) return;
  stream->wrong_path = 1;
  stream->wrong_next = i->redirects || taken ? behind : target;
}

static void move_register(ref_instruction *i) {
  const uint8_t moved = (uint8_t)(1 + i->index % REF_MOVED_REGISTERS);
  if (i->operation == sim_operation_LOAD) i->destination = moved;
  if (i->operation == sim_operation_STORE) i->source2 = moved; /* M-15: "the value that a store stores" */
}

/* M-129 */
static void fetch(ref *r, int c, enum slot here) {
  ref_cpu *cpu = &r->cpus[c];
  ref_stream *stream = cpu->phase == REF_DRAIN ? NULL : ref_cpu_stream(r, c);
  const int more = stream != NULL && (stream->wrong_path || stream->fetched < stream->length);
  if (!more) {
    if (here == LEFT) cpu->front[0] = ref_bubble(sim_cause_FILL);
    return;
  }
  ref_instruction *i = &cpu->front[0];
  *i = (ref_instruction){.valid = 1, .cpu = c, .operation = stream->plain_operation, .counts = stream->counts};
  i->wrong_path = stream->wrong_path;
  i->index = stream->wrong_path ? stream->wrong_next : stream->next;
  i->number = ++stream->fetches;
  i->behind = stream->wrong_path ? stream->last : stream->last_right;
  stream->last = i->number;
  if (!stream->wrong_path) stream->last_right = i->number;
  i->words = 1;
  const int is_program = ref_is_program(r, stream->code);
  if (is_program) ref_program_at(r, stream->code, i->index, i);
  else if (stream->code != REF_NONE) {
    ref_code_at(r->code, stream->code, i->index, i);
    ref_code_given(&r->config, stream->code, i->index, i);
  } else move_register(i);
  const uint32_t length = stream->code != REF_NONE && !is_program ? ref_code_length(r->code, stream->code) : UINT32_MAX;
  const uint32_t behind = is_program              ? ref_program_behind(r, stream->code, i->index, i->bytes)
                          : i->index + 1 < length ? i->index + 1
                                                  : 0;
  i->next = behind;
  if (stream->wrong_path) {
    stream->wrong_next = behind;
    return;
  }
  stream->fetched++;
  if (stream->counts) i->fetch_last = ref_fetch_last(r, c, stream, i);
  if (is_program) return; /* its next address is known when it leaves IF */
  if (i->operation == sim_operation_BRANCH) branch(r, c, stream, i);
  stream->next = i->next;
}

/* M-38: "An instruction takes effect in the cycle in which it leaves IF for the stage behind; the wrong path takes
 * none." */
void ref_leave_fetch(ref *r, int c, ref_instruction *i) {
  const ref_stream *stream = ref_cpu_stream(r, c);
  if (!i->valid || i->wrong_path || stream == NULL) return;
  if (ref_is_program(r, stream->code)) ref_program_execute(r, c, i);
  if (ref_accesses(i) && r->memory != NULL) ref_look_up_data(r, i);
}

uint8_t ref_fetch_waits(const ref *r, int c) {
  const ref_cpu *cpu = &r->cpus[c];
  if (cpu->front[0].fetch_last >= r->cycle) return sim_cause_FETCH_MISS;
  return cpu->yields ? (uint8_t)sim_cause_DRAIN : cpu->awaits;
}

void ref_move_front_end(ref *r, int c, enum slot execute_slot) {
  ref_cpu *cpu = &r->cpus[c];
  const int last = r->config.execute_stage - 1;
  enum slot ahead = HELD;
  for (int s = last; s >= 0; s--) {
    ref_instruction *here = &cpu->front[s];
    enum slot state;
    if (s == last) {
      if (cpu->issued && !cpu->issued_handler) state = LEFT;
      else if (here->valid) state = HELD;
      else state = execute_slot == HELD ? BUBBLE_STAYS : LEFT;
    } else {
      const int misses = s == 0 && here->valid && here->fetch_last >= r->cycle;
      const int awaits = s == 0 && here->valid && (cpu->awaits || cpu->yields);
      state = ahead != HELD && !misses && !awaits ? LEFT : here->valid ? HELD : BUBBLE_STAYS;
      if (state == LEFT && s == 0) ref_leave_fetch(r, c, here);
      if (state == LEFT) cpu->front[s + 1] = *here;
      else if (misses && ahead != HELD) cpu->front[s + 1] = ref_bubble(sim_cause_FETCH_MISS);
      else if (awaits && ahead != HELD)
        cpu->front[s + 1] = ref_bubble(cpu->yields ? (uint8_t)sim_cause_DRAIN : cpu->awaits);
    }
    const int knows_target = s < last && s == r->config.branch_target_stage;
    const int redirects = state == LEFT && knows_target && cpu->front[s + 1].redirects;
    if (state == LEFT) *here = ref_bubble(sim_cause_FILL);
    if (redirects) ref_redirect(r, c, &cpu->front[s + 1], s);
    ahead = state;
  }
  if (ahead != HELD) fetch(r, c, ahead);
}

/* Direction in which a branch is predicted (docs/model.md, Pipeline and Caches). */

enum { WEAKLY_NOT_TAKEN = 1, TAKEN_FROM = 2, STRONGLY_TAKEN = 3 };

void ref_predict_create(ref *r) {
  for (int core = 0; core < r->config.core_count; core++)
    for (int i = 0; i < r->config.predictor_counters; i++) r->cores[core].predictor[i] = WEAKLY_NOT_TAKEN;
}

/* Predicts a branch on the correct path when it is fetched, and trains the predictor with its outcome. */
int ref_predict(ref *r, int core, uint32_t address, int goes_backward, int taken) {
  if (r->config.predictor_mode == sim_predictor_NOT_TAKEN) return 0;
  if (r->config.predictor_mode == sim_predictor_BACKWARD_TAKEN) return goes_backward;
  uint8_t *counter = &r->cores[core].predictor[address / 4 % r->config.predictor_counters];
  const int predicted = *counter >= TAKEN_FROM;
  if (taken && *counter < STRONGLY_TAKEN) (*counter)++;
  if (!taken && *counter > 0) (*counter)--;
  return predicted;
}

/* ---- jumps of programs ---- */

int ref_predict_return(ref *r, int core, uint32_t *target) {
  ref_core *of = &r->cores[core];
  if (of->return_count == 0) return 0;
  *target = of->returns[--of->return_count];
  return 1;
}

void ref_predict_call(ref *r, int core, uint32_t returns_to) {
  ref_core *of = &r->cores[core];
  const int depth = r->config.predictor_returns;
  if (depth == 0) return;
  if (of->return_count == depth) {
    for (int i = 1; i < depth; i++) of->returns[i - 1] = of->returns[i];
    of->return_count--;
  }
  of->returns[of->return_count++] = returns_to;
}

static int target_entry(const ref *r, uint32_t address) { return (int)(address / 4 % r->config.predictor_targets); }

int ref_known_target(const ref *r, int core, uint32_t address, uint32_t *target) {
  if (r->config.predictor_targets == 0) return 0;
  const int at = target_entry(r, address);
  if (!r->cores[core].jumps[at].used || r->cores[core].jumps[at].address != address) return 0;
  *target = r->cores[core].jumps[at].target;
  return 1;
}

void ref_learn_target(ref *r, int core, uint32_t address, uint32_t target) {
  if (r->config.predictor_targets == 0 || r->config.predictor_mode == sim_predictor_NOT_TAKEN) return;
  const int at = target_entry(r, address);
  r->cores[core].jumps[at].used = 1;
  r->cores[core].jumps[at].address = address;
  r->cores[core].jumps[at].target = target;
}

/* The context that issues, by policy. */

/* Number of the first able cpu, in turn, among the cpus of `credit_group` (-1: all). */
static int first_from_turn(ref *r, int core, int group, int with_credit) {
  int first, count;
  ref_cpus_of(r, core, &first, &count);
  for (int i = 0; i < count; i++) {
    const int c = first + (r->cores[core].turn + i) % count;
    if (!ref_is_able(r, core, c)) continue;
    if (group >= 0 && r->config.contexts[c].group != group) continue;
    if (with_credit && r->cpus[c].credit == 0) continue;
    return c;
  }
  return REF_NONE;
}

/* M-28 */
static int pick_weighted(ref *r, int core) {
  int first, count, group = 256;
  ref_cpus_of(r, core, &first, &count);
  for (int c = first; c < first + count; c++)
    if (ref_is_able(r, core, c) && r->config.contexts[c].group < group) group = r->config.contexts[c].group;
  if (group == 256) return REF_NONE;
  int c = first_from_turn(r, core, group, 1);
  if (c == REF_NONE) {
    for (int i = first; i < first + count; i++)
      if (r->config.contexts[i].group == group) r->cpus[i].credit = r->config.contexts[i].weight;
    c = first_from_turn(r, core, group, 1);
  }
  r->cpus[c].credit--;
  return c;
}

static int pick_by_priority(ref *r, int core) {
  int first, count, best = REF_NONE;
  ref_cpus_of(r, core, &first, &count);
  for (int c = first; c < first + count; c++)
    if (ref_is_able(r, core, c) &&
        (best == REF_NONE || r->config.contexts[c].priority < r->config.contexts[best].priority))
      best = c;
  return best;
}

int ref_select(ref *r, int core) {
  int first, count;
  ref_cpus_of(r, core, &first, &count);
  if (!r->interleaved) return ref_is_able(r, core, first) ? first : REF_NONE;
  if (r->config.policy == sim_policy_FIXED_PRIORITY) return pick_by_priority(r, core);
  const int c = r->config.policy == sim_policy_WEIGHTED_ROUND_ROBIN ? pick_weighted(r, core)
                                                                    : first_from_turn(r, core, -1, 0);
  if (c != REF_NONE) r->cores[core].turn = (c - first + 1) % count;
  return c;
}
