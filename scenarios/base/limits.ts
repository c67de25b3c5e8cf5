/** Bounds of a scenario beyond those of the core. The core's bounds (sim_limits.h) are in the generated layout. */
export const NAME_CHARACTER_LIMIT = 80;
export const TEXT_CHARACTER_LIMIT = 4000;
/** Assembly of one routine. */
export const PROGRAM_CHARACTER_LIMIT = 65_536;
/** Cycles stay exact in JavaScript numbers far beyond this. No user waits for a longer run. */
export const RUN_CYCLE_LIMIT = 1e12;
export const CLOCK_HERTZ_LIMIT = 1e10;
export const LINE_RATE_LIMIT = 1e12;
/** Largest frame: an IPv4 datagram with its Ethernet header, or a captured segment of similar size. */
export const FRAME_BYTE_LIMIT = 1 << 18;
/** One second. Multiplied by a clock of 10 GHz it stays below 2^64. */
export const DEVICE_NANOSECOND_LIMIT = 1e9;
/** Limit for one disk request. */
export const REQUEST_BYTE_LIMIT = 1 << 24;
export const WHILE_DEPTH_LIMIT = 8;
/** Stages before EX. */
export const FRONT_STAGE_LIMIT = 8;
/** Stages from EX onwards. */
export const BACK_STAGE_LIMIT = 10;

/** Checked before the text is parsed. */
export const JSON_BYTE_LIMIT = 32 * 1024 * 1024;
export const JSON_DEPTH_LIMIT = 64;
/** Limit for any object in the text, because objects with millions of fields take gigabytes before any check could run.
 */
export const JSON_FIELD_LIMIT = 10_000;
/** Errors shown for one file. Further errors are only counted. */
export const ERROR_LIMIT = 20;
/** Limit for all lists except those in LONG_LISTS, and for the fields of an object. */
export const LIST_LIMIT = 1024;
export const OBJECT_FIELD_LIMIT = 64;

/** Places of percentiles are kept as thousandths of a per cent. */
export const WHOLE_PERCENT = 100;
