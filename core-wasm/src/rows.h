/* Rows of the pipeline window, and what a stage shows. Outside of the state: nothing here changes it. */
#ifndef SIM_ROWS_H
#define SIM_ROWS_H

#include "machine.h"

/* Forgets who is where: the next observed cycle opens rows anew, from that cycle on. */
void rows_forget(sim *sim);
/* The part of [from, to) that is observed; begin == end when none is. */
void rows_overlap(const sim *sim, uint64_t from, uint64_t to, uint64_t *begin, uint64_t *end);
/* Around the observed cycles [from, to). */
void rows_begin(sim *sim, uint64_t from);
void rows_end(sim *sim, uint64_t to);

/* The instruction of the stage moves to the next one, or leaves the last. Call from WB backwards. */
void rows_move(sim *sim, uint32_t stage);
/* The instruction of the stage is gone before its end. */
void rows_remove(sim *sim, uint32_t stage, uint32_t flags);
/* An interrupt was recognised: what was in IF in the last cycle is nullified. */
void rows_nullify(sim *sim);
/* The instruction stands in the stage in this cycle; `stall` tells why, if it stood there before. */
void rows_stand(sim *sim, uint64_t cycle, uint32_t stage, const sim_view_stage *who, uint32_t stall);

/* Cycles [from, to) of the present phase pass, a phase that the pipeline does not step. */
void rows_phase(sim *sim, uint64_t from, uint64_t to);

/* The instruction of a latch. */
void rows_describe_word(const sim *sim, uint32_t word, uint32_t stream, const cpu_activity *phase,
                        sim_view_stage *out);
/* The instruction that the illustration of a layer given in cycles shows; 0 = none. */
int rows_illustrate(const sim *sim, const cpu_activity *phase, uint64_t cycle, uint32_t stage, sim_view_stage *out);
/* First cycle, not before `cycle`, with an illustrated instruction in WB (if the phase lasts so long). */
uint64_t rows_illustrated_retirement(const cpu_activity *phase, uint64_t cycle);
/* The block that stands for an entry step, a save or a restore; 0 = none. */
int rows_describe_block(const cpu_activity *phase, sim_view_stage *out);

#endif
