/* Random machines with random software and traffic, all valid: small enough that a few thousand cycles
 * exercise everything. */
#ifndef RANDOM_CONFIG_H
#define RANDOM_CONFIG_H

#include "support/choices.h"
#include "sim.h"

/* Number of entries of a trace, and number of entries after them that hold bytes of frames. */
enum { RANDOM_ENTRY_LIMIT = 96, RANDOM_TRACE_LIMIT = RANDOM_ENTRY_LIMIT + 20 };

/* Fills the config. The trace entries and bytes of frames that it counts are in `trace`. */
void random_config(uint64_t seed, sim_config *config, sim_trace_entry trace[RANDOM_TRACE_LIMIT]);

/* The same, with every decision taken from these choices. */
void random_config_from(choices *from, sim_config *config, sim_trace_entry trace[RANDOM_TRACE_LIMIT]);

/* On one machine in four, some of its routines become programs. */
void random_programs(choices *from, sim_config *config);

/* Some threads of machines with programs are in machine mode. */
void random_harts(choices *from, sim_config *config);

/* Programs instead of steps serve the first card. */
void random_memory_rings(choices *from, sim_config *config);

/* On some machines a program repeatedly gives the first card its slots. */
void random_drivers(choices *from, sim_config *config);

/* Writes a few instructions and returns their number. */
typedef uint32_t random_piece(choices *from, uint32_t *words);
/* Endless code, made of such pieces and of parts of other programs. It uses x1, x2, x5 and x8 to x18. */
uint32_t random_endless(choices *from, uint32_t *words, uint32_t memory_words, uint32_t extensions,
                        random_piece *piece);

/* On one machine in eight some threads look for room in a queue instead of for a packet. */
void random_room(choices *from, sim_config *config);

/* Critical sections, and other parts for studies, on some machines. */
void random_studies(choices *from, sim_config *config);

/* Whether the step's index is a network card. */
int random_step_names_nic(const sim_step_config *step);

#endif
