/** Checks of a story beyond its schema: the parts, fields and numbers that it names must exist. */
import type { Scenario } from "../../scenarios/format/schema.ts";
import { builtinScenario } from "../../scenarios/index.ts";
import { hasStory } from "../../scenarios/stories/index.ts";
import { partFault } from "../../scenarios/story/parts.ts";
import { type Story, type StoryPlace, type StoryText, textsOf } from "../../scenarios/story/story.ts";
import { compileCondition } from "../breakpoints/condition.ts";
import { tryField } from "../scenarioFields/change.ts";
import { fieldNamed } from "../scenarioFields/fieldNamed.ts";
import { captionParts } from "./caption.ts";
import { gapFault } from "./gap.ts";
import { repeatsPicture } from "./picture.ts";

interface StoryFault {
  /** `steps[2].light[0]` */
  readonly field: string;
  readonly message: string;
}

export function storyFaults(scenario: Scenario, story: Story): readonly StoryFault[] {
  const faults: StoryFault[] = [];
  const complain = (field: string, message: string | undefined) => {
    if (message !== undefined) faults.push({ field, message });
  };
  const complainOfText = (field: string, text: StoryText) => {
    for (const one of textsOf(text))
      for (const part of captionParts(one))
        if (part.kind === "gap")
          complain(
            field,
            part.of === undefined || builtinScenario(part.of) !== undefined
              ? gapFault(scenario, part.expression)
              : `there is no built-in scenario ${part.of}`,
          );
  };
  for (const [index, step] of story.steps.entries()) {
    const at = `steps[${index}]`;
    // The tour of the page names no place: it shows the parts of the page.
    if (
      story.steps.some((one) => one.at !== undefined) &&
      step.do === undefined &&
      repeatsPicture(story, index)
    )
      complain(at, "shows the same as the previous step: name a place, a scenario or an action");
    for (const [name, message] of machineFaults(step)) complain(`${at}.${name}`, message);
    for (const [number, part] of step.light.entries())
      if (step.scenario === undefined) complain(`${at}.light[${number}]`, partFault(scenario, part));
    complainOfText(`${at}.caption`, step.caption);
    if (step.at !== undefined && step.scenario === undefined)
      for (const [name, message] of placeFaults(scenario, step.at)) complain(`${at}.at.${name}`, message);
    if (step.do !== undefined) {
      const changed = withAction(scenario, step.do);
      complain(`${at}.do`, changed.ok ? undefined : changed.message);
      complain(`${at}.do.metric`, gapFault(scenario, step.do.metric));
    }
    if (step.question !== undefined) {
      if (step.question.right > step.question.choices.length)
        complain(`${at}.question.right`, `must be at most ${step.question.choices.length}`);
      complainOfText(`${at}.question.answer`, step.question.answer);
    }
  }
  const { challenge, next } = story;
  if (challenge !== undefined) complain("challenge.metric", gapFault(scenario, challenge.metric));
  if (next !== undefined && !hasStory(next)) complain("next", `there is no story of ${next}`);
  return faults;
}

function machineFaults(step: Story["steps"][number]): readonly (readonly [string, string])[] {
  const missing = (["scenario", "beside"] as const).flatMap((name) => {
    const id = step[name];
    const isThere = id === undefined || builtinScenario(id) !== undefined;
    return isThere ? [] : [[name, `there is no built-in scenario ${id}`] as const];
  });
  if (step.scenario === undefined || step.do === undefined) return missing;
  return [...missing, ["do", "changes the scenario of the story, and the step shows another"]];
}

function placeFaults(scenario: Scenario, place: StoryPlace): readonly (readonly [string, string])[] {
  if (place.on === "end") return [];
  const [name, cycle] = place.on === "cycle" ? ["cycle", place.cycle] : ["after", place.after];
  const late = `is beyond the run, which has ${scenario.runCycles} cycles`;
  const compiled = place.on === "condition" ? compileCondition(place.when, scenario) : undefined;
  return [
    ...(cycle > scenario.runCycles ? [[name, late] as const] : []),
    ...(compiled === undefined || compiled.ok ? [] : [["when", compiled.error.message] as const]),
  ];
}

/** The scenario after the step's action. Its run takes the same simulated time. */
export function withAction(
  scenario: Scenario,
  { field, value }: { readonly field: string; readonly value: unknown },
): ReturnType<typeof tryField> {
  const named = fieldNamed(scenario, field);
  if (!named.ok) return { ok: false, message: `${field} ${named.message}` };
  return tryField(scenario, named.field, value);
}
