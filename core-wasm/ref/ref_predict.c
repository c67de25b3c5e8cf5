/* Which way a branch is expected to go (docs/model.md, Pipeline and Caches). */
#include "ref.h"

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
