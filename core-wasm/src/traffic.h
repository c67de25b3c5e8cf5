/* Traffic sources and the receive wire. */
#ifndef SIM_TRAFFIC_H
#define SIM_TRAFFIC_H

#include "parts.h"

void traffic_init(sim *sim);
/* Events that fall due and frames that come off the wire at the present cycle. */
void traffic_tick(sim *sim);
/* Cycle at which the next frame's last bit will have arrived or its first may come; SIM_NEVER: unknown. */
uint64_t traffic_next_arrival(const sim *sim, uint32_t nic);
/* A NIC that held up its sender may have room again. */
void traffic_resume(sim *sim);
/* Closed loop: the work of the packet before is over at `time`. */
void traffic_release(sim *sim, uint32_t source, uint64_t time);
/* A packet left. `finisher`: live thread that made it leave, or SIM_NONE_8; `by_device`: no thread did. */
void traffic_finished(sim *sim, uint32_t source, uint32_t finisher, int by_device);

#endif
