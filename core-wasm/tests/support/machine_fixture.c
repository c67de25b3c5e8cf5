#include "machine_fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/machine.h"
#include "state/state.h"

const sim_observer_config fixture_blind = {0};
const sim_observer_config fixture_watched = {
    .event_capacity = 1 << 14,
    .row_capacity = 1 << 12,
    .latency_capacity = 1 << 10,
    .bin_capacity = 256,
    .bin_cycles = 16,
};

sim *fixture_create(const sim_config *config, const sim_trace_entry *trace, const sim_observer_config *observers) {
  const size_t bytes = (sim_memory_bytes(config, observers) + 15) & ~(size_t)15;
  sim_error error;
  sim *sim = sim_create(aligned_alloc(16, bytes), bytes, config, trace, observers, &error);
  if (sim != NULL) return sim;
  printf("FAIL machine refused: status %u, field offset %u, value %llu\n", error.status, error.field_offset,
         (unsigned long long)error.value);
  exit(1);
}

void fixture_free(sim *sim) { free(sim); }

sim *fixture_run_to(const sim_config *config, uint64_t cycle) {
  enum { SLICE_CYCLES = 50 };
  sim *sim = fixture_create(config, NULL, &fixture_watched);
  for (uint64_t now = 0; now < cycle;) {
    now = now + SLICE_CYCLES < cycle ? now + SLICE_CYCLES : cycle;
    sim_step(sim, now, 0);
    const int broken = sim_check_invariants(sim);
    if (broken == 0) continue;
    printf("FAIL invariant %d is broken by cycle %llu\n", broken, (unsigned long long)now);
    exit(1);
  }
  return sim;
}

int fixture_same_state(const sim *a, const sim *b) {
  const uint64_t bytes = machine_state_bytes(&a->config);
  return a->config_hash == b->config_hash && machine_state_bytes(&b->config) == bytes &&
         memcmp(state_of(a), state_of(b), bytes) == 0;
}

static void expect_hash(const sim *sim, uint64_t hash, const char *what) {
  if (sim_state_hash(sim) == hash) return;
  printf("FAIL the machine is another one %s\n", what);
  exit(1);
}

sim *fixture_run_in_any_steps(const sim_config *config, uint64_t cycle) {
  sim *whole = fixture_create(config, NULL, &fixture_blind);
  sim_step(whole, cycle, 0);
  const uint64_t hash = sim_state_hash(whole);
  sim *watched = fixture_create(config, NULL, &fixture_watched);
  for (uint64_t at = 0; at < cycle; at += 1 + at % 7) sim_step(watched, at, 0);
  sim_step(watched, cycle, 0);
  expect_hash(watched, hash, "in slices, watched");
  sim *stepped = fixture_create(config, NULL, &fixture_blind);
  sim_set_skipping(stepped, 0);
  sim_step(stepped, cycle / 3, 0);
  uint8_t *saved = malloc(sim_snapshot_bytes(stepped));
  sim_save(stepped, saved);
  sim_step(stepped, cycle, 0);
  expect_hash(stepped, hash, "cycle by cycle");
  if (sim_restore(watched, saved, sim_snapshot_bytes(watched)) != sim_status_OK) exit(1);
  sim_step(watched, cycle, 0);
  expect_hash(watched, hash, "from a snapshot on");
  free(saved);
  fixture_free(watched);
  fixture_free(stepped);
  return whole;
}

void fixture_contexts(sim_config *config, uint32_t contexts) {
  sim_config_defaults(config);
  config->policy = contexts > 1 ? sim_policy_ON_EVENT : sim_policy_SINGLE;
  config->context_count = (uint8_t)contexts;
}

uint32_t fixture_cycles(sim_config *config, uint32_t cycles) {
  config->routines[config->routine_count].kind = sim_routine_kind_CYCLES;
  config->routines[config->routine_count].fixed = cycles;
  return config->routine_count++;
}

uint32_t fixture_instructions(sim_config *config, uint32_t instructions) {
  config->routines[config->routine_count].kind = sim_routine_kind_INSTRUCTIONS;
  config->routines[config->routine_count].fixed = instructions;
  return config->routine_count++;
}

static uint8_t read_register(const char **at) {
  if (**at == ',') ++*at;
  if (**at < '0' || **at > '9') return 0;
  return (uint8_t)strtoul(*at, (char **)at, 10);
}

uint32_t fixture_sequence(sim_config *config, const char *text) {
  static const char letters[] = "?alsbmt";
  sim_routine_config *routine = &config->routines[config->routine_count];
  routine->first_instruction = config->instruction_count;
  for (const char *at = text; *at;) {
    if (*at == ' ') {
      at++;
      continue;
    }
    sim_instruction *instruction = &config->instructions[config->instruction_count++];
    uint8_t operation = 1;
    while (letters[operation] != *at) operation++;
    at++;
    instruction->taken = operation == 6;
    instruction->operation = operation == 6 ? sim_operation_BRANCH : operation;
    const int has_result = operation == sim_operation_ALU || operation == sim_operation_LOAD ||
                           operation == sim_operation_MULTIPLY;
    if (has_result) instruction->destination = read_register(&at);
    instruction->source1 = read_register(&at);
    instruction->source2 = read_register(&at);
    routine->instruction_count++;
  }
  return fixture_instructions(config, routine->instruction_count);
}

uint32_t fixture_thread(sim_config *config, enum sim_thread_start start, enum sim_layer layer, uint32_t priority,
                        uint32_t context) {
  sim_thread_config *thread = &config->threads[config->thread_count];
  thread->first_step = config->step_count;
  thread->layer = (uint8_t)layer;
  thread->priority = (uint8_t)priority;
  thread->start = (uint8_t)start;
  thread->context = (uint8_t)context;
  thread->interrupts_enabled = 1;
  return config->thread_count++;
}

sim_step_config *fixture_step(sim_config *config, enum sim_step_op op, uint32_t index) {
  if (config->step_count == SIM_STEP_LIMIT) {
    printf("FAIL the machine has no room for another step (SIM_STEP_LIMIT, %u)\n", SIM_STEP_LIMIT);
    exit(1);
  }
  sim_step_config *step = &config->steps[config->step_count++];
  *step = (sim_step_config){.op = (uint8_t)op, .index = (uint16_t)index};
  config->threads[config->thread_count - 1].step_count++;
  return step;
}

uint32_t fixture_program(sim_config *config, const uint32_t *words, uint32_t count, uint32_t address) {
  const uint32_t program = config->routine_count++;
  uint32_t used = 0;
  for (uint32_t before = 0; before < program; before++)
    if (config->routines[before].kind == sim_routine_kind_PROGRAM) used += config->routines[before].word_count;
  memcpy(config->program + used, words, count * sizeof *words);
  config->routines[program].first_word = (uint16_t)used;
  config->routines[program].kind = sim_routine_kind_PROGRAM;
  config->routines[program].word_count = (uint16_t)count;
  config->routines[program].code_address = address;
  return program;
}

sim *fixture_run_program(const sim_config *config, const uint32_t *words, uint32_t count, uint32_t address,
                         uint64_t cycles) {
  static sim_config machine;
  machine = *config;
  const uint32_t program = fixture_program(&machine, words, count, address);
  const uint32_t rest = fixture_cycles(&machine, 100000);
  fixture_thread(&machine, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 3, 0);
  fixture_step(&machine, sim_step_op_EXEC, program);
  fixture_step(&machine, sim_step_op_EXEC, rest);
  if (machine.timer_count > 0) {
    fixture_thread(&machine, sim_thread_start_LINE, sim_layer_DRIVER_ISR, 1, 0);
    fixture_step(&machine, sim_step_op_ACKNOWLEDGE, 0)->device = sim_device_kind_TIMER;
    machine.timers[0].line = machine.threads[1].line;
  }
  sim *sim = fixture_create(&machine, NULL, &fixture_watched);
  sim_step(sim, cycles, 0);
  return sim;
}

uint32_t fixture_hart(sim_config *config, const uint32_t *words, uint32_t count, uint32_t address, uint32_t context) {
  const uint32_t program = fixture_program(config, words, count, address);
  const uint32_t thread = fixture_thread(config, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 3, context);
  config->threads[thread].machine_mode = 1;
  fixture_step(config, sim_step_op_EXEC, program);
  return thread;
}

sim_traffic_config *fixture_traffic(sim_config *config, enum sim_loop loop, enum sim_direction direction,
                                    uint32_t size_bytes) {
  sim_traffic_config *traffic = &config->traffic[config->traffic_count++];
  traffic->loop = (uint8_t)loop;
  traffic->direction = (uint8_t)direction;
  traffic->size_bytes = size_bytes;
  return traffic;
}

uint64_t fixture_cycles_by(sim *sim, uint32_t context, uint32_t layer, uint32_t cause) {
  return sim_get_counters(sim)->cycles_by[(context * SIM_LAYER_LIMIT + layer) * SIM_CAUSE_LIMIT + cause];
}

uint64_t fixture_event_cycle(const sim_event *event) { return (uint64_t)event->cycle_high << 32 | event->cycle_low; }

uint32_t fixture_events(const sim *sim, enum sim_event_kind kind, sim_event *events, uint32_t limit) {
  uint32_t count = 0;
  for (uint64_t i = sim_event_first(sim); i < sim_event_next(sim); i++) {
    const sim_event *event = &sim_event_log(sim)[i & (fixture_watched.event_capacity - 1)];
    if (event->kind != kind) continue;
    if (count < limit) events[count] = *event;
    count++;
  }
  return count;
}

uint32_t fixture_event_value(const sim *sim, enum sim_event_kind kind, uint32_t subject) {
  enum { EVENT_LIMIT = 1024 };
  static sim_event events[EVENT_LIMIT];
  const uint32_t count = fixture_events(sim, kind, events, EVENT_LIMIT);
  for (uint32_t i = 0; i < count && i < EVENT_LIMIT; i++)
    if (events[i].subject == subject) return events[i].value;
  printf("FAIL event of kind %u and subject %u is missing\n", kind, subject);
  exit(1);
}

uint64_t fixture_nth_event_cycle(const sim *sim, enum sim_event_kind kind, uint32_t index) {
  enum { EVENT_LIMIT = 1024 };
  static sim_event events[EVENT_LIMIT];
  const uint32_t count = fixture_events(sim, kind, events, EVENT_LIMIT);
  if (index < count && index < EVENT_LIMIT) return fixture_event_cycle(&events[index]);
  printf("FAIL event %u of kind %u is missing\n", index, kind);
  exit(1);
}
