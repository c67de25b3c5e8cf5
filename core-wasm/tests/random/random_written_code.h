/* For random programs: instructions that store to code, and execute the stored code. */
#ifndef RANDOM_WRITTEN_CODE_H
#define RANDOM_WRITTEN_CODE_H

#include <stdint.h>

#include "support/choices.h"

/* A program with at least this number of words. The registers hold the start of its code and of the memory. */
typedef struct code_writer {
  uint32_t code, memory, link;
  uint32_t code_words, memory_words;
} code_writer;

enum { WRITTEN_CODE_LONGEST = 12 };

/* Returns the number of words. Changes the registers 12 to 15 and the link. */
uint32_t random_written_code(choices *from, const code_writer *w, uint32_t *words);

#endif
