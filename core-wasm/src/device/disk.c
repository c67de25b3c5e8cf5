#include "device/disk.h"

#include "base/rng.h"
#include "device/device.h"
#include "thread/thread.h"

static const uint64_t nanoseconds_per_second = 1000000000u;

static uint32_t bytes_of(const sim *sim, uint32_t disk) {
  const disk_state *d = disk_at(sim, disk);
  return d->blocks[d->head] * disk_config_at(sim, disk)->block_bytes;
}

static int writes(const disk_state *d) { return (int)(d->writes >> d->head & 1); }

static void disk_init(sim *sim) {
  for (uint32_t i = 0; i < SIM_DISK_LIMIT; i++) disk_at(sim, i)->due = SIM_NEVER;
}

/* ---- the current request ---- */

static uint64_t seek_cycles(sim *sim, uint32_t disk) {
  disk_state *d = disk_at(sim, disk);
  const sim_disk_config *config = disk_config_at(sim, disk);
  const uint64_t draw =
      rng_draw(rng_key(sim->config.seed, RNG_SEEK + disk), disk_counters_at(sim, disk)->completed);
  const uint64_t nanoseconds =
      config->least_seek_nanoseconds +
      rng_below(draw, config->most_seek_nanoseconds - config->least_seek_nanoseconds + 1);
  const uint64_t sum = nanoseconds * sim->config.clock_hertz + d->seek_remainder;
  d->seek_remainder = (uint32_t)(sum % nanoseconds_per_second);
  return sum / nanoseconds_per_second;
}

static uint64_t transfer_cycles(sim *sim, uint32_t disk) {
  disk_state *d = disk_at(sim, disk);
  const uint64_t rate = disk_config_at(sim, disk)->rate_bit_per_second;
  const uint64_t sum = (uint64_t)bytes_of(sim, disk) * 8 * sim->config.clock_hertz + d->transfer_remainder;
  d->transfer_remainder = sum % rate;
  return sum / rate;
}

static void begin_medium(sim *sim, uint32_t disk) {
  disk_state *d = disk_at(sim, disk);
  const uint64_t cycles = seek_cycles(sim, disk) + transfer_cycles(sim, disk);
  d->phase = DISK_MEDIUM;
  d->accounted_to = sim->boundary;
  d->due = sim->boundary + cycles;
}

static void begin(sim *sim, uint32_t disk) {
  disk_state *d = disk_at(sim, disk);
  if (!writes(d)) {
    begin_medium(sim, disk);
    return;
  }
  d->phase = DISK_FETCH;
  dma_move_disk(sim, disk, bytes_of(sim, disk));
}

static void change_status(sim *sim, uint32_t disk, uint32_t status) {
  disk_state *d = disk_at(sim, disk);
  const uint32_t before = d->status;
  d->status = (uint8_t)status;
  line_drive(sim, disk_config_at(sim, disk)->line, before, status, status);
}

static void complete(sim *sim, uint32_t disk) {
  disk_state *d = disk_at(sim, disk);
  sim_disk_counters *c = disk_counters_at(sim, disk);
  c->completed++;
  c->completed_bytes += bytes_of(sim, disk);
  d->phase = DISK_IDLE;
  d->head = (uint8_t)((d->head + 1) % SIM_DISK_QUEUE_LIMIT);
  d->held--;
  change_status(sim, disk, 1);
  threads_wake(sim, sim_condition_DISK_DONE, disk);
  if (d->held > 0) begin(sim, disk);
}

void disk_moved(sim *sim, uint32_t disk) {
  if (disk_at(sim, disk)->phase == DISK_FETCH) begin_medium(sim, disk);
  else complete(sim, disk);
}

static void disk_account(sim *sim, uint32_t disk, uint64_t until) {
  disk_state *d = disk_at(sim, disk);
  if (d->phase != DISK_MEDIUM) return;
  disk_counters_at(sim, disk)->medium_cycles += until - d->accounted_to;
  d->accounted_to = until;
}

static void disk_account_cycles(sim *sim, uint64_t until) {
  for (uint32_t i = 0; i < sim->config.disk_count; i++) disk_account(sim, i, until);
}

static void medium_done(sim *sim, uint32_t disk) {
  disk_state *d = disk_at(sim, disk);
  disk_account(sim, disk, d->due);
  d->due = SIM_NEVER;
  if (writes(d)) {
    complete(sim, disk);
    return;
  }
  d->phase = DISK_STORE;
  dma_move_disk(sim, disk, bytes_of(sim, disk));
}

static void disk_tick(sim *sim) {
  for (uint32_t i = 0; i < sim->config.disk_count; i++)
    while (disk_at(sim, i)->due <= sim->boundary) medium_done(sim, i);
}

static uint64_t disk_next(const sim *sim) {
  uint64_t due = SIM_NEVER;
  for (uint32_t i = 0; i < sim->config.disk_count; i++) due = earlier(due, disk_at(sim, i)->due);
  return due;
}

/* ---- the driver's side ---- */

/* M-170 */
void disk_request(sim *sim, uint32_t disk, uint32_t blocks, int is_write) {
  disk_state *d = disk_at(sim, disk);
  if (d->held == disk_config_at(sim, disk)->queue_requests) {
    disk_counters_at(sim, disk)->refused++;
    return;
  }
  const uint32_t place = (uint32_t)(d->head + d->held) % SIM_DISK_QUEUE_LIMIT;
  d->blocks[place] = (uint16_t)blocks;
  d->writes = (d->writes & ~(1u << place)) | (uint32_t)(is_write != 0) << place;
  machine_mark(&sim->marks->disk_requests[disk], ++d->held);
  disk_counters_at(sim, disk)->requested++;
  if (d->held == 1) begin(sim, disk);
}

uint64_t disk_done(const sim *sim, uint32_t disk) {
  const sim_disk_counters *c = disk_counters_at(sim, disk);
  return c->completed - c->taken;
}

int disk_has_done(const sim *sim, uint32_t disk, uint32_t ahead) {
  return ahead == 0 ? disk_done(sim, disk) > 0 : disk_at(sim, disk)->held <= ahead;
}

int disk_take(sim *sim, uint32_t disk) {
  if (disk_done(sim, disk) == 0) return 0;
  disk_counters_at(sim, disk)->taken++;
  if (disk_config_at(sim, disk)->status_by_fill && disk_done(sim, disk) == 0) change_status(sim, disk, 0);
  return 1;
}

static void disk_acknowledge(sim *sim, const sim_step_config *step) {
  const sim_disk_config *config = disk_config_at(sim, step->index);
  machine_event(sim, sim_event_kind_ACKNOWLEDGED, SIM_NONE_8, config->line, disk_at(sim, step->index)->status);
  if (!config->status_by_fill || disk_done(sim, step->index) == 0) change_status(sim, step->index, 0);
}

/* ---- registers ---- */

enum { AT_STATUS, AT_HELD, AT_DONE, AT_READ, AT_WRITE, AT_TAKE };

uint32_t disk_load(sim *sim, uint32_t disk, uint32_t at) {
  switch (at) {
    case AT_STATUS: return disk_at(sim, disk)->status;
    case AT_HELD: return disk_at(sim, disk)->held;
    case AT_DONE: return (uint32_t)disk_done(sim, disk);
    case AT_TAKE: return (uint32_t)disk_take(sim, disk);
    default: return 0;
  }
}

static int can_move(const sim *sim, uint32_t disk, uint32_t blocks) {
  return blocks > 0 && blocks <= UINT16_MAX &&
         (uint64_t)blocks * disk_config_at(sim, disk)->block_bytes <= REQUEST_BYTES_LIMIT;
}

void disk_store(sim *sim, uint32_t disk, uint32_t at, uint32_t value) {
  const sim_step_config step = {.device = sim_device_kind_DISK, .index = (uint8_t)disk};
  if (at == AT_STATUS && (value & 1)) disk_acknowledge(sim, &step);
  if ((at == AT_READ || at == AT_WRITE) && can_move(sim, disk, value)) disk_request(sim, disk, value, at == AT_WRITE);
}

/* ---- lines, invariants ---- */

static void disk_count_drivers(const sim *sim, uint32_t drivers[SIM_LINE_LIMIT]) {
  for (uint32_t i = 0; i < sim->config.disk_count; i++)
    drivers[disk_config_at(sim, i)->line] += disk_at(sim, i)->status;
}

static uint64_t disk_lines_without_frames(const sim *sim) {
  uint64_t lines = 0;
  for (uint32_t i = 0; i < sim->config.disk_count; i++) lines |= line_bit(disk_config_at(sim, i)->line);
  return lines;
}

static int disk_is_sound(const sim *sim) {
  for (uint32_t i = 0; i < sim->config.disk_count; i++) {
    const sim_disk_counters *c = disk_counters_at(sim, i);
    const disk_state *d = disk_at(sim, i);
    if (c->requested != c->completed + d->held || d->held > disk_config_at(sim, i)->queue_requests) return 0;
    if (c->taken > c->completed) return 0;
  }
  return 1;
}

/* ---- view ---- */

_Static_assert((int)sim_disk_phase_STORE == (int)DISK_STORE && (int)sim_disk_phase_FETCH == (int)DISK_FETCH,
               "a view gives the phase as it is");

/* Length of the current transfer. The remainder at its start follows from the remainder that it left. */
static uint64_t present_transfer_cycles(const sim *sim, uint32_t disk, uint32_t bytes) {
  const uint64_t rate = disk_config_at(sim, disk)->rate_bit_per_second;
  const uint64_t amount = (uint64_t)bytes * 8 * sim->config.clock_hertz;
  const uint64_t carried = (disk_at(sim, disk)->transfer_remainder + rate - amount % rate) % rate;
  return (amount + carried) / rate;
}

static void view_disk(const sim *sim, uint32_t disk, sim_view_disk *out) {
  const disk_state *d = disk_at(sim, disk);
  const bus_state *bus = bus_of(sim);
  out->medium_until_cycle = d->due;
  out->done = (uint32_t)earlier(disk_done(sim, disk), UINT32_MAX);
  out->held = d->held;
  out->status = d->status;
  out->phase = d->phase;
  out->seek_until_cycle = SIM_NEVER;
  if (d->held == 0) return;
  out->writes = (uint8_t)(d->writes >> d->head & 1);
  out->bytes = d->blocks[d->head] * disk_config_at(sim, disk)->block_bytes;
  if (d->due != SIM_NEVER) out->seek_until_cycle = d->due - present_transfer_cycles(sim, disk, out->bytes);
  if (bus->disk == disk) out->dma_bytes_done = bus->bytes_done;
}

static void disk_view(const sim *sim, sim_view *view) {
  for (uint32_t i = 0; i < SIM_DISK_LIMIT; i++) view_disk(sim, i, &view->disks[i]);
}

/* ---- check ---- */

enum { BUFFER_ADDRESS_LIMIT = 0x7dffffff }; /* the largest request ends below the saved area */

static const bound disk_bounds[] = {
    BOUND(sim_disk_config, most_seek_nanoseconds, 0, NANOSECONDS_LIMIT),
    BOUND(sim_disk_config, block_bytes, 1, REQUEST_BYTES_LIMIT),
    BOUND(sim_disk_config, buffer_address, 0, BUFFER_ADDRESS_LIMIT),
    BOUND(sim_disk_config, queue_requests, 1, SIM_DISK_QUEUE_LIMIT),
    BOUND(sim_disk_config, status_by_fill, 0, 1),
};

static int disk_check(const check *k, uint32_t index) {
  const sim_disk_config *disk = &k->config->disks[index];
  IN_RANGE(disk->rate_bit_per_second, 1, LINE_RATE_LIMIT);
  BOUNDED(disk, disk_bounds);
  AT_MOST(disk->least_seek_nanoseconds, disk->most_seek_nanoseconds);
  REFERS(disk->line, k->config->line_count);
  return 1;
}

const device_kind disk_device = {
    .check = disk_check,
    .init = disk_init,
    .tick = disk_tick,
    .next = disk_next,
    .acknowledge = disk_acknowledge,
    .count_drivers = disk_count_drivers,
    .lines_without_frames = disk_lines_without_frames,
    .is_sound = disk_is_sound,
    .account_cycles = disk_account_cycles,
    .view = disk_view,
};
