/** The machine that a step shows instead of the story's own, changed by its action or that of another built-in scenario,
 * and the one beside it. Both are taken back when the reader leaves the step. */

import { isSame } from "../../lib/scenarioFields/same.ts";
import type { StepPicture } from "../../lib/story/picture.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import type { Session } from "../state/session.ts";
import { otherScenario } from "./otherScenario.ts";

interface ShownMachine {
  /** Shows the story's own machine or the built-in scenario's, and the machine beside it. */
  readonly show: (picture: Pick<StepPicture, "scenario" | "beside">) => Promise<void>;
  /** The story's own while another one is shown. */
  readonly untried: () => Scenario | undefined;
  /** `edit` resolves when the machine is built. */
  readonly changed: (untried: Scenario, tried: Scenario, edit: Promise<unknown>) => void;
  /** Leaves the shown machine open, because the reader continues with it. */
  readonly keep: () => void;
}

export function createShownMachine({ actions, store }: Pick<Session, "actions" | "store">): ShownMachine {
  let change:
    | { readonly untried: Scenario; readonly tried: Scenario; readonly edit: Promise<unknown> }
    | undefined;

  async function undo(): Promise<void> {
    const made = change;
    if (made === undefined) return;
    await made.edit.catch(() => undefined);
    const { scenario } = store.getState();
    const isTried = scenario === made.tried;
    if (isTried) await actions.editScenario(made.untried).catch(() => undefined);
    // The reader may have undone the change, too. In both cases there is no change left to compare.
    if (scenario !== undefined && (isTried || isSame(scenario, made.untried))) actions.forgetRunBefore();
    if (change === made) change = undefined;
  }

  let undone: Promise<void> = Promise.resolve();

  /** Later calls wait for earlier ones, so a step never looks for its cycle on a machine that is being replaced. */
  function takeBack(): Promise<void> {
    undone = undone.then(undo);
    return undone;
  }

  let wanted: string | undefined;

  async function showBeside(id: string | undefined): Promise<void> {
    wanted = id;
    const beside = id === undefined ? undefined : await otherScenario(id);
    if (wanted === id) actions.setBeside(beside);
  }

  return {
    show: async ({ scenario: id, beside }) => {
      const other = id === undefined ? undefined : await otherScenario(id);
      await showBeside(beside);
      if (change !== undefined && change.tried === other) return;
      await takeBack();
      const untried = store.getState().scenario;
      if (other === undefined || untried === undefined) return;
      const edit = actions.editScenario(other);
      change = { untried, tried: other, edit };
      await edit.catch(() => undefined);
      actions.forgetRunBefore();
    },
    untried: () => change?.untried,
    changed: (untried, tried, edit) => {
      change = { untried, tried, edit };
    },
    keep: () => {
      change = undefined;
      void showBeside(undefined);
    },
  };
}
