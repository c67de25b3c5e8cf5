/** Changes of the scenario that runs: the machine is built anew and goes on where the page stands. */
import { isSame } from "../../lib/scenarioFields/same.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import type { KeyValueStore } from "../ui/storage.ts";
import { writeScenario } from "./preferences.ts";
import type { RunBeforeKeeper } from "./runBefore.ts";
import type { AppActions, AppStore, EditOutcome, Position, ScenarioOrigin } from "./store.ts";

interface EditingOptions {
  readonly store: AppStore;
  readonly storage: KeyValueStore;
  readonly build: (scenario: Scenario, origin: ScenarioOrigin, position: Position) => Promise<EditOutcome>;
  readonly play: () => void;
  readonly position: () => Position;
  readonly runBefore: Pick<RunBeforeKeeper, "capture" | "keep">;
}

export interface Editing {
  readonly edit: (scenario: Scenario) => Promise<EditOutcome>;
  readonly keepAs: AppActions["keepAs"];
  /** Another scenario is opened: it does not play because the one before it did. */
  readonly forget: () => void;
}

export function createEditing({ store, storage, build, play, position, runBefore }: EditingOptions): Editing {
  let playsAfter = false;

  return {
    edit: async (scenario) => {
      const { playing, original, origin } = store.getState();
      // Of several edits in a row only the last is built: it goes on as the first found the page.
      playsAfter ||= playing;
      const isOriginal = original !== undefined && origin !== undefined && isSame(scenario, original);
      const before = runBefore.capture();
      const outcome = isOriginal
        ? await build(original, origin, position())
        : await build(scenario, { kind: "edit" }, position());
      if (outcome.status === "superseded") return outcome;
      if (outcome.status === "running") runBefore.keep(before);
      if (playsAfter) play();
      playsAfter = false;
      return outcome;
    },
    keepAs: (saved, origin, of) => {
      const { scenario } = store.getState();
      // What was changed while it was being saved stays open, as changes of what was saved.
      const isOpen = of === undefined || scenario === of;
      store.setState({
        original: saved,
        origin,
        scenarioId: undefined,
        ...(isOpen ? { scenario: saved } : {}),
      });
      if (isOpen) writeScenario(storage, origin, saved);
    },
    forget: () => {
      playsAfter = false;
    },
  };
}
