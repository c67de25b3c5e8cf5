import { BUILTIN_LABS } from "../../../scenarios/labs/index.ts";
import { labHash } from "./address.ts";
import { WORDS } from "./words.ts";

export function LabList() {
  return (
    <main className="lab-page">
      <div className="lab-page__inner">
        <header>
          <h1 className="lab-page__title">{WORDS.labs}</h1>
          <p className="lab-page__intro">{WORDS.labsIntro}</p>
        </header>
        <ol className="lab-list">
          {BUILTIN_LABS.map(({ id, title, minutes, summary }, index) => (
            <li key={id}>
              <a className="lab-list__item" href={labHash({ lab: id, seed: 0, scorm: false })}>
                <span className="lab-list__number mono" aria-hidden="true">
                  {index + 1}
                </span>
                <span>
                  <strong>{title}</strong>
                  <span className="lab-list__summary">{summary}</span>
                </span>
                <span className="dim">{WORDS.minutes(minutes)}</span>
              </a>
            </li>
          ))}
        </ol>
        <section aria-labelledby="lab-teachers">
          <h2 id="lab-teachers" className="lab-page__subtitle">
            {WORDS.forTeachers}
          </h2>
          <p className="lab-list__links">
            <a href="#lab-grade">{WORDS.gradeLink}</a>
          </p>
        </section>
      </div>
    </main>
  );
}
