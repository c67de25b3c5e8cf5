/* The known differences, each as the smallest machine that shows it. */
#ifndef FOUND_H
#define FOUND_H

#include "compare.h"

/* Prints a line for each: still there, mended, or no longer understood; returns how many are the last. */
int run_found(FILE *out);

#endif
