/* Disks: requests in order, each with its seek, its transfer on the medium and its DMA. */
#ifndef SIM_DISK_H
#define SIM_DISK_H

#include "state/tell.h"

/* The transfer of the request under way ends in memory. */
static inline int disk_stores(const sim *sim, uint32_t disk) { return disk_at(sim, disk)->phase == DISK_STORE; }
/* DMA has moved the data of the request under way. */
void disk_moved(sim *sim, uint32_t disk);

/* ---- the driver's side ---- */
/* Refused, and counted so, when the queue is full. */
void disk_request(sim *sim, uint32_t disk, uint32_t blocks, int writes);
/* Requests completed and not taken. */
uint64_t disk_done(const sim *sim, uint32_t disk);
/* Takes one of them; 0 when there is none. */
int disk_take(sim *sim, uint32_t disk);

#endif
