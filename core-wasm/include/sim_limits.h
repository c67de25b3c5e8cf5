/* Every bound of the machine. A scenario that needs more is refused with the name of the field. */
#ifndef SIM_LIMITS_H
#define SIM_LIMITS_H

#define SIM_CONFIG_COOKIE 0x69727173u /* "irqs": proves that sim_config_defaults was called */
#define SIM_NONE 0xffffffffu
#define SIM_NONE_8 255u
#define SIM_NEVER UINT64_MAX
/* Stop mask bit: an instruction of a program took effect or received its value, or a program started. */
#define SIM_STOP_EXECUTED 0x80000000u
#define SIM_PLIC_BASE 0xfc000000u
#define SIM_PROGRAM_RETURN 0xfffffffcu /* value of ra when a program starts: a jump to it ends the program */
/* Subjects of the event `trap` other than mcause values. Value of the event: for MRET, the address where execution
 * continues (SIM_TRAP_ON: and MIE was set); for the end of a program, its exit code; otherwise the address of the
 * instruction that set or cleared MIE, changed mie, or accessed the PLIC. */
#define SIM_TRAP_RETURN 0x7fffffffu
#define SIM_TRAP_END 0x7ffffffeu
#define SIM_TRAP_OFF 0x7ffffffdu
#define SIM_TRAP_ON 0x7ffffffcu
#define SIM_TRAP_ENABLES 0x7ffffffbu
#define SIM_TRAP_PLIC 0x7ffffffau

enum {
  SIM_CORE_LIMIT = 8,
  SIM_CORE_CONTEXT_LIMIT = 16, /* contexts of one core */
  SIM_CONTEXT_LIMIT = 32,      /* of all cores together */
  SIM_ISSUE_LIMIT = 4,         /* instructions a core may issue in a cycle */
#define DEVICE_LIMIT(name, value) name = value,
#include "sim_devices.def"
  SIM_UNCACHED_GRAIN = 256,     /* bytes: no line and no page crosses the bounds of such a range */
  SIM_RANGE_LIMIT = 4,          /* address ranges of each kind */
  SIM_NIC_RING_LIMIT = 8,       /* receive rings of a NIC */
  SIM_ALL_RINGS_LIMIT = SIM_NIC_LIMIT * SIM_NIC_RING_LIMIT,
  SIM_LINE_LIMIT = 64,
  SIM_HART_LINE_LIMIT = 16,     /* number of lines that can be bound to a hart: the first ones */
  SIM_QUEUE_LIMIT = 16,
  SIM_LOCK_LIMIT = 16,
  SIM_WAITING_WORDS = 2 * SIM_LOCK_LIMIT,
  SIM_THREAD_LIMIT = 64,
  SIM_STEP_LIMIT = 512,
  SIM_ROUTINE_LIMIT = 64,
  SIM_INSTRUCTION_LIMIT = 1024, /* instructions of explicit sequences, all routines together */
  SIM_POINT_LIMIT = 65536,      /* points of drawn cycles, all routines together */
  SIM_ACCESS_WORD_LIMIT = 16,   /* most words of one load or store */
  SIM_BODY_LIMIT = 16384,       /* instructions of the generated loop body of one routine */
  SIM_PROGRAM_LIMIT = 16384,    /* words of all programs together, code and initial data */
  SIM_PROGRAM_MEMORY_LIMIT = 1 << 16, /* bytes */
  SIM_PROGRAM_MEMORY_BASE = 0x20000000, /* address at which programs find their shared memory */
  SIM_TRAFFIC_LIMIT = 32,       /* each of 16 NICs can receive and send */
  SIM_SIZE_LIMIT = 8,           /* frame sizes of a traffic */
  SIM_TRACE_LIMIT = 1 << 20,    /* entries; 24 MiB */
  SIM_TRACE_BYTE_LIMIT = 1 << 18, /* bytes of frames after the trace entries */
  SIM_RING_LIMIT = 8192,        /* most frames in a ring, transmit queue or queue */
  SIM_PACKET_LIMIT = 1 << 16,   /* most packets in the machine at once */
  SIM_STORE_BUFFER_LIMIT = 16,
  SIM_STAGE_LIMIT = 12,
  SIM_VIEW_STAGE_LIMIT = 192, /* most instructions in a view, of all cores and lanes */
  SIM_VIEW_COLUMN_LIMIT = 32,
  SIM_VIEW_HELD_LIMIT = 32,   /* most packets that a view lists for one place */
  SIM_VIEW_CELL_LIMIT = 512,  /* cells in the picture of a cache; it has one row per way, at most 16 */
  SIM_FRAME_LIMIT = 64,         /* live activities (nesting depth + one for each context) */
  SIM_PART_LIMIT = 10,
  SIM_BUCKET_LIMIT = 14336, /* 1024 + 26 powers of two x 512 */
  SIM_TALLY_GROUP = 4, /* histogram buckets that one tally bucket covers from 1024 cycles on */
  SIM_TALLY_LIMIT = 4352, /* 1024 + 26 powers of two x 128 */
  SIM_LAYER_LIMIT = 7,
  SIM_CAUSE_LIMIT = 16,
  SIM_DROP_CAUSE_LIMIT = 9,
  SIM_CYCLES_BY_LIMIT = SIM_CONTEXT_LIMIT * SIM_LAYER_LIMIT * SIM_CAUSE_LIMIT,
  SIM_TRACK_LIMIT = 1024,
  /* a thread starves below 1/80 of the processor, which is less than a fair share for SIM_THREAD_LIMIT threads */
  SIM_SCARCE_SHARE = 80,
  SIM_ZERO_TIME_STEP_LIMIT = 64 /* steps that a thread may take within one cycle */
};

/* Memory in bytes: for the largest machine within the limits above, without observers; and for any machine
 * with its observers. */
enum { SIM_MACHINE_MEMORY_LIMIT = 128 << 20, SIM_MEMORY_LIMIT = 1 << 30 };

/* sim_routine_config.extensions */
enum { SIM_EXTENSION_A = 1, SIM_EXTENSION_C = 2 };

/* Work that overlaps a save in cycles: the entry steps, or the first fetch after a save or restore. */
enum { SIM_OVERLAP_ENTRY = 1, SIM_OVERLAP_FETCH = 2 };

/* NIC status register bits. */
enum { SIM_NIC_STATUS_RX = 1, SIM_NIC_STATUS_TX = 2, SIM_NIC_STATUS_OVERFLOW = 4 };

/* sim_instruction.taken */
enum { SIM_TAKEN_BRANCH = 1, SIM_TAKEN_JUMP = 2 };

/* sim_window_row.flags */
enum { SIM_ROW_ILLUSTRATIVE = 1, SIM_ROW_FLUSHED = 2, SIM_ROW_NULLIFIED = 4, SIM_ROW_TAKEN = 8 };

#endif
