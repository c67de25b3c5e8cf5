/* Why an instruction in the issuing stage waits (docs/model.md, Pipeline). */
#include "ref/ref.h"

int ref_accesses(const ref_instruction *i) {
  return !i->faults && (i->operation == sim_operation_LOAD || i->operation == sim_operation_STORE);
}

/* M-19: "Some kinds of instructions hold EX for more than one cycle" */
uint32_t ref_cycles_in_execute(const ref *r, const ref_instruction *i) {
  switch (i->operation) {
    case sim_operation_MULTIPLY:
      return i->divides && r->config.divide_cycles > 0 ? r->config.divide_cycles : r->config.multiply_cycles;
    case sim_operation_LOAD: return i->conditional || i->amo ? r->config.store_execute_cycles : 1;
    case sim_operation_STORE: return r->config.store_execute_cycles;
    case sim_operation_BRANCH: return i->jumps ? r->config.jump_execute_cycles : 1;
    default: return 1;
  }
}

ref_registers *ref_registers_of(ref *r, int c) { return &r->registers[r->cpus[c].active_context]; }

/* ---- current misses, if misses do not block ---- */

static int is_under_way(const ref *r, uint64_t last) {
  return r->memory != NULL && r->config.non_blocking && last >= r->cycle;
}

int ref_has_miss_under_way(ref *r, int c) { return r->cpus[c].has_missed && is_under_way(r, r->cpus[c].miss_last); }

/* M-130: "its next access waits for it, in the stage that issues" */
static int waits_for_miss(ref *r, const ref_instruction *i) {
  return ref_accesses(i) && ref_has_miss_under_way(r, i->cpu);
}

/* ---- operands ---- */

/* M-18: "it needs its operands when its last cycle in that stage begins, a cycle before an instruction in EX would" */
static int compares_early(const ref *r, const ref_instruction *i) {
  return i->operation == sim_operation_BRANCH && r->config.branch_resolve_stage < r->config.execute_stage &&
         r->config.branch_operands == sim_branch_operands_REGISTERS;
}

/* The cycle in which it needs this operand if it is issued now, counted as a cycle of EX. */
static uint64_t needed_at(const ref *r, const ref_instruction *i, int is_stored) {
  if (compares_early(r, i)) return r->cycle - 1;
  return is_stored ? r->cycle + r->config.access_stage - r->config.execute_stage : r->cycle;
}

/* M-15: "the value that a store stores is needed when the access begins, not in EX" */
static int is_stored_late(const ref *r, const ref_instruction *i, int is_second) {
  const int stores = i->operation == sim_operation_STORE || i->conditional || i->amo;
  return r->config.store_forwarding && is_second && stores && !i->faults;
}

/* A load that ends after `data_last`. Returns 0 if its result is available, otherwise the cause of the wait. */
static uint8_t load_lack(const ref *r, uint64_t needed, uint64_t data_last, int missed) {
  if (data_last + r->config.load_use_cycles <= needed) return 0;
  return missed && is_under_way(r, data_last) ? sim_cause_DATA_MISS : sim_cause_LOAD_USE;
}

/* A load that has not reached memory. It may itself wait for a miss. */
static uint8_t coming_lack(ref *r, const ref_instruction *i) {
  return ref_has_miss_under_way(r, i->cpu) ? sim_cause_DATA_MISS : sim_cause_LOAD_USE;
}

/* M-20: "a branch right behind an instruction other than a load or a jump whose result it reads" */
static int waits_for_comparison(const ref *r, const ref_instruction *writer, const ref_instruction *reader) {
  return r->config.compare_branch_cycles && reader->operation == sim_operation_BRANCH && !reader->jumps &&
         !writer->jumps && reader->behind == writer->number &&
         r->cycle < writer->issued + ref_cycles_in_execute(r, writer) + 1;
}

/* An instruction other than a load, in EX or a later stage. */
static uint8_t result_lack(const ref *r, const ref_instruction *writer, const ref_instruction *reader,
                           uint64_t needed) {
  if (compares_early(r, reader) && !writer->jumps)
    return needed < writer->issued + ref_cycles_in_execute(r, writer) ? sim_cause_OPERAND : 0;
  return waits_for_comparison(r, writer, reader) ? sim_cause_OPERAND : 0;
}

/* The youngest instruction in the back end that writes the register, or NULL. The entry after the last stage holds the
 * last instruction that left. Wrong-path instructions are ignored. */
static const ref_instruction *writer_of(const ref *r, int core, int cpu, uint8_t source, int last_stage) {
  for (int s = r->config.execute_stage; s <= last_stage; s++) {
    const ref_group *group = &r->cores[core].back[s];
    for (int lane = 0; lane < group->count; lane++) {
      const ref_instruction *writer = &group->lanes[lane];
      if (writer->cpu == cpu && writer->destination == source && !writer->wrong_path) return writer;
    }
  }
  return NULL;
}

static uint8_t operand_lack(ref *r, int core, const ref_instruction *i, uint8_t source, int is_second) {
  if (source == 0) return 0;
  if (r->config.forwarding == sim_forwarding_NONE) { /* M-13: "the last stage writes a result" */
    const ref_instruction *writer = writer_of(r, core, i->cpu, source, r->config.stage_count - 1);
    if (writer == NULL) return 0;
    return writer->operation == sim_operation_LOAD ? sim_cause_LOAD_USE : sim_cause_OPERAND;
  }
  const int is_stored = is_stored_late(r, i, is_second);
  if (is_stored && r->config.load_use_cycles <= 1) return 0; /* the store follows the load through the access stage */
  const uint64_t needed = needed_at(r, i, is_stored);
  const ref_instruction *writer = writer_of(r, core, i->cpu, source, r->config.access_stage);
  if (writer == NULL) { /* once its access has ended, registers say when a load is available */
    writer = writer_of(r, core, i->cpu, source, r->config.execute_stage + 1);
    if (writer != NULL && writer->operation == sim_operation_LOAD) writer = NULL;
  }
  if (writer != NULL && writer->operation != sim_operation_LOAD) return result_lack(r, writer, i, needed);
  if (writer != NULL)
    return writer->accessed ? load_lack(r, needed, writer->data_last, writer->missed) : coming_lack(r, i);
  const ref_registers *registers = ref_registers_of(r, i->cpu);
  return registers->is_loaded[source] ? load_lack(r, needed, registers->data_last[source], registers->missed[source])
                                      : 0;
}

/* A miss has precedence over a load, and a load over another result. */
uint8_t ref_lack(ref *r, int core, const ref_instruction *i) {
  const uint8_t first = operand_lack(r, core, i, i->source1, 0), second = operand_lack(r, core, i, i->source2, 1);
  if (first == sim_cause_DATA_MISS || second == sim_cause_DATA_MISS || waits_for_miss(r, i)) return sim_cause_DATA_MISS;
  if (first == sim_cause_LOAD_USE || second == sim_cause_LOAD_USE) return sim_cause_LOAD_USE;
  if (first || second) return first ? first : second;
  /* M-142: "a missing page is an exception": the refill can issue then */
  return i->refill_left > 0 && !(i->is_excepted && r->cycle >= i->handler_at) ? sim_cause_DATA_MISS : 0;
}
