/** A lab with the machines of one student. Each machine runs once, when a result of it is needed. */
import type { Scenario } from "../../scenarios/format/schema.ts";
import type { Value } from "../expressions/index.ts";
import type { Outcome } from "../papers/outcome.ts";
import { digestOf } from "./digest.ts";
import type { Lab, LabStep } from "./lab.ts";
import { type ChosenWords, chosenWords, type LabMachines, machinesOf, type Variant } from "./machines.ts";
import { type Ended, OWN, type Quantity, Vocabulary } from "./value.ts";

export type RunMachine = (scenario: Scenario) => Promise<Outcome>;

/** Runs each machine once, however often it is requested. The submissions of a class have many machines in common. */
export function runOnce(runMachine: RunMachine): RunMachine {
  const known = new Map<string, Promise<Outcome>>();
  return (scenario) => {
    const key = digestOf(JSON.stringify(scenario));
    const outcome = known.get(key) ?? runMachine(scenario);
    if (!known.has(key)) {
      if (known.size < KEPT_RUN_LIMIT) known.set(key, outcome);
      // A run that failed is tried again.
      outcome.catch(() => known.delete(key));
    }
    return outcome;
  };
}

/** Each run takes about 50 kB. */
const KEPT_RUN_LIMIT = 1000;

/** A machine at the end of its run. */
export interface Ran {
  readonly scenario: Scenario;
  readonly outcome: Outcome;
}

export class LabBench {
  readonly lab: Lab;
  readonly seed: number;
  readonly draw: string | undefined;
  readonly machines: LabMachines;
  /** Words that the seed has chosen. */
  readonly chosen: ChosenWords;
  private readonly runMachine: RunMachine;
  private readonly outcomes = new Map<string, Promise<Outcome>>();
  /** Vocabularies, keyed by the unchanged machine of the step. */
  private readonly vocabularies = new Map<string, Vocabulary>();

  private constructor(lab: Lab, { seed, draw }: Variant, machines: LabMachines, runMachine: RunMachine) {
    this.lab = lab;
    this.seed = seed;
    this.draw = draw;
    this.chosen = chosenWords(lab, { seed, draw });
    this.machines = machines;
    this.runMachine = runMachine;
  }

  /** Rejects with a MachineError if a machine of the lab is not a valid scenario. */
  static async open(
    lab: Lab,
    seed: number,
    runMachine: RunMachine,
    {
      draw,
      pause,
    }: { readonly draw?: string | undefined; readonly pause?: (() => Promise<void>) | undefined } = {},
  ): Promise<LabBench> {
    const variant = { seed, draw };
    return new LabBench(lab, variant, await machinesOf(lab, variant, pause), runMachine);
  }

  scenarioOf(machine: string): Scenario {
    const scenario = this.machines.get(machine);
    if (scenario === undefined) throw new Error(`no machine ${machine}`);
    return scenario;
  }

  /** Outcome of one of the lab's machines without changes. */
  outcomeOf(machine: string): Promise<Outcome> {
    const known = this.outcomes.get(machine);
    if (known !== undefined) return known;
    const outcome = this.runMachine(this.scenarioOf(machine));
    this.outcomes.set(machine, outcome);
    // A run that failed is tried again.
    outcome.catch(() => this.outcomes.delete(machine));
    return outcome;
  }

  run(scenario: Scenario): Promise<Outcome> {
    return this.runMachine(scenario);
  }

  /** The words that a step may use. `own` replaces the step's machine. */
  vocabularyOf({ machine }: LabStep, own?: Scenario): Vocabulary {
    if (own !== undefined) return new Vocabulary(new Map([...this.machines, [OWN, own]]), this.chosen);
    const known = this.vocabularies.get(machine);
    if (known !== undefined) return known;
    const made = new Vocabulary(new Map([...this.machines, [OWN, this.scenarioOf(machine)]]), this.chosen);
    this.vocabularies.set(machine, made);
    return made;
  }

  /** Results of these machines. Machines without a result run first. */
  async measured(step: LabStep, needs: Iterable<string>, own?: Ran): Promise<ReadonlyMap<string, Ended>> {
    const measured = new Map<string, Ended>();
    for (const need of needs) {
      const outcome =
        need === OWN && own !== undefined
          ? own.outcome
          : await this.outcomeOf(need === OWN ? step.machine : need);
      const { programs } = outcome;
      measured.set(need, programs === undefined ? outcome.measured : { ...outcome.measured, programs });
    }
    return measured;
  }

  /** Throws if the text is not an expression, which checkLab has excluded. */
  async valueOf(step: LabStep, text: string, own?: Ran): Promise<{ value: Value; quantity: Quantity }> {
    const compiled = this.vocabularyOf(step, own?.scenario).compile(text);
    if (!compiled.ok) throw new Error(`${text}: ${compiled.error.message}`);
    const { quantity } = compiled;
    return { value: quantity.evaluate(await this.measured(step, quantity.needs, own)), quantity };
  }
}
