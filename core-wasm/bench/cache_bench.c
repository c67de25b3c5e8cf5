/* Nanoseconds of one access, the loop around it included, against a cache of structs with time stamps.
 *   gcc -O3 -flto -std=c11 -Iinclude -Isrc bench/cache_bench.c src/cache/cache.c -o cache_bench && ./cache_bench
 *   emcc -O3 -flto -std=c11 -sSTANDALONE_WASM -sINITIAL_MEMORY=32MB -Iinclude -Isrc bench/cache_bench.c \
 *     src/cache/cache.c -o cache_bench.wasm, which any WASI host runs (Node with --no-liftoff: it is too short
 *     a program to wait for the optimising compiler)
 * A miss fills the line. Both must count the same misses, or the program fails. */
#define _POSIX_C_SOURCE 199309L /* clock_gettime */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "cache/cache_hit.h"

enum { ADDRESSES = 1 << 16, ROUNDS = 60 };

typedef struct stamped_line {
  uint32_t key; /* 0 = empty */
  uint32_t flags;
  uint64_t stamp;
} stamped_line;

static uint64_t clock_of_stamps;

static int stamped_read(const cache_geometry *g, stamped_line *lines, uint32_t address) {
  const uint32_t key = address >> g->line_shift | CACHE_KEY_VALID;
  stamped_line *set = lines + cache_set_of(g, address) * g->ways;
  stamped_line *oldest = set;
  for (uint32_t way = 0; way < g->ways; way++) {
    if (set[way].key == key) {
      set[way].stamp = ++clock_of_stamps;
      return 1;
    }
    if (set[way].stamp < oldest->stamp) oldest = &set[way];
  }
  *oldest = (stamped_line){.key = key, .stamp = ++clock_of_stamps};
  return 0;
}

static uint64_t random_state;
static uint32_t random_below(uint32_t bound) {
  random_state = random_state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(random_state >> 33) % bound;
}

/* Where the next address lies. */
static uint32_t code(uint32_t i) { return i * 4 % 6144; }
static uint32_t data_in_8_kb(uint32_t i) { return (void)i, random_below(8192); }
static uint32_t data_in_24_kb(uint32_t i) { return (void)i, random_below(24576); }
static uint32_t data_in_1_mb(uint32_t i) { return (void)i, random_below(1 << 20); }

typedef struct workload {
  const char *name;
  uint32_t (*address)(uint32_t i);
  int is_fetch;
} workload;

static const workload workloads[] = {{"code, loop of 6 KB", code, 1},
                                     {"random in 8 KB", data_in_8_kb, 0},
                                     {"random in 24 KB", data_in_24_kb, 0},
                                     {"random in 1 MB", data_in_1_mb, 0}};

static const cache_config geometries[] = {
    {.size_bytes = 16384, .ways = 1, .line_bytes = 32, .write_back = 1, .write_allocate = 1},
    {.size_bytes = 8192, .ways = 2, .line_bytes = 32, },
    {.size_bytes = 16384, .ways = 4, .line_bytes = 32, .write_back = 1, .write_allocate = 1},
    {.size_bytes = 262144, .ways = 8, .line_bytes = 64, .write_back = 1, .write_allocate = 1},
    {.size_bytes = 2097152, .ways = 16, .line_bytes = 64, .write_back = 1, .write_allocate = 1}};

static uint32_t addresses[ADDRESSES];

static double seconds_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* One round over the addresses; a function each, so that a tiered compiler gets to it. */
static uint64_t round_of_reads(const cache_geometry *g, void *state) {
  const cache_request request = {.ways = g->all_ways, .sub_blocks = g->all_sub_blocks};
  uint64_t misses = 0;
  for (uint32_t i = 0; i < ADDRESSES; i++) {
    if (cache_read(g, state, addresses[i]) == CACHE_HIT) continue;
    cache_fill(g, state, addresses[i], &request);
    misses++;
  }
  return misses;
}

static uint64_t round_of_fetches(const cache_geometry *g, void *state) {
  const cache_request request = {.ways = g->all_ways, .sub_blocks = g->all_sub_blocks};
  uint64_t misses = 0;
  for (uint32_t i = 0; i < ADDRESSES; i++) {
    if (cache_fetch(g, state, addresses[i]) == CACHE_HIT) continue;
    cache_fill(g, state, addresses[i], &request);
    misses++;
  }
  return misses;
}

static uint64_t round_of_stamps(const cache_geometry *g, void *lines) {
  uint64_t misses = 0;
  for (uint32_t i = 0; i < ADDRESSES; i++) misses += !stamped_read(g, lines, addresses[i]);
  return misses;
}

typedef struct timing {
  double best_nanoseconds; /* of the rounds: what others on the machine do only lengthens them */
  uint64_t misses;
} timing;

static timing time_rounds(uint64_t (*round)(const cache_geometry *, void *), const cache_geometry *g, void *state) {
  timing t = {1e9, 0};
  for (int i = 0; i < ROUNDS; i++) {
    const double begin = seconds_now();
    t.misses += round(g, state);
    const double nanoseconds = (seconds_now() - begin) / ADDRESSES * 1e9;
    if (nanoseconds < t.best_nanoseconds) t.best_nanoseconds = nanoseconds;
  }
  return t;
}

/* Returns whether both caches missed equally often. */
static int measure(const cache_config *config, const workload *work) {
  const cache_geometry g = cache_geometry_make(config);
  for (uint32_t i = 0; i < ADDRESSES; i++) addresses[i] = work->address(i);
  void *state = malloc(cache_bytes(&g));
  stamped_line *lines = calloc(cache_sets(&g) * g.ways, sizeof *lines);
  cache_init(&g, state);
  const timing tags = time_rounds(work->is_fetch ? round_of_fetches : round_of_reads, &g, state);
  const timing stamps = time_rounds(round_of_stamps, &g, lines);
  free(lines);
  free(state);
  printf("%5u KB %2u ways  %-20s %6.2f ns, stamps %6.2f ns, %6.3f %% misses\n", (unsigned)(config->size_bytes >> 10),
         (unsigned)config->ways, work->name, tags.best_nanoseconds, stamps.best_nanoseconds,
         100 * (double)tags.misses / ADDRESSES / ROUNDS);
  return tags.misses == stamps.misses;
}

int main(void) {
  int equal = 1;
  for (size_t c = 0; c < sizeof geometries / sizeof *geometries; c++)
    for (size_t w = 0; w < sizeof workloads / sizeof *workloads; w++) equal &= measure(&geometries[c], &workloads[w]);
  if (!equal) puts("the two caches missed at different accesses");
  return !equal;
}
