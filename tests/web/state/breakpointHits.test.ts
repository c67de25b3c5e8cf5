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

describe("the stop of the playhead at breakpoints", () => {
  const watched = known({ a: [10, 20, 30, 40, 50], b: [25, 40] });

  it("is at the nearest hit of the enabled ones", () => {
    expect(stopAfter([on("a"), on("b")], watched, 20)).toMatchObject({ cycle: 25, hit: 1 });
    expect(stopAfter([on("a"), on("b", { enabled: false })], watched, 20)).toMatchObject({
      cycle: 30,
      hit: 3,
    });
    expect(stopBefore([on("a"), on("b")], watched, 30)).toMatchObject({ cycle: 25, hit: 1 });
    expect(stopBefore([on("a")], watched, 10)).toBeUndefined();
    expect(stopAfter([on("a")], watched, 50)).toBeUndefined();
  });

  it("counts hits from the start of the run, from wherever the user came", () => {
    const every = [on("a", { fromHit: 2, everyHits: 2 })];
    const forth = [0, 10, 20, 21, 39, 40].map((cycle) => stopAfter(every, watched, cycle)?.cycle);
    expect(forth).toEqual([20, 20, 40, 40, 40, undefined]);
    const back = [50, 40, 21, 20].map((cycle) => stopBefore(every, watched, cycle)?.cycle);
    expect(back).toEqual([40, 20, 20, undefined]);
  });

  it("is at the latest at the end of the known hits, and unlimited without an enabled breakpoint", () => {
    expect(clearTo([on("a")], known({ a: [] }, 70))).toBe(70);
    expect(clearTo([on("a", { enabled: false })], known({ a: [] }, 70))).toBe(Number.POSITIVE_INFINITY);
    expect(clearTo([], known({}, 0))).toBe(Number.POSITIVE_INFINITY);
  });

  it("considers the hits of all breakpoints in order", () => {
    expect([...hitsOf([on("b"), on("a")], watched)]).toEqual([10, 20, 25, 30, 40, 40, 50]);
    expect([...hitsOf([], watched)]).toEqual([]);
  });
});

describe("reports of breakpoint hits", () => {
  const part = (from: number, to: number, hits: readonly number[]) => ({
    from,
    to,
    conditions: [{ hits: Float64Array.from(hits), refused: undefined, fullAtCycle: undefined }],
  });

  it("add to the known hits, and start again at cycle 0", () => {
    const first = extendWatch(beginWatch(["a"]), part(0, 100, [10]));
    const second = extendWatch(first, part(100, 200, [110, 150]));
    expect([...(second.conditions[0]?.hits ?? [])]).toEqual([10, 110, 150]);
    expect(second.knownTo).toBe(200);
    const again = extendWatch(second, part(0, 50, [10]));
    expect([...(again.conditions[0]?.hits ?? [])]).toEqual([10]);
  });
});
