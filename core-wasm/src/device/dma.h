/* The DMA engine: which transfer is under way, and what the devices learn of it. Its bursts are in memory/burst.h. */
#ifndef SIM_DMA_H
#define SIM_DMA_H

#include "state/tell.h"

void dma_init(sim *sim);
/* Moves the packet's data to memory (RECEIVE) or into the NIC (SEND); calls receive_moved or nic_fetched when that is
 * done, at once where DMA takes no time. */
void dma_move(sim *sim, uint32_t packet, enum sim_direction to);
/* The bytes of the packet's next burst have come from the wire. */
void dma_ask_again(sim *sim, uint32_t packet);
/* Moves the data of the disk's request under way, after those of all packets; calls disk_moved. */
void dma_move_disk(sim *sim, uint32_t disk, uint32_t bytes);

/* Ends and begins bursts at the present cycle, before a core may ask for the bus. */
void dma_tick(sim *sim);
/* First cycle at which dma_tick has something to do that others observe, not later than that. */
uint64_t dma_next(const sim *sim);
/* Tells the device what has moved between ticks. */
void dma_pass_on(sim *sim);

#endif
