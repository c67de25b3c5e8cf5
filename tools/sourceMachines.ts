import type { Rolldown } from "vite";

/** The machines of a source are much alike: one file of them is a third of one for each, and the page of papers runs them
 * all. Recorded seconds are apart: they are long, and seldom opened. */
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
