/** One step, or to the next place of a kind; all of these pause. */
import { t } from "../text/t.ts";
import type { Live } from "./live.ts";
import type { Navigation } from "./navigation.ts";
import type { AppActions } from "./store.ts";

interface StepPorts {
  readonly live: Live;
  readonly navigation: Navigation;
  readonly pause: () => void;
  readonly notify: AppActions["notify"];
}

type StepActions = Pick<
  AppActions,
  "stepCycle" | "stepInstruction" | "stepEvent" | "runTo" | "runToCondition"
>;

export function stepActions({ live, navigation, pause, notify }: StepPorts): StepActions {
  return {
    stepCycle: (direction) => {
      pause();
      navigation.jumpTo(live.playhead.get() + direction);
    },
    stepInstruction: (direction) => {
      pause();
      navigation.search("retired", direction);
    },
    stepEvent: (direction) => {
      pause();
      navigation.search("any-event", direction);
    },
    runTo: (stop, direction = 1) => {
      pause();
      navigation.search(stop, direction);
    },
    runToCondition: (condition, what, direction = 1) => {
      pause();
      navigation.searchCondition(condition, direction, () =>
        notify(
          "info",
          direction > 0
            ? t("No {what} between here and the end of the run.", { what })
            : t("No {what} before this cycle.", { what }),
        ),
      );
    },
  };
}
