/* The known differences, each with the smallest machine that shows it. */
#ifndef FOUND_H
#define FOUND_H

#include "ref/lockstep/compare.h"

/* ---- found_memory.c ---- */
void found_beats(sim_config *config);
void found_write_back(sim_config *config);
void found_no_way(sim_config *config);
void found_miss_cause(sim_config *config);
void found_predictor_alone(sim_config *config);
void found_packet_words(sim_config *config);
void found_save_words(sim_config *config);
void found_write_first(sim_config *config);
void found_l2_fill(sim_config *config);
void found_illustration(sim_config *config);
void found_given_up(sim_config *config);
void found_shared_write(sim_config *config);
void found_left_context(sim_config *config);
void found_shared_part(sim_config *config);
void found_forgotten_fills(sim_config *config);
void found_early_data(sim_config *config);
void found_last_parts(sim_config *config);
void found_forgotten_prefetch(sim_config *config);
void found_words_at_once(sim_config *config);
void found_saved_late(sim_config *config);
void found_many_fills(sim_config *config);
void found_fill_in_no_time(sim_config *config);

/* ---- found_scheduler.c ---- */
void found_woken(sim_config *config);
void found_raised(sim_config *config);
void found_slice_kept(sim_config *config);
void found_slice_renewed(sim_config *config);
void found_slice_restored(sim_config *config);
void found_slice_awaited(sim_config *config);
void found_spinner(sim_config *config);
void found_polled_queue(sim_config *config);

/* ---- found_program.c ---- */
void found_link(sim_config *config);
void found_fault_register(sim_config *config);
void found_two_pages(sim_config *config);
void found_hart_at_begin(sim_config *config);
void found_lines_of_both(sim_config *config);
void found_sent_in_turn(sim_config *config);
void found_offered_as_one_is_sent(sim_config *config);
void found_hart_at_restore(sim_config *config);

/* Runs each case. Returns the number of fixed cases that differ, and of other cases that differ in an unknown
 * way. */
int run_found(FILE *out);

#endif
