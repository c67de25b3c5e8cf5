/** The worker's fourth job: counts the cycles of programs by instruction and reports its progress, or measures how
 * long interrupts were disabled. */
import type { CoreModule } from "../../core-wasm/binding/index.ts";
import { walkRun } from "../../lib/export/walk.ts";
import { type OffPlace, offSections } from "../../lib/programs/irqsOff.ts";
import type { InstructionProfile } from "../../lib/programs/profile.ts";
import { type ProfileSpan, profileSteps } from "../../lib/programs/profile.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import type { TaskAnswer } from "./tasks.ts";

export interface ProfileTask {
  readonly scenario: Scenario;
  readonly span: ProfileSpan;
  /** Counted in the other mode, from cycle 0 to the end of the span. */
  readonly what?: "irqs-off";
}

export interface ProfilePart {
  /** Current cycle of the machine. Counted cycles lie before it. */
  readonly cycle: number;
  /** All counts so far. */
  readonly profile: readonly InstructionProfile[];
  /** Only for "irqs-off", when it has ended. */
  readonly places?: readonly OffPlace[];
}

const TELL_MS = 300;

export function* answerProfile(
  core: CoreModule,
  task: ProfileTask,
  now = () => performance.now(),
): Generator<TaskAnswer<ProfilePart>> {
  try {
    yield* task.what === "irqs-off" ? irqsOff(core, task, now) : profile(core, task, now);
    yield { kind: "done" };
  } catch (error) {
    yield { kind: "failed", message: error instanceof Error ? error.message : String(error) };
  }
}

type Parts = Generator<TaskAnswer<ProfilePart>>;

function* irqsOff(core: CoreModule, { scenario, span }: ProfileTask, now: () => number): Parts {
  const sections = offSections(scenario);
  let toldMs = now();
  for (const { events, toCycle } of walkRun(core, scenario, { from: 0, to: span.to }, {})) {
    sections.take(events);
    if (now() - toldMs < TELL_MS) continue;
    yield { kind: "part", cycle: toCycle, profile: [] };
    toldMs = now();
  }
  yield { kind: "part", cycle: span.to, profile: [], places: sections.result(span.to) };
}

function* profile(core: CoreModule, { scenario, span }: ProfileTask, now: () => number): Parts {
  const steps = profileSteps(core, scenario, span);
  for (let toldMs = now(); ; ) {
    const { done, value } = steps.next();
    if (done) {
      yield { kind: "part", cycle: span.to, profile: value };
      return;
    }
    if (now() - toldMs < TELL_MS) continue;
    yield { kind: "part", cycle: value.cycle, profile: value.soFar() };
    toldMs = now();
  }
}
