/** The runs and the result of a search, compared with all points and known minima, and with repeated steps. */
import { describe, expect, test } from "vitest";
import type { StudyPlan, StudyPoint } from "../../lib/study/plan.ts";
import { pointKey, rowKey, type StudyRow } from "../../lib/study/row.ts";
import {
  completeRows,
  type SearchResult,
  searchCases,
  searchSize,
  searchStep,
} from "../../lib/study/search.ts";
import { bisectionPoints, bisectionStep, directStep, type Places } from "../../lib/study/searchMethods.ts";
import type { StudySearch } from "../../scenarios/study/study.ts";
import { planned, refusals } from "./support.ts";

describe("the search by bisection", () => {
  function found(length: number, holds: (place: number) => boolean) {
    const known = new Map<number, boolean>();
    for (;;) {
      const step = bisectionStep(length, (place) => known.get(place));
      if (step.kind === "done") return { first: step.first, asked: known.size };
      expect(step.places.length).toBeGreaterThan(0);
      for (const place of step.places) {
        expect(known.has(place)).toBe(false);
        known.set(place, holds(place));
      }
    }
  }

  test("finds every threshold of every short list with few points", () => {
    for (let length = 1; length <= 70; length++)
      for (let threshold = 0; threshold <= length; threshold++) {
        const { first, asked } = found(length, (place) => place >= threshold);
        expect(first).toBe(threshold === length ? undefined : threshold);
        const { least, most } = bisectionPoints(length);
        expect(asked).toBeGreaterThanOrEqual(least);
        expect(asked).toBeLessThanOrEqual(most);
      }
  });

  test("takes 22 points of 10,000", () => {
    expect(found(10_000, (place) => place >= 1234)).toEqual({ first: 1234, asked: 22 });
  });
});

describe("the DIRECT search over lists", () => {
  function search(lengths: readonly number[], limit: number, value: (places: Places) => number) {
    const known = new Map<string, number>();
    for (;;) {
      const step = directStep(lengths, limit, (places) => known.get(places.join(" ")));
      if (step.kind === "done") {
        const [best] = [...known].toSorted((a, b) => a[1] - b[1]);
        return { best: best?.[0], value: best?.[1], asked: known.size, isSettled: step.isSettled };
      }
      for (const places of step.places) {
        expect(known.has(places.join(" "))).toBe(false);
        known.set(places.join(" "), value(places));
      }
    }
  }

  test("finds the lowest point of a bowl", () => {
    const bowl = ([x = 0, y = 0]: Places) => (x - 31) ** 2 + 3 * (y - 77) ** 2;
    expect(search([100, 100], 200, bowl).best).toBe("31 77");
  });

  test("leaves a valley that is not the lowest", () => {
    // Six valleys, the deepest around 812.
    const valleys = ([x = 0]: Places) => Math.cos((x - 812) / 26.5) * -10 + Math.abs(x - 812) / 50;
    const { best } = search([1000], 120, valleys);
    expect(Math.abs(Number(best) - 812)).toBeLessThanOrEqual(1);
  });

  test("ends for equal values, for one value, and at its limit", () => {
    expect(search([7], 60, () => 5)).toMatchObject({ asked: 7, isSettled: true });
    expect(search([1], 60, () => 5)).toMatchObject({ best: "0", asked: 1, isSettled: true });
    expect(search([300, 300], 50, () => 5)).toMatchObject({ asked: 50, isSettled: false });
  });
});

/** Rows made without a machine: `metrics` gives the values of a point and a seed. */
function searched(
  plan: StudyPlan,
  metricsOf: (values: StudyPoint["values"], seed: number) => Readonly<Record<string, number | null>>,
  known = new Map<string, StudyRow>(),
) {
  const asked: string[] = [];
  const results: SearchResult[] = [];
  const rowsOf = completeRows(plan, known);
  for (const one of searchCases(plan))
    for (;;) {
      const step = searchStep(plan, one, rowsOf);
      if (step.kind === "done") {
        results.push(step.result);
        break;
      }
      for (const point of step.points) {
        asked.push(pointKey(point.values));
        for (let seed = 1; seed <= plan.study.seeds.count; seed++)
          known.set(rowKey({ point: point.values, seed }), {
            ...{ study: "", studyHash: "", point: point.values, seed, cycles: 1, stateHash: "" },
            ...{ program: "", model: "", command: "", metrics: metricsOf(point.values, seed) },
          });
      }
    }
  return { results, asked, known };
}

const RING = { kind: "field", field: "rxRingFrames", name: "ring", values: "1..64" } as const;
const LEAST: Partial<StudySearch> & Pick<StudySearch, "over" | "goal" | "of"> = {
  over: ["ring"],
  goal: "minimize",
  of: "ring",
};
const NO_LOSS = "receive.loss == 0";
const study = (search: typeof LEAST, more: Parameters<typeof planned>[0] = { scenarios: [] }) => ({
  ...{ axes: [RING], seeds: { count: 3 }, metrics: ["interrupts"], ...more },
  scenarios: ["ring-overflow"],
  search,
});

test("a search finds the least value at which the conditions hold with every seed", async () => {
  const plan = await planned(study({ ...LEAST, subjectTo: [NO_LOSS] }));
  const { results, asked } = searched(plan, ({ ring }, seed) => ({
    interrupts: 1,
    // Seed 3 needs the longest ring.
    [NO_LOSS]: Number(ring) >= 17 + seed ? 1 : 0,
  }));
  expect(results).toHaveLength(1);
  expect(results[0]).toMatchObject({ method: "bisection", isSettled: true, contradictions: [] });
  expect(results[0]?.best?.point.values).toEqual({ ring: 20 });
  expect(asked.length).toBeLessThan(15);
  expect(results[0]?.tried.find(({ point }) => point.values.ring === 19)).toMatchObject({
    holds: false,
    failing: 1 / 3,
    broken: [NO_LOSS],
  });
});

test("a search finds the greatest value, searches for each value of another axis, and may find none", async () => {
  const plan = await planned(
    study(
      { ...LEAST, goal: "maximize", subjectTo: [NO_LOSS] },
      { scenarios: [], axes: [{ kind: "field", field: "contexts", values: [1, 2, 3] }, RING] },
    ),
  );
  const most: Readonly<Record<number, number>> = { 1: 5, 2: 64, 3: 0 };
  const { results } = searched(plan, ({ ring, contexts }) => ({
    [NO_LOSS]: Number(ring) <= (most[Number(contexts)] ?? 0) ? 1 : 0,
  }));
  expect(results.map(({ of, best }) => [of.values.contexts, best?.point.values.ring])).toEqual([
    [1, 5],
    [2, 64],
    [3, undefined],
  ]);
  expect(searchSize(plan)).toEqual({ least: 6, most: 42 });
});

test("a search reports a later value at which the conditions fail again", async () => {
  const plan = await planned(study({ ...LEAST, subjectTo: [NO_LOSS] }));
  const { results } = searched(plan, ({ ring }) => ({
    [NO_LOSS]: Number(ring) >= 10 && !(Number(ring) > 20 && Number(ring) < 40) ? 1 : 0,
  }));
  expect([10, 40]).toContain(results[0]?.best?.point.values.ring);
  expect(results[0]?.contradictions.length).toBeGreaterThan(0);
});

test("a search stops at the study's limit of points, and marks its result as unsettled", async () => {
  for (let most = 2; most <= 20; most++) {
    const plan = await planned(study({ ...LEAST, subjectTo: [NO_LOSS], maximumPoints: most }));
    const { results, asked } = searched(plan, ({ ring }) => ({ [NO_LOSS]: Number(ring) >= 20 ? 1 : 0 }));
    // Both ends, six halvings, three places on each side.
    expect(asked).toHaveLength(Math.min(most, 14));
    expect(results[0]?.isSettled).toBe(most > 13);
  }
});

test("a search finds the best mean among valid points, as a sweep of all points does", async () => {
  const cost = "interrupts";
  const plan = await planned(
    study(
      { over: ["ring", "clockHertz"], goal: "maximize", of: cost, subjectTo: [NO_LOSS], maximumPoints: 400 },
      {
        scenarios: [],
        axes: [RING, { kind: "field", field: "clockHertz", values: "50M..200M+5M" }],
      },
    ),
  );
  const metrics = ({ ring, clockHertz }: StudyPoint["values"]) => ({
    [cost]: 1e4 - (Number(ring) - 40) ** 2 - (Number(clockHertz) / 5e6 - 15) ** 2,
    [NO_LOSS]: Number(ring) + Number(clockHertz) / 5e6 < 45 ? 1 : 0,
  });
  const { results, asked } = searched(plan, metrics);
  const all = plan.points.map(({ values }) => metrics(values)).filter((one) => one[NO_LOSS] === 1);
  expect(results[0]?.best?.goal).toBe(Math.max(...all.map((one) => one[cost] ?? 0)));
  expect(asked.length).toBeLessThan(plan.points.length / 4);
});

test("an interrupted search requests only the rest, and gives the same result", async () => {
  const plan = await planned(study({ ...LEAST, of: "interrupts", subjectTo: [NO_LOSS] }));
  const metrics = ({ ring }: StudyPoint["values"]) => ({
    interrupts: Math.abs(Number(ring) - 33),
    [NO_LOSS]: 1,
  });
  const whole = searched(plan, metrics);
  for (let kept = 0; kept <= whole.known.size; kept += 7) {
    const again = searched(plan, metrics, new Map([...whole.known].slice(0, kept)));
    expect(again.results[0]?.best?.point.values).toEqual({ ring: 33 });
    expect(again.known.size).toBe(whole.known.size);
    expect(again.asked.length).toBe(whole.asked.length - Math.floor(kept / 3));
  }
});

test.each<[typeof LEAST, string]>([
  [{ ...LEAST, over: ["rings"] }, 'search.over[0]: "rings" is not a column; there are: ring'],
  [{ ...LEAST, of: "receive.los" }, "search.of: receive.los: at character 1: no metric receive.los"],
  [{ ...LEAST, of: "receive.loss < 1 %" }, "search.of: is a condition; it stands in subjectTo"],
  [{ ...LEAST, subjectTo: ["receive.loss"] }, "search.subjectTo[0]: receive.loss: is not a condition"],
])("a search is refused: %o", async (search, message) => {
  expect((await refusals(study(search))).join("\n")).toContain(message);
});
