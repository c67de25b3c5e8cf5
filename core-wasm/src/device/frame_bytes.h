/* What received frames consist of (M-218, M-228, M-231). */
#ifndef SIM_FRAME_BYTES_H
#define SIM_FRAME_BYTES_H

#include "state/state.h"

/* Without its check sequence. */
static inline uint32_t frame_byte_count(const sim_packet *packet) {
  enum { CHECK_SEQUENCE_BYTES = 4 };
  return packet->size_bytes > CHECK_SEQUENCE_BYTES ? packet->size_bytes - CHECK_SEQUENCE_BYTES : packet->size_bytes;
}
/* Its first bytes. */
void frame_bytes(const sim *sim, const sim_packet *packet, uint8_t *out, uint32_t count);

#endif
