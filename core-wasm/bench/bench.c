/* Runs one workload natively and prints one JSON object.
 *   bench WORKLOAD CYCLES SLICE_CYCLES
 * WORKLOAD holds a sim_config record and the trace entries that it counts. */
#define _POSIX_C_SOURCE 199309L /* clock_gettime */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "sim.h"

static double seconds_now(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int fail(const char *reason) {
  fprintf(stderr, "bench: %s\n", reason);
  return 1;
}

int main(int argc, char **argv) {
  if (argc != 4) return fail("usage: bench WORKLOAD CYCLES SLICE_CYCLES");
  const uint64_t cycles = strtoull(argv[2], NULL, 10);
  const uint64_t slice = strtoull(argv[3], NULL, 10);
  static sim_config config;
  FILE *file = fopen(argv[1], "rb");
  if (file == NULL || fread(&config, sizeof config, 1, file) != 1) return fail("the workload cannot be read");
  if (slice == 0 || config.trace_entry_count > SIM_TRACE_LIMIT || config.trace_byte_count > SIM_TRACE_BYTE_LIMIT)
    return fail("arguments out of range");
  const size_t trace_bytes = config.trace_entry_count * sizeof(sim_trace_entry) + config.trace_byte_count;
  sim_trace_entry *trace = calloc(1, trace_bytes + sizeof *trace);
  if (fread(trace, 1, trace_bytes, file) != trace_bytes)
    return fail("the workload's trace is cut");
  fclose(file);

  const sim_observer_config observers = {0};
  sim_error error;
  if (sim_config_check(&config, trace, &error) != sim_status_OK) return fail("the core refuses the workload");
  const size_t bytes = (sim_memory_bytes(&config, &observers) + 15) & ~(size_t)15;
  sim *sim = sim_create(aligned_alloc(16, bytes), bytes, &config, trace, &observers, &error);
  if (sim == NULL) return fail("the core refuses the workload");

  const double begin = seconds_now(CLOCK_MONOTONIC), cpu_begin = seconds_now(CLOCK_PROCESS_CPUTIME_ID);
  for (uint64_t at = 0; at < cycles;) {
    at = cycles - at > slice ? at + slice : cycles;
    sim_step(sim, at, 0);
  }
  const double seconds = seconds_now(CLOCK_MONOTONIC) - begin;
  const double cpu_seconds = seconds_now(CLOCK_PROCESS_CPUTIME_ID) - cpu_begin;
  printf("{\"cycles\":%" PRIu64 ",\"seconds\":%.9f,\"cpuSeconds\":%.9f,\"stateHash\":\"%016" PRIx64 "\"}\n", cycles,
         seconds, cpu_seconds, sim_state_hash(sim));
  return 0;
}
