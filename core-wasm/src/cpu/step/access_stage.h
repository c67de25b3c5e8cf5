/* Loads and stores: their start in the access stage, and the arrival of their data. */
#ifndef SIM_ACCESS_STAGE_H
#define SIM_ACCESS_STAGE_H

#include "cpu/step/operands.h"

/* Whether a younger instruction in one of the first stages will write the register. */
INLINE int is_claimed(const back_state *back, shape s, uint32_t stages, uint32_t index, uint32_t destination) {
  UNROLL
  for (uint32_t i = 0; i < stages; i++)
    for (uint32_t l = 0; l < s.lanes; l++)
      if (is_valid(back->latch[i][l]) && back->owner[i][l] == index && !(back->latch[i][l] & WORD_WRONG_PATH) &&
          word_destination(back->latch[i][l]) == destination)
        return 1;
  return 0;
}

/* The core reads or writes a device register in the last cycle of the access (M-39). */
INLINE void read_in_access(sim *sim, shape s, const back_state *back, uint32_t lane, const runner *runners,
                           uint64_t cycle) {
  if (!s.has_programs || back->access_until[lane] != cycle + 1) return;
  const uint32_t access = s.access - s.execute;
  const uint64_t word = back->latch[access][lane];
  if (is_valid(word) && is_late_access(word))
    program_read(sim, runners[back->owner[access][lane]].cpu, word, cycle);
}

/* Takes the result of an access that the block engine made in advance. Returns whether there is one. Without caches
 * the result waits for the bus. */
INLINE int take_made_access(back_state *back, shape s, const core_rules *k, const runner *r, uint64_t cycle) {
  made_accesses *made = k->made;
  if (made->next == made->count) return 0;
  const uint64_t until = made->until[made->next], plain = cycle + k->memory_cycles;
  back->missed_from = s.has_memory && until > plain ? plain : SIM_NEVER;
  back->access_until[0] = SIM_NEVER;
  if (!s.has_memory && until > plain) return 1;
  made->next++;
  back->access_until[0] = until;
  const uint64_t word = back->latch[s.access - s.execute][0];
  const uint32_t destination = word_destination(word);
  if ((word & WORD_LOAD) && destination != 0 && !is_claimed(back, s, s.access - s.execute, 0, destination))
    r->rules->ready[destination] = until - 1 + k->load_use_cycles;
  return 1;
}

/* The load or store of the lane in the access stage gets the bus for its access, if the bus is free. */
INLINE void begin_access(sim *sim, back_state *back, shape s, uint32_t lane, const core_rules *k, const runner *runners,
                         uint32_t core, uint64_t cycle) {
  const uint32_t access = s.access - s.execute;
  const uint64_t word = back->latch[access][lane];
  if (word & WORD_PREFETCH) {
    const runner *r = &runners[back->owner[access][lane]];
    if (s.has_memory) memory_prefetch(sim, core, r->index, &r->rules->data, word, cycle);
    return;
  }
  if (s.has_blocks && take_made_access(back, s, k, runners, cycle)) return;
  uint64_t until = cycle + (uint64_t)k->memory_cycles * (1 + word_more(word)); /* the data are available */
  if (s.has_memory) {
    for (uint32_t l = 0; l < s.lanes && s.lanes > 1; l++) /* the L1D has one port */
      if (l != lane && back->access_until[l] != SIM_NEVER && back->access_until[l] > cycle) {
        back->access_until[lane] = SIM_NEVER;
        return;
      }
    const runner *r = &runners[back->owner[access][lane]];
    if (k->non_blocking && k->missed_until[r->index] > cycle) { /* it was issued before the miss */
      back->access_until[lane] = SIM_NEVER;
      back->missed_from = cycle;
      return;
    }
    *k->touched |= 1u << r->index;
    const uint32_t address = s.refills || (s.has_programs && r->rules->is_program)
                                 ? program_flight_take(&sim->program_flights[r->cpu])
                                 : memory_address(&r->rules->data, word);
    back->access_until[lane] = memory_access(sim, core, r->index, &r->rules->data, address,
                                             s.has_programs ? first_access(word) : word, cycle);
    if (word_more(word))
      back->access_until[lane] =
          later(until, memory_access_more(sim, core, r->index, &r->rules->data, address, word, cycle));
    back->missed_from = back->access_until[lane] > until ? until : SIM_NEVER;
    until = later(until, k->missed_until[r->index]);
  } else {
    back->access_until[lane] = SIM_NEVER;
    back->missed_from = SIM_NEVER;
    if (*k->bus_free_at > cycle) return;
    back->access_until[lane] = until;
    *k->bus_free_at = until;
  }
  read_in_access(sim, s, back, lane, runners, cycle);
  const uint32_t destination = word_destination(word);
  if (!(word & WORD_LOAD) || destination == 0 || s.is_written_first) return;
  const uint32_t index = back->owner[access][lane];
  if (is_claimed(back, s, access, index, destination)) return;
  runners[index].rules->ready[destination] = until - 1 + k->load_use_cycles;
}

/* The same for a pipeline of any shape. The loop of programs also uses it, to stay small. */
void any_begin_access(sim *sim, back_state *back, uint32_t lane, const core_rules *k, const runner *runners,
                      uint32_t core, uint64_t cycle);

INLINE void access_of(sim *sim, back_state *back, shape s, uint32_t lane, const core_rules *k, const runner *runners,
                      uint32_t core, uint64_t cycle) {
  if (s.is_any || s.has_programs) any_begin_access(sim, back, lane, k, runners, core, cycle);
  else begin_access(sim, back, s, lane, k, runners, core, cycle);
}

#endif
