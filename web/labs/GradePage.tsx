import "./grade.css";
import { useEffect, useMemo, useState } from "react";
import type { Expectation } from "../../lib/labs/copies.ts";
import { gradesFile } from "../../lib/labs/table.ts";
import { classReport } from "../../lib/marking/classReport.ts";
import { type GradedFile, scoreOfFile } from "../../lib/marking/course.ts";
import { BY_LIMIT, type Marking, markingText } from "../../lib/marking/marks.ts";
import { feedbackFiles, marksCsv, studentsOf } from "../../lib/marking/outputs.ts";
import { filledWorksheet, newWorksheet } from "../../lib/marking/worksheet.ts";
import type { SimulatorParts } from "../simulate/parts.tsx";
import { currentLanguage } from "../text/language.ts";
import { translatedMessage } from "../text/message.ts";
import { Icon, type IconName } from "../ui/Icon.tsx";
import { saveBlob, saveJson } from "../ui/saveBlob.ts";
import { GradeExpectation } from "./GradeExpectation.tsx";
import { GradeResults, summaryOf } from "./GradeResults.tsx";
import { takeHandedOver } from "./handedOver.ts";
import { MarkAnswers } from "./MarkAnswers.tsx";
import { type GradedClass, slices, useGrading } from "./useGrading.ts";
import { type MarkingState, useMarking } from "./useMarking.ts";
import { WORDS } from "./words.ts";

/** Grades by drag and drop. */
export default function GradePage({ simulator }: { readonly simulator: SimulatorParts }) {
  const marking = useMarking();
  const [draw, setDraw] = useState(newDraw);
  const [expected, setExpected] = useState<Expectation>({});
  const { graded, done, of, failure, gradeFiles, gradeDrop, gradeExample } = useGrading(
    marking.actions.merge,
    draw.trim(),
    expected,
  );
  const [view, setView] = useState<View>("files");
  const scoreOf = useMemo(() => {
    const files = new Map<object, GradedFile>(graded?.gradedFiles.map((one) => [one.graded, one]));
    return (result: object) => {
      const file = files.get(result);
      return file && scoreOfFile(file, marking.marking);
    };
  }, [graded, marking.marking]);
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
          <label className="row gap-2 t-12 ink-2">
            {WORDS.draw}
            <input
              className="field mono"
              size={12}
              maxLength={40}
              pattern="[\w.\-]*"
              spellCheck={false}
              value={draw}
              onChange={(event) => setDraw(event.currentTarget.value.replace(/[^\w.-]/g, ""))}
            />
          </label>
          <GradeExpectation onChange={setExpected} />
          <span role="status" className="dim">
            {failure !== undefined && `✕ ${translatedMessage(failure)}`}
            {!hasBegun && failure === undefined && WORDS.exampleNote}
            {busy && WORDS.gradingProgress(done, of)}
            {graded !== undefined && summaryOf(graded.results)}
          </span>
          {busy ? (
            <progress className="grade-bar__progress" value={done} max={of} aria-hidden="true" />
          ) : null}
        </div>
        {graded === undefined ? null : (
          <>
            {graded.gradedFiles.length === 0 ? null : (
              <div className="grade-views row wrap gap-3">
                {/* biome-ignore lint/a11y/useSemanticElements: buttons, not a form */}
                <div className="seg" role="group" aria-label={WORDS.grade}>
                  {VIEWS.map((one) => (
                    <button key={one} type="button" aria-pressed={view === one} onClick={() => setView(one)}>
                      {WORDS.gradeViews[one]}
                    </button>
                  ))}
                </div>
                <GradeFiles graded={graded} state={marking} />
              </div>
            )}
            {view === "files" || graded.gradedFiles.length === 0 ? (
              <GradeResults results={graded.results} scoreOf={scoreOf} />
            ) : (
              <MarkAnswers graded={graded} state={marking} />
            )}
          </>
        )}
        <ul className="grade-facts grid gap-2 ink-2">
          <Fact icon="check" text={WORDS.gradeSees} />
          <Fact icon="stage" text={WORDS.gradeStays} />
          <Fact icon="compare" text={WORDS.drawNote} />
          <Fact icon="bookmark" text={WORDS.expectedNote} />
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

/** A new text for each visit, so that students cannot know it. */
const newDraw = () => crypto.randomUUID().slice(0, 8);

const VIEWS = ["files", "answers"] as const;
type View = (typeof VIEWS)[number];

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

const CSV = { type: "text/csv" };

interface GradeFilesProps {
  readonly graded: GradedClass;
  readonly state: MarkingState;
}

/** Results of marking: the marks, tables, feedback for students and platform, and the class report. */
function GradeFiles({ graded, state: { marking, by, setBy, isSaved, actions } }: GradeFilesProps) {
  const [failure, setFailure] = useState<string | undefined>();
  const [isBusy, setIsBusy] = useState(false);
  const make = (action: () => Promise<void>) => {
    setFailure(undefined);
    setIsBusy(true);
    action()
      .catch((error: unknown) => setFailure(error instanceof Error ? error.message : String(error)))
      .finally(() => setIsBusy(false));
  };
  return (
    <>
      <label className="row gap-2 t-12 ink-2">
        {WORDS.markedBy}
        <input
          className="field"
          maxLength={BY_LIMIT}
          value={by}
          onChange={(event) => setBy(event.currentTarget.value)}
        />
      </label>
      <button
        type="button"
        className={`btn ${isSaved ? "" : "btn--primary"}`}
        onClick={() => {
          saveJson("marks.json", markingText(marking));
          actions.setSaved();
        }}
      >
        <Icon name="download" />
        {WORDS.saveMarks}
      </button>
      <details className="grade-out">
        <summary className="btn">{WORDS.filesOut}</summary>
        <ul className="surface r-2 stack gap-2">
          {OUTPUTS.map(({ name, run }) => (
            <li key={name}>
              <button
                type="button"
                className="btn"
                disabled={isBusy}
                onClick={() => make(() => run(graded, marking))}
              >
                {WORDS.outputs[name]}
              </button>{" "}
              <span className="note">{WORDS.outputNotes[name]}</span>
            </li>
          ))}
        </ul>
      </details>
      <span role="status" className="loss">
        {failure === undefined ? "" : `✕ ${translatedMessage(failure)}`}
      </span>
    </>
  );
}

type OutputName = keyof (typeof WORDS)["outputs"];
interface Output {
  readonly name: OutputName;
  readonly run: (graded: GradedClass, marking: Marking) => Promise<void>;
}

/** The program for archives loads with its first use. */
const OUTPUTS: readonly Output[] = [
  {
    name: "report",
    run: async ({ gradedFiles, texts }, marking) => {
      saveHtml("report.html", await classReport(gradedFiles, marking, texts, slices()));
    },
  },
  {
    name: "feedback",
    run: async ({ gradedFiles, texts }, marking) => {
      const pause = slices();
      const files = await feedbackFiles(studentsOf(gradedFiles, marking, texts), marking, texts, pause);
      saveBlob("feedback.zip", await zipped(files, pause));
    },
  },
  {
    name: "worksheet",
    run: async ({ gradedFiles, texts, worksheet }, marking) => {
      const students = studentsOf(gradedFiles, marking, texts);
      const filled = worksheet === undefined ? undefined : filledWorksheet(worksheet, students);
      if (filled !== undefined && !filled.ok) throw new Error(filled.reason);
      saveBlob("worksheet.csv", new Blob([filled?.text ?? newWorksheet(students)], CSV));
    },
  },
  {
    name: "marks",
    run: async ({ gradedFiles }, marking) =>
      saveBlob("marks.csv", new Blob([marksCsv(gradedFiles, marking)], CSV)),
  },
  {
    name: "grades",
    run: async ({ results }) =>
      saveBlob("grades.csv", new Blob([gradesFile(results, { decimalComma: usesComma() })], CSV)),
  },
];

const saveHtml = (name: string, text: string) => saveBlob(name, new Blob([text], { type: "text/html" }));

/** Works file by file, so that the page can draw in between. */
async function zipped(
  files: readonly { readonly path: string; readonly text: string }[],
  pause: () => Promise<void>,
): Promise<Blob> {
  const { strToU8, Zip, ZipDeflate } = await import("fflate");
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const zip = new Zip((error, chunk) => {
    if (error !== null) throw error;
    chunks.push(new Uint8Array(chunk));
  });
  for (const { path, text } of files) {
    const file = new ZipDeflate(path);
    zip.add(file);
    file.push(strToU8(text), true);
    await pause();
  }
  zip.end();
  return new Blob(chunks, { type: "application/zip" });
}

function usesComma(): boolean {
  return (1.5).toLocaleString(currentLanguage()).includes(",");
}
