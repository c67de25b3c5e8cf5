/* Traffic sources and the receive wire. */
#ifndef SIM_TRAFFIC_H
#define SIM_TRAFFIC_H

#include "state/tell.h"

void traffic_init(sim *sim);
/* Events that fall due and frames that come off the wire at the present cycle. */
void traffic_tick(sim *sim);
/* First cycle in which traffic does what others may see, not later than that. That a frame begins on its wire is no
 * such thing, as long as nobody may hold it up or forward it before it is there. */
uint64_t traffic_seen_next(const sim *sim);
/* Frames that began between the two, where `before` is not later than that. What falls due `after` has its turn in the
 * cycle behind it, as whoever freed the source came later than traffic. */
void traffic_catch_up(sim *sim, uint64_t after, uint64_t before);
/* Cycle at which the next frame's last bit will have arrived or its first may come; SIM_NEVER: unknown. */
uint64_t traffic_next_arrival(const sim *sim, uint32_t nic);
/* A NIC that held up its sender may have room again. */
void traffic_resume(sim *sim);
/* Closed loop: the work of the packet before is over at `time`. */
void traffic_release(sim *sim, uint32_t source, uint64_t time);
/* A packet left. `finisher`: live thread that made it leave, or SIM_NONE_8; `by_device`: no thread did. */
void traffic_finished(sim *sim, uint32_t source, uint32_t finisher, int by_device);

#endif
