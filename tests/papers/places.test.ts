/** Claims whose machine opens at an event: the run reaches it, in the part that the claim measures. */
import { expect, it } from "vitest";
import { createMachine, sim_event_kind } from "../../core-wasm/binding/index.ts";
import { loadPapers } from "../../lib/papers/gallery.ts";
import type { Judgement } from "../../lib/papers/judge.ts";
import type { PaperRun } from "../../lib/papers/paper.ts";
import { scenarioOf } from "../../lib/papers/plan.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import type { EventPlace } from "../../scenarios/story/story.ts";
import { dotsOf } from "../../web/papers/scatter.ts";
import { fastCore } from "../support/cores.ts";

const core = await fastCore();
const papers = await loadPapers();
const JUDGED = { verdict: "pass", simulated: 1 } as Judgement;
const dots = papers.flatMap((paper) => dotsOf(paper, () => JUDGED)).filter(({ at }) => at !== undefined);

/** The cycle right after the event. Undefined if the run ends before, or measures only later. */
async function cycleOf(run: PaperRun, { event, number, after }: EventPlace): Promise<number | undefined> {
  if (after < run.warmUpCycles) return undefined;
  const scenario = await scenarioOf(run, "a claim");
  const machine = createMachine(core, compileScenario(scenario));
  machine.step(after);
  let found = 0;
  while (machine.cycle < scenario.runCycles && found < number)
    if (machine.step(scenario.runCycles, 1 << sim_event_kind[event]) !== 0) found += 1;
  return found === number ? machine.cycle : undefined;
}

it("each claim with a place is a dot of the picture that opens machines", () => {
  const named = papers.flatMap(({ experiments }) =>
    experiments.flatMap(({ claims }) => claims.filter((claim) => claim.kind === "prediction" && claim.at)),
  );
  expect(named.length).toBeGreaterThan(10);
  expect(dots).toHaveLength(named.length);
});

it.each(dots.map((dot) => [dot.text, dot] as const))("%s: its run reaches its place", async (_, dot) => {
  const run = dot.experiment.runs[dot.run ?? ""];
  if (run === undefined || dot.at === undefined) throw new Error("no machine");
  expect(await cycleOf(run, dot.at)).toBeGreaterThan(run.warmUpCycles);
  expect(await cycleOf(run, { ...dot.at, number: 1_000_000 })).toBeUndefined();
});
