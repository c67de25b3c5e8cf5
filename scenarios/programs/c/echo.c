/* A small stack on a card with a host behind it: it asks by ARP where a frame is to go, answers ICMP echo and UDP, and
 * pings the host itself (docs/c-programs.md). The card is polled. */
#include <stdint.h>

#define CARD ((volatile uint32_t *)0xf0100000)
enum { RXBASE, RXSIZE, RXHEAD, RXTAIL, TXBASE, TXSIZE, TXHEAD, TXTAIL };
enum { SLOTS = 8, BUFFER_BYTES = 2048, LENGTH = 0xffff, PINGS = 4, PING_BYTES = 42 + 29, NEIGHBOURS = 4 };
enum { ARP = 0x0806, IP = 0x0800, ICMP = 1, UDP = 17, ECHO_REPLY = 0, ECHO_REQUEST = 8 };

struct descriptor { volatile uint32_t address, status, own[2]; };
static struct descriptor rx[SLOTS], tx[SLOTS];
static uint8_t rx_buffers[SLOTS][BUFFER_BYTES], tx_buffers[SLOTS][PING_BYTES + 1];
static struct { uint32_t address; uint8_t hardware[6]; } neighbours[NEIGHBOURS];
static uint8_t waiting[BUFFER_BYTES];
static uint32_t waiting_bytes;
static const uint8_t our_hardware[6] = {2, 0, 0, 0, 0, 1}, everybody[6] = {255, 255, 255, 255, 255, 255};
static const uint32_t our_address = 0x0a000001, host_address = 0x0a010007;

volatile uint32_t echoes, datagrams, pongs, asked, sent;

static void copy(uint8_t *to, const uint8_t *from, uint32_t bytes) {
    while (bytes-- > 0) *to++ = *from++;
}
static uint32_t get(const uint8_t *at, uint32_t bytes) {
    uint32_t value = 0;
    while (bytes-- > 0) value = value << 8 | *at++;
    return value;
}
static void put(uint8_t *at, uint32_t value, uint32_t bytes) {
    while (bytes-- > 0) at[bytes] = value, value >>= 8;
}
static uint32_t checksum(const uint8_t *at, uint32_t bytes) {
    uint32_t sum = 0;
    for (uint32_t i = 0; i < bytes; i++) sum += at[i] << (i & 1 ? 0 : 8);
    while (sum >> 16) sum = (sum & 0xffff) + (sum >> 16);
    return ~sum & 0xffff;
}

/* The frame stays where it is until it is sent. */
static void send(const uint8_t *frame, uint32_t bytes) {
    tx[sent % SLOTS].address = (uint32_t)(uintptr_t)frame;
    tx[sent % SLOTS].status = bytes;
    CARD[TXTAIL] = ++sent;
    while (CARD[TXHEAD] != sent) {}
}

static void ask_for(uint32_t address) {
    uint8_t *arp = tx_buffers[sent % SLOTS];
    copy(arp, everybody, 6);
    copy(arp + 6, our_hardware, 6);
    put(arp + 12, ARP, 2);
    put(arp + 14, 0x00010800, 4);
    put(arp + 18, 0x06040001, 4);
    copy(arp + 22, our_hardware, 6);
    put(arp + 28, our_address, 4);
    put(arp + 32, 0, 6);
    put(arp + 38, address, 4);
    send(arp, 42);
    asked++;
}

/* Where it is not known yet to whom the IP frame goes, the last one waits for the answer (RFC 1122, 2.3.2.2). */
static void route(uint8_t *frame, uint32_t bytes) {
    uint32_t to = get(frame + 30, 4);
    if (neighbours[to % NEIGHBOURS].address == to) {
        copy(frame, neighbours[to % NEIGHBOURS].hardware, 6);
        copy(frame + 6, our_hardware, 6);
        send(frame, bytes);
        return;
    }
    copy(waiting, frame, bytes);
    waiting_bytes = bytes;
    ask_for(to);
}

static void learn(uint32_t address, const uint8_t *hardware) {
    neighbours[address % NEIGHBOURS].address = address;
    copy(neighbours[address % NEIGHBOURS].hardware, hardware, 6);
    if (waiting_bytes == 0 || get(waiting + 30, 4) != address) return;
    route(waiting, waiting_bytes);
    waiting_bytes = 0;
}

static void ping(uint32_t number) {
    uint8_t *frame = tx_buffers[sent % SLOTS];
    put(frame + 12, IP, 2);
    put(frame + 14, 0x45000000 | (PING_BYTES - 14), 4);
    put(frame + 18, number << 16, 4);
    put(frame + 22, 64 << 24 | ICMP << 16, 4);
    put(frame + 26, our_address, 4);
    put(frame + 30, host_address, 4);
    put(frame + 24, checksum(frame + 14, 20), 2);
    put(frame + 34, ECHO_REQUEST << 24, 4);
    put(frame + 38, 0x51 << 16 | number, 4);
    for (uint32_t i = 42; i < PING_BYTES; i++) frame[i] = i + number;
    put(frame + 36, checksum(frame + 34, PING_BYTES - 34), 2);
    route(frame, PING_BYTES);
}

/* Addresses and ports change places, which leaves checksums as they are; an echo's grows by what its type loses. */
static void take(uint8_t *frame, uint32_t bytes) {
    uint32_t type = get(frame + 12, 2), protocol = frame[23], from = get(frame + 26, 4), to = get(frame + 30, 4);
    if (type == ARP && get(frame + 20, 2) == 2) learn(get(frame + 28, 4), frame + 22);
    if (type != IP || to != our_address) return;
    if (protocol == ICMP && frame[34] == ECHO_REPLY) {
        if (checksum(frame + 34, get(frame + 16, 2) - 20) == 0) pongs++;
        return;
    }
    put(frame + 26, to, 4);
    put(frame + 30, from, 4);
    if (protocol == ICMP && frame[34] == ECHO_REQUEST) {
        uint32_t sum = get(frame + 36, 2) + (ECHO_REQUEST << 8);
        put(frame + 34, ECHO_REPLY << 8, 2);
        put(frame + 36, (sum & 0xffff) + (sum >> 16), 2);
        echoes++;
        route(frame, bytes);
    } else if (protocol == UDP) {
        uint32_t ports = get(frame + 34, 4);
        put(frame + 34, ports << 16 | ports >> 16, 4);
        datagrams++;
        route(frame, bytes);
    }
}

void main(void) {
    uint32_t given = SLOTS, pinged = 0;
    for (uint32_t i = 0; i < SLOTS; i++) rx[i].address = (uint32_t)(uintptr_t)rx_buffers[i];
    CARD[RXBASE] = (uint32_t)(uintptr_t)rx;
    CARD[TXBASE] = (uint32_t)(uintptr_t)tx;
    CARD[RXSIZE] = CARD[TXSIZE] = SLOTS;
    CARD[RXTAIL] = given;
    for (;;) {
        if (pinged < PINGS && pongs == pinged) ping(pinged++);
        if (CARD[RXHEAD] == given - SLOTS) continue;
        take(rx_buffers[given % SLOTS], rx[given % SLOTS].status & LENGTH);
        CARD[RXTAIL] = ++given;
    }
}
