/* What machines may use that this model does not know, and the same machines without it: nothing now. */
#include "ref/ref.h"

const char *ref_not_modelled(const sim_config *config) {
  (void)config;
  return NULL;
}

void ref_leave_out_unknown(sim_config *config) { (void)config; }
