import { useActions, useSession } from "../state/hooks.ts";
import { t } from "../text/t.ts";
import { toggled } from "./breakpoints.ts";

/** Sets a breakpoint, or takes it away. `conditionAt`: of a line; undefined: there is no instruction from it on. */
export function useToggleStop(
  conditionAt: (line: number) => string | undefined,
  isChanged: boolean,
): (line: number) => void {
  const { store } = useSession();
  const { setBreakpoints, notify } = useActions();
  return (line) => {
    if (isChanged) {
      notify("info", t("Apply the source first: a breakpoint belongs to the program that runs."));
      return;
    }
    const condition = conditionAt(line);
    if (condition === undefined) {
      notify("info", t("There is no instruction from this line on."));
      return;
    }
    const next = toggled(store.getState().breakpoints, condition);
    if (next === undefined) notify("info", t("There are as many breakpoints as there can be."));
    else setBreakpoints(next);
  };
}
