import { useEffect } from "react";
import { gradesFile } from "../../lib/labs/table.ts";
import type { SimulatorParts } from "../simulate/parts.tsx";
import { currentLanguage } from "../text/language.ts";
import { translatedMessage } from "../text/message.ts";
import { Icon, type IconName } from "../ui/Icon.tsx";
import { saveBlob } from "../ui/saveBlob.ts";
import { GradeResults, summaryOf } from "./GradeResults.tsx";
import { takeHandedOver } from "./handedOver.ts";
import { useGrading } from "./useGrading.ts";
import { WORDS } from "./words.ts";
import "./grade.css";

/** Grades by drag and drop. */
export default function GradePage({ simulator }: { readonly simulator: SimulatorParts }) {
  const { results, done, of, failure, gradeFiles, gradeDrop, gradeExample } = useGrading();
  useEffect(() => {
    const file = takeHandedOver("submission");
    if (file !== undefined) gradeFiles([file]);
  }, [gradeFiles]);
  const busy = done < of;
  const hasBegun = of > 0;
  return (
    <main className="lab-page">
      <div className="lab-page__inner lab-page__inner--wide">
        <h1 className="lab-page__title w-650">{WORDS.grade}</h1>
        <label className="grade-drop row gap-3 to-middle surface r-3 press" data-small={hasBegun}>
          <Papers />
          <span className="grade-drop__title t-15">{WORDS.dropHere}</span>
          <span className="btn btn--primary">{WORDS.chooseFiles}</span>
          <input
            className="sr-only"
            type="file"
            accept=".json,.zip,application/json,application/zip"
            multiple
            onChange={(event) => {
              gradeFiles(Array.from(event.currentTarget.files ?? []));
              event.currentTarget.value = "";
            }}
          />
        </label>
        <div className="sheet__bar grade-bar row wrap gap-2">
          <label className="btn">
            {WORDS.chooseFolder}
            <input
              className="sr-only"
              type="file"
              // React's types lack this attribute. Without it a browser does not offer folders.
              {...{ webkitdirectory: "" }}
              onChange={(event) => {
                gradeFiles(Array.from(event.currentTarget.files ?? []));
                event.currentTarget.value = "";
              }}
            />
          </label>
          <button type="button" className="btn" disabled={busy} onClick={gradeExample}>
            {WORDS.gradeExample}
          </button>
          {results.length === 0 ? null : (
            <button
              type="button"
              className="btn"
              onClick={() =>
                saveBlob("grades.csv", new Blob([gradesFile(results, { decimalComma: usesComma() })], CSV))
              }
            >
              <Icon name="download" />
              {WORDS.saveCsv}
            </button>
          )}
          <span role="status" className="dim">
            {failure !== undefined && `✕ ${translatedMessage(failure)}`}
            {!hasBegun && failure === undefined && WORDS.exampleNote}
            {busy && WORDS.gradingProgress(done, of)}
            {results.length > 0 && summaryOf(results)}
          </span>
          {busy ? (
            <progress className="grade-bar__progress" value={done} max={of} aria-hidden="true" />
          ) : null}
        </div>
        {results.length === 0 ? null : <GradeResults results={results} />}
        <ul className="grade-facts grid gap-2 ink-2">
          <Fact icon="check" text={WORDS.gradeSees} />
          <Fact icon="stage" text={WORDS.gradeStays} />
          <Fact icon="help" text={WORDS.gradeBlind} />
        </ul>
      </div>
      {simulator.dropTarget({
        onFiles: gradeFiles,
        onFolders: gradeDrop,
        title: WORDS.dropFiles,
        what: WORDS.dropWhat,
      })}
    </main>
  );
}

const CSV = { type: "text/csv" };

function usesComma(): boolean {
  return (1.5).toLocaleString(currentLanguage()).includes(",");
}

function Fact({ icon, text }: { readonly icon: IconName; readonly text: string }) {
  return (
    <li>
      <Icon name={icon} />
      {text}
    </li>
  );
}

/** Three sheets, the first one marked. */
function Papers() {
  return (
    <svg className="grade-drop__papers" viewBox="0 0 96 64" aria-hidden="true">
      <path d="M14 18 42 8l15 42-28 10z" />
      <path d="M54 50 69 8l28 10-15 42z" transform="translate(-15)" />
      <path className="grade-drop__sheet" d="M31 6h26l8 8v44H31z" />
      <path d="M57 6v8h8M37 22h16M37 29h22M37 36h12" />
      <path className="grade-drop__mark hollow" d="m42 47 5 5 10-11" />
    </svg>
  );
}
