/** The private caches of cores on the page, compared with the machine's counts by core. */
import { beforeAll, describe, expect, it } from "vitest";
import type { MachineView } from "../../../../web/engine/protocol.ts";
import { cacheFactsOf, recentCacheAccess } from "../../../../web/simulate/stage/caches.ts";
import { machineInfo } from "../../../../web/simulate/stage/machineInfo.ts";
import { openEngine } from "../../engine/support.ts";
import { everything, scenarioFile } from "../../scenarios/support.ts";

const FROM = 20_000;
const CYCLES = 1_500;

describe("an L2 cache of each core", () => {
  it("is shown for each core", { timeout: 30_000 }, async () => {
    const scenario = everything();
    const engine = await openEngine();
    engine.load(scenario);
    const { caches } = engine.seekCycle(FROM);
    expect(caches.map(({ level, core }) => [level, core])).toEqual([
      ["l1i", 0],
      ["l1i", 1],
      ["l1d", 0],
      ["l1d", 1],
      ["l2", 0],
      ["l2", 1],
    ]);
    const [first, second] = caches.filter(({ level }) => level === "l2");
    expect(first?.lines, "they hold something else").not.toEqual(second?.lines);
    const { memory } = machineInfo(scenario);
    expect(cacheFactsOf("l2", memory)?.isPrivate).toBe(true);
    const shared = { ...scenario.machine, memory: { ...scenario.machine.memory, l2PerCore: false } };
    expect(cacheFactsOf("l2", machineInfo({ ...scenario, machine: shared }).memory)?.isPrivate).toBe(false);
  });
});

describe.each([
  { name: "everything", load: () => everything(), from: FROM, leastHits: 50 },
  // Most of the eight cores run the same layers, so the core of a hit cannot be identified.
  { name: "eight cores", load: () => scenarioFile("demos/eight-cores.json"), from: 96_000, leastHits: 0 },
])("hits and misses of private L1 caches: $name", ({ load, from, leastHits }) => {
  const scenario = load();
  const facts = machineInfo(scenario);
  let seen: readonly MachineView[] = [];
  let missed: readonly { readonly l1i: Float32Array | undefined; readonly l1d: Float32Array | undefined }[] =
    [];

  beforeAll(async () => {
    const engine = await openEngine();
    engine.load(scenario);
    seen = Array.from({ length: CYCLES + 1 }, (_, index) => engine.seekCycle(from + index));
    const request = {
      kind: "window",
      from,
      to: from + CYCLES,
      columns: CYCLES,
      patient: true,
    } as const;
    const { window } = engine.ask(request, "window");
    expect([window.from, window.to, window.columns]).toEqual([from, from + CYCLES, CYCLES]);
    missed = window.misses;
  }, 60_000);

  it("belong to the core that had them, and most misses are shown", () => {
    let [told, all, hits] = [0, 0, 0];
    for (const [index, view] of seen.entries()) {
      const previous = seen[index - 1];
      if (previous === undefined) continue;
      for (const cache of view.caches) {
        if (cache.level === "l2") continue;
        const news = recentCacheAccess(cache, view, previous, facts);
        const count = missed[cache.core]?.[cache.level]?.[index - 1] ?? 0;
        const where = `${cache.level} of core ${cache.core}, cycle ${previous.cycle}`;
        if (news.kind === "miss") expect(count, `a miss of ${where}`).toBeGreaterThan(0);
        if (news.kind === "hit") expect(count, `a hit of ${where}`).toBe(0);
        hits += news.kind === "hit" ? 1 : 0;
        told += news.kind === "miss" ? 1 : 0;
        all += count > 0 ? 1 : 0;
      }
    }
    expect(hits).toBeGreaterThanOrEqual(leastHits);
    expect(all).toBeGreaterThan(10);
    expect(told / all).toBeGreaterThan(0.5);
  });
});
