import { useLayoutEffect } from "react";
import { useApp } from "../state/hooks.ts";
import { t } from "../text/t.ts";
import { Programs } from "./Programs.tsx";
import { ofScenario, programsOf } from "./programView.ts";
import "./program.css";

/** The programs of the scenario: their source, and how far they are. */
export default function ProgramPanel() {
  const scenario = useApp((state) => state.scenario);
  const programs = scenario === undefined ? [] : programsOf(scenario);
  // Before what is inside looks for the program that runs.
  useLayoutEffect(() => ofScenario(scenario?.name ?? ""), [scenario?.name]);
  if (scenario === undefined || programs.length === 0)
    return (
      <section className="section">
        <p className="empty">{t("The scenario has no program.")}</p>
      </section>
    );
  return <Programs scenario={scenario} programs={programs} />;
}
