/** What comes out of marking: the marks themselves, tables, feedback for students and platform, the report of the class. */
import { useState } from "react";
import { gradesFile } from "../../lib/labs/table.ts";
import { classReport } from "../../lib/marking/classReport.ts";
import { BY_LIMIT, type Marking, markingText } from "../../lib/marking/marks.ts";
import { feedbackFiles, marksCsv, studentsOf } from "../../lib/marking/outputs.ts";
import { filledWorksheet, newWorksheet } from "../../lib/marking/worksheet.ts";
import { currentLanguage } from "../text/language.ts";
import { translatedMessage } from "../text/message.ts";
import { Icon } from "../ui/Icon.tsx";
import { saveBlob, saveJson } from "../ui/saveBlob.ts";
import { slices } from "./slices.ts";
import type { GradedClass } from "./useGrading.ts";
import type { MarkingState } from "./useMarking.ts";
import { WORDS } from "./words.ts";

const CSV = { type: "text/csv" };

interface GradeFilesProps {
  readonly graded: GradedClass;
  readonly state: MarkingState;
}

export function GradeFiles({ graded, state: { marking, by, setBy, isSaved, actions } }: GradeFilesProps) {
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

/** File by file, so that the page can draw in between. */
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
