/* Disks serve requests in order. A read is seek, transfer, DMA; a write is DMA, seek, transfer. */
#include <assert.h>

#include "ref/ref.h"

enum { DONE = 1 };

static uint64_t in_cycles(const ref *r, uint64_t amount, uint64_t a_second, uint64_t *rest) {
  const ref_wide work = (ref_wide)amount * r->config.clock_hertz + *rest;
  *rest = (uint64_t)(work % a_second);
  return (uint64_t)(work / a_second);
}

static uint32_t bytes_of(const ref *r, int disk) {
  return r->config.disks[disk].block_bytes * r->disks[disk].requests[0].blocks;
}

static void begin_medium(ref *r, int disk) {
  ref_disk *state = &r->disks[disk];
  const sim_disk_config *config = &r->config.disks[disk];
  const uint32_t seek = ref_draw_seek(&r->config, disk, state->seeks++);
  const uint64_t cycles =
      in_cycles(r, seek, 1000000000u, &state->seek_rest) +
      in_cycles(r, (uint64_t)bytes_of(r, disk) * 8, config->rate_bit_per_second, &state->transfer_rest);
  state->medium_begin = r->moment;
  state->medium_end = r->moment + cycles;
}

static void begin(ref *r, int disk) {
  const ref_disk *state = &r->disks[disk];
  if (state->held == 0) return;
  if (state->requests[0].is_write) ref_bus_request_disk(r, disk, bytes_of(r, disk), 0);
  else begin_medium(r, disk);
}

static void complete(ref *r, int disk) {
  ref_disk *state = &r->disks[disk];
  const int was = state->status;
  r->counters.disks[disk].completed++;
  r->counters.disks[disk].completed_bytes += bytes_of(r, disk);
  state->held--;
  for (int i = 0; i < state->held; i++) state->requests[i] = state->requests[i + 1];
  state->done++;
  state->status = DONE;
  ref_line_status(r, r->config.disks[disk].line, was, 1, !was, 1);
  ref_wake(r, REF_WAIT_DISK, disk);
  begin(r, disk);
}

void ref_disks_cycle(ref *r) {
  for (int disk = 0; disk < r->config.disk_count; disk++) {
    ref_disk *state = &r->disks[disk];
    while (state->medium_end <= r->cycle) {
      const int is_write = state->requests[0].is_write;
      state->medium_end = SIM_NEVER;
      if (is_write) complete(r, disk);
      else ref_bus_request_disk(r, disk, bytes_of(r, disk), 1);
    }
  }
}

/* Counts this cycle if the medium is working. */
void ref_disks_count(ref *r) {
  for (int disk = 0; disk < r->config.disk_count; disk++)
    if (r->disks[disk].medium_end != SIM_NEVER && r->disks[disk].medium_end > r->cycle &&
        r->disks[disk].medium_begin <= r->cycle)
      r->counters.disks[disk].medium_cycles++;
}

void ref_disk_transfer_done(ref *r, int disk) {
  if (r->disks[disk].requests[0].is_write) begin_medium(r, disk);
  else complete(r, disk);
}

/* M-121: with status by fill, the bit is cleared only if no completed request waits. */
static void clear_status(ref *r, int disk) {
  ref_disk *state = &r->disks[disk];
  const int was = state->status;
  if (r->config.disks[disk].status_by_fill && state->done > 0) return;
  state->status = 0;
  ref_line_status(r, r->config.disks[disk].line, was, 0, 0, 0);
}

/* M-170: "A request to a full queue is refused and counted, and its thread continues." */
void ref_disk_request(ref *r, int disk, int is_write, uint32_t blocks) {
  ref_disk *state = &r->disks[disk];
  if (state->held == r->config.disks[disk].queue_requests) {
    r->counters.disks[disk].refused++;
    return;
  }
  r->counters.disks[disk].requested++;
  state->requests[state->held++] = (ref_disk_request_of){.is_write = is_write, .blocks = blocks};
  ref_mark(&r->marks.disk_requests[disk], (uint32_t)state->held);
  if (state->held == 1) begin(r, disk);
}

/* M-170: "until at most _n_ requests are not completed" */
int ref_disk_lets_go(const ref *r, int disk, int ahead) {
  return ahead > 0 ? r->disks[disk].held <= ahead : r->disks[disk].done > 0;
}

int ref_disk_take(ref *r, int disk) {
  if (r->disks[disk].done == 0) return 0;
  r->disks[disk].done--;
  r->counters.disks[disk].taken++;
  if (r->config.disks[disk].status_by_fill) clear_status(r, disk);
  return 1;
}

void ref_disk_acknowledge(ref *r, const sim_step_config *step) {
  const int disk = step->index;
  ref_disk *state = &r->disks[disk];
  ref_event(r, sim_event_kind_ACKNOWLEDGED, REF_NONE, r->config.disks[disk].line, state->status ? DONE : 0);
  clear_status(r, disk);
}
