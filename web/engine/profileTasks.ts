/** A worker's fourth job: to count where the cycles of programs went, and to tell it while it counts. */
import type { CoreModule } from "../../core-wasm/binding/index.ts";
import type { InstructionProfile } from "../../lib/programs/profile.ts";
import { type ProfileSpan, profileSteps } from "../../lib/programs/profileRun.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import type { TaskAnswer } from "./oneTask.ts";

export interface ProfileTask {
  readonly scenario: Scenario;
  readonly span: ProfileSpan;
}

export interface ProfilePart {
  /** Where the machine stands: what is counted lies before it. */
  readonly cycle: number;
  /** All that is counted so far. */
  readonly profile: readonly InstructionProfile[];
}

const TELL_MS = 300;

export function* answerProfile(
  core: CoreModule,
  { scenario, span }: ProfileTask,
  now = () => performance.now(),
): Generator<TaskAnswer<ProfilePart>> {
  try {
    const steps = profileSteps(core, scenario, span);
    for (let toldMs = now(); ; ) {
      const { done, value } = steps.next();
      if (done) {
        yield { kind: "part", cycle: span.to, profile: value };
        break;
      }
      if (now() - toldMs < TELL_MS) continue;
      yield { kind: "part", cycle: value.cycle, profile: value.soFar() };
      toldMs = now();
    }
    yield { kind: "done" };
  } catch (error) {
    yield { kind: "failed", message: error instanceof Error ? error.message : String(error) };
  }
}
