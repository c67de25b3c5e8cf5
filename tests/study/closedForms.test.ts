/** Closed forms: their values by other ways, and the stored results of the machine beside them. */
import { describe, expect, test } from "vitest";
import { CLOSED_FORMS, type ClosedForm } from "../../lib/study/closedForms.ts";
import { formPoints } from "../../lib/study/formPoints.ts";

function formOf(study: string): ClosedForm {
  const form = CLOSED_FORMS.find((one) => one.study === study);
  if (form === undefined) throw new Error(`no closed form for ${study}`);
  return form;
}

test("the wait of M/D/1 is half of that of M/M/1, and nothing where nothing else comes", () => {
  const { at } = formOf("queue-wait");
  expect(at(0)).toBe(20);
  for (const load of [0.3, 0.6, 0.9])
    expect(at(load / 20e-6) - 20).toBeCloseTo((20 * load) / (1 - load) / 2, 9);
});

test("the loss of M/D/1/K is Erlang's with one place, and equals the stationary chain of packets", () => {
  const { at } = formOf("queue-loss");
  expect(at(0)).toBeCloseTo((100 * 0.9) / 1.9, 9);
  for (const slots of [1, 2, 4, 8]) expect(at(slots)).toBeCloseTo(100 * lossByIteration(0.9, slots + 1), 6);
});

/** Loss from the chain at departures, whose distribution is iterated to its limit. */
function lossByIteration(load: number, places: number): number {
  const arrivals = Array.from(
    { length: 60 },
    (_, n) =>
      Math.exp(-load) * Array.from({ length: n }, (_, i) => load / (i + 1)).reduce((a, b) => a * b, 1),
  );
  let left = [1, ...Array.from({ length: places - 1 }, () => 0)];
  for (let round = 0; round < 4000; round++) {
    const next = left.map(() => 0);
    for (const [n, weight] of left.entries())
      for (const [come, share] of arrivals.entries()) {
        const stay = Math.min(Math.max(n - 1, 0) + come, places - 1);
        next[stay] = (next[stay] ?? 0) + weight * share;
      }
    left = next;
  }
  return 1 - 1 / ((left[0] ?? 0) + load);
}

test("livelock begins where interrupt and protocol fill the time, and ends where interrupts alone do", () => {
  const { at } = formOf("interrupt-per-packet");
  expect(at(25_000)).toBe(25_000);
  expect(at(25_000)).toBeCloseTo((1 - 25_000 * 10e-6) / 30e-6, 6);
  expect(at(100_000)).toBe(0);
  expect(at(500_000)).toBe(0);
});

test("merged interrupts leave half of the time to the protocol where a packet comes in each", () => {
  expect(formOf("interrupts-merged").at(100_000)).toBeCloseTo(0.5 / 20e-6, 6);
  expect(formOf("interrupts-merged").at(1_000)).toBe(1_000);
});

test("a timer halves the interrupts where one packet comes in its time", () => {
  expect(formOf("interrupt-timer").at(10_000)).toBeCloseTo(5_000, 9);
});

/** The machine needs a few cycles for each step of a thread, which no formula has: as if a hundredth more came. */
const UNKNOWN_SHARE = 0.01;
/** In half-widths of the 95 % interval of 8 seeds or fewer; all loads of a study see the same packets. */
const HALF_WIDTHS = 1.6;

describe("the machine", () => {
  test.each(CLOSED_FORMS)("gives what the formula says: $study", async (form) => {
    const { study, at, isContinuous } = form;
    const points = await formPoints(form);
    expect(points.length).toBeGreaterThan(4);
    for (const { x, mean, halfWidth } of points) {
      const more = isContinuous ? Math.abs(at(x * (1 + UNKNOWN_SHARE)) - at(x)) : 0;
      const margin = Math.max(more, UNKNOWN_SHARE * at(x)) + HALF_WIDTHS * halfWidth;
      expect(Math.abs(mean - at(x)), `${study} at ${x}: ${mean}, formula ${at(x)}`).toBeLessThanOrEqual(
        margin,
      );
    }
  });
});
