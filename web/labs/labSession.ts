/** One open lab: the student's progress, the machine of the step next to the text, and results of the designs that
 * were tried. All decisions are in lib/labs. Nothing leaves this device. */
import { createStore, type StoreApi } from "zustand/vanilla";
import type { RunMachine } from "../../lib/labs/bench.ts";
import { LabBench, runOnce } from "../../lib/labs/bench.ts";
import { type Change, changesOf, withChanges } from "../../lib/labs/changes.ts";
import { type AnswerValue, judgeAnswer, judgeRun, type TaskJudgement } from "../../lib/labs/judge.ts";
import { type Lab, type LabStep, type Question, stepOf } from "../../lib/labs/lab.ts";
import { mergedProgress } from "../../lib/labs/merge.ts";
import {
  applyAction,
  draftIn,
  isHeld,
  isOpen,
  type LabAction,
  newProgress,
  type Progress,
  progressIn,
  readProgress,
  standingDesign,
  storedProgram,
} from "../../lib/labs/progress.ts";
import { type Submission, submissionOf } from "../../lib/labs/submission.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import type { Session } from "../state/session.ts";
import type { EditOutcome, Position } from "../state/store.ts";
import { canKeep, type KeyValueStore } from "../ui/storage.ts";
import { progressKey } from "./labKeys.ts";

/** State of the design in a task. */
export type Trial =
  | { readonly status: "none" }
  | { readonly status: "running" }
  | { readonly status: "done"; readonly judged: TaskJudgement }
  /** More was changed than the task allows, or the machine cannot be built. */
  | { readonly status: "refused"; readonly message: string };

interface LabState {
  readonly step: LabStep;
  readonly progress: Progress;
  readonly trial: Trial;
  /** Typed text that is not in the progress yet, by typingKey. */
  readonly typing: Readonly<Record<string, Typing>>;
  /** sim_version, once a machine has run. */
  readonly model: string | undefined;
  /** False if the latest changes are not stored (storage is blocked or full) and would be lost when the user leaves the
   * page. */
  readonly kept: boolean;
}

interface Typing {
  readonly step: string;
  readonly place: string;
  readonly text: string;
}

const typingKey = (step: string, place: string) => `${step} ${place}`;

/** Text that the student typed at a place of a step (draftPlace). Undefined if nothing was typed since the last check,
 * save or run. */
export function typedIn({ typing, progress }: LabState, step: string, place: string): string | undefined {
  return typing[typingKey(step, place)]?.text ?? draftIn(progress, step, place);
}

export interface HandedIn {
  readonly submission: Submission;
  /** Steps whose latest design did not finish its run, with the reason. */
  readonly leftOut: readonly { readonly step: LabStep; readonly message: string }[];
}

export interface LabSession {
  readonly bench: LabBench;
  readonly store: StoreApi<LabState>;
  readonly openStep: (id: string) => void;
  /** Resolves to true if the answer was right. For a prediction or a text: true. */
  readonly answer: (question: Question, value: AnswerValue) => Promise<boolean>;
  readonly tell: (action: LabAction) => void;
  /** Typed text is stored when typing rests, and at the latest before the next action and before the page is left. */
  readonly type: (step: string, place: string, text: string) => void;
  readonly storeTyped: () => void;
  /** The student's program of another step, or of a step of another lab on this device. */
  readonly programIn: (place: {
    readonly lab?: string | undefined;
    readonly step: string;
  }) => string | undefined;
  /** Machine of a step with a task, with the latest changes. Without changes, the machine of the lab. */
  readonly designOf: (step: LabStep) => Scenario;
  /** Judged even if the page's machine changes, because the user may leave the step in the same instant. */
  readonly change: (step: LabStep, scenario: Scenario) => Promise<EditOutcome>;
  /** Merges progress from a file, as from another device. Returns the progress before. */
  readonly restore: (progress: Progress) => Progress;
  /** Replaces the progress in all tabs. Returns the replaced progress. */
  readonly replace: (progress: Progress) => Progress;
  /** Waits for every design that is still running or queued. */
  readonly submission: () => Promise<HandedIn>;
  readonly close: () => void;
}

interface LabSessionOptions {
  readonly lab: Lab;
  /** True for a lab that is not of the course. */
  readonly isOwn: boolean;
  readonly seed: number;
  readonly session: Session;
  readonly storage: KeyValueStore;
  readonly runMachine: RunMachine;
  readonly firstStep: string | undefined;
}

/** State that the parts of a lab's session share. */
interface LabContext {
  readonly lab: Lab;
  readonly bench: LabBench;
  readonly session: Session;
  readonly store: StoreApi<LabState>;
}

/** Rejects if a machine of the lab is not valid. */
export async function openLabSession(options: LabSessionOptions): Promise<LabSession> {
  const { lab, seed, session, storage } = options;
  const bench = await LabBench.open(lab, seed, runOnce(options.runMachine));
  const [first] = lab.steps;
  const step = stepOf(lab, options.firstStep ?? "") ?? first;
  if (step === undefined) throw new Error("the lab has no steps");
  const keeper = openKeptProgress(options);
  const store = createStore<LabState>()(() => ({
    step,
    progress: keeper.kept ?? newProgress(lab, seed),
    trial: { status: "none" },
    typing: {},
    model: undefined,
    kept: canKeep(storage),
  }));
  const context: LabContext = { lab, bench, session, store };
  const keeping = keepProgress(context, options, keeper, (id) => trials.isTried(id));
  const { keep, tell } = keeping;
  const trials: Trials = createTrials(context, tell);
  const machine = createStepMachine(context, trials);

  async function learn(scenarioOfMachine: string): Promise<void> {
    const outcome = await bench.outcomeOf(scenarioOfMachine);
    const { runCycles } = bench.scenarioOf(scenarioOfMachine);
    store.setState({ model: outcome.model });
    tell({ do: "ran", machine: scenarioOfMachine, cycle: runCycles, stateHash: outcome.stateHash });
  }

  function replace(change: (progress: Progress) => Progress): Progress {
    const before = keeping.present();
    trials.forget();
    keep(change(before), {});
    machine.forget();
    const { step } = store.getState();
    machine.openStep(step.id);
    trials.resume(step);
    return before;
  }

  machine.openStep(step.id);
  trials.resume(step);
  return {
    bench,
    store,
    openStep: machine.openStep,
    answer: async (question, value) => {
      const { step } = store.getState();
      const { right } = await judgeAnswer(bench, step, question, value);
      await learn(step.machine);
      tell({ do: "answer", step: step.id, question, value, right });
      return right || question.kind === "prediction" || question.kind === "text";
    },
    tell,
    type: keeping.type,
    storeTyped: keeping.storeTyped,
    programIn: ({ lab: other = lab.id, step }) => {
      const isOwn = other === lab.id && options.isOwn;
      return storedProgram(storage.read(progressKey({ lab: other, isOwn, seed })) ?? "", other, seed, step);
    },
    designOf: machine.designOf,
    change: machine.change,
    restore: (file) => replace((own) => mergedProgress(lab, file, own, trials.isTried)),
    replace: (progress) => replace(() => progress),
    submission: async () => {
      await machine.shown();
      await trials.finish();
      const { step, model } = store.getState();
      if (model === undefined) await learn(step.machine);
      const { progress, model: learnt = "" } = store.getState();
      return { submission: submissionOf(lab, progress, learnt), leftOut: trials.leftOut() };
    },
    close: () => {
      machine.close();
      keeping.close();
      trials.close();
      session.store.setState({ held: false });
    },
  };
}

/** A prediction comes before the run. */
function hold({ store, session }: LabContext): void {
  const { progress, step } = store.getState();
  session.store.setState({ held: isHeld(progress, step) });
}

/** The stored progress of the student. */
interface KeptProgress {
  readonly key: string;
  readonly kept: Progress | undefined;
  /** Text that was last stored or read. A different text comes from another tab. */
  seen: string | undefined;
}

function openKeptProgress({ lab, isOwn, seed, storage }: LabSessionOptions): KeptProgress {
  const key = progressKey({ lab: lab.id, isOwn, seed });
  const seen = storage.read(key);
  return { key, seen, kept: readProgress(seen ?? "", lab, seed) };
}

interface Keeping extends Pick<LabSession, "tell" | "type" | "storeTyped"> {
  readonly keep: (progress: Progress, typing?: LabState["typing"]) => void;
  /** Progress merged with everything that is stored elsewhere or typed here. */
  readonly present: () => Progress;
  readonly close: () => void;
}

const TYPING_RESTS_MS = 400;

/** Stores progress, and merges what another tab has stored. */
function keepProgress(
  context: LabContext,
  { lab, seed, storage }: LabSessionOptions,
  kept: KeptProgress,
  isTried: (step: string) => boolean,
): Keeping {
  const { store } = context;

  function keep(progress: Progress, typing = store.getState().typing): void {
    const isKept = storage.write(kept.key, JSON.stringify(progress));
    kept.seen = storage.read(kept.key);
    store.setState({ progress, typing, kept: isKept });
    hold(context);
  }

  /** Merges the progress that another tab has saved. */
  function withElsewhere(text: string | undefined): Progress {
    const { progress } = store.getState();
    const theirs = text === kept.seen ? undefined : readProgress(text ?? "", lab, seed);
    return theirs === undefined ? progress : mergedProgress(lab, theirs, progress, (step) => isTried(step));
  }

  const close = storage.watch(kept.key, (text, before) => {
    if (text === undefined || text === kept.seen) return;
    const knewOurs = before === kept.seen && store.getState().kept;
    const theirs = readProgress(text, lab, seed);
    if (theirs === undefined) return;
    const progress = knewOurs ? theirs : withElsewhere(text);
    kept.seen = text;
    if (!knewOurs) {
      keep(progress);
      return;
    }
    store.setState({ progress });
    hold(context);
  });

  const now = () => Math.floor(Date.now() / 1000);
  function present(): Progress {
    clearTimeout(rest);
    const { typing } = store.getState();
    return Object.values(typing).reduce(
      (progress, draft) => applyAction(progress, { do: "draft", ...draft }, now()),
      withElsewhere(storage.read(kept.key)),
    );
  }
  let rest: ReturnType<typeof setTimeout> | undefined;
  function storeTyped(): void {
    if (Object.keys(store.getState().typing).length > 0) keep(present(), {});
  }

  return {
    keep,
    present,
    tell: (action) => keep(applyAction(present(), action, now()), {}),
    type: (step, place, text) => {
      const { typing } = store.getState();
      store.setState({ typing: { ...typing, [typingKey(step, place)]: { step, place, text } } });
      clearTimeout(rest);
      rest = setTimeout(storeTyped, TYPING_RESTS_MS);
    },
    storeTyped,
    close: () => {
      storeTyped();
      close();
    },
  };
}

/** Designs that run separately from the page's machine and are judged. */
interface Trials {
  readonly attempt: (step: LabStep, scenario: Scenario) => void;
  readonly isTried: (step: string) => boolean;
  /** Runs designs whose run did not end before the user left the page. The page's machine runs the design of `but`. */
  readonly resume: (but?: LabStep) => void;
  /** Runs all remaining designs to their end. */
  readonly finish: () => Promise<void>;
  readonly leftOut: () => HandedIn["leftOut"];
  readonly forget: () => void;
  readonly close: () => void;
}

function createTrials({ lab, bench, store }: LabContext, tell: LabSession["tell"]): Trials {
  /** The latest design of each step, which counts. */
  const latest = new Map<string, Scenario>();
  const running = new Set<Promise<void>>();
  const failures = new Map<string, string>();
  const get = store.getState;

  function resume(but?: LabStep): void {
    for (const step of lab.steps) {
      const { trying } = progressIn(get().progress, step.id);
      if (trying === undefined || step.task === undefined || step === but || latest.has(step.id)) continue;
      const made = withChanges(bench.scenarioOf(step.machine), trying, step.task.change);
      if (made.ok) run(step, made.scenario, trying);
      else tell({ do: "trying", step: step.id, changes: undefined });
    }
  }

  function attempt(step: LabStep, scenario: Scenario): void {
    if (step.task === undefined) return;
    const read = changesOf(bench.scenarioOf(step.machine), scenario, step.task.change);
    const changes = read.ok && read.changes.length > 0 ? read.changes : undefined;
    tell({ do: "trying", step: step.id, changes });
    if (read.ok) tell({ do: "design", step: step.id, changes: read.changes });
    if (read.ok) {
      run(step, scenario, changes);
      return;
    }
    latest.delete(step.id);
    if (get().step === step) store.setState({ trial: { status: "refused", message: read.message } });
  }

  /** Continues after the user leaves the step. Without changes it shows which goals the lab's own machine meets. */
  function run(step: LabStep, scenario: Scenario, changes: readonly Change[] | undefined): void {
    latest.set(step.id, scenario);
    failures.delete(step.id);
    const isLatest = () => latest.get(step.id) === scenario;
    const show = (trial: Trial) => {
      if (get().step === step) store.setState({ trial });
    };
    const judge = async () => {
      const outcome = await bench.run(scenario);
      if (step.task === undefined) return;
      const judged = await judgeRun(bench, step, step.task, { scenario, outcome });
      if (!isLatest()) return;
      show({ status: "done", judged });
      store.setState({ model: outcome.model });
      if (changes !== undefined) tell({ do: "tried", step, changes, judged });
    };
    show({ status: "running" });
    const judging = judge()
      .catch((error: unknown) => {
        if (!isLatest()) return;
        const message = error instanceof Error ? error.message : String(error);
        if (changes !== undefined) failures.set(step.id, message);
        show({ status: "refused", message });
        tell({ do: "trying", step: step.id, changes: undefined });
      })
      .finally(() => running.delete(judging));
    running.add(judging);
  }

  return {
    attempt,
    isTried: (step) => latest.has(step),
    resume,
    finish: async () => {
      resume();
      while (running.size > 0) await Promise.all(running);
    },
    leftOut: () =>
      lab.steps.flatMap((one) => {
        const message = failures.get(one.id);
        return message === undefined ? [] : [{ step: one, message }];
      }),
    forget: () => latest.clear(),
    close: () => latest.clear(),
  };
}

/** The machine of a step. */
interface StepMachine extends Pick<LabSession, "openStep" | "designOf" | "change"> {
  /** Resolves when the machine of the step that was opened last is on the page. */
  readonly shown: () => Promise<void>;
  readonly forget: () => void;
  readonly close: () => void;
}

function createStepMachine(context: LabContext, trials: Trials): StepMachine {
  const { lab, bench, session, store } = context;
  /** For each step, the scenario of the page's machine, present or requested. */
  const designs = new Map<string, Scenario>();
  /** The step whose machine is shown. It stays the previous step until the next machine is built. */
  let owner: LabStep | undefined;
  /** The design that was requested. Its arrival is not a new attempt. */
  let asked: Scenario | undefined;
  let shown: Promise<void> = Promise.resolve();

  async function show(step: LabStep): Promise<void> {
    // A change that is still on its way belongs to the step that the user leaves.
    if (owner?.task !== undefined) await built(session.store);
    if (store.getState().step !== step) return;
    owner = step;
    asked = undefined;
    const base = bench.scenarioOf(step.machine);
    const standing = standingDesign(progressIn(store.getState().progress, step.id));
    const made = step.task && withChanges(base, standing, step.task.change);
    designs.set(step.id, made?.ok ? made.scenario : base);
    const origin = { kind: "lab" } as const;
    const position = positionOf(step);
    if (made?.ok && standing.length > 0) {
      const edit = { kind: "edit", of: { scenario: base, origin } } as const;
      await session.actions.loadScenario(made.scenario, edit, position);
    } else await session.actions.loadScenario(base, origin, position);
  }

  function designOf({ id, machine }: LabStep): Scenario {
    return designs.get(id) ?? bench.scenarioOf(machine);
  }

  const close = session.store.subscribe((now, before) => {
    if (now.scenario === undefined || now.scenario === before.scenario) return;
    if (now.scenario === asked || owner?.task === undefined) return;
    // A scenario that the user opened from elsewhere is not a design of this task.
    const isDesign = now.original === bench.scenarioOf(owner.machine);
    const { progress } = store.getState();
    if (!isDesign || isHeld(progress, owner) || !isOpen(progress, lab, owner)) return;
    designs.set(owner.id, now.scenario);
    trials.attempt(owner, now.scenario);
  });

  return {
    openStep: (id) => {
      const step = stepOf(lab, id);
      if (step === undefined) return;
      store.setState({ step, trial: { status: "none" } });
      hold(context);
      shown = show(step).catch(() => undefined);
    },
    designOf,
    change: async (step, scenario) => {
      const before = designOf(step);
      designs.set(step.id, scenario);
      trials.attempt(step, scenario);
      if (owner !== step) return { status: "superseded" };
      asked = scenario;
      const outcome = await session.actions.editScenario(scenario);
      if (outcome.status === "refused" && designOf(step) === scenario) designs.set(step.id, before);
      return outcome;
    },
    shown: () => shown,
    forget: () => designs.clear(),
    close,
  };
}

function positionOf({ view }: LabStep): Position | undefined {
  return view && { cycle: view.cycle, startCycle: view.from, visibleCycles: view.to - view.from };
}

/** No machine is being built. */
function built(store: Session["store"]): Promise<void> {
  return new Promise((resolve) => {
    if (store.getState().status !== "loading") {
      resolve();
      return;
    }
    const stop = store.subscribe(({ status }) => {
      if (status === "loading") return;
      stop();
      resolve();
    });
  });
}
