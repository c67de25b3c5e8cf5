import { describe, expect, it } from "vitest";
import { diskState, diskText } from "../../../../web/devices/disk.tsx";
import { timerShare } from "../../../../web/devices/timer.tsx";
import type { CacheView, Layer, MachineView } from "../../../../web/engine/protocol.ts";
import { busQueue, busTransfer, holderText } from "../../../../web/simulate/stage/bus.ts";
import {
  cacheSpeech,
  heldCells,
  newsText,
  ownerShares,
  pinnedText,
  recentCacheAccess,
} from "../../../../web/simulate/stage/caches.ts";
import type { CacheFacts } from "../../../../web/simulate/stage/machineInfo.ts";
import { askingText } from "../../../../web/simulate/stage/nics.ts";
import { lockWords } from "../../../../web/simulate/stage/storeWords.ts";
import { disk, FACTS, NO_MEMORY, nic, ring, stage, view } from "./fixture.ts";

const plain = (text: string | undefined) => text?.replace(/\s/g, " ");

const APPLICATION = 1;
const DRIVER = 3;
const whole = (layer: number) => layer | (15 << 4);

const CACHE: CacheFacts = {
  level: "l1d",
  sizeBytes: 256,
  ways: 2,
  sets: 4,
  pinnedWays: [1],
  pinnedLines: 0,
  pinnedSets: 4,
  isPrivate: false,
  pinnedFor: ["driver"],
  pinsNothing: false,
};
const ONE = { ...FACTS, memory: { ...FACTS.memory, caches: [CACHE] } };
const TWO = {
  ...ONE,
  cores: { cores: 2, contexts: 1 },
  memory: { ...ONE.memory, caches: [{ ...CACHE, isPrivate: true }] },
};
const HALF_FULL: CacheView = {
  level: "l1d",
  core: 0,
  lines: [0, 3, 0, 1, 0, 0, 0],
  columns: 4,
  filling: undefined,
  cells: Uint8Array.of(whole(APPLICATION), whole(APPLICATION), whole(APPLICATION), 0, 0, 0, 0, whole(DRIVER)),
  marked: 0,
  marks: [0],
};

/** A machine after this many accesses of the application and misses of the driver. */
function used(cycle: number, accesses: number, misses: number): MachineView {
  const l1d = { accesses: [0, accesses, 0, misses], misses: [0, 0, 0, misses] };
  const { use } = NO_MEMORY;
  return view({ cycle, use: { ...use, caches: { ...use.caches, l1d } } });
}

describe("a cache on the stage", () => {
  it("shows the shares of its owners, largest first, and the pinned lines", () => {
    expect(ownerShares(HALF_FULL, CACHE)).toEqual([
      { layer: "application", share: 3 / 8 },
      { layer: "driver-isr", share: 1 / 8 },
    ]);
    expect(pinnedText(CACHE, HALF_FULL)).toBe("way 1 pinned");
    expect(pinnedText({ ...CACHE, pinnedWays: [0, 1], pinnedSets: 2 }, HALF_FULL)).toBe(
      "ways 0, 1 pinned in 2 of 4 sets",
    );
    expect(pinnedText({ ...CACHE, pinnedWays: [] }, HALF_FULL)).toBeUndefined();
    expect(pinnedText({ ...CACHE, pinnedWays: [], pinsNothing: true }, HALF_FULL)).toBe("nothing pinned");
    const lines = { ...CACHE, pinnedWays: [], pinnedLines: 2 };
    expect(pinnedText(lines, { marked: 5 })).toBe("5 pinned, at most 2 a set");
    expect(pinnedText({ ...lines, pinnedSets: 2 }, { marked: 1 })).toBe(
      "1 pinned, at most 2 a set in 2 of 4 sets",
    );
  });

  it("crosses out the cells of marked lines", () => {
    const shapes = heldCells({ ...HALF_FULL, marked: 2, marks: [0b1000_0010] }, CACHE.ways);
    expect(shapes.at(-1)).toMatchObject({ d: "M1 1l1-1M3 2l1-1", ink: { stroke: "bg" } });
  });

  it("draws each layer's cells in its colour, up to their fill", () => {
    const [application, driver, ...others] = heldCells(HALF_FULL, CACHE.ways);
    expect(application).toMatchObject({ ink: { fill: "app" } });
    expect(driver).toMatchObject({ d: "M3.1 1.9v-0.8h0.8v0.8z", ink: { fill: "isr" } });
    expect(others).toEqual([]);
    expect(application?.kind === "path" ? application.d.match(/M/g) : []).toHaveLength(3);
    const third = HALF_FULL.cells.map((value, cell) => (cell === 7 ? DRIVER | (5 << 4) : value));
    expect(heldCells({ ...HALF_FULL, cells: third }, CACHE.ways)[1]).toMatchObject({
      d: "M3.1 1.9v-0.27h0.8v0.27z",
    });
  });

  it("outlines the cell of a line that is being filled", () => {
    const shapes = heldCells({ ...HALF_FULL, filling: 2 }, CACHE.ways);
    expect(shapes.at(-1)).toMatchObject({ d: "M2.1 0.9v-0.8h0.8v0.8z", ink: { stroke: "ink" } });
  });

  it("shows a hit or miss of the stepped cycle, in either direction", () => {
    expect(recentCacheAccess(HALF_FULL, used(11, 5, 0), used(10, 4, 0), ONE)).toEqual({
      kind: "hit",
      layer: "application",
    });
    expect(recentCacheAccess(HALF_FULL, used(11, 5, 1), used(10, 4, 0), ONE)).toEqual({
      kind: "miss",
      layer: "driver-isr",
    });
    expect(recentCacheAccess(HALF_FULL, used(10, 4, 0), used(11, 4, 1), ONE)).toEqual({
      kind: "miss",
      layer: "driver-isr",
    });
    expect(recentCacheAccess(HALF_FULL, used(11, 4, 0), used(10, 4, 0), ONE).kind).toBe("quiet");
  });

  it("shows a rate if pictures are further apart", () => {
    const news = recentCacheAccess(HALF_FULL, used(1000, 40, 10), used(500, 0, 0), ONE);
    expect(news).toEqual({ kind: "rate", missShare: 0.2 });
    expect(plain(newsText(news))).toBe("20.0 % misses");
  });

  it("of several cores shows by layer or line whose access it was", () => {
    const stores = { stores: 0, tlbPages: 0, takenCounters: 0, fills: { l1i: 0, l1d: 0 } };
    const two = (cycle: number, accesses: number, misses: number, l1d: number, second: Layer) => ({
      ...used(cycle, accesses, misses),
      coreStores: [stores, { ...stores, fills: { l1i: 0, l1d } }],
      stages: [stage({ context: 0, layer: "application" }), stage({ context: 1, layer: second })],
      frames: [],
    });
    const news = (core: number, now: MachineView, before: MachineView) =>
      recentCacheAccess({ ...HALF_FULL, core }, now, before, TWO);
    const start = two(10, 4, 0, 0, "driver-isr");
    const both = two(11, 5, 1, 1, "driver-isr");
    expect(news(0, both, start)).toEqual({ kind: "hit", layer: "application" });
    expect(news(1, both, start)).toEqual({ kind: "miss", layer: "driver-isr" });
    const alike = two(11, 5, 0, 1, "application");
    expect(news(0, alike, { ...start, stages: alike.stages }).kind, "either may have hit").toBe("quiet");
    expect(news(1, alike, { ...start, stages: alike.stages }).kind).toBe("filling");
    expect(news(1, { ...both, cycle: 20 }, start).kind, "too far apart").toBe("filling");
  });

  it("has a description in words", () => {
    expect(plain(cacheSpeech(HALF_FULL, CACHE, { kind: "filling" }))).toBe(
      "L1 data cache, 2 ways, 256 B, way 1 pinned, application 38 %, driver ISR 13 %, a line is on its way",
    );
  });
});

describe("the bus on the stage", () => {
  const bus = NO_MEMORY.bus;

  it("shows its owner and who waits", () => {
    const now = view({
      cycle: 100,
      waitsForBus: [true],
      bus: { holder: "dma", freeAtCycle: 124, waiting: { receive: 2, send: 1 }, waitingDisks: 1 },
    });
    expect(holderText(now, FACTS)).toBe("held by DMA");
    expect(busQueue(now, FACTS)).toEqual(["CPU waits", "3 frames wait", "1 disk waits", "24 cycles left"]);
    expect(holderText(view(), FACTS)).toBe("idle");
    expect(holderText(view({ bus: { ...bus, holder: "cpu" } }), FACTS)).toBe("CPU transfer");
    expect(busQueue(view(), FACTS)).toEqual([]);
  });

  it("names what DMA moves", () => {
    const dma = { packet: 1, bytesDone: 32, bytes: 64, direction: "receive" } as const;
    expect(busTransfer(view({ nics: [nic({ dma })] }), FACTS)).toEqual({
      text: "DMA from eth0 to memory",
      bytesDone: 32,
      bytes: 64,
    });
    const facts = { ...FACTS, disks: [{ name: "disk0", queueRequests: 4 }] };
    const writing = disk({ phase: "fetch", held: 1, writes: true, bytes: 512, dmaBytesDone: 64 });
    expect(busTransfer(view({ disks: [writing] }), facts)?.text).toBe("DMA from memory to disk0");
    expect(busTransfer(view(), FACTS)).toBeUndefined();
  });
});

describe("a device on the stage", () => {
  const reading = disk({ phase: "medium", held: 1, seekUntilCycle: 1100, mediumUntilCycle: 5196 });

  it("shows of a disk the seek, the transfer, and the move of its data", () => {
    expect(diskState(reading, 600)).toBe("seeking");
    expect(plain(diskText(reading, 600))).toBe("reads: seek, 500 cycles");
    expect(plain(diskText({ ...reading, writes: true }, 5195))).toBe("writes: transfer, 1 cycle");
    expect(diskText(disk({ phase: "store", held: 1 }), 5300)).toBe("reads: DMA");
    expect(diskText(disk(), 0)).toBe("idle");
  });

  it("shows of a timer how far its period is", () => {
    expect(timerShare(1000, 750, { name: "tick", periodCycles: 1000 })).toBe(0.75);
    expect(timerShare(5000, 0, { name: "tick", periodCycles: 1000 })).toBe(0);
  });

  it("shows of a ring how near its interrupt is", () => {
    const coalescing = {
      frames: 8,
      absoluteNanoseconds: 50_000,
      packetNanoseconds: 0,
      throttleNanoseconds: 0,
    };
    const facts = { frames: 16, line: 0, coalescing };
    const asks = (over: Parameters<typeof ring>[0]) => plain(askingText(ring(over), facts, 1000));
    expect(asks({})).toBe("0 / 8 frames");
    expect(asks({ unsignalled: 3, asksAtCycle: 1200 })).toBe("3 / 8 frames, or in 200 cycles");
    expect(asks({ unsignalled: 9, asksAtCycle: 1001, heldBack: true })).toBe("in 1 cycle (throttled)");
    const each = { ...coalescing, frames: 1, absoluteNanoseconds: 0 };
    expect(askingText(ring(), { ...facts, coalescing: each }, 1000)).toBeUndefined();
  });
});

it("a thread waits for a lock that another one holds, and has not taken a free one yet", () => {
  const [first, second] = FACTS.threads;
  const said = (holder: number | undefined, waiting: readonly number[]) =>
    lockWords(view({ locks: [{ holder, waiting }] }), 0, FACTS).waitingText;
  expect(said(0, [1])).toBe(`${second?.name} waits`);
  expect(said(undefined, [0, 1])).toBe(`not yet taken by ${first?.name}, ${second?.name}`);
  expect(said(undefined, [])).toBe("no thread waits");
});
