/* The front end of a cpu: what it fetches, and how that moves up to the stage that issues. */
#include "ref.h"

ref_instruction ref_bubble(uint8_t cause) { return (ref_instruction){.cause = cause}; }

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
  if (stream->code != REF_NOBODY) ref_code_at(r->code, stream->code, i->index, i);
  const uint32_t length = stream->code != REF_NOBODY ? ref_code_length(r->code, stream->code) : UINT32_MAX;
  const uint32_t behind = i->index + 1 < length ? i->index + 1 : 0;
  i->next = behind;
  if (stream->wrong_path) {
    stream->wrong_next = behind;
    return;
  }
  stream->fetched++;
  if (i->operation == sim_operation_BRANCH) {
    i->drew = ref_code_draws(r->code, stream->code);
    i->mispredicted = ref_code_taken(r->code, stream->code, i->index, r->branch_draws[stream->code]);
    if (i->drew) r->branch_draws[stream->code]++;
  }
  if (i->mispredicted) {
    i->next = ref_code_target(r->code, stream->code, i->index);
    stream->wrong_path = 1;
    stream->wrong_next = behind;
  }
  stream->next = i->next;
}

void ref_move_front_end(ref *r, int c, enum slot execute_slot) {
  ref_cpu *cpu = &r->cpus[c];
  const int last = r->config.execute_stage - 1;
  enum slot ahead = HELD;
  for (int s = last; s >= 0; s--) {
    ref_instruction *here = &cpu->front[s];
    enum slot state;
    if (s == last) {
      if (cpu->issued) state = LEFT;
      else if (here->valid) state = HELD;
      else state = execute_slot == HELD ? BUBBLE_STAYS : LEFT;
    } else {
      state = ahead != HELD ? LEFT : here->valid ? HELD : BUBBLE_STAYS;
      if (state == LEFT) cpu->front[s + 1] = *here;
    }
    if (state == LEFT) *here = ref_bubble(sim_cause_FILL);
    ahead = state;
  }
  if (ahead != HELD) fetch(r, c, ahead);
}
