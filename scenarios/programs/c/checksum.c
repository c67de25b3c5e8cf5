/* The Internet checksum (RFC 1071) of the frame in hand: the driver of the scenario checksum-in-c calls it for each. */
#include <stdint.h>

uint32_t frames;      /* checked so far */
uint16_t last;        /* checksum of the last one */

static uint32_t folded(uint32_t sum) {
    while (sum >> 16) sum = (sum & 0xffff) + (sum >> 16);
    return sum;
}

void main(const uint8_t *frame, uint32_t bytes) {
    const uint16_t *half = (const uint16_t *)frame;
    uint32_t sum = 0;
    for (; bytes > 1; bytes -= 2) sum += *half++;
    if (bytes > 0) sum += *(const uint8_t *)half;
    last = (uint16_t)~folded(sum);
    frames++;
}
