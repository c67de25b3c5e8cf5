import { useEffect } from "react";
import { useStore } from "zustand";
import { programThreads } from "../../lib/programs/threads.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { someStep } from "../../scenarios/software/steps.ts";
import { partText } from "../../scenarios/story/parts.ts";
import { useApp } from "../state/hooks.ts";
import { type NumberedProgram, programView } from "./programView.ts";

/** A story's step that lights a program shows it, and the thread that executes it, until the step is left. */
export function useToldProgram(scenario: Scenario, programs: readonly NumberedProgram[]): void {
  const told = useApp(({ lit }) =>
    programs.find(({ routine }) => lit.includes(partText("program", routine.name))),
  );
  const routine = told?.index;
  const thread = told === undefined ? undefined : threadOf(scenario, told.routine.name);
  // With another scenario what was chosen before is forgotten, and this choice would be, too.
  const isOfScenario = useStore(programView, (view) => view.scenario === scenario.name);
  useEffect(() => {
    if (routine === undefined || !isOfScenario) return undefined;
    programView.setState({ routine, thread });
    return () => programView.setState({ thread: undefined });
  }, [routine, thread, isOfScenario]);
}

/** The first one that executes the routine. */
function threadOf(scenario: Scenario, name: string): number | undefined {
  return programThreads(scenario).find((thread) =>
    someStep(
      scenario.software.threads[thread]?.steps ?? [],
      (step) => step.do === "exec" && step.routine === name,
    ),
  );
}
