import { expect, it } from "vitest";
import type { Miss } from "../../../lib/metrics/registry/deadline.ts";
import { foundText } from "../../../web/why/MissList.tsx";

const misses = Array.from({ length: 200 }, (_, from) => ({ from }) as Miss);

it("the text about missed deadlines states which, how many, and the command that lists the rest", () => {
  const said = (count: number, isCut: boolean, warmUpCycles: number) =>
    foundText({ misses: misses.slice(0, count), isCut }, warmUpCycles).replaceAll("\u202f", ",");
  expect(said(200, true, 2_000_000)).toBe(
    "The first 200 misses that end behind cycle 2,000,000; irqscope run --warm-up 2000000 --misses lists more.",
  );
  expect(said(200, true, 0)).toMatch(
    /^The first 200 misses of the run, .*; irqscope run --misses lists more\.$/,
  );
  expect(said(3, false, 2_000_000)).toBe(
    "Misses that end behind cycle 2,000,000, in order of their ends: 3.",
  );
  expect(said(0, false, 2_000_000)).toMatch(/: 0\.$/);
  expect(said(3, false, 0)).toBe("All misses of the run, in order of their ends: 3.");
  expect(said(0, false, 0)).toBe("No deadline is missed in the whole run.");
});
