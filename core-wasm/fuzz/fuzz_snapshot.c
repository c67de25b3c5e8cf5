/* Turns bytes into a machine and a damaged, foreign or truncated snapshot of it. sim_restore accepts exactly what
 * sim_save wrote and refuses everything else without changing the machine. */
#include <string.h>

#include "fuzz.h"
#include "support/machine_fixture.h"
#include "properties.h"

enum { CYCLES_LIMIT = 1500, DAMAGE_LIMIT = 12 };

typedef struct bytes {
  uint8_t *at;
  size_t size;
} bytes;

static bytes allocate(size_t size) {
  bytes b = {malloc(size > 0 ? size : 1), size};
  if (b.at == NULL) abort();
  memset(b.at, 0, size);
  return b;
}

static bytes save(const sim *sim) {
  bytes b = allocate(sim_snapshot_bytes(sim));
  sim_save(sim, b.at);
  return b;
}

static int same(const bytes *a, const bytes *b) { return a->size == b->size && memcmp(a->at, b->at, a->size) == 0; }

static void damage(choices *from, bytes *b, const bytes *other) {
  if (b->size == 0) return;
  const uint32_t last = (uint32_t)b->size - 1;
  const uint32_t at = choose(from, 0, 2) == 0 ? choose(from, 0, last < 63 ? last : 63) : choose(from, 0, last);
  const uint32_t length = (uint32_t)choose_magnitude(from, 1, last - at + 1);
  switch (choose(from, 0, 3)) {
    case 0: b->at[at] ^= (uint8_t)(1u << choose(from, 0, 7)); return;
    case 1: b->at[at] = (uint8_t)choose(from, 0, UINT8_MAX); return;
    case 2: /* a part of another snapshot */
      if (at < other->size) memcpy(b->at + at, other->at + at, length < other->size - at ? length : other->size - at);
      return;
    default: memset(b->at + at, (int)choose(from, 0, UINT8_MAX), length);
  }
}

/* A copy of `original`, or bytes of any size, then damaged. */
static bytes make_hostile(choices *from, const bytes *original, const bytes *other) {
  size_t size = original->size;
  const uint32_t kind = choose(from, 0, 7);
  if (kind == 0) size = (size_t)choose_magnitude(from, 0, 2 * original->size);
  bytes b = allocate(size);
  if (kind != 1) memcpy(b.at, original->at, size < original->size ? size : original->size);
  for (uint32_t left = choose(from, 0, DAMAGE_LIMIT); left > 0; left--) damage(from, &b, other);
  return b;
}

static const char *try_restore(choices *from, sim *sim, const bytes *early, const bytes *late) {
  bytes hostile = make_hostile(from, choose(from, 0, 1) ? early : late, choose(from, 0, 1) ? early : late);
  const uint64_t hash = sim_state_hash(sim);
  const int genuine = same(&hostile, early) || same(&hostile, late);
  const enum sim_status status = sim_restore(sim, hostile.at, hostile.size);
  free(hostile.at);
  if (genuine) return status == sim_status_OK ? NULL : "a snapshot is taken back";
  if (status != sim_status_BAD_SNAPSHOT) return "a damaged snapshot is refused";
  return sim_state_hash(sim) == hash ? NULL : "a refused snapshot changes nothing";
}

static const char *try_machine(choices *from, sim *sim) {
  bytes early, late;
  const char *broken = broken_step(sim, choose(from, 0, CYCLES_LIMIT), 0);
  if (broken) return broken;
  early = save(sim);
  broken = broken_step(sim, sim_cycle(sim) + choose(from, 0, CYCLES_LIMIT), 0);
  late = save(sim);
  for (uint32_t tries = choose(from, 1, 8); tries > 0 && !broken; tries--) {
    broken = try_restore(from, sim, &early, &late);
    if (!broken) broken = broken_step(sim, sim_cycle(sim) + choose(from, 0, 300), 0);
  }
  free(early.at);
  free(late.at);
  return broken;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static scenario made;
  choices from = choices_from_bytes(data, size);
  choices scenario_from = choices_from_seed(choose(&from, 0, UINT16_MAX));
  scenario_from_choices(&scenario_from, &made);
  sim *sim = fixture_create(&made.config, made.trace, choose(&from, 0, 1) ? &fixture_watched : &fixture_blind);
  const char *broken = try_machine(&from, sim);
  fixture_free(sim);
  fuzz_expect(broken);
  return 0;
}
