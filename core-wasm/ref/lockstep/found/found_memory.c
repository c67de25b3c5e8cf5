/* One small machine for each known difference in the memory system (README.md). */
#include "ref/lockstep/found/found.h"

#include <string.h>

#include "support/machine_fixture.h"
#include "ref/ref.h"

static sim_cache_config *with_cache(sim_config *c, int kind, uint32_t lines) {
  c->caches[kind] =
      (sim_cache_config){.size_bytes = lines * 32, .ways = 1, .line_bytes = 32, .write_back = 1, .write_allocate = 1};
  return &c->caches[kind];
}

/* A permanent thread that runs the sequence once. Instruction k accesses addresses[k]. */
static void runs(sim_config *c, uint32_t context, const char *text, const uint32_t *addresses) {
  const uint32_t first = c->instruction_count, routine = fixture_sequence(c, text);
  for (uint32_t i = first; i < c->instruction_count; i++) c->instructions[i].address = addresses[i - first];
  fixture_thread(c, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 3, context);
  fixture_step(c, sim_step_op_EXEC, routine);
  fixture_step(c, sim_step_op_WAIT, 0);
  c->queue_count = 1;
  c->queues[0].capacity = 1;
}

static const uint32_t zeros[16] = {0};

/* A beat brings two words. The first word arrives with the first beat, not before it. */
void found_beats(sim_config *c) {
  with_cache(c, 0, 4)->sub_block_bytes = 4;
  c->bus_bytes_per_beat = 8;
  runs(c, 0, "a a a a", zeros);
}

/* One word of the victim is valid. The next miss waits for its write-back. */
void found_write_back(sim_config *c) {
  with_cache(c, 1, 1)->sub_block_bytes = 4;
  runs(c, 0, "s l l", (const uint32_t[]){0, 64, 128});
}

/* The only way is pinned for other threads. */
void found_no_way(sim_config *c) {
  with_cache(c, 1, 1)->pinned_ways = 1;
  runs(c, 0, "s a", zeros);
}

/* A miss starts with the cycles of a hit, and these count as memory. */
void found_miss_cause(sim_config *c) {
  with_cache(c, 1, 1);
  c->memory_cycles = 3;
  runs(c, 0, "l l", (const uint32_t[]){0, 64});
}

void found_predictor_alone(sim_config *c) {
  c->predictor_mode = sim_predictor_BACKWARD_TAKEN;
  c->predictor_counters = 0;
  runs(c, 0, "l a", zeros);
}

/* Every access goes to the packet, and the first one to its first word. */
void found_packet_words(sim_config *c) {
  with_cache(c, 1, 4);
  c->nic_count = 1;
  c->nics[0].line_rate_bit_per_second = 0;
  const uint32_t routine = fixture_instructions(c, 12);
  c->routines[routine].mix_load = 100;
  c->routines[routine].packet_permille = 1000;
  fixture_thread(c, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 1, 0);
  fixture_step(c, sim_step_op_EXEC, fixture_cycles(c, 5));
  fixture_step(c, sim_step_op_TAKE_FRAME, 0);
  fixture_step(c, sim_step_op_EXEC, routine);
  fixture_traffic(c, sim_loop_OPEN, sim_direction_RECEIVE, 1000)->frame_count = 1;
}

/* Eight registers lie in one line. */
void found_save_words(sim_config *c) {
  with_cache(c, 1, 8);
  c->save_kind = sim_save_kind_WORDS;
  c->save_amount = c->restore_amount = 8;
  runs(c, 0, "a a", zeros);
  const uint32_t soft = fixture_thread(c, sim_thread_start_SOFT, sim_layer_PROTOCOL, 1, 0);
  fixture_step(c, sim_step_op_RETURN, 0);
  c->nic_count = 1;
  sim_traffic_config *traffic = fixture_traffic(c, sim_loop_OPEN, sim_direction_SEND, 100);
  traffic->thread = (uint8_t)soft;
  traffic->start_cycle = 2;
  traffic->frame_count = 1;
}

/* Write-through: first the L2 answers, then the store gets the bus. */
void found_write_first(sim_config *c) {
  with_cache(c, 1, 1)->write_back = 0;
  with_cache(c, 2, 8)->write_back = 0;
  runs(c, 0, "l l s", (const uint32_t[]){0, 64, 0});
}

/* Two contexts miss the same line. The second one also waits for the fill of the L2. */
void found_l2_fill(sim_config *c) {
  c->core_count = 2;
  with_cache(c, 0, 4);
  with_cache(c, 2, 8);
  runs(c, 0, "a a", zeros);
  runs(c, 0, "a a", zeros);
  c->threads[1].core = 1;
}

void found_illustration(sim_config *c) {
  c->policy = sim_policy_ROUND_ROBIN;
  with_cache(c, 0, 4);
  fixture_thread(c, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 1, 0);
  fixture_step(c, sim_step_op_EXEC, fixture_cycles(c, 20));
}

static void runs_at(sim_config *c, uint32_t code_address) {
  const uint32_t routine = fixture_sequence(c, "a");
  c->routines[routine].code_address = code_address;
  fixture_step(c, sim_step_op_EXEC, routine);
}

/* The line at 32 arrives slowly, beat by beat. Before its word at 60 arrives, code of another line in the L2 runs. */
void found_given_up(sim_config *c) {
  with_cache(c, 0, 2)->sub_block_bytes = 4;
  with_cache(c, 2, 32);
  c->bus_cycles_per_beat = 9;
  c->queue_count = 1;
  c->queues[0].capacity = 1;
  fixture_thread(c, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 3, 0);
  runs_at(c, 0x100);
  runs_at(c, 0x140); /* the line takes its place in the L1I */
  runs_at(c, 0x20);
  runs_at(c, 0x100);
  runs_at(c, 0x3c);
  fixture_step(c, sim_step_op_WAIT, 0);
}

/* Both cores read the first word, then one core writes the second. Its line is dirty and must be written back. */
void found_shared_write(sim_config *c) {
  c->core_count = 2;
  with_cache(c, 1, 1)->sub_block_bytes = 4;
  runs(c, 0, "l s l", (const uint32_t[]){0, 4, 64});
  runs(c, 0, "l", zeros);
  c->threads[1].core = 1;
}

/* The load misses and its context is left. A handler on another context runs between the load and the reader of its
 * register. */
void found_left_context(sim_config *c) {
  with_cache(c, 1, 4);
  c->policy = sim_policy_ON_EVENT;
  c->context_count = 2;
  c->non_blocking = 1;
  c->memory_latency_cycles = 60;
  c->timer_count = 1;
  c->timers[0].start_cycle = 4;
  c->timers[0].period_cycles_numerator = 1000;
  for (int step = 0; step < 8; step++) c->entry_cycles[step] = 0;
  runs(c, 0, "l5,1", zeros);
  const uint32_t user = fixture_sequence(c, "a6,5,5"), handler = fixture_sequence(c, "a1,2,3");
  c->steps[c->threads[0].first_step + 1] = (sim_step_config){.op = sim_step_op_EXEC, .index = (uint16_t)user};
  fixture_step(c, sim_step_op_WAIT, 0);
  fixture_thread(c, sim_thread_start_LINE, sim_layer_DRIVER_ISR, 0, 1);
  fixture_step(c, sim_step_op_ACKNOWLEDGE, 0)->device = sim_device_kind_TIMER;
  fixture_step(c, sim_step_op_EXEC, handler);
}

/* The line enters the other core's L2 as code, which snoops no other cache. Its missing part makes the line shared. */
void found_shared_part(sim_config *c) {
  with_cache(c, 0, 2);
  with_cache(c, 1, 2)->sub_block_bytes = 4;
  with_cache(c, 2, 8);
  c->core_count = 2;
  c->l2_per_core = 1;
  runs(c, 0, "l5,1", zeros);
  const uint32_t later = fixture_cycles(c, 150), before = fixture_cycles(c, 60), code = fixture_sequence(c, "a1 a2");
  const uint32_t part = fixture_sequence(c, "l6,1 s6,1");
  for (uint32_t i = c->instruction_count - 2u; i < c->instruction_count; i++) c->instructions[i].address = 4;
  c->routines[0].code_address = c->routines[part].code_address = 0x1000;
  c->routines[code].code_address = 0;
  sim_step_config *steps = &c->steps[c->threads[0].first_step];
  steps[1] = (sim_step_config){.op = sim_step_op_EXEC, .index = (uint16_t)later};
  fixture_step(c, sim_step_op_EXEC, part);
  fixture_step(c, sim_step_op_WAIT, 0);
  fixture_thread(c, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 3, 0);
  c->threads[1].core = 1;
  fixture_step(c, sim_step_op_EXEC, before);
  fixture_step(c, sim_step_op_EXEC, code);
  fixture_step(c, sim_step_op_WAIT, 0);
}

/* Slices are shorter than the fill of a line. Each time the line is needed again, it has been replaced. When it finally
 * stays, later accesses do not wait for the earlier fills. */
void found_forgotten_fills(sim_config *c) {
  with_cache(c, 0, 1);
  with_cache(c, 2, 4)->line_bytes = 64;
  c->caches[0].line_bytes = 8;
  c->caches[0].size_bytes = 64;
  c->caches[2].size_bytes = 4096;
  c->policy = sim_policy_ON_EVENT;
  c->context_count = 2;
  c->bus_bytes_per_beat = 1;
  c->bus_cycles_per_beat = 2;
  c->scheduler = sim_scheduler_ROUND_ROBIN;
  c->time_slice_cycles = 18;
  const uint32_t near = fixture_sequence(c, "a1 a1 a1 a1 a1 a1 a1"), far = fixture_sequence(c, "a1 a1 a1 a1 a1 a1 a1");
  c->routines[far].code_address = 40512;
  fixture_thread(c, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 4, 1);
  fixture_step(c, sim_step_op_EXEC, near);
  fixture_thread(c, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 4, 0);
  fixture_step(c, sim_step_op_EXEC, far);
}

/* The data of the load can be read in the last cycle of its miss. In that cycle the branch waits for the comparison. */
void found_early_data(sim_config *c) {
  c->has_memory = 1;
  c->non_blocking = 1;
  c->compare_branch_cycles = 1;
  c->load_use_cycles = 0;
  c->memory_latency_cycles = 1; /* plus a beat, so it is one cycle longer than a hit */
  runs(c, 0, "l5 a1 b,1,5", zeros);
}

static void comes_after(sim_config *c, uint32_t cycles, const char *text, uint32_t code_address) {
  const uint32_t before = fixture_cycles(c, cycles), routine = fixture_sequence(c, text);
  c->routines[routine].code_address = code_address;
  const uint32_t thread = fixture_thread(c, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 3, 0);
  c->threads[thread].context = (uint8_t)thread;
  fixture_step(c, sim_step_op_EXEC, before);
  fixture_step(c, sim_step_op_EXEC, routine);
  fixture_step(c, sim_step_op_WAIT, 0);
}

static void with_page(sim_config *c) {
  c->policy = sim_policy_SMT;
  c->context_count = c->issue_width = 4;
  c->non_blocking = 1; /* no miss delays the other accesses */
  c->tlb_entries = 1;
  c->tlb_page_bytes = 256;
}

/* The L2 has a line of code in parts. The parts from 20 on arrive after a page that is missed, the parts from 0 on
 * before it. An access to the line then waits for the later parts. */
void found_last_parts(sim_config *c) {
  with_page(c);
  with_cache(c, 0, 4)->sub_block_bytes = 4;
  with_cache(c, 2, 8);
  runs(c, 0, "l l", (const uint32_t[]){0x1020, 0x2040});
  comes_after(c, 150, "a", 0x1034);
  comes_after(c, 151, "a", 0x1020);
  comes_after(c, 152, "a", 0x1020);
}

/* The line at 0x1000 is prefetched, replaced by the one at 0x1080, and loaded again after a page, when the prefetch has
 * ended. An earlier access waits only for the load. */
void found_forgotten_prefetch(sim_config *c) {
  with_page(c);
  c->tlb_miss_cycles = 80;
  with_cache(c, 1, 2);
  const uint32_t addresses[] = {0x2020, 0x1080, 0x1000, 0, 0, 0, 0, 0x1000, 0x1080, 0x2020, 0x1000};
  fixture_thread(c, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 3, 0);
  fixture_step(c, sim_step_op_EXEC, fixture_sequence(c, "l l"));
  fixture_step(c, sim_step_op_EXEC, fixture_cycles(c, 141));
  fixture_step(c, sim_step_op_EXEC, fixture_sequence(c, "a a a a a l"));
  fixture_step(c, sim_step_op_WAIT, 0);
  for (uint32_t cycles = 257; cycles < 260; cycles++) comes_after(c, cycles, "l", 0);
  c->queue_count = 1;
  c->queues[0].capacity = 1;
  for (uint32_t i = 0; i < c->instruction_count; i++) c->instructions[i].address = addresses[i];
  c->instructions[2].operation = sim_operation_PREFETCH;
}

/* A register returns three words within the time of three hits. The next access does not wait for a miss. */
void found_words_at_once(sim_config *c) {
  with_cache(c, 1, 4);
  c->non_blocking = 1;
  c->uncached_cycles = 1;
  c->bus_bytes_per_beat = 4;
  c->uncached_ranges[0] = (sim_address_range){.from = 256, .to = 512};
  runs(c, 0, "l5,1 l6,1 s,1,5 l7,1", (const uint32_t[]){256, 256, 264, 256});
  for (uint32_t i = 0; i < c->instruction_count; i++) c->instructions[i].words = 3;
}

/* The load misses and its context is left. The handler's save stores its register, which is needed when that access
 * starts. */
void found_saved_late(sim_config *c) {
  with_cache(c, 1, 4);
  c->non_blocking = 1;
  c->store_forwarding = 1;
  c->load_use_cycles = 2;
  c->memory_latency_cycles = 60;
  c->save_kind = sim_save_kind_WORDS;
  c->save_amount = c->restore_amount = 4;
  c->timer_count = 1;
  c->timers[0].start_cycle = 4;
  c->timers[0].period_cycles_numerator = 1000;
  for (int step = 0; step < 8; step++) c->entry_cycles[step] = 0;
  runs(c, 0, "l1 a a", zeros);
  fixture_thread(c, sim_thread_start_LINE, sim_layer_DRIVER_ISR, 0, 0);
  fixture_step(c, sim_step_op_ACKNOWLEDGE, 0)->device = sim_device_kind_TIMER;
}

/* The L2 has the line and answers at once. The L1I keeps nothing, because its only way is pinned for others. The
 * instruction that is fetched again after the tick lies in two words of the line. The return from the L1I contains
 * neither of them. */
void found_fill_in_no_time(sim_config *c) {
  static const uint32_t words[] = {0x0437u << 16 | 0x0001 /* c.nop, then the first half of lui s0 */, 0x0013, 0x0013};
  c->nic_count = 0;
  with_cache(c, 0, 1)->pinned_ways = 1;
  with_cache(c, 2, 8);
  c->l2_cycles = 0;
  c->fetch_return_cycles = 1;
  c->tick_cycles = 2;
  c->tick_work_cycles = 1;
  fixture_program(c, words, sizeof words / sizeof *words, 0);
  c->routines[0].extensions = SIM_EXTENSION_C;
  fixture_thread(c, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 1, 0);
  fixture_step(c, sim_step_op_EXEC, 0);
}

/* Ticks come repeatedly before any code arrives, and each context fetches again after each tick. The L1I has one line,
 * so all fetches miss. The L2 has the line of the first context from its first fetch onwards. It brings the lines of
 * the others in turn, which replace each other: more fills than it could store. The first context still waits for its
 * line. / */
void found_many_fills(sim_config *c) {
  enum { CONTEXTS = 4 };
  static const uint32_t codes[CONTEXTS] = {0x1000, 0x1020, 0x1060, 0x10a0};
  c->policy = sim_policy_ROUND_ROBIN;
  c->context_count = CONTEXTS;
  c->tick_cycles = 2;
  c->tick_work_cycles = 1;
  c->memory_latency_cycles = 200;
  c->l2_cycles = 1;
  with_cache(c, 0, 1);
  with_cache(c, 2, 2);
  for (uint32_t context = 0; context < CONTEXTS; context++) {
    const uint32_t routine = fixture_sequence(c, "a a a");
    c->routines[routine].code_address = codes[context];
    fixture_thread(c, sim_thread_start_ALWAYS, sim_layer_APPLICATION, 3, context);
    fixture_step(c, sim_step_op_EXEC, routine);
  }
}
