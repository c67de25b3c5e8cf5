/* The end of a run of blocks: turns what was passed into the latches, counters and draws of the machine. */
#ifndef SIM_LEAVE_BLOCKS_H
#define SIM_LEAVE_BLOCKS_H

#include "cpu/blocks/block_engine.h"
#include "cpu/blocks/block_history.h"
#include "cpu/blocks/block_run.h"

enum { REWOUND = 3 }; /* instructions in EX, ID and IF at the begin: they are passed again */

/* Accesses of a run of blocks. */
typedef struct access_log {
  uint64_t draws, hits;
  uint64_t missed_from, missed_until; /* of the last miss: end of a hit in its place, and its own end */
  uint64_t stalls; /* cycles lost to misses or to the bus */
  uint32_t words; /* of the packet, accessed before the addresses that are drawn ahead */
} access_log;

INLINE uint32_t branch_count(uint64_t word) { return (uint32_t)(word & WORD_BRANCH) / WORD_BRANCH; }

/* Ends a run that began at the boundary `from` and passed `branches` branches, those of the rewound instructions
 * included. Writes the machine's state and the accounts `t`; returns the boundary reached. */
uint64_t leave_blocks(block_engine *e, const block_run *s, const block_history *c, const access_log *log, uint64_t from,
                      uint64_t branches, stall_counts *t);

#endif
