#include "base/paths.h"
#include "cpu/blocks/block_engine.h"
#include "memory/burst.h"

static const shape plain = {.execute = 2, .access = 3, .last = 4, .resolve = 2, .lanes = 1, .has_blocks = 1};

enum { WORTHWHILE_CYCLES = 24 }; /* shorter runs are stepped */

/* IF, ID and EX hold instructions of the correct path that can move in `cycle`, no line is being loaded, and no result
 * of an access remains. */
INLINE int block_can_begin(const core_state *core, const front_state *f, const back_state *b, const stream_rules *rules,
                           const made_accesses *made, uint64_t cycle) {
  if (!is_valid(f->latch[STAGE_IF] & f->latch[STAGE_IF + 1] & b->latch[0][0])) return 0;
  const uint64_t odd = (f->latch[STAGE_IF] & WORD_WRONG_PATH) | (b->latch[0][0] & WORD_MISPREDICTED);
  return odd == 0 && later(b->access_until[0], b->execute_until[0]) <= cycle &&
         later(f->fetch_until, core->fills_until) <= cycle && made->next == made->count && !f->draining &&
         f->fetched < rules->budget && block_length(&rules->blocks[f->next_index]) != 0;
}

/* Steps at least one cycle, until the stream ends or a block can start before `blocks_until`. The state is in
 * locals meanwhile. */
INLINE uint64_t step_until_block(sim *sim, shape s, const core_rules *k, const stream_rules *rules, uint32_t core,
                                 uint64_t from, uint64_t to, uint64_t blocks_until, stall_counts *t) {
  stream_state *const p = &cpu_at(sim, core)->stream;
  front_state front = p->front;
  back_state back;
  copy_back(&back, &core_at(sim, core)->back, s);
  const int is_routine = p->stream < SIM_ROUTINE_LIMIT;
  uint64_t draws = is_routine ? state_of(sim)->branch_draws[p->stream] : 0;
  const runner r = {.front = &front, .rules = rules, .branch_draws = &draws, .cpu = core, .index = 0};
  uint64_t cycle = from, due = burst_due(sim);
  do {
    if (cycle >= due) due = let_due_bursts_go(sim, cycle);
    step_single(sim, s, &back, k, &r, core, cycle, 0);
    cycle++;
    const uint64_t leaving = back.latch[s.last - s.execute][0];
    if (!is_valid(leaving)) t->stalls[leaving]++;
    else if (++front.retired == rules->goal) break;
  } while (cycle < to && !(cycle < blocks_until &&
                           block_can_begin(core_at(sim, core), &front, &back, rules, k->made, cycle)));
  t->retired += front.retired - p->front.retired;
  t->busy += front.retired - p->front.retired;
  p->front = front;
  copy_back(&core_at(sim, core)->back, &back, s);
  if (is_routine) state_of(sim)->branch_draws[p->stream] = draws;
  return cycle;
}

uint64_t single_context_run(sim *sim, uint32_t core, uint64_t from, uint64_t to, stall_counts *t) {
  stream_state *const p = &cpu_at(sim, core)->stream;
  const stream_rules rules = rules_of(sim, core);
  made_accesses made = {.next = 0, .count = 0};
  uint32_t touched = 0;
  core_rules k = core_rules_of(sim, core, &touched);
  k.made = &made;
  shape s = plain;
  s.resolve = sim->config.branch_resolve_stage;
  s.has_memory = uses_memory(sim);
  if (p->front.draining) pipeline_empty_nullified(sim, core, &p->front);
  uint64_t no_draws = 0;
  block_engine e;
  uint64_t blocks_until = 0, cycle = from;
  if (HAS_PATH(PATH_BLOCKS) && to - from >= WORTHWHILE_CYCLES) {
    e = (block_engine){
        .sim = sim,
        .k = &k,
        .rules = &rules,
        .front = &p->front,
        .back = &core_at(sim, core)->back,
        .branch_draws = p->stream < SIM_ROUTINE_LIMIT ? &state_of(sim)->branch_draws[p->stream] : &no_draws,
        .made = &made,
        .end = to - 1,
        .core = core,
        .flush_cycles = s.resolve == s.execute ? 2 : 1,
        .has_memory = s.has_memory,
        .draws = {.address_from = SIM_NEVER},
    };
    if (block_engine_open(&e)) blocks_until = to - WORTHWHILE_CYCLES + 1;
  }
  if (cycle < blocks_until && block_can_begin(core_at(sim, core), &p->front, e.back, &rules, &made, cycle))
    cycle = run_blocks(&e, cycle, t);
  for (;;) {
    cycle = step_until_block(sim, s, &k, &rules, core, cycle, to, blocks_until, t);
    if (cycle == to || p->front.retired == rules.goal) return cycle;
    cycle = run_blocks(&e, cycle, t);
  }
}
