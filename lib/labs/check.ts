/** Checks a lab: everything that it names exists, units fit, and every step can be reached. */

import { parseFieldPath, readField } from "../../scenarios/base/fieldPath.ts";
import type { ScenarioError } from "../../scenarios/base/messages.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { registerNumber } from "../assembler/registers.ts";
import { fieldsOf } from "../scenarioFields/describe.ts";
import { isAllowed, isProgramField } from "./changes.ts";
import { goalOn } from "./goals.ts";
import { instructionsBetween } from "./instructions.ts";
import type { Lab, LabGoal, LabStep, Question } from "./lab.ts";
import { needsOf } from "./lab.ts";
import { type ChosenWords, chosenWords, MachineError, machineOf, valuesFor } from "./machines.ts";
import { filledText, templatesOf } from "./templates.ts";
import { OWN, programPlaceOf, unitFault, Vocabulary } from "./value.ts";

/** All errors, in the order of the file. */
export async function checkLab(lab: Lab): Promise<readonly ScenarioError[]> {
  const errors: ScenarioError[] = [];
  const complain = (field: string, message: string) => errors.push({ field, message });
  const machines = await checkMachines(lab, complain);
  const chosen = chosenWords(lab, WRITTEN);
  const used = new Set(lab.steps.map(({ machine }) => machine));
  const ids = new Set<string>();
  lab.steps.forEach((step, index) => {
    const place = `steps[${index}]`;
    if (ids.has(step.id)) complain(`${place}.id`, `is used twice: ${step.id}`);
    ids.add(step.id);
    checkNeeds(lab, step, index, complain);
    const own = machines.get(step.machine);
    if (own === undefined) {
      if (!Object.hasOwn(lab.machines, step.machine))
        complain(`${place}.machine`, `no machine ${step.machine}`);
      return;
    }
    checkStep(
      new StepCheck(
        step,
        place,
        new Vocabulary(new Map([...machines, [OWN, own]]), chosen),
        complain,
        used,
        own,
      ),
    );
    checkView(step, own, place, complain);
    checkChanges(step, own, place, complain);
    checkStart(lab, step, index, complain);
    checkLeader(lab, step, place, complain);
    checkAlsoOn(step, { machines, chosen }, used, place, complain);
  });
  // The text above the first step uses the machine of the first step.
  const first = machines.get(lab.steps[0]?.machine ?? "");
  const above = new Map(first === undefined ? machines : [...machines, [OWN, first]]);
  checkText(lab.intro, "intro", new Vocabulary(above, chosen), complain, used);
  for (const id of Object.keys(lab.machines))
    if (!used.has(id)) complain(`machines.${id}`, "is named nowhere");
  return errors;
}

const WRITTEN = { seed: 0 } as const;

/** Limit of machines in all variants together. Each of them is built. */
const VARIANT_LIMIT = 400;

type Complain = (field: string, message: string) => void;

async function checkMachines(lab: Lab, complain: Complain): Promise<Map<string, Scenario>> {
  const machines = new Map<string, Scenario>();
  for (const id of Object.keys(lab.machines)) {
    try {
      machines.set(id, await machineOf(lab, id, WRITTEN));
    } catch (error) {
      if (!(error instanceof MachineError)) throw error;
      complain(error.field, error.message.slice(error.field.length + 2));
    }
  }
  const built = lab.vary.reduce(
    (sum, { machines: varied, values }) => sum + Math.max(1, varied.length) * values.length,
    0,
  );
  if (built > VARIANT_LIMIT) {
    complain("vary", `asks for ${built} machines; at most ${VARIANT_LIMIT} can be looked at`);
    return machines;
  }
  const missing = new Set<string>();
  for (const [index, { machines: varied, fields }] of lab.vary.entries()) {
    for (const id of varied) {
      const scenario = machines.get(id);
      if (!Object.hasOwn(lab.machines, id) && !missing.has(id))
        complain(`vary[${index}].machines`, `no machine ${id}`);
      missing.add(id);
      for (const field of fields)
        if (scenario !== undefined && !hasField(scenario, field))
          complain(`vary[${index}].fields`, `${id} has no field ${field}`);
    }
    await checkValues(lab, index, complain);
  }
  return machines;
}

/** Builds the machines with each value of an entry of `vary`. */
async function checkValues(lab: Lab, index: number, complain: Complain): Promise<void> {
  const entry = lab.vary[index];
  if (entry === undefined) return;
  const { machines: varied, fields, words = [], values, range } = entry;
  const size = fields.length + words.length;
  for (const value of range ?? values) {
    if (Array.isArray(value) && value.length !== size) {
      complain(`vary[${index}].values`, `a list of ${value.length} for ${size} fields`);
      continue;
    }
    const written = words.flatMap((_, at) => {
      const word = Array.isArray(value) ? value[fields.length + at] : value;
      return typeof word === "number" || typeof word === "string" ? [word] : [];
    });
    const set = Object.fromEntries(valuesFor(fields, value));
    const machines = Object.entries(lab.machines).map(([id, one]) => {
      return [id, varied.includes(id) ? { ...one, set: { ...one.set, ...set } } : one] as const;
    });
    const vary = lab.vary.map((one, at) => (at === index ? { ...one, written } : one));
    for (const id of words.length > 0 ? Object.keys(lab.machines) : varied) {
      if (!Object.hasOwn(lab.machines, id)) continue;
      try {
        await machineOf({ ...lab, vary, machines: Object.fromEntries(machines) }, id, WRITTEN);
      } catch (error) {
        complain(`vary[${index}].values`, `${String(value)}: ${error instanceof Error ? error.message : ""}`);
      }
    }
  }
}

function hasField(scenario: Scenario, field: string): boolean {
  const path = parseFieldPath(field);
  return path !== undefined && readField(scenario, path) !== undefined;
}

function checkNeeds(lab: Lab, step: LabStep, index: number, complain: Complain): void {
  const before = new Set(lab.steps.slice(0, index).map(({ id }) => id));
  for (const need of needsOf(lab, step))
    if (!before.has(need))
      complain(
        `steps[${index}].needs`,
        lab.steps.some(({ id }) => id === need)
          ? `cannot be reached: ${need} does not come before it`
          : `no step ${need}`,
      );
}

function checkView({ view }: LabStep, { runCycles }: Scenario, place: string, complain: Complain): void {
  if (view === undefined) return;
  if (view.from >= view.to) complain(`${place}.view`, "must end after it begins");
  if (view.cycle > runCycles || view.to > runCycles)
    complain(`${place}.view`, `lies beyond the run, which has ${runCycles} cycles`);
}

function checkChanges({ task }: LabStep, own: Scenario, place: string, complain: Complain): void {
  for (const [index, field] of (task?.change ?? []).entries()) {
    if (!hasField(own, field))
      complain(`${place}.task.change[${index}]`, `the machine has no field ${field}`);
    // A design is submitted as one-line values, or as program source.
    for (const { name, value } of fieldsOf(own))
      if (String(value).includes("\n") && !isProgramField(name) && isAllowed(name, [field]))
        complain(`${place}.task.change[${index}]`, `${name} has several lines, which no task can change`);
  }
}

/** A task can start from the program of an earlier step only. Other labs are not known here. */
function checkStart({ steps }: Lab, { task }: LabStep, index: number, complain: Complain): void {
  const from = task?.startsFrom;
  if (from === undefined || from.lab !== undefined) return;
  const earlier = steps.slice(0, index).find(({ id }) => id === from.step);
  if (!earlier?.task?.change.some(isProgramField))
    complain(`steps[${index}].task.startsFrom.step`, `no earlier step with a program: ${from.step}`);
}

function checkAlsoOn(
  step: LabStep,
  { machines, chosen }: { readonly machines: ReadonlyMap<string, Scenario>; readonly chosen: ChosenWords },
  used: Set<string>,
  place: string,
  complain: Complain,
): void {
  const { task } = step;
  for (const [index, goal] of (task?.goals ?? []).entries()) {
    const { nearBest, alsoOn = [] } = goal;
    const here = `${place}.task.goals[${index}].alsoOn`;
    checkOn(goal, `${place}.task.goals[${index}]`, complain);
    if (nearBest !== undefined && alsoOn.length > 0) complain(here, "has no effect with nearBest");
    for (const id of alsoOn) {
      used.add(id);
      const scenario = machines.get(id);
      if (scenario === undefined) {
        complain(here, `no machine ${id}`);
        continue;
      }
      const there = new Map([...machines, [OWN, scenario]]);
      const tell: Complain = (_, message) => complain(here, `${id}: ${message}`);
      checkGoal(
        new StepCheck(step, place, new Vocabulary(there, chosen), tell, used, scenario),
        goalOn(goal, id),
        "",
      );
      for (const field of task?.change ?? [])
        if (!hasField(scenario, field)) complain(here, `${id} has no field ${field}`);
    }
  }
}

function checkOn({ console: text, memory, alsoOn = [] }: LabGoal, here: string, complain: Complain): void {
  const wanted = { console: text?.on, memory: memory?.on };
  for (const [name, on = {}] of Object.entries(wanted))
    for (const id of Object.keys(on))
      if (!alsoOn.includes(id)) complain(`${here}.${name}.on`, `alsoOn does not name ${id}`);
}

function checkLeader({ vary }: Lab, { task }: LabStep, place: string, complain: Complain): void {
  const leader = task?.figure?.leader;
  if (typeof leader !== "object") return;
  const wanted = vary[leader.vary]?.values.length;
  if (wanted === undefined) complain(`${place}.task.figure.leader.vary`, `no entry ${leader.vary} of vary`);
  else if (leader.values.length !== wanted)
    complain(`${place}.task.figure.leader.values`, `must be ${wanted}, one for each value of the entry`);
}

class StepCheck {
  readonly step: LabStep;
  readonly place: string;
  readonly vocabulary: Vocabulary;
  readonly complain: Complain;
  readonly used: Set<string>;
  readonly own: Scenario;

  constructor(
    step: LabStep,
    place: string,
    vocabulary: Vocabulary,
    complain: Complain,
    used: Set<string>,
    own: Scenario,
  ) {
    this.step = step;
    this.place = place;
    this.vocabulary = vocabulary;
    this.complain = complain;
    this.used = used;
    this.own = own;
  }

  /** Fills the text with the words that the unvaried lab chooses. */
  filled(text: string): string {
    const templates = templatesOf(text, this.vocabulary);
    return filledText(text, templates, new Map());
  }

  text(text: string, field: string): void {
    checkText(text, `${this.place}.${field}`, this.vocabulary, this.complain, this.used);
  }

  expression(text: string, field: string, unit: string | undefined): void {
    const place = `${this.place}.${field}`;
    const compiled = this.vocabulary.compile(text);
    noteMachines(text, this.used);
    if (!compiled.ok) {
      this.complain(place, `at ${compiled.error.at}: ${compiled.error.message}`);
      return;
    }
    for (const label of this.vocabulary.missingLabels(text))
      this.complain(place, `no program has the label ${label}`);
    const { type } = compiled.quantity;
    if (unit === undefined) {
      if (type.kind !== "condition") this.complain(place, "must be a condition, as in receive.dropped == 0");
      return;
    }
    const fault = unitFault(type, unit);
    if (fault !== undefined) this.complain(place, fault);
  }
}

function checkStep(check: StepCheck): void {
  const { step, complain, place } = check;
  check.text(step.text, "text");
  check.text(step.after, "after");
  for (const [index, hint] of step.hints.entries()) check.text(hint.text, `hints[${index}].text`);
  const ids = new Set<string>();
  for (const [index, question] of step.questions.entries()) {
    const here = `questions[${index}]`;
    if (ids.has(question.id)) complain(`${place}.${here}.id`, `is used twice: ${question.id}`);
    ids.add(question.id);
    check.text(question.text, `${here}.text`);
    checkQuestion(check, question, here);
  }
  for (const [index, goal] of (step.task?.goals ?? []).entries()) {
    const { nearBest, reached } = goal;
    const here = `task.goals[${index}]`;
    const { goal: condition, console: text, memory, registers } = goal;
    if ([condition, text, memory, registers, nearBest].filter((one) => one !== undefined).length !== 1)
      complain(`${place}.${here}`, "needs one of goal, console, memory, registers and nearBest");
    if (nearBest !== undefined && step.task?.figure === undefined)
      complain(`${place}.${here}.nearBest`, "needs a figure");
    checkGoal(check, goal, here);
    if (reached !== undefined) check.expression(reached.value, `${here}.reached.value`, reached.unit);
  }
  if (step.task?.figure !== undefined)
    check.expression(step.task.figure.value, "task.figure.value", step.task.figure.unit);
}

function checkGoal(check: StepCheck, goal: LabGoal, here: string): void {
  if (goal.goal !== undefined) check.expression(goal.goal, `${here}.goal`, undefined);
  if (goal.between !== undefined) check.expression(goal.between, `${here}.between`, undefined);
  if (goal.between !== undefined && goal.looks === undefined)
    check.complain(`${check.place}.${here}.between`, "needs looks");
  if (goal.console !== undefined) checkConsole(check, goal.console, `${here}.console`);
  if (goal.memory !== undefined) checkMemory(check, goal.memory, `${here}.memory`);
  for (const [index, name] of (goal.registers?.but ?? []).entries())
    if (registerNumber(check.filled(name)) === undefined)
      check.complain(`${check.place}.${here}.registers.but[${index}]`, `no register ${name}`);
  if (goal.unchanged !== undefined && instructionsBetween(check.own, goal.unchanged) === undefined)
    check.complain(`${check.place}.${here}.unchanged`, "must be two labels of one program, in their order");
}

function checkConsole(check: StepCheck, wanted: NonNullable<LabGoal["console"]>, here: string): void {
  const { name, equals, contains, as } = wanted;
  if (!check.own.machine.consoles.some((one) => one.name === name))
    check.complain(`${check.place}.${here}.name`, `no console ${name}`);
  if ([equals, contains, as].filter((one) => one !== undefined).length !== 1)
    check.complain(`${check.place}.${here}`, "needs one of equals, contains and as");
  if (as !== undefined) check.used.add(as);
  if (equals !== undefined) check.text(equals, `${here}.equals`);
  if (contains !== undefined) check.text(contains, `${here}.contains`);
}

function checkMemory(
  check: StepCheck,
  { at, words, within, lag }: NonNullable<LabGoal["memory"]>,
  here: string,
): void {
  if (programPlaceOf(["word", at]) === undefined)
    check.complain(`${check.place}.${here}.at`, "must be a label or an address, as in sum + 4");
  else check.expression(`word[${JSON.stringify(at)}]`, `${here}.at`, "");
  if (within !== undefined) check.expression(within, `${here}.within`, "");
  if (lag !== undefined) check.expression(lag, `${here}.lag`, "");
  for (const [index, word] of words.entries())
    if (typeof word === "string") check.expression(word, `${here}.words[${index}]`, "");
}

function checkQuestion(check: StepCheck, question: Question, here: string): void {
  const { place, complain } = check;
  switch (question.kind) {
    case "text":
      return;
    case "prediction":
      if (question.range[0] >= question.range[1]) complain(`${place}.${here}.range`, "must rise");
      check.expression(question.value, `${here}.value`, question.unit);
      return;
    case "number":
      check.expression(question.value, `${here}.value`, question.unit);
      for (const [index, { value, text }] of question.mistakes.entries()) {
        check.expression(value, `${here}.mistakes[${index}].value`, question.unit);
        check.text(text, `${here}.mistakes[${index}].text`);
      }
      return;
    case "choice": {
      const conditions = question.options.filter(({ when }) => when !== undefined);
      const isWhole = conditions.length === (question.digest === undefined ? question.options.length : 0);
      if (!isWhole)
        complain(`${place}.${here}`, "needs a condition (when) for each option, or a digest and none");
      for (const [index, { when, wrong }] of question.options.entries()) {
        if (when !== undefined) check.expression(when, `${here}.options[${index}].when`, undefined);
        if (wrong !== undefined) check.text(wrong, `${here}.options[${index}].wrong`);
      }
    }
  }
}

function checkText(
  text: string,
  field: string,
  vocabulary: Vocabulary,
  complain: Complain,
  used: Set<string>,
): void {
  noteMachines(text, used);
  for (const { quantity } of templatesOf(text, vocabulary))
    if (typeof quantity === "string") complain(field, quantity);
  const stray = text.replace(/\{\{[^{}]{1,1000}\}\}/g, "").search(/\{\{|\}\}/);
  if (stray >= 0) complain(field, "holds {{ or }} without its partner");
}

function noteMachines(text: string, used: Set<string>): void {
  for (const [, id] of text.matchAll(/run\["([^"]*)"\]/g)) if (id !== undefined) used.add(id);
}
