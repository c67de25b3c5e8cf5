import { useEffect } from "react";
import { useStore } from "zustand";
import { programView } from "./programView.ts";
import { shownState } from "./states.ts";
import type { ProgramMoment } from "./useStates.ts";

/** The routine that the program is in comes into view with it, while the reader wants that, and the file of a linked one. */
export function useFollowedRoutine(moment: ProgramMoment): void {
  const chosen = useStore(programView, (view) => view.thread);
  const follows = useStore(programView, (view) => view.follows);
  const { routine, file } = shownState(moment.states, chosen)?.at ?? {};
  useEffect(() => {
    if (follows && routine !== undefined) programView.setState({ routine, file });
  }, [follows, routine, file]);
}
