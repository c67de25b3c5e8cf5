import { Suspense, useState } from "react";
import type { AssemblyError } from "../../lib/assembler/text.ts";
import type { LabStep } from "../../lib/labs/lab.ts";
import { changeField } from "../../lib/scenarioFields/change.ts";
import type { Field } from "../../lib/scenarioFields/describe.ts";
import { errorText, useChecked } from "../program/useChecked.ts";
import { translatedMessage } from "../text/message.ts";
import { lazyPart } from "../ui/lazyPart.tsx";
import type { LabSession } from "./labSession.ts";
import { withPageNames } from "./pageNames.ts";
import { useTyped } from "./useTyped.ts";
import { WORDS } from "./words.ts";
import "../program/program.css";

const AssemblyEditor = lazyPart(() => import("../program/AssemblyEditor.tsx"));

interface ProgramFieldProps {
  readonly lab: LabSession;
  readonly step: LabStep;
  readonly field: Field;
}

const NONE: readonly AssemblyError[] = [];

/** The source of a program, with errors at their places. Run inserts it into the machine and judges it. */
export function ProgramField({ lab, step, field }: ProgramFieldProps) {
  const applied = String(field.value ?? "");
  const [draft, setDraft, forget] = useTyped(lab, step.id, { field: field.name });
  const [refused, setRefused] = useState<string>();
  const [target, setTarget] = useState<AssemblyError>();
  const source = draft ?? applied;
  const scenario = lab.designOf(step);
  const name = String(field.path.at(-3));
  const checked = useChecked(
    scenario,
    scenario.software.routines.findIndex((one) => one.name === name),
    source,
  );
  const [first] = checked?.errors ?? [];

  async function apply(): Promise<void> {
    if (first !== undefined) {
      setTarget({ ...first });
      return;
    }
    const changed = changeField(scenario, field, source);
    if (!changed.ok) {
      setRefused(changed.message);
      return;
    }
    const outcome = await lab.change(step, changed.scenario);
    if (outcome.status === "refused") setRefused(outcome.error.message);
    else forget();
  }

  return (
    <div className="task__program across hair">
      <Suspense fallback={<div className="program__source" aria-busy="true" />}>
        <AssemblyEditor
          name={name}
          source={source}
          errors={checked?.errors ?? NONE}
          remarks={checked?.remarks ?? NONE}
          target={target}
          onApply={() => void apply()}
          onChange={(text) => {
            setRefused(undefined);
            setDraft(text);
          }}
        />
      </Suspense>
      <div className="row gap-2 hair-above pad-2-3">
        <p className="program__outcome fill note flush" role="status">
          {checked !== undefined && first !== undefined
            ? errorText(checked)
            : refused !== undefined
              ? withPageNames(translatedMessage(refused), scenario)
              : source === applied
                ? ""
                : WORDS.programNotRun}
        </p>
        <button
          type="button"
          className={source === applied ? "btn btn--small" : "btn btn--small btn--primary"}
          disabled={source === applied}
          onClick={() => void apply()}
        >
          {WORDS.runProgram}
        </button>
      </div>
    </div>
  );
}
