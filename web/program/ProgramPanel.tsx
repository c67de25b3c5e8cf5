import { useLayoutEffect } from "react";
import { useApp } from "../state/hooks.ts";
import { t } from "../text/t.ts";
import { Programs } from "./Programs.tsx";
import { ofScenario, programsOf } from "./programView.ts";
import "./program.css";

/** The programs of the scenario: their source and their current position. */
export default function ProgramPanel() {
  const scenario = useApp((state) => state.scenario);
  const programs = scenario === undefined ? [] : programsOf(scenario);
  // Must run before the contents look for the running program.
  useLayoutEffect(() => ofScenario(scenario?.name ?? ""), [scenario?.name]);
  if (scenario === undefined || programs.length === 0)
    return (
      <section className="section">
        <p className="empty">{t("The scenario has no program.")}</p>
      </section>
    );
  return <Programs scenario={scenario} programs={programs} />;
}
