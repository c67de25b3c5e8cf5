/* The TLB against a list of pages with time stamps, on random sequences and on some written by hand. */
#include <stddef.h>

#include "random/random_config.h"
#include "support/test.h"
#include "cache/tlb.h"

enum { PAGE = 4096, TRIALS = 400, STEPS = 1500 };

typedef struct model_entry {
  uint32_t page; /* address | 1; 0 = empty */
  uint64_t stamp;
} model_entry;

typedef struct tlb_model {
  tlb_config config;
  model_entry entries[TLB_ENTRY_LIMIT];
  uint64_t time;
} tlb_model;

static model_entry *model_find(tlb_model *m, uint32_t page) {
  for (uint32_t i = 0; i < m->config.entries; i++)
    if (m->entries[i].page == page) return &m->entries[i];
  return NULL;
}

static uint32_t page_of(const tlb_model *m, uint32_t address) { return (address - address % m->config.page_bytes) | 1; }

static int model_lookup(tlb_model *m, uint32_t address) {
  model_entry *entry = model_find(m, page_of(m, address));
  if (entry) entry->stamp = ++m->time;
  return entry != NULL;
}

static tlb_page model_fill(tlb_model *m, uint32_t address, uint32_t draw) {
  model_entry *entry = model_find(m, 0);
  if (!entry) entry = &m->entries[draw % m->config.entries];
  const int full = entry->page != 0;
  for (uint32_t i = 0; full && m->config.replacement == TLB_LRU && i < m->config.entries; i++)
    if (m->entries[i].stamp < entry->stamp) entry = &m->entries[i];
  const tlb_page victim = {entry->page & ~1u, entry->page != 0};
  *entry = (model_entry){page_of(m, address), ++m->time};
  return victim;
}

/* Entry of this rank (LRU) or place (random). */
static uint32_t model_page(const tlb_model *m, uint32_t index) {
  if (m->config.replacement == TLB_RANDOM) return m->entries[index].page;
  for (uint32_t i = 0; i < m->config.entries; i++) {
    uint32_t later = 0;
    for (uint32_t other = 0; other < m->config.entries; other++)
      later += m->entries[other].page != 0 && m->entries[other].stamp > m->entries[i].stamp;
    if (m->entries[i].page != 0 && later == index) return m->entries[i].page;
  }
  return 0;
}

/* Returns 0 if the two differ. */
static int step(test_random *random, tlb_model *m, const tlb_geometry *g, tlb_state *t) {
  const uint32_t pages = m->config.entries * 2u;
  const uint32_t page = test_random_in(random, 0, pages - 1) * 0x3fb7u; /* spread over the address space */
  const uint32_t address = page * m->config.page_bytes + test_random_in(random, 0, m->config.page_bytes - 1);
  const uint32_t draw = test_random_in(random, 0, UINT32_MAX);
  const uint32_t what = test_random_in(random, 0, 19);
  model_entry *held = model_find(m, page_of(m, address));
  if (what < 2) return tlb_holds(g, t, address) == (held != NULL);
  if (tlb_lookup(g, t, address) != model_lookup(m, address)) return 0;
  if (held) return 1;
  const tlb_page actual = tlb_fill(g, t, address, draw);
  const tlb_page expected = model_fill(m, address, draw);
  return actual.present == expected.present && actual.address == expected.address;
}

static int same_content(const tlb_model *m, const tlb_geometry *g, const tlb_state *t) {
  for (uint32_t i = 0; i < m->config.entries; i++) {
    const tlb_page page = tlb_entry(g, t, i);
    if ((page.present ? page.address | 1 : 0) != model_page(m, i)) return 0;
  }
  return tlb_is_sound(g, t);
}

static void random_sequences_equal_the_model(void) {
  for (uint64_t seed = 0; seed < TRIALS; seed++) {
    tlb_model m = {.config = {.page_bytes = 256u << 2 * (seed % 6),
                              .entries = (uint8_t)(seed % TLB_ENTRY_LIMIT + 1),
                              .replacement = seed / TLB_ENTRY_LIMIT & 1}};
    EXPECT_EQUAL(tlb_config_check(&m.config), SIM_NONE);
    const tlb_geometry g = tlb_geometry_make(&m.config);
    test_random random = {seed};
    tlb_state t;
    tlb_init(&t);
    int same = 1;
    for (uint32_t i = 0; i < STEPS && same; i++)
      same = step(&random, &m, &g, &t) && (i % 50 != 0 || same_content(&m, &g, &t));
    if (!same) printf("  seed %llu differs\n", (unsigned long long)seed);
    EXPECT(same);
  }
}

static tlb_geometry make(uint8_t entries, enum tlb_replacement replacement, tlb_state *t) {
  const tlb_config config = {.page_bytes = PAGE, .entries = entries, .replacement = (uint8_t)replacement};
  tlb_init(t);
  return tlb_geometry_make(&config);
}

static void lru_replaces_the_page_used_longest_ago(void) {
  tlb_state t;
  const tlb_geometry g = make(3, TLB_LRU, &t);
  for (uint32_t page = 0; page < 3; page++) EXPECT(!tlb_fill(&g, &t, page * PAGE, 0).present);
  EXPECT(tlb_lookup(&g, &t, PAGE - 1));
  EXPECT(!tlb_lookup(&g, &t, 3 * PAGE));
  EXPECT_EQUAL(tlb_fill(&g, &t, 3 * PAGE, 0).address, PAGE);
  EXPECT_EQUAL(tlb_fill(&g, &t, UINT32_MAX, 0).address, 2 * PAGE);
  EXPECT(tlb_lookup(&g, &t, UINT32_MAX - PAGE + 1));
  EXPECT_EQUAL(tlb_entry(&g, &t, 2).address, 0);
}

static void random_replaces_the_entry_that_is_drawn(void) {
  tlb_state t;
  const tlb_geometry g = make(3, TLB_RANDOM, &t);
  for (uint32_t page = 0; page < 3; page++) tlb_fill(&g, &t, page * PAGE, 2);
  EXPECT_EQUAL(tlb_fill(&g, &t, 3 * PAGE, 4).address, PAGE);
  EXPECT(tlb_lookup(&g, &t, 0));
  EXPECT_EQUAL(tlb_fill(&g, &t, 4 * PAGE, 3).address, 0);
  EXPECT(!tlb_lookup(&g, &t, 0));
}

static void configurations_and_states_are_checked(void) {
  const tlb_config good = {.page_bytes = PAGE, .entries = 32};
  tlb_config bad = good;
  bad.page_bytes = 5000;
  EXPECT_EQUAL(tlb_config_check(&bad), offsetof(tlb_config, page_bytes));
  bad.page_bytes = 128;
  EXPECT_EQUAL(tlb_config_check(&bad), offsetof(tlb_config, page_bytes));
  bad = good;
  bad.entries = 65;
  EXPECT_EQUAL(tlb_config_check(&bad), offsetof(tlb_config, entries));
  bad.entries = 0;
  EXPECT_EQUAL(tlb_config_check(&bad), offsetof(tlb_config, entries));
  bad = good;
  bad.replacement = 2;
  EXPECT_EQUAL(tlb_config_check(&bad), offsetof(tlb_config, replacement));
  bad = good;
  bad.reserved[1] = 1;
  EXPECT_EQUAL(tlb_config_check(&bad), offsetof(tlb_config, reserved));
  tlb_state t;
  const tlb_geometry g = make(32, TLB_RANDOM, &t);
  tlb_fill(&g, &t, 0, 0);
  EXPECT(tlb_is_sound(&g, &t));
  t.recent = 32;
  EXPECT(!tlb_is_sound(&g, &t));
  t.recent = 0;
  t.keys[1] = t.keys[0];
  EXPECT(!tlb_is_sound(&g, &t));
  t.keys[1] = 5;
  EXPECT(!tlb_is_sound(&g, &t));
}

int main(void) {
  RUN(random_sequences_equal_the_model);
  RUN(lru_replaces_the_page_used_longest_ago);
  RUN(random_replaces_the_entry_that_is_drawn);
  RUN(configurations_and_states_are_checked);
  return TEST_EXIT_CODE;
}
