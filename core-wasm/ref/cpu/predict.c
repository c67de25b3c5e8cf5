/* Which way a branch is expected to go (docs/model.md, Pipeline and Caches). */
#include "ref/ref.h"

enum { WEAKLY_NOT_TAKEN = 1, TAKEN_FROM = 2, STRONGLY_TAKEN = 3 };

void ref_predict_create(ref *r) {
  for (int core = 0; core < r->config.core_count; core++)
    for (int i = 0; i < r->config.predictor_counters; i++) r->cores[core].predictor[i] = WEAKLY_NOT_TAKEN;
}

/* Predicts a branch on the right path when it is fetched, and learns how it goes. */
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
