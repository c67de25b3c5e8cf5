#include "cpu/step/pipeline.h"
#include "cpu/code/routine.h"

#include <string.h>


void pipeline_begin(sim *sim, uint32_t stream, uint64_t budget, uint64_t done, uint32_t index) {
  assert(stream < STREAM_COUNT && done < budget);
  stream_state *p = &cpu_now(sim)->stream;
  p->stream = (uint8_t)stream;
  if (sim->program_flights != NULL) sim->program_flights[sim->cpu].reserved_word = 0; /* M-203 */
  p->budget = budget;
  p->front.fetched = done;
  p->front.retired = done;
  p->front.next_index = index;
  p->front.draining = 0;
  p->front.fetched_bits = 0;
  p->moved = 0;
  p->fresh = 1;
}

int pipeline_is_over(const cpu_state *cpu) {
  const front_state *f = &cpu->stream.front;
  return f->retired == (f->draining ? f->fetched : cpu->stream.budget) && f->refilling == 0;
}

/* The core fetches the instruction again. */
static void take_back(sim *sim, stream_state *p, uint64_t word) {
  front_state *f = &p->front;
  if (!(word & WORD_VALID) || (word & WORD_WRONG_PATH)) return;
  f->fetched--;
  f->next_index = word_index(word);
  if ((word & WORD_BRANCH) && !code_at(sim, p->stream)->given) state_of(sim)->branch_draws[p->stream]--;
  if ((word & WORD_MISPREDICTED) || redirects(word)) f->wrong_path = 0;
}

/* Takes back the instructions issued after the youngest access that has started. Returns the first stage whose
 * instruction stays (M-287). */
RARE static uint32_t abandon(sim *sim, stream_state *p) {
  const uint32_t execute = sim->config.execute_stage, access = sim->config.access_stage;
  const back_state *back = &core_at(sim, sim->cpu)->back;
  const uint32_t last = sim->config.stage_count - 1u;
  const int has_retired = retires(back, pipeline_shape(sim), sim->boundary - 1);
  uint32_t stage = execute;
  for (; has_retired ? stage < last : stage <= last; stage++) {
    const uint64_t word = back->latch[stage - execute][0];
    const int accesses = is_valid(word) && (word & (WORD_LOAD | WORD_STORE | WORD_PREFETCH)) != 0;
    if (accesses && (stage > access || (stage == access && back->access_until[0] != SIM_NEVER))) break;
    take_back(sim, p, word);
    if (is_valid(word) && !(word & WORD_WRONG_PATH)) p->ready[word_destination(word)] = 0;
  }
  return stage;
}

/* A branch that retired in EX, and would flush in the next cycle, has no instructions of this stream to flush. */
RARE static void forget_resolved(sim *sim) {
  const shape s = pipeline_shape(sim);
  const uint32_t index = s.is_alone ? 0 : sim->cpu % sim->config.context_count;
  back_state *back = &core_at(sim, core_of_cpu(sim, sim->cpu))->back;
  if (!retires(back, s, sim->boundary - 1)) return;
  for (uint32_t l = 0; l < s.lanes; l++)
    if (is_valid(back->latch[0][l]) && back->owner[0][l] == index) back->latch[0][l] &= ~(uint64_t)WORD_MISPREDICTED;
}

uint32_t pipeline_nullify(sim *sim) {
  stream_state *p = &cpu_now(sim)->stream;
  front_state *f = &p->front;
  const int abandons = sim->config.abandons && !code_at(sim, p->stream)->is_program;
  assert(!p->fresh);
  f->draining = 1;
  f->fetched_bits = 0;
  if (sim->config.execute_stage + 1u == sim->config.stage_count) forget_resolved(sim);
  take_back(sim, p, f->latch[STAGE_IF]);
  if (abandons) {
    for (uint32_t stage = 1; stage < sim->config.execute_stage; stage++) take_back(sim, p, f->latch[stage]);
    f->draining = abandon(sim, p);
  }
  f->fetch_line = UINT64_MAX;
  if (!(f->latch[sim->config.execute_stage - 1] & WORD_VALID)) f->refill_at = f->refilled = 0; /* for a fetch */
  return f->draining;
}

/* ---- why an instruction does not move ---- */

shape pipeline_shape(const sim *sim) {
  const sim_config *c = &sim->config;
  const int has_memory = uses_memory(sim);
  const int is_forwarded = c->forwarding == sim_forwarding_FULL, compares_early = routine_branches_compare_early(c);
  return (shape){
      .execute = c->execute_stage,
      .access = c->access_stage,
      .last = c->stage_count - 1u,
      .resolve = c->branch_resolve_stage,
      .target = sim->memory.has_predictor ? c->branch_target_stage : STAGE_IF,
      .lanes = c->issue_width,
      .is_written_first = !is_forwarded,
      .compares_early = compares_early,
      .stores_late = c->store_forwarding,
      .has_memory = has_memory,
      .has_programs = sim->program_registers != NULL,
      .refills = sim->memory.refills,
      .has_predictor = sim->memory.has_predictor,
      .has_others = !is_forwarded || compares_early || c->compare_branch_cycles > 0 || sim->program_registers != NULL,
      .is_alone = !is_interleaved(c),
  };
}

enum sim_cause pipeline_back_stall(const sim *sim, uint32_t core, uint32_t stage) {
  return back_stall(&core_at(sim, core)->back, pipeline_shape(sim), stage, state_of(sim)->cycle);
}

uint32_t results_to_come(shape s, const back_state *back, uint32_t index) {
  uint32_t results = 0, claimed = 0;
  const uint32_t last = ends_in_execute(s) ? LEFT_EX : s.last - s.execute;
  for (uint32_t i = 0; i <= last; i++)
    for (uint32_t l = 0; l < s.lanes; l++) {
      const uint64_t word = back->latch[i][l];
      if (!is_valid(word) || back->owner[i][l] != index || (word & WORD_WRONG_PATH)) continue;
      const uint32_t bit = 1u << word_destination(word);
      if (!(word & WORD_LOAD)) results |= bit & ~claimed;
      claimed |= bit;
    }
  return results & ~1u;
}

/* A load before MEM finishes its access in the next cycle at the earliest, when its operands are available. */
static int may_come(shape s, uint32_t late, const uint64_t *ready, uint64_t word, uint64_t next) {
  if (s.is_written_first || compares_early(word)) return 0;
  if (late == 0) return 1;
  const int is_stored_late = s.stores_late && (word & WORD_STORE) && late <= s.access - s.execute;
  return is_stored_late && operand_at(s, late, ready, word, word_source1(word), 0) <= next;
}

/* Why the instruction in the issuing stage cannot issue; BUSY: its operands allow it. */
static enum sim_cause operand_stall(const sim *sim, uint32_t cpu, uint64_t word) {
  const stream_state *p = &cpu_at(sim, cpu)->stream;
  const uint64_t next = state_of(sim)->cycle;
  const uint32_t core = core_of_cpu(sim, cpu),
                 index = is_interleaved(&sim->config) ? cpu % sim->config.context_count : 0;
  if (needs_refill(word)) return sim_cause_DATA_MISS;
  const int waits = uses_memory(sim) && sim->config.non_blocking;
  const uint64_t missed_until = waits ? core_at(sim, core)->missed_until[index] : 0;
  if ((word & (WORD_LOAD | WORD_STORE)) && missed_until > next) return sim_cause_DATA_MISS;
  const shape s = pipeline_shape(sim);
  const uint32_t late = sim->config.load_use_cycles;
  const uint64_t both = operands_at(s, late, p->ready, word);
  if (both == SIM_NEVER ? may_come(s, late, p->ready, word, next) : both <= next) return sim_cause_BUSY;
  const uint32_t others = results_to_come(s, &core_at(sim, core)->back, index);
  if (next < waits_for_miss_until(late, p->ready, word, missed_until, others))
    return sim_cause_DATA_MISS;
  return waits_for_load(s, late, p->ready, word, others, next) ? sim_cause_LOAD_USE : sim_cause_OPERAND;
}

/* The stream waits for a read, which has its value in the next cycle at the earliest. */
static int is_read_next(const sim *sim, uint32_t cpu) {
  const shape s = pipeline_shape(sim);
  const uint32_t core = core_of_cpu(sim, cpu), access = s.access - s.execute;
  const uint32_t index = is_interleaved(&sim->config) ? cpu % sim->config.context_count : 0;
  const back_state *back = &core_at(sim, core)->back;
  for (uint32_t i = 0; i <= access; i++)
    for (uint32_t l = 0; l < s.lanes; l++) {
      const uint64_t word = back->latch[i][l], until = back->access_until[l];
      if (!is_valid(word) || back->owner[i][l] != index || word_class(word) < EXECUTE_READ) continue;
      if (!is_late_access(word)) return i == 0 && s.execute < s.last;
      if (i == access) return until == SIM_NEVER || until <= state_of(sim)->cycle + 1;
      return i + 1 == access;
    }
  return 0;
}

static enum sim_cause fetch_stall(const sim *sim, uint32_t cpu) {
  const front_state *f = &cpu_at(sim, cpu)->stream.front;
  if (f->fetch_until > state_of(sim)->cycle) return sim_cause_FETCH_MISS;
  if (sim->program_flights == NULL || is_read_next(sim, cpu)) return sim_cause_BUSY;
  return (enum sim_cause)sim->program_flights[cpu].awaited;
}

enum sim_cause pipeline_front_stall(const sim *sim, uint32_t cpu, uint32_t stage) {
  const stream_state *p = &cpu_at(sim, cpu)->stream;
  const uint64_t next = state_of(sim)->cycle;
  const back_state *back = &core_at(sim, core_of_cpu(sim, cpu))->back;
  enum sim_cause cause = back_stall(back, pipeline_shape(sim), sim->config.execute_stage, next);
  for (uint32_t i = sim->config.execute_stage; i-- > stage;) {
    const uint64_t word = p->front.latch[i];
    if (!is_valid(word)) cause = sim_cause_BUSY;
    if (!is_valid(word) || cause != sim_cause_BUSY) continue;
    if (i == STAGE_IF) cause = fetch_stall(sim, cpu);
    if (i + 1 == sim->config.execute_stage && cause == sim_cause_BUSY) cause = operand_stall(sim, cpu, word);
  }
  return cause;
}

static void forget_ready(uint64_t ready[32], uint64_t cycle) {
  for (int r = 0; r < 32; r++)
    if (ready[r] < cycle) ready[r] = 0;
}

void pipeline_forget(sim *sim) {
  for (uint32_t cpu = 0; cpu < sim->cpu_count; cpu++)
    forget_ready(cpu_at(sim, cpu)->stream.ready, state_of(sim)->cycle);
  for (uint32_t c = 0; c < SIM_CONTEXT_LIMIT; c++) forget_ready(state_of(sim)->context_ready[c], state_of(sim)->cycle);
}
