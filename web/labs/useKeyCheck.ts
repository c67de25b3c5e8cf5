/** Whether a lab that is being written has one right option for each choice, in its variants too: its machines run. */
import { useEffect, useMemo, useRef, useState } from "react";
import { type RunMachine, runOnce } from "../../lib/labs/bench.ts";
import { checkKeys } from "../../lib/labs/keys.ts";
import type { Lab } from "../../lib/labs/lab.ts";
import type { ScenarioError } from "../../scenarios/base/messages.ts";
import { createMachinePool } from "../engine/machinePool.ts";

/** Machines for as long as the page is shown. What one edition of a lab has run the next does not run again. */
export function useMachines(): RunMachine {
  const pool = useRef<ReturnType<typeof createMachinePool> | undefined>(undefined);
  const runMachine = useMemo(
    () =>
      runOnce((scenario) => {
        pool.current ??= createMachinePool();
        return pool.current.run(scenario, 0);
      }),
    [],
  );
  useEffect(() => () => pool.current?.stop(), []);
  return runMachine;
}

/** Undefined: the machines are still running. */
export function useKeyCheck(
  lab: Lab | undefined,
  runMachine: RunMachine,
): readonly ScenarioError[] | undefined {
  const [checked, setChecked] = useState<{ readonly lab: Lab; readonly errors: readonly ScenarioError[] }>();
  useEffect(() => {
    if (lab === undefined) return;
    let gone = false;
    checkKeys(lab, runMachine).then(
      (errors) => {
        if (!gone) setChecked({ lab, errors });
      },
      (error: unknown) => {
        const message = error instanceof Error ? error.message : String(error);
        if (!gone) setChecked({ lab, errors: [{ field: "machines", message }] });
      },
    );
    return () => {
      gone = true;
    };
  }, [lab, runMachine]);
  return checked?.lab === lab ? checked?.errors : undefined;
}
