/* Machines and pipelines in words, for people. */
#ifndef SHOW_H
#define SHOW_H

#include "ref/lockstep/compare.h"

/* The JSON name of a value of an enumeration. */
const char *name_of(const char *enumeration, int value);

/* Writes a machine readably: only what is not default. */
void print_trial(const trial *t, FILE *out);

/* Prints what stands in which stage, cycle by cycle, on both sides, and the cause of the first context. */
void print_stages(const trial *t, uint64_t from_cycle, FILE *out);

#endif
