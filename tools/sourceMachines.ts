import type { Rolldown } from "vite";

/** The machines of a source are similar: one file for all takes a third of the space of one file for each, and the
 * page of papers runs them all. Recorded traces stay apart, because they are long and rarely opened. */
const MACHINE = /[\\/]scenarios[\\/]papers[\\/](\d{3})-(?!trace-)[\w-]+\.json$/;

export function sourceMachines(): Rolldown.CodeSplittingGroup {
  return {
    debugName: "machines of a source",
    includeDependenciesRecursively: false,
    name: (id: string) => {
      const source = MACHINE.exec(id)?.[1];
      return source === undefined ? null : `machines-${source}`;
    },
  };
}
