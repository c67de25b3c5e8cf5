/* The predictor against plain arrays, on random sequences and on some written by hand. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "support/machine_fixture.h"
#include "cache/predictor.h"
#include "random/random_config.h"
#include "support/test.h"

enum { TRIALS = 120, STEPS = 2000 };

typedef struct predictor_model {
  int counters[PREDICTOR_COUNTER_LIMIT];
  struct {
    int known;
    uint32_t pc, target;
  } targets[PREDICTOR_TARGET_LIMIT];
  uint32_t returns[PREDICTOR_RETURN_LIMIT + 1];
  uint32_t depth;
} predictor_model;

static predictor_model model;

static void model_init(const predictor_config *config) {
  memset(&model, 0, sizeof model);
  for (uint32_t i = 0; i < config->counters; i++) model.counters[i] = 1;
}

static int branch(const predictor_config *c, const predictor_geometry *g, void *state, uint32_t pc, int taken,
                  int backward) {
  int expected = c->mode == PREDICTOR_BACKWARD_TAKEN && backward;
  if (c->mode == PREDICTOR_BIMODAL) {
    int *counter = &model.counters[pc / 4 % c->counters];
    expected = *counter >= 2;
    *counter += taken ? *counter < 3 : -(*counter > 0);
  }
  const int predicted = predictor_predict(g, state, pc, backward);
  predictor_update(g, state, pc, taken);
  return predicted == expected;
}

static int jump(const predictor_config *c, const predictor_geometry *g, void *state, uint32_t pc, uint32_t target) {
  uint32_t found = 7;
  const int known = predictor_target(g, state, pc, &found);
  predictor_learn_target(g, state, pc, target);
  if (c->targets == 0) return !known && found == 7;
  const uint32_t index = pc / 4 % c->targets;
  const int expected = model.targets[index].known && model.targets[index].pc == pc;
  const uint32_t where = expected ? model.targets[index].target : 7;
  model.targets[index].known = 1;
  model.targets[index].pc = pc;
  model.targets[index].target = target;
  return known == expected && found == where;
}

static int call(const predictor_config *c, const predictor_geometry *g, void *state, uint32_t address) {
  predictor_call(g, state, address);
  model.returns[model.depth++] = address;
  if (model.depth <= c->returns) return 1;
  memmove(model.returns, model.returns + 1, sizeof model.returns - sizeof *model.returns);
  model.depth--;
  return 1;
}

static int give_back(const predictor_geometry *g, void *state) {
  uint32_t found = 7;
  const int known = predictor_return(g, state, &found);
  if (model.depth == 0) return !known && found == 7;
  return known && found == model.returns[--model.depth];
}

static int step(test_random *random, const predictor_config *c, const predictor_geometry *g, void *state) {
  const uint32_t far = test_random_in(random, 0, 1) ? 0xffff0000u : 0;
  const uint32_t pc = far + test_random_in(random, 0, 2u * c->counters + 2u * c->targets + 8) * 4;
  const uint32_t target = test_random_in(random, 0, UINT32_MAX);
  switch (test_random_in(random, 0, 3)) {
    case 0: return jump(c, g, state, pc, target);
    case 1: return test_random_in(random, 0, 1) ? call(c, g, state, target) : give_back(g, state);
    default: return branch(c, g, state, pc, target % 8 < 5, target >> 31);
  }
}

static void random_sequences_equal_the_model(void) {
  for (uint64_t seed = 0; seed < TRIALS; seed++) {
    test_random random = {seed};
    predictor_config config = {.targets = (uint16_t)(1u << test_random_in(&random, 0, 9)),
                               .returns = (uint8_t)test_random_in(&random, 0, PREDICTOR_RETURN_LIMIT),
                               .mode = seed % 3};
    if (test_random_in(&random, 0, 2) == 0) config.targets = 0;
    if (config.mode == PREDICTOR_BIMODAL) config.counters = (uint16_t)(1u << test_random_in(&random, 0, 12));
    EXPECT_EQUAL(predictor_config_check(&config), SIM_NONE);
    const predictor_geometry g = predictor_geometry_make(&config);
    void *state = aligned_alloc(8, predictor_bytes(&g));
    memset(state, 0xa5, predictor_bytes(&g));
    predictor_init(&g, state);
    model_init(&config);
    int same = predictor_is_sound(&g, state);
    for (uint32_t i = 0; i < STEPS && same; i++) same = step(&random, &config, &g, state);
    same = same && predictor_is_sound(&g, state);
    if (!same) printf("  seed %llu differs\n", (unsigned long long)seed);
    EXPECT(same);
    free(state);
  }
}

/* A loop of four turns: one miss at its end, and none at its start the second time. */
static void two_bits_survive_the_end_of_a_loop(void) {
  const predictor_config config = {.mode = PREDICTOR_BIMODAL, .counters = 16};
  const predictor_geometry g = predictor_geometry_make(&config);
  void *state = aligned_alloc(8, predictor_bytes(&g));
  predictor_init(&g, state);
  uint32_t missed[3] = {0};
  for (int run = 0; run < 3; run++)
    for (int turn = 0; turn < 4; turn++) {
      const int taken = turn < 3;
      missed[run] += predictor_predict(&g, state, 0x40, 1) != taken;
      predictor_update(&g, state, 0x40, taken);
    }
  EXPECT_EQUAL(missed[0], 2); /* the first turn finds a counter that is weakly not taken */
  EXPECT_EQUAL(missed[1], 1);
  EXPECT_EQUAL(missed[2], 1);
  EXPECT(predictor_predict(&g, state, 0x80, 1)); /* 16 counters further: the same counter */
  EXPECT(!predictor_predict(&g, state, 0x44, 1));
  free(state);
}

static void a_full_stack_loses_its_oldest_address(void) {
  const predictor_config config = {.returns = 2};
  const predictor_geometry g = predictor_geometry_make(&config);
  void *state = aligned_alloc(8, predictor_bytes(&g));
  predictor_init(&g, state);
  for (uint32_t i = 1; i <= 3; i++) predictor_call(&g, state, i * 0x100);
  uint32_t target = 0;
  EXPECT(predictor_return(&g, state, &target) && target == 0x300);
  EXPECT(predictor_return(&g, state, &target) && target == 0x200);
  EXPECT(!predictor_return(&g, state, &target) && target == 0x200);
  free(state);
}

static void configurations_and_states_are_checked(void) {
  static const struct {
    predictor_config config;
    uint32_t field;
  } cases[] = {{{.mode = PREDICTOR_BIMODAL, .counters = 4096, .targets = 512, .returns = 16}, SIM_NONE},
               {{.mode = 3}, offsetof(predictor_config, mode)},
               {{.mode = PREDICTOR_BIMODAL}, offsetof(predictor_config, counters)},
               {{.mode = PREDICTOR_BIMODAL, .counters = 12}, offsetof(predictor_config, counters)},
               {{.mode = PREDICTOR_BIMODAL, .counters = 8192}, offsetof(predictor_config, counters)},
               {{.counters = 4}, offsetof(predictor_config, counters)},
               {{.targets = 3}, offsetof(predictor_config, targets)},
               {{.targets = 1024}, offsetof(predictor_config, targets)},
               {{.returns = 17}, offsetof(predictor_config, returns)},
               {{.reserved = {1}}, offsetof(predictor_config, reserved)}};
  for (uint32_t i = 0; i < sizeof cases / sizeof *cases; i++)
    EXPECT_EQUAL(predictor_config_check(&cases[i].config), cases[i].field);
  const predictor_config config = {.targets = 4, .returns = 3};
  const predictor_geometry g = predictor_geometry_make(&config);
  uint32_t *state = aligned_alloc(8, predictor_bytes(&g));
  predictor_init(&g, state);
  EXPECT(predictor_is_sound(&g, state));
  state[0] = 3; /* the top is beyond the stack */
  EXPECT(!predictor_is_sound(&g, state));
  state[0] = 0;
  state[1] = 4; /* deeper than the stack */
  EXPECT(!predictor_is_sound(&g, state));
  state[1] = 0;
  state[2] = 5; /* key of address 4 in entry 0 */
  EXPECT(!predictor_is_sound(&g, state));
  free(state);
}

/* A branch is found by its address. Bit 0 of an entry says that the entry is used. */
static void a_table_needs_aligned_code(void) {
  static sim_config config;
  sim_error error;
  sim_config_defaults(&config);
  const uint32_t routine = fixture_sequence(&config, "a1,2,3");
  fixture_thread(&config, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 3, 0);
  fixture_step(&config, sim_step_op_EXEC, routine);
  config.predictor_mode = sim_predictor_BACKWARD_TAKEN;
  config.predictor_targets = 16;
  config.routines[routine].code_address = 8;
  EXPECT_EQUAL(sim_config_check(&config, NULL, &error), sim_status_OK);
  config.routines[routine].code_address = 6;
  EXPECT_EQUAL(sim_config_check(&config, NULL, &error), sim_status_INCONSISTENT);
  EXPECT_EQUAL(error.field_offset, offsetof(sim_config, routines[0].code_address));
  config.predictor_targets = 0;
  EXPECT_EQUAL(sim_config_check(&config, NULL, &error), sim_status_OK);
}

int main(void) {
  RUN(random_sequences_equal_the_model);
  RUN(two_bits_survive_the_end_of_a_loop);
  RUN(a_full_stack_loses_its_oldest_address);
  RUN(configurations_and_states_are_checked);
  RUN(a_table_needs_aligned_code);
  return TEST_EXIT_CODE;
}
