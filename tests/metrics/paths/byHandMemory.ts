/** Caches, TLB, prefetches and lines that cores take from each other, counted by hand. */
import { DMA, exec, type HandMachine, machine, once, REST, sequence, timed } from "./handMachine.ts";

export const MEMORY_BY_HAND: readonly HandMachine[] = [
  {
    // Direct-mapped, 4 lines of 16 bytes. Loads of three words in two lines: 2 misses; the store hits and makes its line
    // dirty; 0x1040 takes the place of 0x1000, which is written back. Code: 5 words from 0x0 in 2 lines; the L1I is asked
    // once for a line. TLB: 5 accesses and 2 lines of code, a page each.
    name: "caches",
    parts: {
      machine: machine({
        bus: { dma: DMA },
        memory: {
          l1i: { sizeBytes: 64, ways: 1, lineBytes: 16 },
          l1d: { sizeBytes: 64, ways: 1, lineBytes: 16 },
          l2: { sizeBytes: 1024, ways: 1, lineBytes: 16 },
          l2Cycles: 3,
          latencyCycles: 10,
          tlb: { entries: 4, pageBytes: 4096, missCycles: 11 },
        },
      }),
      software: {
        routines: [
          {
            ...sequence(
              "work",
              "load r1 [0x1000]",
              "load r2 [0x1004]",
              "load r3 [0x1010]",
              "store r3 [0x1000]",
              "load r4 [0x1040]",
            ),
            codeAddress: 0,
          },
          REST,
        ],
        threads: [once("a", [exec("work")], { layer: "protocol" })],
      },
    },
    cycles: 1000,
    expected: {
      "cache.l1d.accesses": 5,
      "cache.l1d.misses": 3,
      "cache.l1d.missShare": 3 / 5,
      "cache.l1d.layer.protocol.accesses": 5,
      "cache.l1d.layer.protocol.misses": 3,
      "cache.l1d.layer.protocol.missShare": 3 / 5,
      "cache.l1d.writeBacks": 1,
      "cache.l1i.accesses": 2,
      "cache.l1i.misses": 2,
      "cache.l1i.missShare": 1,
      "cache.l1i.layer.protocol.accesses": 2,
      "cache.l1i.layer.protocol.misses": 2,
      "cache.l1i.layer.protocol.missShare": 1,
      "cache.l2.accesses": 5,
      "cache.l2.misses": 5,
      "cache.l2.missShare": 1,
      "cache.l2.layer.protocol.accesses": 5,
      "cache.l2.layer.protocol.misses": 5,
      "cache.l2.layer.protocol.missShare": 1,
      "tlb.accesses": 7,
      "tlb.misses": 2,
      "tlb.missShare": 2 / 7,
      "tlb.layer.protocol.accesses": 7,
      "tlb.layer.protocol.misses": 2,
      "tlb.layer.protocol.missShare": 2 / 7,
    },
  },
  {
    // One set each, with one lock at most. L1I: the second of two lines of code gets none. L1D: 0x1000 has it; 0x1010 and
    // 0x1020 come without, and 0x1020 is used once more in vain. L2: the first line of code has it, the other and the
    // three of data come without.
    name: "locks",
    parts: {
      machine: machine({
        bus: { dma: DMA },
        memory: {
          l1i: { sizeBytes: 32, ways: 2, lineBytes: 16, pinnedLines: 1, pinKind: "lock" },
          l1d: { sizeBytes: 32, ways: 2, lineBytes: 16, pinnedLines: 1, pinKind: "lock" },
          l2: { sizeBytes: 128, ways: 8, lineBytes: 16, pinnedLines: 1, pinKind: "lock" },
          latencyCycles: 10,
        },
      }),
      software: {
        routines: [
          {
            ...sequence(
              "work",
              "load r1 [0x1000]",
              "load r2 [0x1010]",
              "load r3 [0x1020]",
              "load r4 [0x1000]",
              "load r5 [0x1020]",
            ),
            codeAddress: 0,
            data: { pinned: true },
          },
          REST,
        ],
        threads: [once("a", [exec("work")], { layer: "protocol" })],
      },
    },
    cycles: 1000,
    expected: {
      "cache.l1i.pinsRefused": 1,
      "cache.l1d.pinsRefused": 3,
      "cache.l2.pinsRefused": 4,
      "cache.l1d.misses": 3,
    },
  },
  {
    // A line has four beats. Core 0 brings it for a store: 5 + 4. Core 1 reads it from there: 4 + 4; it is shared then,
    // and a store of core 1 claims it: 6, and takes it away from core 0.
    name: "two cores and one line",
    parts: {
      machine: machine({
        core: { cores: 2 },
        bus: { dma: DMA },
        memory: {
          l1d: { sizeBytes: 1024, lineBytes: 16 },
          latencyCycles: 5,
          transferCycles: 4,
          claimCycles: 6,
        },
      }),
      software: {
        routines: [
          sequence("store", "store r2 [0x1000]"),
          sequence("load", "load r3 [0x1000]"),
          timed("pause", 100),
          REST,
        ],
        threads: [
          once("first", [exec("store")], { core: 0 }),
          once("second", [exec("pause"), exec("load"), exec("store")], { core: 1 }),
        ],
      },
    },
    cycles: 2000,
    expected: {
      "bus.transactions": 3,
      "bus.coreCycles": 9 + 8 + 6,
      "bus.transfers": 1,
      "bus.claims": 1,
      "cache.l1d.invalidations": 1,
      // Four cycles of fill each time. A miss takes its time on the bus less the cycle of a hit.
      "core[0].ipc": 1 / (4 + 1 + 8),
      "core[1].ipc": 2 / (4 + 1 + 7 + 4 + 1 + 5),
      "core[0].instructions": 1,
      "core[1].instructions": 2,
      "context[1].instructions": 2,
    },
  },
  {
    // Write-through: both stores go on to the L2, which writes back: dirty there, until the load of 0x1400 takes the place.
    // The L2 with write-through would send them on.
    name: "stores that go on",
    parts: {
      machine: machine({
        bus: { dma: DMA },
        memory: {
          l1d: { sizeBytes: 64, ways: 1, lineBytes: 16, writePolicy: "write-through" },
          l2: { sizeBytes: 1024, ways: 1, lineBytes: 16 },
          l2Cycles: 3,
          latencyCycles: 10,
        },
      }),
      software: {
        routines: [
          sequence("work", "load r1 [0x1000]", "store r2 [0x1000]", "store r2 [0x1004]", "load r3 [0x1400]"),
          REST,
        ],
        threads: [once("a", [exec("work")])],
      },
    },
    cycles: 1000,
    expected: { "cache.l1d.storesOn": 2, "cache.l2.writeBacks": 1 },
  },
  {
    // No cache keeps the stores: the L1 does not allocate, and the L2 writes through.
    name: "stores to memory",
    parts: {
      machine: machine({
        bus: { dma: DMA },
        memory: {
          l1d: { sizeBytes: 64, ways: 1, lineBytes: 16, writePolicy: "write-through", writeAllocate: false },
          l2: { sizeBytes: 1024, ways: 1, lineBytes: 16, writePolicy: "write-through", writeAllocate: false },
          l2Cycles: 3,
          latencyCycles: 10,
        },
      }),
      software: {
        routines: [sequence("work", "store r2 [0x1000]", "store r2 [0x1004]", "store r2 [0x2000]"), REST],
        threads: [once("a", [exec("work")])],
      },
    },
    cycles: 1000,
    expected: { "cache.l1d.storesOn": 3, "cache.l2.storesOn": 3 },
  },
  {
    // Each core has its L2: the line that core 1 claims is removed from the L1 and the L2 of core 0.
    name: "an L2 of each core",
    parts: {
      machine: machine({
        core: { cores: 2 },
        bus: { dma: DMA },
        memory: {
          l1d: { sizeBytes: 64, ways: 1, lineBytes: 16 },
          l2: { sizeBytes: 1024, ways: 1, lineBytes: 16 },
          l2PerCore: true,
          l2Cycles: 3,
          latencyCycles: 10,
          transferCycles: 4,
          claimCycles: 6,
        },
      }),
      software: {
        routines: [sequence("store", "store r2 [0x1000]"), timed("pause", 100), REST],
        threads: [
          once("first", [exec("store")], { core: 0 }),
          once("second", [exec("pause"), exec("store")], { core: 1 }),
        ],
      },
    },
    cycles: 2000,
    expected: { "cache.l2.invalidations": 1 },
  },
  {
    // The second prefetch finds its line there; the fourth comes while the line of the third is on its way and is dropped;
    // the load behind it waits for that line.
    name: "prefetches",
    parts: {
      machine: machine({
        bus: { dma: DMA },
        memory: { l1d: { sizeBytes: 64, ways: 1, lineBytes: 16 }, latencyCycles: 10 },
      }),
      software: {
        routines: [
          sequence("first", "prefetch [0x1000]"),
          sequence("second", "prefetch [0x1004]"),
          sequence("third", "prefetch [0x1010]", "prefetch [0x1020]", "load r2 [0x1010]"),
          timed("pause", 100),
          REST,
        ],
        threads: [once("a", [exec("first"), exec("pause"), exec("second"), exec("pause"), exec("third")])],
      },
    },
    cycles: 1000,
    expected: {
      "prefetch.issued": 4,
      "prefetch.lines": 2,
      "prefetch.dropped": 1,
      "prefetch.late": 1,
    },
  },
  {
    // A line of four words takes 10 + 4 cycles where a hit takes one. Code of 5 words lies in two lines, and so do the loads
    // of the next machine.
    name: "misses of code",
    parts: {
      machine: machine({
        bus: { dma: DMA },
        memory: { l1i: { sizeBytes: 64, ways: 1, lineBytes: 16 }, latencyCycles: 10 },
      }),
      software: {
        routines: [
          { ...sequence("work", "alu r1", "alu r2", "alu r3", "alu r4", "alu r5"), codeAddress: 0 },
          REST,
        ],
        threads: [once("a", [exec("work")])],
      },
    },
    cycles: 1000,
    expected: { 'cause["fetch-miss"].cycles': 2 * 13 },
  },
  {
    name: "misses of data",
    parts: {
      machine: machine({
        bus: { dma: DMA },
        memory: { l1d: { sizeBytes: 64, ways: 1, lineBytes: 16 }, latencyCycles: 10 },
      }),
      software: {
        routines: [sequence("work", "load r1 [0x1000]", "load r2 [0x1004]", "load r3 [0x1010]"), REST],
        threads: [once("a", [exec("work")])],
      },
    },
    cycles: 1000,
    expected: { 'cause["data-miss"].cycles': 2 * 13 },
  },
];
