/* Structs and enumerations of sim_layout.def. An enumerator is `enumeration_NAME`, a record of the
 * list is a struct and a typedef of the same name. A field whose count is written 1 is a scalar,
 * any other count (also a limit that happens to be 1) makes an array. `enumeration_COUNT` is one more than the last
 * enumerator; it belongs to another type, so that a switch over the enumeration needs no case for it. */
#ifndef SIM_RECORDS_H
#define SIM_RECORDS_H

#include <stdint.h>

#include "sim_limits.h"

/* SIM_DIMENSION(1) is empty, SIM_DIMENSION(n) is [n]. */
#define SIM_SCALAR_1 ,
#define SIM_SECOND_OF(first, second, ...) second
#define SIM_SECOND(...) SIM_SECOND_OF(__VA_ARGS__, 0)
#define SIM_DIMENSION(count) SIM_SECOND(SIM_SCALAR_##count, [count])

#define ENUM_BEGIN(enumeration) enum enumeration {
#define ENUM_VALUE(enumeration, name, value, json) enumeration##_##name = value,
#define ENUM_END(enumeration) };
#define RECORD_BEGIN(record) typedef struct record {
#define FIELD(record, type, name, count) type name SIM_DIMENSION(count);
#define FIELD_RECORD(record, type, name, count) type name SIM_DIMENSION(count);
#define RECORD_END(record) } record;
#include "sim_layout.def"

#define ENUM_BEGIN(enumeration) enum enumeration##_bound {
#define ENUM_VALUE(enumeration, name, value, json) enumeration##_bound_##name = value,
#define ENUM_END(enumeration) enumeration##_COUNT };
#include "sim_layout.def"

#endif
