import { SIM_PROGRAM_RETURN } from "../../core-wasm/binding/layout.gen.ts";
import type { CallFrame } from "../../lib/programs/calls.ts";
import type { Listing, Stretch } from "../../lib/programs/listings.ts";
import type { ProgramPlaces } from "../../lib/programs/places.ts";
import { useActions, useApp } from "../state/hooks.ts";
import { type Label, t } from "../text/t.ts";
import { isAtLine } from "./breakpoints.ts";
import type { StepKey } from "./debugKeys.ts";
import type { ProgramState } from "./states.ts";
import { useToggleStop } from "./useStates.ts";

export interface Step {
  readonly label: Label;
  /** In the editor. */
  readonly key: StepKey;
  /** Undefined if the step is not possible here. */
  readonly condition: string | undefined;
  readonly direction?: -1;
}

export function stepsOf(
  state: ProgramState | undefined,
  places: ProgramPlaces,
  calls: readonly CallFrame[],
  cursor: string | undefined,
  listing: Listing | undefined,
): readonly Step[] {
  const isIn = state?.at !== undefined;
  return [
    { label: "Back|step", key: "Mod-F11", condition: state && stepBack(state), direction: -1 },
    { label: "Step|step", key: "F11", condition: state && stepOn(state) },
    ...lineSteps(isIn ? state : undefined, listing),
    { label: "Over|step", key: "F10", condition: isIn ? stepOver(state, places) : undefined },
    { label: "Out|step", key: "Shift-F11", condition: isIn ? stepOut(state, calls) : undefined },
    {
      label: "To the cursor",
      key: "Mod-F10",
      condition: cursor,
    },
  ];
}

/** Steps by source line, if the listing is in another language than instructions. */
function lineSteps(state: ProgramState | undefined, listing: Listing | undefined): readonly Step[] {
  if (listing?.file === undefined) return [];
  const stretch = state && listing.stretchAt(state.program.pc);
  return [{ label: "Line|step", key: "Shift-F10", condition: state && stretch && stepLine(state, stretch) }];
}

const keyText = (key: StepKey) => key.replace("Mod-", "Ctrl ").replace("Shift-", "Shift ");

interface StepBarProps {
  readonly steps: readonly Step[];
  readonly onStep: (step: Step) => void;
  /** Condition of a breakpoint at the cursor's line. Undefined if no instruction follows. */
  readonly cursor: string | undefined;
  /** The source is not the source of the running program. */
  readonly isChanged: boolean;
}

/** Steps of the selected thread, and a breakpoint at the cursor. */
export function StepBar({ steps, onStep, cursor, isChanged }: StepBarProps) {
  const isHeld = useApp(({ held }) => held);
  const all = useApp((state) => state.breakpoints);
  const toggle = useToggleStop(isChanged);
  const isStop = cursor !== undefined && isAtLine(all, cursor);
  return (
    <div
      className="program__steps flex wrap hair-above pad-2-3 gap-1"
      role="toolbar"
      aria-label={t("Steps of the program")}
    >
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
        disabled={cursor === undefined || isChanged}
        onClick={() => toggle(cursor)}
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
    if (condition !== undefined) runToCondition(condition, t("another step of the program"), direction ?? 1);
  };
}

/** Steps of a debugger, expressed as conditions to run to. The machine runs as always, including other threads and
 * interrupts. */
const SP = 2;

const threadOf = ({ name }: ProgramState) => `thread[${JSON.stringify(name)}]`;

/** Condition: the next instruction has taken effect. */
function stepOn(state: ProgramState): string {
  return `${threadOf(state)}.executed != ${state.program.executed}`;
}

/** Condition: the previous instruction has taken effect. */
export function stepBack(state: ProgramState): string {
  return `${threadOf(state)}.executed == ${Math.max(0, state.program.executed - 1)}`;
}

/** Condition: another line of the source, which may be in a called function. */
function stepLine(state: ProgramState, { address, end }: Stretch): string {
  const pc = `${threadOf(state)}.pc`;
  return `${pc} < ${address} or ${pc} >= ${end}`;
}

/** Runs a call as a whole. */
function stepOver(state: ProgramState, places: ProgramPlaces): string {
  const behind = places.behindCall(state.program.pc);
  return behind === undefined ? stepOn(state) : `${threadOf(state)}.pc == ${behind} and ${notDeeper(state)}`;
}

/** Condition: the caller, or the end of the program. */
function stepOut(state: ProgramState, [, caller]: readonly CallFrame[]): string {
  const target = caller?.address ?? SIM_PROGRAM_RETURN;
  return `${threadOf(state)}.pc == ${target} and ${notDeeper(state)}`;
}

/** The stack grows down, so at this point all later calls have returned. */
function notDeeper(state: ProgramState): string {
  return `${threadOf(state)}.x.sp >= ${state.program.x[SP] ?? 0}`;
}
