import { useStore } from "zustand";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { useApp } from "../state/hooks.ts";
import { t } from "../text/t.ts";
import { MachineSection, useFollowedRoutine } from "./MachineSection.tsx";
import { type NumberedProgram, ofScenario, programsOf, programView } from "./programView.ts";
import { SourceSection } from "./SourceSection.tsx";
import { useProgramMoment } from "./useStates.ts";
import "./program.css";
import { useEffect } from "react";

/** The programs of the scenario: their source, and how far they are. */
export default function ProgramPanel() {
  const scenario = useApp((state) => state.scenario);
  const programs = scenario === undefined ? [] : programsOf(scenario);
  useEffect(() => ofScenario(scenario?.name ?? ""), [scenario?.name]);
  if (scenario === undefined || programs.length === 0)
    return (
      <section className="section">
        <p className="empty">{t("The scenario has no program.")}</p>
      </section>
    );
  return <Programs scenario={scenario} programs={programs} />;
}

interface ProgramsProps {
  readonly scenario: Scenario;
  readonly programs: readonly NumberedProgram[];
}

function Programs({ scenario, programs }: ProgramsProps) {
  const wanted = useStore(programView, (state) => state.routine);
  const shown = programs.find(({ index }) => index === wanted) ?? programs[0];
  const moment = useProgramMoment(scenario);
  useFollowedRoutine(moment);
  if (shown === undefined) return null;
  return (
    <div className="program">
      <h2 className="sr-only">{t("Program")}</h2>
      {programs.length === 1 ? null : (
        <label className="program__choice">
          <span>{t("Routine")}</span>
          <select
            className="field"
            value={shown.index}
            onChange={({ currentTarget }) =>
              programView.setState({ routine: Number(currentTarget.value), follows: false })
            }
          >
            {programs.map(({ index, routine }) => (
              <option key={index} value={index}>
                {routine.name}
              </option>
            ))}
          </select>
        </label>
      )}
      <SourceSection key={shown.index} scenario={scenario} program={shown} moment={moment} />
      <MachineSection scenario={scenario} moment={moment} />
    </div>
  );
}
