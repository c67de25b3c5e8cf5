import { useApp } from "../../state/hooks.ts";
import { scenarioFacts } from "./scenarioFacts.ts";
import "./about.css";
import { t, translated } from "../../text/t.ts";

/** What the scenario is, in words. */
export function AboutView() {
  const scenario = useApp((state) => state.scenario);
  if (scenario === undefined) {
    return (
      <section className="section">
        <p className="empty">{t("No scenario is loaded.")}</p>
      </section>
    );
  }
  const { source } = scenario;
  return (
    <>
      <section className="section" aria-label={t("What this is")}>
        <h2 className="scenario__name t-15 w-650">{translated(scenario.name)}</h2>
        {scenario.description === "" ? null : (
          <p className="scenario__text above-2 ink-2">{translated(scenario.description)}</p>
        )}
        {source === undefined ? null : (
          <div className="scenario__source grid gap-1 note above-3">
            <p>
              {t("Source {document}", { document: source.document })}
              {source.place === "" ? "" : `, ${source.place}`}
            </p>
            {source.note === "" ? null : <p>{source.note}</p>}
          </div>
        )}
      </section>
      {scenarioFacts(scenario).map((group) => (
        <section className="section" key={group.title}>
          <div className="section__head">
            <h3>{group.title}</h3>
          </div>
          <dl className="facts grid gap-6px t-12">
            {group.facts.map((fact) => (
              <div className="grid gap-2" key={`${fact.label}:${fact.value}`}>
                <dt className="line gap-6px ink-3 anywhere">
                  {fact.layer === undefined ? null : (
                    <i className="swatch" data-layer={fact.layer} aria-hidden="true" />
                  )}
                  {fact.label}
                </dt>
                <dd className="anywhere">{fact.value}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </>
  );
}
