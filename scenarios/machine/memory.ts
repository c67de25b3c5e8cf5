/** The `memory` part of a machine: caches, the levels behind them, TLB; and the data of routines. */

import { z } from "zod";
import {
  SIM_RANGE_LIMIT,
  SIM_STORE_BUFFER_LIMIT,
  SIM_UNCACHED_GRAIN,
  sim_fill_order_names,
  sim_pin_kind_names,
  sim_replacement_names,
} from "../../core-wasm/binding/layout.gen.ts";
import { count } from "../base/field.ts";
import { STANDARD_CYCLES } from "./memoryStandard.ts";

const cycles = (minimum: number) => count(minimum, 65_535);
const powerOfTwo = (minimum: number, maximum: number) =>
  count(minimum, maximum)
    .refine((value) => (value & (value - 1)) === 0, { error: "must be a power of two" })
    .meta({ powersOfTwo: true });

/** First address of device registers. */
const ADDRESS_LIMIT = 0xf000_0000;

/** Address ranges [from, to). */
const ranges = (grain: number) =>
  z
    .array(
      z
        .strictObject({
          from: count(0, ADDRESS_LIMIT)
            .multipleOf(grain)
            .meta({ title: "From", description: "First address of the range.", examples: [0] }),
          to: count(0, ADDRESS_LIMIT)
            .multipleOf(grain)
            .meta({ title: "To", description: "First address after the range.", examples: [4096] }),
        })
        .refine(({ from, to }) => from < to, { path: ["to"], error: "must be above from" })
        .meta({ title: "Range" }),
    )
    .max(SIM_RANGE_LIMIT)
    .default([]);

const cacheSchema = z
  .strictObject({
    sizeBytes: count(8, 2 * 1024 * 1024).meta({
      title: "Size",
      unit: "bytes",
      description: "Ways × lines × line size; the number of lines in a way is a power of two.",
      examples: [8192],
    }),
    ways: count(1, 16).default(4).meta({
      title: "Ways",
      description: "Lines per set: the number of places in the cache for one address.",
    }),
    lineBytes: powerOfTwo(8, 128).default(32).meta({ title: "Line", unit: "bytes" }),
    subBlockBytes: z
      .union([z.literal("line"), powerOfTwo(4, 64)])
      .default("line")
      .meta({
        title: "Sub-block",
        unit: "bytes",
        description:
          "What a miss fetches: the whole line, or a part of it with its own valid bit (LEON2: 4 bytes; code is streamed to the end of the line).",
      }),
    replacement: z.enum(sim_replacement_names).default("lru").meta({
      title: "Replacement",
      description: "lru: least recently used. lrr: least recently replaced. random: drawn.",
    }),
    writePolicy: z.enum(["write-back", "write-through"]).default("write-back").meta({
      title: "Writes",
      description:
        "write-back: the cache writes to the next level when the line is replaced. write-through: at once.",
    }),
    writeAllocate: z.boolean().default(true).meta({
      title: "Write miss fetches the line",
      description: "Off: only the store goes to the next level.",
    }),
    pinnedWays: z.array(count(0, 15)).max(16).default([]).meta({
      title: "Pinned ways",
      description: "Ways reserved for pinned routines and lines of pinned ranges; all others fill the rest.",
    }),
    pinnedLines: count(0, 16)
      .default(0)
      .meta({
        title: "Pinned lines",
        description:
          "Instead of ways: the number of lines per set that may stay once a pinned routine has used them, or once any code has used lines of pinned ranges. Another pinned line replaces the oldest one. All code shares the remaining lines.",
        examples: [2],
      }),
    pinKind: z.enum(sim_pin_kind_names).default("mark").meta({
      title: "Pinned lines stay",
      description:
        "mark: until another pinned line replaces the oldest one. lock: until software unlocks the cache (unlock-cache); beyond the limit the cache refuses a pin.",
    }),
    pinnedRanges: ranges(1).meta({
      title: "Pinned ranges",
      description: "Lines of this cache that begin in these ranges are pinned, whichever code accesses them.",
    }),
    pinnedSets: z
      .union([z.literal("all"), count(1, 1 << 18)])
      .default("all")
      .meta({ title: "Pinned sets", description: "Pins ways or lines only in sets below this number." }),
  })
  .meta({ title: "Cache" });

export const memorySchema = z
  .strictObject({
    l1i: cacheSchema.optional().meta({ title: "L1 instruction cache", description: "One per core." }),
    l1d: cacheSchema.optional().meta({ title: "L1 data cache", description: "One per core." }),
    l2: cacheSchema
      .optional()
      .meta({ title: "L2 cache", description: "Shared by the cores, or one per core (l2PerCore)." }),
    l2PerCore: z.boolean().default(false).meta({
      title: "One L2 per core",
      description: "Lines move between them as between L1 data caches. Needs an L1 data cache.",
    }),
    uncachedRanges: ranges(SIM_UNCACHED_GRAIN).meta({
      title: "Uncached ranges",
      description:
        "Loads and stores in these ranges bypass caches and TLB and take the time of a device register. Bounds are multiples of 256. Device registers (from 0xf0000000 on) always bypass them.",
    }),
    addressed: z.boolean().default(false).meta({
      title: "Addresses without caches",
      description: "Every access goes to memory by its address, although there is no cache.",
    }),
    latencyCycles: cycles(0).default(STANDARD_CYCLES.latencyCycles).meta({
      title: "Memory latency",
      unit: "cycles",
      description:
        "From the start of a read on the bus to its first beat, in CPU cycles whatever the clock ratio.",
    }),
    l2Cycles: cycles(0).default(STANDARD_CYCLES.l2Cycles).meta({
      title: "L2 access",
      unit: "cycles",
      description: "Time for an L1 miss that hits in the L2; an L2 miss takes this time too.",
    }),
    uncachedCycles: cycles(1).default(STANDARD_CYCLES.uncachedCycles).meta({
      title: "Device register",
      unit: "cycles",
      description: "An access that bypasses the caches.",
    }),
    deviceBusCycles: cycles(0).default(STANDARD_CYCLES.deviceBusCycles).meta({
      title: "Device register on the bus",
      unit: "cycles",
      description:
        "How long an access to a device register holds the bus before the device answers; 0 = for the whole access.",
    }),
    postedDeviceWrites: z.boolean().default(false).meta({
      title: "Posted device writes",
      description: "Stores to device registers go through the store buffer, if there is one.",
    }),
    writeCycles: cycles(1)
      .default(STANDARD_CYCLES.writeCycles)
      .meta({ title: "Store on the bus", unit: "cycles" }),
    transferCycles: cycles(0).default(STANDARD_CYCLES.transferCycles).meta({
      title: "Cache to cache",
      unit: "cycles",
      description: "To the first beat of a line that another core has written.",
    }),
    claimCycles: cycles(1).default(STANDARD_CYCLES.claimCycles).meta({
      title: "Claim",
      unit: "cycles",
      description: "A write to a line that other cores share invalidates their copies first.",
    }),
    storeBufferEntries: count(0, SIM_STORE_BUFFER_LIMIT).default(0).meta({
      title: "Store buffer",
      unit: "stores",
      description: "Number of stores per core that can wait for the bus while the core continues.",
    }),
    nonBlocking: z.boolean().default(false).meta({
      title: "Non-blocking",
      description:
        "A miss delays only instructions that need its data and the context's next access. Off: it delays every later instruction.",
    }),
    fillOrder: z.enum(sim_fill_order_names).default("whole-line").meta({
      title: "A miss continues",
      description:
        "whole-line: when the whole line has arrived. early-restart: when its word has arrived; words arrive in order of address. critical-word-first: the same, but the missed word arrives first. Only for L1 caches without sub-blocks.",
    }),
    fetchReturnCycles: cycles(0).default(0).meta({
      title: "Instruction cache return",
      unit: "cycles",
      description: "How long no instruction leaves fetch after a line of code has been filled.",
    }),
    dmaWrites: z.enum(["invalidate", "place-in-l2"]).default("invalidate").meta({
      title: "DMA writes",
      description: "What they do to cached lines.",
    }),
    tlb: z
      .strictObject({
        entries: count(1, 64).default(32).meta({ title: "Entries", unit: "pages" }),
        pageBytes: powerOfTwo(256, 1 << 28)
          .default(4096)
          .meta({ title: "Page", unit: "bytes" }),
        replacement: z.enum(["lru", "random"]).default("lru").meta({
          title: "Replacement",
          description: "lru: replaces the least recently used page. random: replaces any page.",
        }),
        missCycles: cycles(0).default(20).meta({
          title: "Miss",
          unit: "cycles",
          description:
            "Refill by hardware: how long it delays the access. Refill by software: how long the exception takes, during which other contexts run.",
        }),
        refillInstructions: count(0, 255).default(0).meta({
          title: "Refill by software",
          unit: "instructions",
          description:
            "Number of instructions of the refill routine, which the context itself issues; 0 = hardware refills.",
        }),
        unmappedRanges: ranges(SIM_UNCACHED_GRAIN).meta({
          title: "Unmapped ranges",
          description: "Addresses in these ranges need no entry. Bounds are multiples of 256. MIPS: kseg0.",
        }),
      })
      .optional()
      .meta({ title: "TLB", description: "One per core, for code and data." }),
  })
  .prefault({})
  .meta({ title: "Memory", description: "Without caches, each load or store spends its cycles on the bus." });

/** Prediction of the targets of branches and jumps. */
const jumpTargets = {
  targets: z
    .union([z.literal(0), powerOfTwo(1, 512)])
    .default(0)
    .meta({
      title: "Targets",
      description:
        "Entries of the target table. The target of a branch or jump in the table is known at fetch; 0 = no table.",
    }),
  returns: count(0, 16).default(0).meta({
    title: "Return stack",
    description: "Number of return addresses of calls; 0 = no stack.",
  }),
};

export const predictorSchema = z
  .discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("not-taken") }).meta({ title: "Not taken" }),
    z.strictObject({ kind: z.literal("backward-taken"), ...jumpTargets }).meta({ title: "Backward taken" }),
    z
      .strictObject({
        kind: z.literal("bimodal"),
        counters: powerOfTwo(4, 4096).default(512).meta({
          title: "Counters",
          description: "Number of 2-bit counters; the address of the branch selects one.",
        }),
        ...jumpTargets,
      })
      .meta({ title: "Bimodal", description: "2-bit counters, selected by the address of the branch." }),
  ])
  .prefault({ kind: "not-taken" })
  .meta({
    title: "Branch prediction",
    description:
      "A branch correctly predicted as not taken costs nothing. A branch correctly predicted as taken costs the cycles until its target is known, unless the target table has it.",
  });

const DATA_SHARING = ["auto", "thread", "shared"] as const;

/** Free parameters: none of our sources gives them. */
export const dataSchema = z
  .strictObject({
    address: z
      .union([z.literal("auto"), count(0, 0x3fff_fffc).multipleOf(4)])
      .default("auto")
      .meta({ title: "Address", description: "auto: the data of routines lie one after another." }),
    bytes: count(4, 1 << 30)
      .default(4096)
      .meta({ title: "Footprint", unit: "bytes" }),
    hotBytes: count(4, 1 << 30)
      .default(512)
      .meta({
        title: "Hot part",
        unit: "bytes",
        description: "The start of the footprint, where most accesses go.",
      }),
    hotPermille: count(0, 1000).default(800).meta({ title: "Accesses to the hot part", unit: "‰" }),
    packetPermille: count(0, 1000).default(0).meta({
      title: "Accesses to the packet",
      unit: "‰",
      description: "Share of accesses that go word by word through the current packet.",
    }),
    uncachedPermille: count(0, 1000).default(0).meta({ title: "Accesses to device registers", unit: "‰" }),
    sharing: z.enum(DATA_SHARING).default("auto").meta({
      title: "Sharing",
      description:
        "thread: each thread that runs the routine has its own data. shared: all threads use the same data. auto: thread, but shared if an address is given and for the routines of a lock.",
    }),
    pinned: z.boolean().default(false).meta({
      title: "Pinned",
      description:
        "Its code and data are pinned: they fill only the pinned ways of the caches, or stay as pinned lines.",
    }),
  })
  .prefault({})
  .meta({ title: "Data", description: "Where its loads and stores go; matters only with caches." });

export type Cache = z.output<typeof cacheSchema>;
