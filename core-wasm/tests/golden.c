/* State hashes of a fixed list of machines, one line each: name, hash, cycles.
 *   golden           prints the list
 *   golden FOLDER    also writes FOLDER/NAME.workload for other hosts of the core: the sim_config
 *                    record, the trace entries and the bytes of frames that it counts */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "support/machine_fixture.h"
#include "papers/papers.h"
#include "random/random_config.h"

enum { RANDOM_COUNT = 60, RANDOM_CYCLES = 20000, PAPER_CYCLES = 1000000 };

static sim_config config;
static sim_trace_entry trace[RANDOM_TRACE_LIMIT];

static void write_workload(const char *folder, const char *name) {
  char path[512];
  snprintf(path, sizeof path, "%s/%s.workload", folder, name);
  FILE *file = fopen(path, "wb");
  const size_t bytes = config.trace_entry_count * sizeof *trace + config.trace_byte_count;
  if (file == NULL || fwrite(&config, sizeof config, 1, file) != 1 ||
      fwrite(trace, 1, bytes, file) != bytes || fclose(file) != 0) {
    fprintf(stderr, "golden: cannot write %s\n", path);
    exit(1);
  }
}

static void print_hash(const char *folder, const char *name, uint64_t cycles) {
  sim *sim = fixture_create(&config, trace, &fixture_blind);
  sim_step(sim, cycles, 0);
  printf("%s %016" PRIx64 " %" PRIu64 "\n", name, sim_state_hash(sim), cycles);
  if (folder != NULL) write_workload(folder, name);
  fixture_free(sim);
}

int main(int argc, char **argv) {
  const char *folder = argc > 1 ? argv[1] : NULL;
  char name[64];
  for (uint32_t contexts = 1; contexts <= 3; contexts += 2) {
    paper_000_receive(&config, contexts);
    snprintf(name, sizeof name, "000-receive-%u", contexts);
    print_hash(folder, name, PAPER_CYCLES);
    paper_000_send(&config, contexts, 0);
    snprintf(name, sizeof name, "000-send-%u", contexts);
    print_hash(folder, name, PAPER_CYCLES);
    paper_000_detailed(&config, contexts);
    snprintf(name, sizeof name, "000-detailed-%u", contexts);
    print_hash(folder, name, PAPER_CYCLES);
  }
  paper_000_send(&config, 3, 1);
  print_hash(folder, "000-send-3-keeps-frame", PAPER_CYCLES);
  for (uint32_t seed = 0; seed < RANDOM_COUNT; seed++) {
    random_config(seed, &config, trace);
    snprintf(name, sizeof name, "random-%u", seed);
    print_hash(folder, name, RANDOM_CYCLES);
  }
  return 0;
}
