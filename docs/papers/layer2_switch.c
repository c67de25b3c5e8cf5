/* A layer-2 switch after section II of source 003: descriptors, header, filters, learn, search, transmit, a descriptor
 * for the next reception, statistics. It is compiled for SPARC V8 only to see where a compiler puts stores and how many
 * delay slots it annuls (docs/papers/003.md). */
typedef unsigned int u32;
typedef unsigned short u16;
typedef unsigned char u8;

struct descriptor { volatile u32 status; volatile u32 buffer; };
struct mac { volatile u32 control; volatile u32 receive; volatile u32 transmit; };
struct port { struct mac *mac; struct descriptor *rx, *tx; u32 rxAt, txAt, vlan, state, enabled; };
struct entry { u32 high; u16 low; u16 vlan; u8 port, valid, isStatic, age; u32 seen; struct entry *next; };
struct header { u32 dstHigh, srcHigh; u16 dstLow, srcLow, type, vlan; u32 length, priority; };
struct counters { u32 frames, bytes, unicast, broadcast, dropped, learned, flooded, sizes[6]; };

enum { PORTS = 4, RING = 16, BUCKETS = 256 };
struct port ports[PORTS];
struct entry *buckets[BUCKETS];
struct entry pool[1024];
u32 poolUsed, now;
struct counters statistics[PORTS];

static u32 hash(u32 high, u32 low, u32 vlan) {
    u32 h = high ^ (low << 16) ^ low ^ vlan;
    h ^= h >> 16;
    h ^= h >> 8;
    return h & (BUCKETS - 1);
}

static struct entry *find(u32 high, u32 low, u32 vlan) {
    struct entry *e = buckets[hash(high, low, vlan)];
    while (e) {
        if (e->valid && e->high == high && e->low == low && e->vlan == vlan) return e;
        e = e->next;
    }
    return 0;
}

__attribute__((noinline)) void l2ht_learn(const struct header *h, u32 from) {
    struct entry *e = find(h->srcHigh, h->srcLow, h->vlan);
    if (e) {
        if (!e->isStatic && e->port != from) { e->port = from; statistics[from].learned++; }
        e->seen = now;
        e->age = 0;
        return;
    }
    if (poolUsed == 1024) return;
    e = &pool[poolUsed++];
    e->high = h->srcHigh; e->low = h->srcLow; e->vlan = h->vlan;
    e->port = from; e->valid = 1; e->isStatic = 0; e->age = 0; e->seen = now;
    u32 at = hash(h->srcHigh, h->srcLow, h->vlan);
    e->next = buckets[at];
    buckets[at] = e;
    statistics[from].learned++;
}

__attribute__((noinline)) u32 l2ht_search(const struct header *h, u32 from) {
    if (h->dstHigh & 0x01000000) return ((1 << PORTS) - 1) & ~(1 << from);
    struct entry *e = find(h->dstHigh, h->dstLow, h->vlan);
    if (!e) { statistics[from].flooded++; return ((1 << PORTS) - 1) & ~(1 << from); }
    return 1 << e->port;
}

__attribute__((noinline)) void frame_transmit(u32 to, u32 buffer, u32 length, u32 priority) {
    struct port *p = &ports[to];
    struct descriptor *d = &p->tx[p->txAt];
    if (d->status & 0x80000000) { statistics[to].dropped++; return; }
    d->buffer = buffer;
    u32 next = p->txAt + 1;
    u32 wrap = next == RING ? 0x2000 : 0;
    p->txAt = next == RING ? 0 : next;
    d->status = 0x80000000 | 0x0c00 | wrap | (priority << 16) | length;
    p->mac->transmit = 1;
    statistics[to].frames++;
    statistics[to].bytes += length;
}

__attribute__((noinline)) void new_reception(u32 from, struct descriptor *d, u32 buffer) {
    struct port *p = &ports[from];
    u32 next = p->rxAt + 1;
    d->buffer = buffer;
    d->status = 0x80000000 | (next == RING ? 0x2000 : 0);
    p->rxAt = next == RING ? 0 : next;
    p->mac->receive = 1;
}

static void count(u32 from, const struct header *h) {
    struct counters *s = &statistics[from];
    s->frames++;
    s->bytes += h->length;
    if (h->dstHigh & 0x01000000) s->broadcast++; else s->unicast++;
    u32 length = h->length;
    u32 n = length <= 64 ? 0 : length < 128 ? 1 : length < 256 ? 2 : length < 512 ? 3 : length < 1024 ? 4 : 5;
    s->sizes[n]++;
}

u32 spare = 0x40100000;

__attribute__((noinline)) int L2S_process(u32 from) {
    struct port *p = &ports[from];
    struct descriptor *d = &p->rx[p->rxAt];
    u32 status = d->status;
    if (status & 0x80000000) return 0;
    u32 buffer = d->buffer;
    struct header h;
    const volatile u32 *w = (const volatile u32 *)buffer;
    u32 a = w[0], b = w[1], c = w[2], t = w[3];
    h.dstHigh = a;
    h.dstLow = b >> 16;
    h.srcHigh = (b << 16) | (c >> 16);
    h.srcLow = c;
    h.type = t >> 16;
    h.length = status & 0x7ff;
    h.vlan = p->vlan;
    h.priority = 0;
    if (h.type == 0x8100) { h.vlan = t & 0xfff; h.priority = (t >> 13) & 7; h.type = w[4] >> 16; }
    if (!p->enabled || (status & 0x1f) == 0x1f || h.length < 60) {
        statistics[from].dropped++;
        new_reception(from, d, buffer);
        return 0;
    }
    if (p->state < 2 && h.type != 0x4242) {
        statistics[from].dropped++;
        new_reception(from, d, buffer);
        return 0;
    }
    if (p->state >= 1) l2ht_learn(&h, from);
    u32 out = l2ht_search(&h, from);
    for (u32 to = 0; to < PORTS; to++) {
        if (!(out & (1u << to)) || to == from) continue;
        if (!ports[to].enabled || ports[to].state < 2 || (ports[to].vlan != h.vlan && h.type != 0x8100)) continue;
        frame_transmit(to, buffer, h.length, h.priority);
    }
    u32 fresh = spare;
    spare = buffer;
    new_reception(from, d, fresh);
    count(from, &h);
    return 1;
}

#ifdef TRACE
static struct descriptor rx[PORTS][RING], tx[PORTS][RING];
static struct mac macs[PORTS];
static u32 frame[32] = { 0x00112233, 0x44550066, 0x778899aa, 0x08000000 };
void _start(void) {
    for (u32 n = 0; n < PORTS; n++) {
        ports[n].mac = &macs[n]; ports[n].rx = rx[n]; ports[n].tx = tx[n];
        ports[n].vlan = 1; ports[n].state = 2; ports[n].enabled = 1;
    }
    struct header h = { 0, 0x00112233, 0, 0x4455, 0, 1, 0, 0 };
    l2ht_learn(&h, 1);
    h.srcHigh = 0x00667788; h.srcLow = 0x99aa;
    l2ht_learn(&h, 0);
    frame[1] = 0x44550066; frame[2] = 0x778899aa;
    rx[0][0].status = 64 + 0; rx[0][0].buffer = (u32)frame;
    L2S_process(0);
    __asm__ volatile("mov 1, %g1; mov 0, %o0; ta 0x10");
}
#endif
