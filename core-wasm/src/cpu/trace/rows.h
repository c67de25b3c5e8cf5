/* Rows of the pipeline window, and the content of a stage. They lie outside of the state and do not change it. */
#ifndef SIM_ROWS_H
#define SIM_ROWS_H

#include "state/tell.h"

/* Forgets the rows in the stages. The next observed cycle opens new rows. */
void rows_forget(sim *sim);
void rows_forget_front(sim *sim, uint32_t cpu);
void rows_forget_back(sim *sim, uint32_t core);
/* The observed part of [from, to); begin == end if it is empty. */
void rows_overlap_window(const sim *sim, uint64_t from, uint64_t to, uint64_t *begin, uint64_t *end);
static inline void rows_overlap(const sim *sim, uint64_t from, uint64_t to, uint64_t *begin, uint64_t *end) {
  *begin = *end = to;
  if (sim->has_window) rows_overlap_window(sim, from, to, begin, end);
}
/* Call these before and after the observed cycles [from, to) of a core. */
void rows_begin(sim *sim, uint32_t core, uint64_t from);
void rows_end(sim *sim, uint32_t core, uint64_t to);

/* Slots: the row of the instruction in the stage. `stage` of the back end counts from EX. */
static inline uint32_t *rows_front(sim *sim, uint32_t cpu, uint32_t stage) { return &sim->rows.front[cpu][stage]; }
static inline uint32_t *rows_back(sim *sim, uint32_t core, uint32_t lane, uint32_t stage) {
  return &sim->rows.back[core][lane][stage];
}
/* The instruction moves to the next slot, or leaves the last one. Call it from WB backwards. */
static inline void rows_leave(uint32_t *slot) { *slot = SIM_NONE; }
static inline void rows_shift(uint32_t *to, uint32_t *from) {
  *to = *from;
  *from = SIM_NONE;
}
/* The instruction disappears before its end. */
void rows_remove(sim *sim, uint32_t *slot, uint32_t flags);
/* The current cpu recognised an interrupt: instructions in IF, and in stages that it abandons, are nullified. */
void rows_nullify(sim *sim);
/* The instruction is in the stage in this cycle. `stall` is the reason why it stayed. */
void rows_stand(sim *sim, uint64_t cycle, uint32_t *slot, uint32_t stage, const sim_view_stage *shown, uint32_t stall);

/* Cycles [from, to) of a phase of the current cpu that the pipeline does not step. */
void rows_phase(sim *sim, uint64_t from, uint64_t to);

/* The instruction in a latch of a stream in the phase. */
void rows_describe_word(const sim *sim, uint64_t word, uint32_t stream, const cpu_activity *phase,
                        sim_view_stage *out);
/* The instruction shown for a layer given in cycles; 0 = none. */
int rows_illustrate(const sim *sim, const cpu_activity *phase, uint64_t cycle, uint32_t stage, sim_view_stage *out);
/* First cycle from `cycle` on with such an instruction in WB (if the phase lasts long enough), or
 * SIM_NEVER. */
uint64_t rows_illustrated_retirement(const sim *sim, const cpu_activity *phase, uint64_t cycle);
/* The block that represents an entry step, a save or a restore; 0 = none. */
int rows_describe_block(const cpu_activity *phase, sim_view_stage *out);

#endif
