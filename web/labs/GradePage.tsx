import { useEffect, useMemo, useState } from "react";
import { type GradedFile, scoreOfFile } from "../../lib/marking/course.ts";
import type { SimulatorParts } from "../simulate/parts.tsx";
import { translatedMessage } from "../text/message.ts";
import { Icon, type IconName } from "../ui/Icon.tsx";
import { GradeFiles } from "./GradeFiles.tsx";
import { GradeResults, summaryOf } from "./GradeResults.tsx";
import { takeHandedOver } from "./handedOver.ts";
import { MarkAnswers } from "./MarkAnswers.tsx";
import { useGrading } from "./useGrading.ts";
import { useMarking } from "./useMarking.ts";
import { WORDS } from "./words.ts";
import "./grade.css";

/** Grades by drag and drop. */
export default function GradePage({ simulator }: { readonly simulator: SimulatorParts }) {
  const marking = useMarking();
  const [draw, setDraw] = useState(newDraw);
  const { graded, done, of, failure, gradeFiles, gradeDrop, gradeExample } = useGrading(
    marking.actions.merge,
    draw.trim(),
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

/** Another one for each visit, so that students cannot know it. */
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
