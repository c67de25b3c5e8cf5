/* Machines for tests: memory, creation, and short ways to write software and traffic. */
#ifndef MACHINE_FIXTURE_H
#define MACHINE_FIXTURE_H

#include "sim.h"

/* Creates a machine. If it is refused, ends the program and prints the reason. Free it with fixture_free. */
sim *fixture_create(const sim_config *config, const sim_trace_entry *trace, const sim_observer_config *observers);
void fixture_free(sim *sim);
/* An observed machine at that cycle. Ends the program if an invariant was broken before. */
sim *fixture_run_to(const sim_config *config, uint64_t cycle);

/* An unobserved machine at that cycle. Ends the program if the machine differs when it runs in slices, with
 * observers, cycle by cycle, or from a snapshot onwards. */
sim *fixture_run_in_any_steps(const sim_config *config, uint64_t cycle);

/* Compares the states of two machines of one configuration, byte by byte. Comparing hashes would take most of the
 * time of tests that compare after every slice. */
int fixture_same_state(const sim *a, const sim *b);

/* All observers off, and all on. */
extern const sim_observer_config fixture_blind;
extern const sim_observer_config fixture_watched;

/* Defaults with this number of contexts: one context saves and restores, several switch on events. */
void fixture_contexts(sim_config *config, uint32_t contexts);

/* ---- software ---- */
/* These functions return the index of the added record. */
uint32_t fixture_cycles(sim_config *config, uint32_t cycles);             /* a routine given in cycles */
uint32_t fixture_instructions(sim_config *config, uint32_t instructions); /* generated instructions */
/* A routine of exactly these instructions, as in "l2,1 a3,2,2 s,1,2 b m4,3,3 t": operation (alu load store branch
 * multiply taken-branch), destination if it has one, then sources. */
uint32_t fixture_sequence(sim_config *config, const char *text);
uint32_t fixture_thread(sim_config *config, enum sim_thread_start start, enum sim_layer layer, uint32_t priority,
                        uint32_t context);
/* A routine of machine code at that address. */
uint32_t fixture_program(sim_config *config, const uint32_t *words, uint32_t count, uint32_t address);
/* The machine runs the code once, then a layer given in cycles. If it has a timer, the timer starts a thread. */
sim *fixture_run_program(const sim_config *config, const uint32_t *words, uint32_t count, uint32_t address,
                         uint64_t cycles);
/* A thread in machine mode with this code, on that context. */
uint32_t fixture_hart(sim_config *config, const uint32_t *words, uint32_t count, uint32_t address, uint32_t context);
/* Adds a step to the most recently added thread. */
sim_step_config *fixture_step(sim_config *config, enum sim_step_op op, uint32_t index);

/* ---- traffic ---- */
sim_traffic_config *fixture_traffic(sim_config *config, enum sim_loop loop, enum sim_direction direction,
                                    uint32_t size_bytes);

/* ---- results ---- */
uint64_t fixture_cycles_by(sim *sim, uint32_t context, uint32_t layer, uint32_t cause);
/* Finds events of one kind, oldest first, and writes at most `limit` of them. Returns the number found. */
uint32_t fixture_events(const sim *sim, enum sim_event_kind kind, sim_event *events, uint32_t limit);
uint64_t fixture_event_cycle(const sim_event *event);
/* Ends the program if there is none. */
uint64_t fixture_nth_event_cycle(const sim *sim, enum sim_event_kind kind, uint32_t index);
/* Value of the first one with this subject. */
uint32_t fixture_event_value(const sim *sim, enum sim_event_kind kind, uint32_t subject);

#endif
