/* The memory accesses of fetches, loads and stores, and their cost in the pipeline. */
#include <assert.h>

#include "ref/memory/memory.h"

static const uint32_t packets_begin = 0x40000000, packet_bytes = 2048;
static const uint32_t saves_begin = 0x7f000000, save_bytes = 256; /* for each context */

static const uint32_t save_code = 0xfffff000, restore_code = 0xfffff800;

/* The activity whose instructions are in the pipeline. */
static ref_activity *activity_of(ref *r, int c) {
  const ref_cpu *cpu = &r->cpus[c];
  return &r->activities[cpu->phase == REF_DRAIN || cpu->phase == REF_SAVE ? cpu->save_thread : cpu->thread];
}

static int moves_registers(const ref *r, int c) {
  return r->cpus[c].phase == REF_SAVE || r->cpus[c].phase == REF_RESTORE;
}

static ref_requester requester_of(ref *r, int c) {
  const ref_activity *activity = activity_of(r, c);
  if (moves_registers(r, c)) return (ref_requester){.core = r->cpus[c].core, .layer = sim_layer_SAVE_RESTORE};
  return (ref_requester){.core = r->cpus[c].core,
                         .layer = activity->layer,
                         .pinned = r->config.routines[activity->routine].pinned};
}

/* ---- code ---- */

static uint32_t fetch_address(const ref *r, int c, const ref_stream *stream, uint32_t index) {
  if (stream->code != REF_NONE) return ref_code_address(r, stream->code, index);
  return (r->cpus[c].phase == REF_SAVE ? save_code : restore_code) + index % REF_MOVED_REGISTERS * REF_WORD_BYTES;
}

static int software_refills(const ref *r) { return r->config.tlb_entries > 0 && r->config.tlb_refill_instructions > 0; }

static uint64_t latest(uint64_t a, uint64_t b) { return a > b ? a : b; }

static uint32_t line_of(const ref *r, uint32_t address) { return address / r->config.caches[REF_L1I].line_bytes; }

/* Arrival of a word in the current line of the stream. */
static uint64_t word_comes(const ref *r, const ref_stream *stream, uint32_t address) {
  return stream->comes[address % r->config.caches[REF_L1I].line_bytes / REF_WORD_BYTES];
}

/* M-221: "An instruction of 4 bytes that lies in two words" */
static int lies_in_two_words(const ref_instruction *i, uint32_t address) {
  return i->bytes == REF_WORD_BYTES && address % REF_WORD_BYTES != 0;
}

static int lies_in_two_lines(const ref *r, const ref_instruction *i, uint32_t address) {
  return lies_in_two_words(i, address) && line_of(r, address) != line_of(r, address + 2);
}

/* Arrival of its second word, if it has one. If that word is in another line, this becomes the stream's current line.
 */
static uint64_t second_comes(ref *r, const ref_instruction *i, ref_stream *stream, const ref_requester *requester,
                             uint32_t address) {
  if (!lies_in_two_words(i, address)) return 0;
  if (lies_in_two_lines(r, i, address)) {
    stream->line = line_of(r, address + 2);
    ref_memory_fetch(r, requester, i->cpu, address + 2, stream->comes);
  }
  return word_comes(r, stream, address + 2);
}

void ref_fetch_again(ref *r, ref_instruction *i) {
  ref_stream *stream = ref_cpu_stream(r, i->cpu);
  const uint32_t address = fetch_address(r, i->cpu, stream, i->index);
  const ref_requester requester = requester_of(r, i->cpu);
  const uint64_t from = ref_memory_fetch_from(r, i->cpu);
  ref_memory_fetch(r, &requester, i->cpu, address, stream->comes);
  const uint64_t first = word_comes(r, stream, address); /* before the stream changes to another line */
  const uint64_t comes = latest(first, second_comes(r, i, stream, &requester, address));
  i->fetch_last = comes > from ? comes : from;
}

/* Looks up the page of each line that the access reaches. */
static int has_pages(ref *r, const ref_requester *requester, const ref_instruction *i, uint32_t address, int is_new) {
  const int has_first = !is_new || ref_memory_look_up(r, requester, address);
  const int has_second = !lies_in_two_lines(r, i, address) || ref_memory_look_up(r, requester, address + 2);
  return has_first && has_second;
}

uint64_t ref_fetch_last(ref *r, int c, ref_stream *stream, ref_instruction *i) {
  const uint32_t index = i->index;
  if (r->memory == NULL || r->config.caches[REF_L1I].size_bytes == 0) return r->cycle;
  const uint32_t address = fetch_address(r, c, stream, index);
  const uint32_t line = line_of(r, address);
  const ref_requester requester = requester_of(r, c);
  const uint64_t from = ref_memory_fetch_from(r, c);
  const int is_new = !stream->knows_line || stream->line != line;
  stream->knows_line = 1;
  stream->line = line;
  if (software_refills(r) && !has_pages(r, &requester, i, address, is_new)) {
    if (lies_in_two_lines(r, i, address)) stream->line = line_of(r, address + 2);
    i->refill_left = r->config.tlb_refill_instructions;
    return UINT64_MAX; /* not before it is fetched again */
  }
  if (is_new) ref_memory_fetch(r, &requester, c, address, stream->comes);
  const uint64_t first = word_comes(r, stream, address);
  const uint64_t comes = latest(first, second_comes(r, i, stream, &requester, address));
  return comes > from ? comes : from;
}

/* ---- data ---- */

static int is_routine_of(const ref *r, const sim_step_config *step, int routine) {
  if (step->op == sim_step_op_EXEC) return step->index == routine;
  if (step->op != sim_step_op_LOCK && step->op != sim_step_op_UNLOCK) return 0;
  const sim_lock_config *lock = &r->config.locks[step->index];
  return lock->acquire == routine || lock->poll == routine || lock->release == routine;
}

/* M-128: "The first thread (by number) that runs the routine has its data at their address" */
static uint32_t data_begin(const ref *r, const ref_activity *activity) {
  const sim_routine_config *routine = &r->config.routines[activity->routine];
  uint32_t before = 0;
  for (int thread = 0; thread < activity->thread; thread++) {
    const sim_thread_config *config = &r->config.threads[thread];
    int runs = 0;
    for (int step = 0; step < config->step_count; step++)
      runs |= is_routine_of(r, &r->config.steps[config->first_step + step], activity->routine);
    before += (uint32_t)runs;
  }
  if (before == 0 || routine->copy_bytes == 0) return routine->data_address;
  uint32_t begin = routine->copies_address;
  for (uint32_t copy = 1; copy < before; copy++) begin += routine->copy_bytes;
  return begin % packets_begin; /* data lie below the packets */
}

/* Address of drawn access k. `packet_words`: words of the current packet that were accessed so far. */
static uint32_t drawn_address(const ref *r, const ref_activity *activity, uint64_t k, uint32_t *packet_words) {
  const sim_routine_config *routine = &r->config.routines[activity->routine];
  const ref_data_draw draw = ref_draw_data(&r->config, activity->routine, k);
  if (draw.kind < routine->uncached_permille) return ref_devices_begin;
  if (activity->packet != REF_NONE && draw.kind < (uint32_t)routine->uncached_permille + routine->packet_permille) {
    const uint32_t size = r->packets[activity->packet].size_bytes;
    const uint32_t at = (*packet_words)++ * REF_WORD_BYTES % size / REF_WORD_BYTES * REF_WORD_BYTES;
    return packets_begin + (uint32_t)activity->packet * packet_bytes + at;
  }
  const uint32_t bytes = draw.hot < routine->hot_permille ? routine->hot_bytes : routine->data_bytes;
  return data_begin(r, activity) + ref_draw_byte(&draw, bytes) / REF_WORD_BYTES * REF_WORD_BYTES;
}

static uint32_t given_address(const ref *r, const ref_activity *activity, uint32_t index) {
  const sim_routine_config *routine = &r->config.routines[activity->routine];
  const sim_instruction *given = &r->config.instructions[routine->first_instruction + index];
  return given->in_data ? given->address - routine->data_address + data_begin(r, activity) : given->address;
}

static uint32_t data_address(ref *r, const ref_instruction *i) {
  ref_activity *activity = activity_of(r, i->cpu);
  const sim_routine_config *routine = &r->config.routines[activity->routine];
  if (moves_registers(r, i->cpu)) {
    return saves_begin + (uint32_t)activity->context * save_bytes + i->index * REF_WORD_BYTES % save_bytes;
  }
  if (ref_is_program(r, activity->routine)) return i->address;
  if (routine->instruction_count > 0) return given_address(r, activity, i->index);
  return drawn_address(r, activity, r->memory->data_draws[activity->routine]++, &activity->packet_words);
}

/* M-140: "it brings the line of the access `prefetchAhead` accesses after the next of the routine" */
static uint32_t prefetch_address(ref *r, const ref_instruction *i) {
  const ref_activity *activity = activity_of(r, i->cpu);
  const sim_routine_config *routine = &r->config.routines[activity->routine];
  if (routine->instruction_count > 0) return given_address(r, activity, i->index);
  uint32_t words = activity->packet_words, address = 0;
  for (uint64_t ahead = 0; ahead <= routine->prefetch_ahead; ahead++)
    address = drawn_address(r, activity, r->memory->data_draws[activity->routine] + ahead, &words);
  return address;
}

void ref_prefetch(ref *r, ref_instruction *i) {
  i->accessed = 1;
  if (r->memory == NULL || r->config.caches[REF_L1D].size_bytes == 0) return;
  const ref_requester requester = requester_of(r, i->cpu);
  r->counters.prefetches++;
  if (!ref_memory_prefetch(r, &requester, i->cpu, prefetch_address(r, i))) r->counters.prefetches_dropped++;
}

/* The next access waits for the context's current miss. */
static void under_way_until(ref *r, int c, uint64_t last) {
  ref_cpu *cpu = &r->cpus[c];
  cpu->has_missed = 1;
  if (last >= cpu->miss_last) cpu->miss_last = last;
}

/* Accesses several words, one after the other. A device register returns all of them at once. Returns the last cycle.
 */
static uint64_t access_words(ref *r, const ref_requester *requester, uint32_t address,
                             uint32_t words, int writes, uint64_t from) {
  if (ref_is_uncached(r, address))
    return ref_memory_device(r, requester->core, from, words, writes);
  const uint64_t last = writes ? ref_memory_store(r, requester, address, from)
                               : ref_memory_load(r, requester, address, from);
  return latest(last, from + r->config.memory_cycles - 1u);
}

void ref_look_up_data(ref *r, ref_instruction *i) {
  if (!software_refills(r)) return;
  const ref_requester requester = requester_of(r, i->cpu);
  i->address = data_address(r, i);
  for (uint32_t word = 0; word < i->words && !ref_is_uncached(r, i->address); word++) {
    const uint32_t address = i->amo ? i->address : i->address + word * REF_WORD_BYTES;
    if (!ref_is_uncached(r, address) && !ref_memory_look_up(r, &requester, address))
      i->refill_left = r->config.tlb_refill_instructions;
  }
}

void ref_begin_access(ref *r, ref_instruction *i) {
  const ref_requester requester = requester_of(r, i->cpu);
  const uint32_t address = software_refills(r) ? i->address : data_address(r, i);
  const uint64_t hit_last = r->cycle + r->config.memory_cycles * i->words - 1u;
  const int stores = i->operation == sim_operation_STORE || i->conditional;
  uint64_t begin = r->cycle, last = access_words(r, &requester, address, i->amo ? 1 : i->words, stores, begin);
  int waits = ref_is_uncached(r, address); /* the core waits for the answer */
  if (i->amo) {
    begin = last + 1;
    last = access_words(r, &requester, address, 1, 1, begin);
  }
  for (uint32_t word = 1; word < i->words && !i->amo && !ref_is_uncached(r, address); word++) {
    begin = last + 1;
    last = access_words(r, &requester, address + word * REF_WORD_BYTES, 1, stores, begin);
    waits = ref_is_uncached(r, address + word * REF_WORD_BYTES);
  }
  const uint64_t left_last = latest(begin + r->config.memory_cycles - 1u, hit_last);
  last = latest(last, hit_last);
  i->accessed = 1;
  i->access_begin = r->cycle;
  i->data_last = last;
  const int leaves = r->config.non_blocking && !waits;
  i->access_last = leaves ? left_last : last;
  i->missed = last > hit_last;
  if (r->config.non_blocking && i->missed) under_way_until(r, i->cpu, last);
}

uint32_t ref_packet_address(int packet) { return packets_begin + (uint32_t)packet * packet_bytes; }
