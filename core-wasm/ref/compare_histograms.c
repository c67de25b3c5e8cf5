/* The histograms of the engine against those of the model's latency records. */
#include "compare.h"

#include <inttypes.h>
#include <string.h>

#include "ref.h"

/* "values below 16 one by one, then 8 per power of two" */
static uint32_t bucket_of(uint64_t value) {
  if (value < 16) return (uint32_t)value;
  uint32_t power = 4;
  while (value >> power > 1) power++;
  return 16 + (power - 4) * 8 + (uint32_t)(value >> (power - 3) & 7);
}

static void add(sim_histogram *h, uint64_t value) {
  h->count++;
  h->sum += value;
  if (value < h->minimum) h->minimum = value;
  if (value > h->maximum) h->maximum = value;
  h->buckets[bucket_of(value)]++;
}

static int differs(const sim_histogram *engine, const sim_histogram *model, const char *what, int which, int part, FILE *out) {
  if (memcmp(engine, model, sizeof *engine) == 0) return 0;
  if (out)
    fprintf(out, "histogram of %s %d part %d differs: engine count %" PRIu64 " sum %" PRIu64 ", ref count %" PRIu64 " sum %" PRIu64 "\n", what,
            which, part, engine->count, engine->sum, model->count, model->sum);
  return 1;
}

/* Of the whole (part -1) or a part. */
static sim_histogram made_of(const ref *r, int is_packet, int direction, int part) {
  sim_histogram h = {.minimum = UINT64_MAX};
  for (size_t i = 0; i < r->latency_count; i++) {
    const sim_latency *l = &r->latencies[i];
    if (l->is_packet != is_packet || (is_packet && l->direction != direction)) continue;
    add(&h, part < 0 ? l->end_cycle - l->begin_cycle : l->parts[part]);
  }
  return h;
}

void read_histograms(const sim *sim, histograms *h) {
  for (int direction = 0; direction < 2; direction++)
    for (int part = -1; part < PACKET_PARTS; part++)
      h->packets[direction][part + 1] =
          part < 0 ? *sim_packet_histogram(sim, direction) : *sim_packet_part_histogram(sim, direction, part);
  for (int part = -1; part < INTERRUPT_PARTS; part++)
    h->interrupts[part + 1] = part < 0 ? *sim_interrupt_histogram(sim) : *sim_interrupt_part_histogram(sim, part);
}

int compare_histograms(const histograms *engine, const ref *r, FILE *out) {
  int differ = 0;
  for (int direction = 0; direction < 2; direction++)
    for (int part = -1; part < PACKET_PARTS; part++) {
      const sim_histogram model = made_of(r, 1, direction, part);
      differ |= differs(&engine->packets[direction][part + 1], &model, "packets", direction, part, out);
    }
  for (int part = -1; part < INTERRUPT_PARTS; part++) {
    const sim_histogram model = made_of(r, 0, 0, part);
    differ |= differs(&engine->interrupts[part + 1], &model, "interrupts", 0, part, out);
  }
  return differ;
}
