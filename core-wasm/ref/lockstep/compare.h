/* Runs one random machine in the engine and in the reference model, and finds differences. */
#ifndef COMPARE_H
#define COMPARE_H

#include <stdio.h>

#include "random/random_config.h"
#include "sim.h"

typedef struct trial {
  sim_config config;
  sim_trace_entry trace[RANDOM_TRACE_LIMIT];
  uint64_t cycles;
} trial;

typedef struct outcome {
  int differs;
  uint32_t known;   /* ref_known: the only places where the engine differs from the rules */
  uint64_t cycle;   /* cycle of the first different event, otherwise the end */
  uint64_t events;  /* compared */
  uint64_t interrupts, delivered;
  uint64_t deadlocks;
  uint64_t boosts; /* number of priorities that threads inherited */
  uint64_t traps, trap_interrupts; /* number of exceptions and interrupts of harts */
  uint64_t late_arrivals;          /* number of entries that another line took over */
  uint64_t externals, claims;      /* number of interrupts through the PLIC, and of claimed sources */
  uint64_t hosted, replies;        /* number of answers of hosts to programs, and of programs to hosts */
  uint64_t code_stores, from_memory; /* number of stores to code; instructions executed in the memory of programs */
  uint64_t executed, faults; /* each thread's last program: instructions, and ends by an exception */
} outcome;

/* Runs both machines. Prints the first difference, with context from both sides, to `out` if it is given. */
outcome compare_trial(const trial *t, FILE *out);

/* ---- compare_histograms.c ---- */
enum { PACKET_PARTS = sim_packet_part_COUNT, INTERRUPT_PARTS = sim_interrupt_part_COUNT };

typedef struct histograms {
  sim_histogram packets[2], interrupts;
  sim_summary packet_parts[2][PACKET_PARTS], interrupt_parts[INTERRUPT_PARTS];
} histograms;

struct ref;
void read_histograms(const sim *sim, histograms *h);
/* Tallies of the engine after its run. */
void read_tallies(const sim *sim, const sim_config *config);
int compare_tallies(const struct ref *r, FILE *out);
int compare_histograms(const histograms *engine, const struct ref *r, FILE *out);

/* Makes the trial smaller while it still differs. */
void shrink_trial(trial *t);

/* Machines and pipelines as readable text. */

/* The JSON name of a value of an enumeration. */
const char *name_of(const char *enumeration, int value);

/* Writes a machine as readable text: only values that differ from the defaults. */
void print_trial(const trial *t, FILE *out);

/* Prints the contents of each stage, cycle by cycle, for both sides, and the cause of the first context. */
void print_stages(const trial *t, uint64_t from_cycle, FILE *out);

#endif
