typedef unsigned int u32;
typedef unsigned short u16;
typedef unsigned char u8;
struct node { u32 key; struct node *next; };
static u16 frame[512];
static u32 keys[64];
static u32 table[8192];
static struct node nodes[128];
u32 results[4];
static u32 seed = 1;
static u32 draw(void) { seed = seed * 1664525 + 1013904223; return seed >> 8; }
static u32 checksum(const u16 *at, u32 count) {
  u32 sum = 0;
  for (u32 i = 0; i < count; i++) sum += at[i];
  while (sum >> 16) sum = (sum & 0xffff) + (sum >> 16);
  return ~sum & 0xffff;
}
static void sort(u32 *at, int count) {
  for (int i = 1; i < count; i++) {
    u32 one = at[i];
    int j = i;
    for (; j > 0 && at[j - 1] > one; j--) at[j] = at[j - 1];
    at[j] = one;
  }
}
static u32 crc(const u8 *at, u32 count) {
  u32 sum = ~0u;
  for (u32 i = 0; i < count; i++) {
    sum ^= at[i];
    for (int bit = 0; bit < 8; bit++) sum = sum & 1 ? sum >> 1 ^ 0xedb88320 : sum >> 1;
  }
  return ~sum;
}
static struct node *insert(struct node *list, struct node *one) {
  struct node **at = &list;
  while (*at && (*at)->key < one->key) at = &(*at)->next;
  one->next = *at;
  *at = one;
  return list;
}
void entry(void) {
  for (;;) {
    for (int i = 0; i < 512; i++) frame[i] = (u16)draw();
    results[0] += checksum(frame, 512);
    for (int i = 0; i < 64; i++) keys[i] = draw();
    sort(keys, 64);
    results[1] ^= crc((const u8 *)keys, 128);
    struct node *list = 0;
    for (int i = 0; i < 48; i++) { nodes[i].key = draw() % 1000; list = insert(list, &nodes[i]); }
    for (; list; list = list->next) results[2] = results[2] * 31 + list->key;
    for (int i = 0; i < 512; i++) table[draw() % 8192] += i / 3 % 7;
    results[3] = table[draw() % 8192];
  }
}
