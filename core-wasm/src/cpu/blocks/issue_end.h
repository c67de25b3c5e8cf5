/* Where an instruction-driven run takes up the latches, and how it leaves them. */
#ifndef SIM_ISSUE_END_H
#define SIM_ISSUE_END_H

#include "cpu/blocks/issue_times.h"

/* The last four that were fetched on the right path, the oldest first. Nothing is fetched any more before the
 * end: the next would come later, or there is none. */
typedef struct flight {
  sim *sim;
  back_state *back;
  const core_rules *k;
  const runner *r;
  clip c;
  uint32_t core;
  uint64_t bus_turn; /* an access from then on lets bursts go first */
  passage at[4];
} flight;

HOT sim *machine_of(const flight *f) { return one_machine(f->sim); }

/* Takes up the latches of IF, ID, EX and the access stage. Branches are counted when they are fetched from now
 * on; what holds the access stage is billed. */
void issue_take_up(flight *f, uint64_t from, tally *t);
/* Does what comes before the end and writes the latches; returns the cycle reached. */
uint64_t issue_end(flight *f, tally *t);

/* Until when it waits in ID for a miss, of those that are known. */
HOT void issue_waits(const flight *f, passage *p) {
  const core_rules *k = f->k;
  if (f->c.has_memory && k->non_blocking)
    p->missed_until = waits_for_miss_until(k->load_use_cycles, f->r->rules->ready, p->word, *k->missed_until, 0);
}
/* Enters EX in `cycle`; once. */
HOT void issue_at(flight *f, passage *p, uint64_t cycle) {
  if (p->in[IN_EXECUTE] != SIM_NEVER) return;
  p->in[IN_EXECUTE] = cycle;
  const uint32_t destination = word_destination(p->word);
  if (destination != 0) f->r->rules->ready[destination] = p->word & WORD_LOAD ? SIM_NEVER : 0;
}
/* What bursts have done by then is done. */
void issue_let_bus_go_on(flight *f, uint64_t cycle);
/* Without caches: the cycle in which an access that is made in `cycle` gets the bus, if that is before the end. */
uint64_t issue_grant(flight *f, uint64_t cycle);
/* A load or store enters the access stage in `cycle` and begins its access, unless it has. Returns 0 when it
 * still waits for the bus at the end. */
int issue_access(flight *f, passage *p, uint64_t cycle);

#endif
