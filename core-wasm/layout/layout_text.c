#include "layout_text.h"

#include <assert.h>
#include <stddef.h>

#include "sim.h"

typedef struct layout_line {
  const char *text;
  uint32_t number;
} layout_line;

static const layout_line lines[] = {
#define LIMIT(name) {"limit " #name, name},
    LIMIT(SIM_CORE_LIMIT)
    LIMIT(SIM_CORE_CONTEXT_LIMIT)
    LIMIT(SIM_CONTEXT_LIMIT)
    LIMIT(SIM_ISSUE_LIMIT)
#define DEVICE_LIMIT(name, value) LIMIT(name)
#include "sim_devices.def"
    LIMIT(SIM_RANGE_LIMIT)
    LIMIT(SIM_UNCACHED_GRAIN)
    LIMIT(SIM_NIC_RING_LIMIT)
    LIMIT(SIM_ALL_RINGS_LIMIT)
    LIMIT(SIM_LINE_LIMIT)
    LIMIT(SIM_QUEUE_LIMIT)
    LIMIT(SIM_LOCK_LIMIT)
    LIMIT(SIM_WAITING_WORDS)
    LIMIT(SIM_THREAD_LIMIT)
    LIMIT(SIM_STEP_LIMIT)
    LIMIT(SIM_ROUTINE_LIMIT)
    LIMIT(SIM_INSTRUCTION_LIMIT)
    LIMIT(SIM_POINT_LIMIT)
    LIMIT(SIM_BODY_LIMIT)
    LIMIT(SIM_PROGRAM_LIMIT)
    LIMIT(SIM_EXTENSION_A)
    LIMIT(SIM_EXTENSION_C)
    LIMIT(SIM_OVERLAP_ENTRY)
    LIMIT(SIM_OVERLAP_FETCH)
    LIMIT(SIM_PROGRAM_MEMORY_LIMIT)
    LIMIT(SIM_PROGRAM_MEMORY_BASE)
    LIMIT(SIM_PROGRAM_RETURN)
    LIMIT(SIM_TRAP_RETURN)
    LIMIT(SIM_TRAP_END)
    LIMIT(SIM_TRAP_OFF)
    LIMIT(SIM_TRAP_ON)
    LIMIT(SIM_TRAP_ENABLES)
    LIMIT(SIM_TRAP_PLIC)
    LIMIT(SIM_STOP_EXECUTED)
    LIMIT(SIM_TRAFFIC_LIMIT)
    LIMIT(SIM_SIZE_LIMIT)
    LIMIT(SIM_TRACE_LIMIT)
    LIMIT(SIM_TRACE_BYTE_LIMIT)
    LIMIT(SIM_RING_LIMIT)
    LIMIT(SIM_PACKET_LIMIT)
    LIMIT(SIM_STORE_BUFFER_LIMIT)
    LIMIT(SIM_STAGE_LIMIT)
    LIMIT(SIM_VIEW_STAGE_LIMIT)
    LIMIT(SIM_VIEW_COLUMN_LIMIT)
    LIMIT(SIM_VIEW_HELD_LIMIT)
    LIMIT(SIM_VIEW_CELL_LIMIT)
    LIMIT(SIM_FRAME_LIMIT)
    LIMIT(SIM_PART_LIMIT)
    LIMIT(SIM_BUCKET_LIMIT)
    LIMIT(SIM_TALLY_GROUP)
    LIMIT(SIM_TALLY_LIMIT)
    LIMIT(SIM_LAYER_LIMIT)
    LIMIT(SIM_CAUSE_LIMIT)
    LIMIT(SIM_DROP_CAUSE_LIMIT)
    LIMIT(SIM_CYCLES_BY_LIMIT)
    LIMIT(SIM_TRACK_LIMIT)
    LIMIT(SIM_SCARCE_SHARE)
    LIMIT(SIM_ZERO_TIME_STEP_LIMIT)
    LIMIT(SIM_MACHINE_MEMORY_LIMIT)
    LIMIT(SIM_MEMORY_LIMIT)
    LIMIT(SIM_CONFIG_COOKIE)
    LIMIT(SIM_NONE)
    LIMIT(SIM_NONE_8)
    LIMIT(SIM_TAKEN_JUMP)
    LIMIT(SIM_NIC_STATUS_RX)
    LIMIT(SIM_NIC_STATUS_TX)
    LIMIT(SIM_NIC_STATUS_OVERFLOW)
    LIMIT(SIM_ROW_ILLUSTRATIVE)
    LIMIT(SIM_ROW_FLUSHED)
    LIMIT(SIM_ROW_NULLIFIED)
    LIMIT(SIM_ROW_TAKEN)
#define ENUM_BEGIN(enumeration) {"enum " #enumeration, 0},
#define ENUM_VALUE(enumeration, name, value, json) {"value " #enumeration " " json, value},
#define RECORD_BEGIN(record) {"record " #record, sizeof(record)},
#define FIELD(record, type, name, count) \
  {"field " #record " " #type " " #name " " #count, offsetof(record, name)},
#define FIELD_RECORD(record, type, name, count) FIELD(record, type, name, count)
#include "sim_layout.def"
};

enum { LINE_COUNT = sizeof(lines) / sizeof(lines[0]) };

typedef struct layout_sink {
  char *out;
  uint32_t capacity;
  uint32_t length;
  uint64_t hash;
} layout_sink;

/* FNV-1a, 64 bit. */
static const uint64_t hash_offset_basis = 0xcbf29ce484222325u;
static const uint64_t hash_prime = 0x100000001b3u;

static void put(layout_sink *sink, char c) {
  if (sink->length < sink->capacity) sink->out[sink->length] = c;
  sink->length++;
  sink->hash = (sink->hash ^ (uint8_t)c) * hash_prime;
}

static void put_decimal(layout_sink *sink, uint32_t number) {
  char digits[10];
  int count = 0;
  do {
    digits[count++] = (char)('0' + number % 10);
    number /= 10;
  } while (number > 0);
  while (count > 0) put(sink, digits[--count]);
}

static layout_sink describe(char *out, uint32_t capacity) {
  layout_sink sink = {out, capacity, 0, hash_offset_basis};
  for (int i = 0; i < LINE_COUNT; i++) {
    for (const char *c = lines[i].text; *c; c++) put(&sink, *c);
    put(&sink, ' ');
    put_decimal(&sink, lines[i].number);
    put(&sink, '\n');
  }
  return sink;
}

uint32_t layout_text(char *out, uint32_t capacity) {
  assert(out != NULL || capacity == 0);
  return describe(out, capacity).length;
}

uint64_t layout_text_hash(void) { return describe(NULL, 0).hash; }
