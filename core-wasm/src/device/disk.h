/* Disks serve requests in order. Each request has a seek, a transfer on the medium and a DMA transfer. */
#ifndef SIM_DISK_H
#define SIM_DISK_H

#include "state/tell.h"

/* DMA has moved the data of the current request. */
void disk_moved(sim *sim, uint32_t disk);

/* ---- the driver's side ---- */
/* Adds a request. A full queue refuses it and counts the refusal. */
void disk_request(sim *sim, uint32_t disk, uint32_t blocks, int writes);
/* Number of completed requests that software has not taken. */
uint64_t disk_done(const sim *sim, uint32_t disk);
/* M-170 */
int disk_has_done(const sim *sim, uint32_t disk, uint32_t ahead);
/* Takes a completed request. Returns 0 if there is none. */
int disk_take(sim *sim, uint32_t disk);

/* ---- for programs (M-214) ---- */
enum { DISK_REGISTERS = 6 };
uint32_t disk_load(sim *sim, uint32_t disk, uint32_t at);
void disk_store(sim *sim, uint32_t disk, uint32_t at, uint32_t value);

#endif
