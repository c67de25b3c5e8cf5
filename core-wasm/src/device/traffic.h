/* Traffic sources and the receive wire. */
#ifndef SIM_TRAFFIC_H
#define SIM_TRAFFIC_H

#include "state/tell.h"

void traffic_init(sim *sim);
/* Events that fall due and frames that come off the wire at the present cycle. */
void traffic_tick(sim *sim);
/* A lower bound of the first cycle in which traffic does what other parts of the machine may observe. The begin of a
 * frame on its wire does not count, unless flow control may delay the frame or cut-through may forward it early. */
uint64_t traffic_seen_next(const sim *sim);
/* Begins on the wire the frames that fell due after `after` and before `before`; `before` is at most
 * traffic_seen_next. A frame that falls due at `after` begins in the cycle behind it: its source was released in that
 * cycle behind traffic_tick. */
void traffic_catch_up(sim *sim, uint64_t after, uint64_t before);
/* Cycle at which the next frame's last bit will have arrived or its first may come; SIM_NEVER: unknown. */
uint64_t traffic_next_arrival(const sim *sim, uint32_t nic);
/* A NIC whose flow control paused the sender may have room again. */
void traffic_resume(sim *sim);
/* An event has got its time behind traffic_tick: of a source, or an answer of a host. */
void traffic_more(sim *sim);
/* Closed loop: the work on the packet before is over at `time`, and the next may come. */
void traffic_release(sim *sim, uint32_t source, uint64_t time);
/* A packet left. `finisher`: live thread that made it leave, or SIM_NONE_8; `by_device`: no thread did. */
void traffic_finished(sim *sim, uint32_t source, uint32_t finisher, int by_device);

#endif
