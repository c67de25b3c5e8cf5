import { useStore } from "zustand";
import type { CallFrame } from "../../lib/programs/calls.ts";
import type { ProgramPlaces } from "../../lib/programs/places.ts";
import { useActions, useApp } from "../state/hooks.ts";
import { type Label, t } from "../text/t.ts";
import type { StepKey } from "./assemblyEditor.ts";
import { breakpointsIn, lineCondition } from "./breakpoints.ts";
import { type NumberedProgram, programView } from "./programView.ts";
import type { ProgramState } from "./states.ts";
import { stepBack, stepOn, stepOut, stepOver } from "./steps.ts";
import type { ProgramMoment } from "./useStates.ts";
import { useToggleStop } from "./useToggleStop.ts";

export interface Step {
  readonly label: Label;
  /** In the editor. */
  readonly key: StepKey;
  /** Undefined: not here. */
  readonly condition: string | undefined;
  readonly direction?: -1;
}

/** Line of the cursor where the source is the one that runs. */
export type Cursor = { readonly routine: string; readonly line: number } | undefined;

export function stepsOf(
  state: ProgramState | undefined,
  places: ProgramPlaces,
  calls: readonly CallFrame[],
  cursor: Cursor,
): readonly Step[] {
  const isIn = state?.at !== undefined;
  return [
    { label: "Back|step", key: "Mod-F11", condition: state && stepBack(state), direction: -1 },
    { label: "Step|step", key: "F11", condition: state && stepOn(state) },
    { label: "Over|step", key: "F10", condition: isIn ? stepOver(state, places) : undefined },
    { label: "Out|step", key: "Shift-F11", condition: isIn ? stepOut(state, calls) : undefined },
    {
      label: "To the cursor",
      key: "Mod-F10",
      condition: cursor && lineCondition(cursor.routine, cursor.line),
    },
  ];
}

const keyText = (key: StepKey) => key.replace("Mod-", "Ctrl ").replace("Shift-", "Shift ");

interface StepBarProps {
  readonly steps: readonly Step[];
  readonly onStep: (step: Step) => void;
  readonly shown: NumberedProgram;
  /** Of the cursor: the first line from there on that has an instruction; undefined: there is none. */
  readonly line: number | undefined;
  readonly moment: ProgramMoment;
}

/** Steps of the thread that is looked at, and a breakpoint at the cursor. */
export function StepBar({ steps, onStep, shown, line, moment }: StepBarProps) {
  const isHeld = useApp(({ held }) => held);
  const isChanged = useStore(programView, (view) => view.drafts.has(shown.routine.name));
  const all = useApp((state) => state.breakpoints);
  const toggle = useToggleStop(moment, shown.index, shown.routine.name, isChanged);
  const isStop = breakpointsIn(all, shown.routine.name).some((one) => one.line === line);
  return (
    <div className="program__steps" role="toolbar" aria-label={t("Steps of the program")}>
      {steps.map((step) => (
        <button
          key={step.key}
          type="button"
          className="btn btn--small"
          title={`${t(step.label)} (${keyText(step.key)})`}
          disabled={step.condition === undefined || isHeld}
          onClick={() => onStep(step)}
        >
          {t(step.label)}
        </button>
      ))}
      <button
        type="button"
        className="btn btn--small"
        aria-pressed={isStop}
        title={t("Breakpoint at the cursor (F9)")}
        disabled={line === undefined || isChanged}
        onClick={() => line !== undefined && toggle(line)}
      >
        <i className="asm__stop" data-enabled={isStop} aria-hidden="true" />
        <span className="sr-only">{t("Breakpoint at the cursor")}</span>
      </button>
    </div>
  );
}

export function useStep(): (step: Step) => void {
  const { runToCondition } = useActions();
  return ({ condition, direction }) => {
    if (condition !== undefined) runToCondition(condition, t("further step of the program"), direction ?? 1);
  };
}
