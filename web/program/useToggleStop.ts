import { useActions, useSession } from "../state/hooks.ts";
import { t } from "../text/t.ts";
import { toggled } from "./breakpoints.ts";
import type { ProgramMoment } from "./useStates.ts";

/** Sets a breakpoint at a line of a routine, or takes it away; a line without an instruction means the next with one. */
export function useToggleStop(
  { places }: ProgramMoment,
  index: number,
  routine: string,
  isChanged: boolean,
): (line: number) => void {
  const { store } = useSession();
  const { setBreakpoints, notify } = useActions();
  return (line) => {
    if (isChanged) {
      notify("info", t("Apply the source first: a breakpoint belongs to the program that runs."));
      return;
    }
    const place = places.lineWithCode(index, line);
    if (place === undefined) {
      notify("info", t("There is no instruction from this line on."));
      return;
    }
    const next = toggled(store.getState().breakpoints, routine, place);
    if (next === undefined) notify("info", t("There are as many breakpoints as there can be."));
    else setBreakpoints(next);
  };
}
