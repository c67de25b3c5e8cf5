/* The layout of every record as text, one line each, from which the TypeScript constants are
 * generated and over which sim_layout_hash is taken.
 * It belongs to the build, not to the engine:
 *   limit NAME value | enum NAME 0 | value ENUM json-name value
 *   record NAME size | field RECORD type name count offset
 * A count is 1 for a scalar or the name of a limit or a number for an array. */
#ifndef SIM_LAYOUT_TEXT_H
#define SIM_LAYOUT_TEXT_H

#include <stdint.h>

/* Writes at most `capacity` bytes (no terminating zero) and returns the length of the whole text. */
uint32_t layout_text(char *out, uint32_t capacity);

/* FNV-1a, 64 bit, over that text: what layout_hash.gen.h holds when it is fresh. */
uint64_t layout_text_hash(void);

#endif
