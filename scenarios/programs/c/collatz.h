/* The application of the examples: how many steps from 27 to 1, which are 111. */
#ifndef COLLATZ_H
#define COLLATZ_H

#include <stdint.h>

volatile uint32_t rounds; /* right so far */
volatile uint32_t wrong;

static inline void count_steps_for_ever(void) {
    for (;;) {
        uint32_t number = 27, steps = 0;
        for (; number != 1; steps++) number = number & 1 ? 3 * number + 1 : number >> 1;
        if (steps == 111) rounds++;
        else wrong++;
    }
}

#endif
