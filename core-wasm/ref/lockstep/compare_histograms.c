/* Compares the engine's histograms and sums with the model's latency records. */
#include "ref/lockstep/compare.h"

#include <inttypes.h>
#include <string.h>

#include "ref/ref.h"

/* M-164: one bucket for each value below 1024, then 512 for each power of two, and the last one for all larger
 * values. Returns the bucket, its lowest value and its width. */
static uint32_t bucket_of(uint64_t value, uint64_t *low, uint64_t *width) {
  uint32_t bucket = 0;
  *low = 0;
  *width = 1;
  while (bucket + 1 < SIM_BUCKET_LIMIT && value >= *low + *width) {
    const uint64_t octave = *width * 512;
    if (value >= *low + octave && *low % octave == 0 && bucket + 512 < SIM_BUCKET_LIMIT) {
      bucket += 512; /* one power of two higher */
      *low += octave;
    } else {
      bucket++;
      *low += *width;
    }
    if (bucket >= 1024 && bucket % 512 == 0) *width = *low / 512;
  }
  return bucket;
}

/* Offsets are in cycles if the bucket has at most 65536 of them, otherwise in 65536ths of its width. */
static void count_in(sim_histogram *h, uint64_t value) {
  uint64_t low, width;
  const uint32_t bucket = bucket_of(value, &low, &width);
  uint64_t offset = (value - low) / (width > 65536 ? width / 65536 : 1);
  if (offset > 65535) offset = 65535;
  if (h->buckets[bucket] == 0) h->least[bucket] = h->greatest[bucket] = (uint16_t)offset;
  if (offset < h->least[bucket]) h->least[bucket] = (uint16_t)offset;
  if (offset > h->greatest[bucket]) h->greatest[bucket] = (uint16_t)offset;
  h->buckets[bucket]++;
}

typedef struct made {
  sim_histogram whole;
  sim_summary parts[SIM_PART_LIMIT];
} made;

static void add(sim_summary *s, uint64_t value) {
  s->count++;
  s->sum += value;
  if (value < s->minimum) s->minimum = value;
  if (value > s->maximum) s->maximum = value;
}

static made made_of(const ref *r, int is_packet, int direction, int parts) {
  made m = {.whole = {.minimum = UINT64_MAX}};
  sim_summary whole = {.minimum = UINT64_MAX};
  for (int part = 0; part < parts; part++) m.parts[part].minimum = UINT64_MAX;
  for (size_t i = 0; i < r->latency_count; i++) {
    const sim_latency *l = &r->latencies[i];
    if (l->is_packet != is_packet || (is_packet && l->direction != direction)) continue;
    const uint64_t cycles = l->end_cycle - l->begin_cycle;
    add(&whole, cycles);
    count_in(&m.whole, cycles);
    for (int part = 0; part < parts; part++) add(&m.parts[part], l->parts[part]);
  }
  m.whole.count = whole.count;
  m.whole.sum = whole.sum;
  m.whole.minimum = whole.minimum;
  m.whole.maximum = whole.maximum;
  return m;
}

void read_histograms(const sim *sim, histograms *h) {
  for (int direction = 0; direction < 2; direction++) {
    h->packets[direction] = *sim_packet_histogram(sim, direction);
    for (int part = 0; part < PACKET_PARTS; part++)
      h->packet_parts[direction][part] = *sim_packet_part_summary(sim, direction, part);
  }
  h->interrupts = *sim_interrupt_histogram(sim);
  for (int part = 0; part < INTERRUPT_PARTS; part++) h->interrupt_parts[part] = *sim_interrupt_part_summary(sim, part);
}

static int differs(const sim_histogram *whole, const sim_summary *parts, int count, const made *model, const char *what,
                   FILE *out) {
  int differ = memcmp(whole, &model->whole, sizeof *whole) != 0;
  if (differ && out)
    fprintf(out,
            "histogram of %s differs: engine count %" PRIu64 " sum %" PRIu64 ", ref count %" PRIu64 " sum %" PRIu64
            "\n",
            what, whole->count, whole->sum, model->whole.count, model->whole.sum);
  for (int part = 0; part < count; part++) {
    if (memcmp(&parts[part], &model->parts[part], sizeof *parts) == 0) continue;
    differ = 1;
    if (out)
      fprintf(out, "sums of %s, part %d differ: engine %" PRIu64 " in %" PRIu64 ", ref %" PRIu64 " in %" PRIu64 "\n",
              what, part, parts[part].sum, parts[part].count, model->parts[part].sum, model->parts[part].count);
  }
  return differ;
}

/* ---- tallies: the groups into which latencies are divided ---- */

static int belongs(const sim_latency *l, enum sim_tally_kind kind, uint32_t index) {
  switch (kind) {
    case sim_tally_kind_LINE: return !l->is_packet && l->direction == sim_interrupt_source_LINE && l->nic == index;
    case sim_tally_kind_TIMER: return !l->is_packet && l->direction == sim_interrupt_source_TIMER && l->nic == index;
    case sim_tally_kind_SOFTWARE:
      return !l->is_packet && l->direction == sim_interrupt_source_SOFTWARE && l->nic == index;
    case sim_tally_kind_NIC: return l->is_packet && 2u * l->nic + l->direction == index;
    default: return l->is_packet && l->source == index;
  }
}

static sim_tally tally_of(const ref *r, enum sim_tally_kind kind, uint32_t index) {
  if (kind == sim_tally_kind_THREAD) return r->responses[index];
  if (kind == sim_tally_kind_REQUEST) return r->requests[index];
  sim_tally made = {.all.minimum = UINT64_MAX};
  for (size_t i = 0; i < r->latency_count; i++) {
    const sim_latency *l = &r->latencies[i];
    if (belongs(l, kind, index)) ref_tally(&made, l->end_cycle - l->begin_cycle);
  }
  return made;
}

static uint32_t hart_count(const sim_config *c) {
  uint32_t harts = 0;
  for (int thread = 0; thread < c->thread_count; thread++) harts += c->threads[thread].machine_mode != 0;
  return harts;
}

static uint32_t host_count(const sim_config *c) {
  uint32_t hosts = 0;
  for (int nic = 0; nic < c->nic_count; nic++) hosts += c->nics[nic].host_answer_cycles != 0;
  return hosts;
}

static const uint32_t *counts_of(const sim_config *c) {
  static uint32_t counts[sim_tally_kind_COUNT];
  counts[sim_tally_kind_LINE] = c->line_count;
  counts[sim_tally_kind_NIC] = 2u * c->nic_count;
  counts[sim_tally_kind_TRAFFIC] = c->traffic_count;
  counts[sim_tally_kind_THREAD] = c->thread_count;
  counts[sim_tally_kind_TIMER] = counts[sim_tally_kind_SOFTWARE] = hart_count(c) > 0 ? c->thread_count : 0;
  counts[sim_tally_kind_REQUEST] = host_count(c) > 0 ? c->nic_count : 0;
  return counts;
}

enum { TALLIES = SIM_LINE_LIMIT + 2 * SIM_NIC_LIMIT + SIM_TRAFFIC_LIMIT + 3 * SIM_THREAD_LIMIT + SIM_NIC_LIMIT };

static sim_tally tallies[TALLIES];

void read_tallies(const sim *sim, const sim_config *config) {
  sim_tally *next = tallies;
  for (uint32_t kind = 0; kind < sim_tally_kind_COUNT; kind++)
    for (uint32_t i = 0; i < counts_of(config)[kind]; i++) *next++ = *sim_get_tally(sim, kind, i);
}

int compare_tallies(const ref *r, FILE *out) {
  const sim_tally *next = tallies;
  int differ = 0;
  for (uint32_t kind = 0; kind < sim_tally_kind_COUNT; kind++)
    for (uint32_t i = 0; i < counts_of(&r->config)[kind]; i++, next++) {
      const sim_tally model = tally_of(r, kind, i);
      if (memcmp(next, &model, sizeof model) == 0) continue;
      differ = 1;
      if (out)
        fprintf(out, "tally %u of %s differs: engine %" PRIu64 " in %" PRIu64 ", ref %" PRIu64 " in %" PRIu64 "\n", i,
                name_of("sim_tally_kind", (int)kind), next->all.sum, next->all.count, model.all.sum, model.all.count);
    }
  return differ;
}

int compare_histograms(const histograms *engine, const ref *r, FILE *out) {
  static const char *const names[] = {"packets received", "packets sent"};
  int differ = 0;
  for (int direction = 0; direction < 2; direction++) {
    const made model = made_of(r, 1, direction, PACKET_PARTS);
    differ |= differs(&engine->packets[direction], engine->packet_parts[direction], PACKET_PARTS, &model,
                      names[direction], out);
  }
  const made model = made_of(r, 0, 0, INTERRUPT_PARTS);
  return differ | differs(&engine->interrupts, engine->interrupt_parts, INTERRUPT_PARTS, &model, "interrupts", out);
}
