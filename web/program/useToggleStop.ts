import { useActions, useSession } from "../state/hooks.ts";
import { t } from "../text/t.ts";
import { toggled } from "./breakpoints.ts";

/** Sets or removes a breakpoint. Its condition is undefined if no instruction follows from its line on. */
export function useToggleStop(isChanged: boolean): (condition: string | undefined) => void {
  const { store } = useSession();
  const { setBreakpoints, notify } = useActions();
  return (condition) => {
    if (isChanged) {
      notify("info", t("Apply the source first, because a breakpoint belongs to the running program."));
      return;
    }
    if (condition === undefined) {
      notify("info", t("There is no instruction on this line or after it."));
      return;
    }
    const next = toggled(store.getState().breakpoints, condition);
    if (next === undefined) notify("info", t("No more breakpoints are possible."));
    else setBreakpoints(next);
  };
}
