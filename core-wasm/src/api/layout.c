#include <stddef.h>

#include "layout_hash.gen.h"
#include "sim.h"

/* A record's size is the sum of its fields: no implicit padding, the same bytes on every host. */
#define RECORD_BEGIN(record) enum { record##_sum_of_fields = 0
#define FIELD(record, type, name, count) + (int)sizeof(type) * (count)
#define FIELD_RECORD(record, type, name, count) + (int)sizeof(type) * (count)
#define RECORD_END(record) \
  }; \
  _Static_assert(sizeof(record) == (size_t)record##_sum_of_fields, #record " has implicit padding");
#include "sim_layout.def"

_Static_assert(sim_event_kind_COUNT <= 32, "event kinds are bits of a 32-bit mask");
_Static_assert(sizeof(sim_event) == 16, "the event log is sized in 16-byte records");
_Static_assert((int)SIM_LAYER_LIMIT == (int)sim_layer_COUNT, "SIM_LAYER_LIMIT counts sim_layer");
_Static_assert((int)SIM_CAUSE_LIMIT == (int)sim_cause_COUNT, "SIM_CAUSE_LIMIT counts sim_cause");
_Static_assert((int)SIM_DROP_CAUSE_LIMIT == (int)sim_drop_cause_COUNT,
               "SIM_DROP_CAUSE_LIMIT counts sim_drop_cause");
_Static_assert((int)SIM_PART_LIMIT >= (int)sim_packet_part_COUNT, "SIM_PART_LIMIT holds sim_packet_part");

uint64_t sim_layout_hash(void) { return SIM_LAYOUT_HASH; }
