/** The `memory` part of a machine: caches, what is behind them, TLB; and where routines access it. */
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

/** Device registers begin there. */
const ADDRESS_LIMIT = 0xf000_0000;

/** Of addresses, [from, to). */
const ranges = (grain: number) =>
  z
    .array(
      z
        .strictObject({
          from: count(0, ADDRESS_LIMIT)
            .multipleOf(grain)
            .meta({ title: "From", description: "First address of it.", examples: [0] }),
          to: count(0, ADDRESS_LIMIT)
            .multipleOf(grain)
            .meta({ title: "To", description: "First address after it.", examples: [4096] }),
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
      description: "Lines of one set: how many places in the cache an address may go to.",
    }),
    lineBytes: powerOfTwo(8, 128).default(32).meta({ title: "Line", unit: "bytes" }),
    subBlockBytes: z
      .union([z.literal("line"), powerOfTwo(4, 64)])
      .default("line")
      .meta({
        title: "Sub-block",
        unit: "bytes",
        description:
          "What a miss brings: the line, or a part of it with a valid bit of its own (LEON2: 4 bytes; code is streamed to the end of the line).",
      }),
    replacement: z.enum(sim_replacement_names).default("lru").meta({
      title: "Replacement",
      description: "lru: least recently used. lrr: least recently replaced. random: drawn.",
    }),
    writePolicy: z.enum(["write-back", "write-through"]).default("write-back").meta({
      title: "Writes",
      description: "write-back: to the next level when the line is replaced. write-through: at once.",
    }),
    writeAllocate: z.boolean().default(true).meta({
      title: "Write miss brings the line",
      description: "Off: the store goes to the next level alone.",
    }),
    pinnedWays: z.array(count(0, 15)).max(16).default([]).meta({
      title: "Pinned ways",
      description:
        "Ways that only pinned routines and lines of pinned ranges may fill; others fill the rest.",
    }),
    pinnedLines: count(0, 16)
      .default(0)
      .meta({
        title: "Pinned lines",
        description:
          "Instead of ways: so many lines of a set at most stay once a pinned routine has used them, or anybody those of pinned ranges; the oldest is let go for one more. The rest serves everybody.",
        examples: [2],
      }),
    pinKind: z.enum(sim_pin_kind_names).default("mark").meta({
      title: "Pinned lines stay",
      description:
        "mark: until the oldest makes room for one more. lock: until software unlocks the cache (unlock-cache); beyond the limit a pin is refused.",
    }),
    pinnedRanges: ranges(1).meta({
      title: "Pinned ranges",
      description: "Lines of this cache that begin there are pinned, whoever accesses them.",
    }),
    pinnedSets: z
      .union([z.literal("all"), count(1, 1 << 18)])
      .default("all")
      .meta({ title: "Pinned sets", description: "Ways or lines are pinned in the sets below this one." }),
  })
  .meta({ title: "Cache" });

export const memorySchema = z
  .strictObject({
    l1i: cacheSchema.optional().meta({ title: "L1 instruction cache", description: "Of each core." }),
    l1d: cacheSchema.optional().meta({ title: "L1 data cache", description: "Of each core." }),
    l2: cacheSchema
      .optional()
      .meta({ title: "L2 cache", description: "Shared by the cores, or one of each (l2PerCore)." }),
    l2PerCore: z.boolean().default(false).meta({
      title: "An L2 of each core",
      description: "Lines move between them as between L1 data caches. Needs an L1 data cache.",
    }),
    uncachedRanges: ranges(SIM_UNCACHED_GRAIN).meta({
      title: "Uncached ranges",
      description:
        "Loads and stores there go around caches and TLB, in the time of a device register; multiples of 256. Device registers (from 0xf0000000 on) always do.",
    }),
    addressed: z.boolean().default(false).meta({
      title: "Addresses without caches",
      description: "Every access goes to memory by its address, although there is no cache.",
    }),
    latencyCycles: cycles(0).default(STANDARD_CYCLES.latencyCycles).meta({
      title: "Memory latency",
      unit: "cycles",
      description:
        "From the begin of a read on the bus to its first beat; CPU cycles, whatever the clock ratio.",
    }),
    l2Cycles: cycles(0).default(STANDARD_CYCLES.l2Cycles).meta({
      title: "L2 access",
      unit: "cycles",
      description: "An L1 miss that the L2 answers; also its part of one that it does not.",
    }),
    uncachedCycles: cycles(1).default(STANDARD_CYCLES.uncachedCycles).meta({
      title: "Device register",
      unit: "cycles",
      description: "An access that goes around the caches.",
    }),
    deviceBusCycles: cycles(0).default(STANDARD_CYCLES.deviceBusCycles).meta({
      title: "Device register on the bus",
      unit: "cycles",
      description:
        "So long an access to a device register holds the bus, then the device answers; 0 = all of its time.",
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
      description: "Stores to the bus that nobody waits for, of each core.",
    }),
    nonBlocking: z.boolean().default(false).meta({
      title: "Non-blocking",
      description:
        "A miss holds up who needs its data and the context's next access; off: everybody behind it.",
    }),
    fillOrder: z.enum(sim_fill_order_names).default("whole-line").meta({
      title: "A miss goes on",
      description:
        "whole-line: when all of the line has come. early-restart: when its word has come, in the order of addresses. critical-word-first: the same, and the missed word comes first. Of L1 caches without sub-blocks.",
    }),
    fetchReturnCycles: cycles(0).default(0).meta({
      title: "Instruction cache return",
      unit: "cycles",
      description: "So long no instruction leaves fetch behind the fill of a line of code.",
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
          description: "lru: the page least recently used goes. random: any.",
        }),
        missCycles: cycles(0).default(20).meta({
          title: "Miss",
          unit: "cycles",
          description:
            "By hardware: by so many the access is delayed. By software: so long the exception takes, in which other contexts run.",
        }),
        refillInstructions: count(0, 255).default(0).meta({
          title: "Refill by software",
          unit: "instructions",
          description: "Instructions of the refill routine, which its context issues; 0 = hardware refills.",
        }),
        unmappedRanges: ranges(SIM_UNCACHED_GRAIN).meta({
          title: "Unmapped ranges",
          description: "Addresses there need no entry; multiples of 256. MIPS: kseg0.",
        }),
      })
      .optional()
      .meta({ title: "TLB", description: "Of each core, for code and data." }),
  })
  .prefault({})
  .meta({ title: "Memory", description: "Without caches a load or store takes its cycles on the bus." });

/** Where branches and jumps go to. */
const jumpTargets = {
  targets: z
    .union([z.literal(0), powerOfTwo(1, 512)])
    .default(0)
    .meta({
      title: "Targets",
      description:
        "Entries of the table of targets: a branch or jump that has one is known when it is fetched; 0 = none.",
    }),
  returns: count(0, 16).default(0).meta({
    title: "Return stack",
    description: "Return addresses of calls; 0 = none.",
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
          description: "Of 2 bits each, picked by the address of the branch.",
        }),
        ...jumpTargets,
      })
      .meta({ title: "Bimodal", description: "2-bit counters by the address of the branch." }),
  ])
  .prefault({ kind: "not-taken" })
  .meta({
    title: "Branch prediction",
    description:
      "Rightly predicted as not taken, a branch costs nothing; as taken, the cycles until its target is known, unless the table of targets has it.",
  });

const DATA_SHARING = ["auto", "thread", "shared"] as const;

/** Free parameters: no source of ours gives them. */
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
        description: "The begin of the footprint, where most accesses go.",
      }),
    hotPermille: count(0, 1000).default(800).meta({ title: "Accesses to the hot part", unit: "‰" }),
    packetPermille: count(0, 1000).default(0).meta({
      title: "Accesses to the packet",
      unit: "‰",
      description: "Word after word through the packet in hand.",
    }),
    uncachedPermille: count(0, 1000).default(0).meta({ title: "Accesses to device registers", unit: "‰" }),
    sharing: z.enum(DATA_SHARING).default("auto").meta({
      title: "Sharing",
      description:
        "thread: each thread that runs the routine has such data of its own. shared: all work on the same. auto: thread; shared where an address is given and for the routines of a lock.",
    }),
    pinned: z.boolean().default(false).meta({
      title: "Pinned",
      description:
        "Its code and data are pinned: they fill the pinned ways of the caches, and only those, or stay as pinned lines.",
    }),
  })
  .prefault({})
  .meta({ title: "Data", description: "Where its loads and stores go; counts only where there are caches." });

export type Cache = z.output<typeof cacheSchema>;
