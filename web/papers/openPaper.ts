import type { Experiment, Paper } from "../../lib/papers/paper.ts";
import { scenarioOf } from "../../lib/papers/plan.ts";
import { NAME_CHARACTER_LIMIT } from "../../scenarios/base/limits.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { builtinScenario } from "../../scenarios/index.ts";
import type { Opened } from "../scenarios/open/open.ts";
import { openBuiltin, positionOf } from "../scenarios/open/open.ts";
import { translatedMessage } from "../text/message.ts";
import { t, translated } from "../text/t.ts";

/** Opens a machine of an experiment: a built-in scenario, possibly with fields that the experiment sets, at the
 * cycle at which the scenario opens. */
export async function openPaperRun(paper: Paper, experiment: Experiment, id: string): Promise<Opened> {
  const run = experiment.runs[id];
  if (run === undefined)
    return {
      ok: false,
      message: t('{title} has no machine "{id}".', { title: translated(experiment.title), id }),
    };
  if (Object.keys(run.set).length === 0) return openBuiltin(run.scenario);
  try {
    const place = `${paper.id}, ${experiment.title}, ${id}`;
    const opening = builtinScenario(run.scenario)?.opening;
    return {
      ok: true,
      scenario: await scenarioOf(run, place),
      origin: { kind: "link" },
      ...(opening && { position: positionOf(opening) }),
    };
  } catch (error) {
    return { ok: false, message: translatedMessage(error instanceof Error ? error.message : String(error)) };
  }
}

/** Opens two machines of an experiment for comparison. If both come from one scenario, they get different names. */
export async function openPaperPair(
  paper: Paper,
  experiment: Experiment,
  [a, b]: readonly [string, string],
): Promise<Opened> {
  const first = await openPaperRun(paper, experiment, a);
  const second = await openPaperRun(paper, experiment, b);
  if (!first.ok) return first;
  if (!second.ok) return second;
  if (first.scenario.name !== second.scenario.name) return { ...first, other: second.scenario };
  const named = (scenario: Scenario, id: string): Scenario => {
    const name = `${scenario.name}: ${experiment.runs[id]?.text || id}`;
    return name.length > NAME_CHARACTER_LIMIT ? scenario : { ...scenario, name };
  };
  return { ...first, scenario: named(first.scenario, a), other: named(second.scenario, b) };
}
