/* Which context issues, by policy. */
#include "ref/ref.h"

/* The first able cpu at or behind the turn of those that `credit_group` admits (-1: all). */
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
