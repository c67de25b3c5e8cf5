import { describe, expect, it } from "vitest";
import type { Breakpoint } from "../../../scenarios/link/marks.ts";
import {
  beginWatch,
  clearTo,
  extendWatch,
  hitsOf,
  stopAfter,
  stopBefore,
  type Watched,
} from "../../../web/state/breakpointHits.ts";

const on = (condition: string, change: Partial<Breakpoint> = {}): Breakpoint => ({
  condition,
  fromHit: 1,
  everyHits: 1,
  enabled: true,
  ...change,
});

const known = (hits: Readonly<Record<string, readonly number[]>>, knownTo = 1000): Watched => ({
  knownTo,
  conditions: Object.entries(hits).map(([text, cycles]) => ({
    text,
    hits: Float64Array.from(cycles),
    refused: undefined,
    fullAtCycle: undefined,
  })),
});

describe("where breakpoints stop", () => {
  const watched = known({ a: [10, 20, 30, 40, 50], b: [25, 40] });

  it("is the nearest hit of those that are on", () => {
    expect(stopAfter([on("a"), on("b")], watched, 20)).toMatchObject({ cycle: 25, hit: 1 });
    expect(stopAfter([on("a"), on("b", { enabled: false })], watched, 20)).toMatchObject({
      cycle: 30,
      hit: 3,
    });
    expect(stopBefore([on("a"), on("b")], watched, 30)).toMatchObject({ cycle: 25, hit: 1 });
    expect(stopBefore([on("a")], watched, 10)).toBeUndefined();
    expect(stopAfter([on("a")], watched, 50)).toBeUndefined();
  });

  it("counts hits from the begin of the run, whatever way somebody came", () => {
    const every = [on("a", { fromHit: 2, everyHits: 2 })];
    const forth = [0, 10, 20, 21, 39, 40].map((cycle) => stopAfter(every, watched, cycle)?.cycle);
    expect(forth).toEqual([20, 20, 40, 40, 40, undefined]);
    const back = [50, 40, 21, 20].map((cycle) => stopBefore(every, watched, cycle)?.cycle);
    expect(back).toEqual([40, 20, 20, undefined]);
  });

  it("lets nobody pass what is not known yet, unless nothing waits there", () => {
    expect(clearTo([on("a")], known({ a: [] }, 70))).toBe(70);
    expect(clearTo([on("a", { enabled: false })], known({ a: [] }, 70))).toBe(Number.POSITIVE_INFINITY);
    expect(clearTo([], known({}, 0))).toBe(Number.POSITIVE_INFINITY);
  });

  it("shows the hits of all in one row", () => {
    expect([...hitsOf([on("b"), on("a")], watched)]).toEqual([10, 20, 25, 30, 40, 40, 50]);
    expect([...hitsOf([], watched)]).toEqual([]);
  });
});

describe("reports", () => {
  const part = (from: number, to: number, hits: readonly number[]) => ({
    from,
    to,
    conditions: [{ hits: Float64Array.from(hits), refused: undefined, fullAtCycle: undefined }],
  });

  it("add to what is known, and begin again at cycle 0", () => {
    const first = extendWatch(beginWatch(["a"]), part(0, 100, [10]));
    const second = extendWatch(first, part(100, 200, [110, 150]));
    expect([...(second.conditions[0]?.hits ?? [])]).toEqual([10, 110, 150]);
    expect(second.knownTo).toBe(200);
    const again = extendWatch(second, part(0, 50, [10]));
    expect([...(again.conditions[0]?.hits ?? [])]).toEqual([10]);
  });
});
