import { Suspense, useCallback, useEffect, useMemo, useState } from "react";
import { useStore } from "zustand";
import type { AssemblyError } from "../../lib/assembler/text.ts";
import { type CheckedSource, withSource } from "../../lib/programs/checkSource.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { parseScenario, type ScenarioError } from "../../scenarios/read/parse.ts";
import { settingsOf } from "../scenarios/settings/settings.ts";
import { useApp, useSession } from "../state/hooks.ts";
import type { Session } from "../state/session.ts";
import { translatedMessage } from "../text/message.ts";
import { t, tCount } from "../text/t.ts";
import { lazyPart } from "../ui/lazyPart.tsx";
import { breakpointsIn, type LineBreakpoint, lineCondition } from "./breakpoints.ts";
import type { LineCost, LineMark } from "./codeMarks.ts";
import type { StepKey } from "./debugKeys.ts";
import { dropDraft, keepDraft, type NumberedProgram, programView, showLine } from "./programView.ts";
import { marksOf, shownState } from "./states.ts";
import { errorText, useChecked } from "./useChecked.ts";
import { useLineCosts } from "./useProfile.ts";
import type { ProgramMoment } from "./useStates.ts";
import { useChosenThread, useToggleStop } from "./useStates.ts";

const AssemblyEditor = lazyPart(() => import("./AssemblyEditor.tsx"));

interface SourceSectionProps {
  readonly scenario: Scenario;
  readonly program: NumberedProgram;
  readonly moment: ProgramMoment;
  readonly onKey: (key: StepKey) => boolean;
}

const NO_MARKS: readonly LineMark[] = [];
const NO_STOPS: readonly LineBreakpoint[] = [];
const NO_COSTS: readonly LineCost[] = [];
const NONE: readonly AssemblyError[] = [];

/** The source as the user edits it, its errors, and the button that applies it to the scenario. */
export function SourceSection({ scenario, program: { index, routine }, moment, onKey }: SourceSectionProps) {
  const session = useSession();
  const applied = routine.program.source;
  const draft = useStore(programView, (state) => state.drafts.get(routine.name));
  const source = draft?.text ?? applied ?? "";
  const checked = useChecked(scenario, index, source);
  const [refused, setRefused] = useState<readonly ScenarioError[]>([]);
  const target = useStore(programView, (state) => state.target);
  const goTo = ({ line, column }: AssemblyError) => showLine(index, line, column);
  const isChanged = applied !== undefined && source !== applied;

  const chosen = useStore(programView, (state) => state.thread);
  // The lines of an edited text differ from the running program's lines.
  const marks = useMemo(
    () =>
      isChanged
        ? NO_MARKS
        : marksOf(moment.states, shownState(moment.states, chosen), ({ at }) =>
            at?.routine === index ? at.line : undefined,
          ),
    [isChanged, index, moment.states, chosen],
  );

  useEffect(() => {
    if (draft !== undefined && draft.text === applied) dropDraft(routine.name);
  }, [draft, applied, routine.name]);

  const toggle = useToggleStop(isChanged);
  const thread = useChosenThread();
  const toggleStop = (line: number) => {
    const place = moment.places.lineWithCode(index, line);
    toggle(place === undefined ? undefined : lineCondition(routine.name, place, thread));
  };
  const stops = useStops(routine.name, isChanged);
  const { places } = moment;
  const lineOf = useCallback((pc: number) => places.codeAt(pc)?.line, [places]);
  const costs = useLineCosts(index, lineOf);

  function apply(): void {
    if (!isChanged) return;
    const [first] = checked?.errors ?? [];
    if (first !== undefined) goTo(first);
    else setRefused(applySource(session, index, source));
  }

  if (applied === undefined) return null;
  return (
    <>
      <div className="program__bar">
        <Outcome checked={checked} refused={refused} isChanged={isChanged} onGoTo={goTo} />
        <button
          type="button"
          className="btn btn--small"
          disabled={!isChanged}
          onClick={() => {
            setRefused([]);
            dropDraft(routine.name);
          }}
        >
          {t("Revert")}
        </button>
        <button
          type="button"
          className={isChanged ? "btn btn--small btn--primary" : "btn btn--small"}
          disabled={!isChanged}
          title={t("Apply (Ctrl Enter)")}
          onClick={apply}
        >
          {t("Apply")}
        </button>
      </div>
      <Suspense fallback={<div className="program__source" aria-busy="true" />}>
        <AssemblyEditor
          name={routine.name}
          source={source}
          errors={checked?.errors ?? NONE}
          remarks={checked?.remarks ?? NONE}
          target={target?.routine === index ? target : undefined}
          beside={{ marks, breakpoints: stops, costs: isChanged ? NO_COSTS : costs }}
          onStop={toggleStop}
          onCursor={(line) => programView.setState({ cursor: { routine: index, line } })}
          onKey={onKey}
          onApply={apply}
          onChange={(text) => {
            setRefused([]);
            keepDraft(routine.name, applied, text);
          }}
        />
      </Suspense>
    </>
  );
}

/** The lines of an edited text differ from the running program's lines. */
function useStops(routine: string, isChanged: boolean): readonly LineBreakpoint[] {
  const all = useApp((state) => state.breakpoints);
  return useMemo(() => (isChanged ? NO_STOPS : breakpointsIn(all, routine)), [all, isChanged, routine]);
}

interface OutcomeProps {
  readonly checked: CheckedSource | undefined;
  readonly refused: readonly ScenarioError[];
  readonly isChanged: boolean;
  readonly onGoTo: (error: AssemblyError) => void;
}

function Outcome({ checked, refused, isChanged, onGoTo }: OutcomeProps) {
  const first = checked?.errors[0];
  const [refusal] = refused;
  const assembled = checked?.placed?.program?.assembled;
  return (
    <div className="program__outcome fill note" role="status">
      {checked !== undefined && first !== undefined ? (
        <button type="button" className="tight ink to-left bare press target" onClick={() => onGoTo(first)}>
          <span className="loss" aria-hidden="true">
            ✕{" "}
          </span>
          {errorText(checked)}
        </button>
      ) : refusal !== undefined ? (
        <p>
          <span className="loss" aria-hidden="true">
            ✕{" "}
          </span>
          {refusal.field} {translatedMessage(refusal.message)}
        </p>
      ) : assembled === undefined ? null : (
        <p>
          {isChanged ? `${t("Not applied yet")} · ` : ""}
          {tCount(assembled.words.length, "{count} word of code", "{count} words of code")}
          {assembled.data.length === 0
            ? ""
            : `, ${tCount(assembled.data.length, "{count} byte of data", "{count} bytes of data")}`}
        </p>
      )}
    </div>
  );
}

/** Puts a source into the scenario, as a step in the settings' history. */
/** Returns the errors. If there are any, nothing changes. */
function applySource(session: Session, routine: number, source: string): readonly ScenarioError[] {
  const { scenario } = session.store.getState();
  if (scenario === undefined) return [];
  const parsed = parseScenario(withSource(scenario, routine, source));
  if (!parsed.ok) return parsed.errors;
  const path = ["software", "routines", routine, "program", "source"] as const;
  settingsOf(session).edit({ kind: "set", path, value: source });
  return [];
}
