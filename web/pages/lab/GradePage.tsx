import { useCallback, useEffect, useRef, useState } from "react";
import { textOfFile } from "../../../lib/labs/file_text.ts";
import { loadLab } from "../../../lib/labs/gallery.ts";
import { type Graded, Grader, type Result } from "../../../lib/labs/grade.ts";
import { SUBMISSION_BYTE_LIMIT } from "../../../lib/labs/submission.ts";
import { gradesFile } from "../../../lib/labs/table.ts";
import { saveBlob } from "../../base/saveBlob.ts";
import { createMachinePool } from "../../engine/machinePool.ts";
import { translatedMessage } from "../../text/message.ts";
import { say } from "../../text/say.ts";
import type { SimulatorParts } from "../simulate/parts.tsx";
import { modelOf } from "./model.ts";
import { WORDS } from "./words.ts";

const FILE_LIMIT = 2000;

/** Grades by drag and drop. Machines run in workers; no file leaves the page. */
export default function GradePage({ simulator }: { readonly simulator: SimulatorParts }) {
  const [results, setResults] = useState<readonly Result[]>([]);
  const [progress, setProgress] = useState({ done: 0, of: 0 });
  const pool = useRef<ReturnType<typeof createMachinePool> | undefined>(undefined);
  useEffect(() => () => pool.current?.stop(), []);

  const grade = useCallback(async (dropped: readonly File[]) => {
    const files = dropped.slice(0, FILE_LIMIT);
    pool.current ??= createMachinePool();
    const machines = pool.current;
    setProgress({ done: 0, of: files.length });
    const grader = new Grader({
      labOf: async (id) => {
        const lab = await loadLab(id);
        return lab?.ok ? lab.lab : undefined;
      },
      runMachine: (scenario) => machines.run(scenario, 0),
      model: await modelOf(machines),
    });
    const graded: Result[] = [];
    for (const file of files) {
      graded.push(await gradeFile(grader, file));
      setProgress({ done: graded.length, of: files.length });
    }
    setResults(grader.withCopies(graded));
  }, []);

  const busy = progress.done < progress.of;
  return (
    <main className="lab-page">
      <div className="lab-page__inner lab-page__inner--wide">
        <h1 className="lab-page__title">{WORDS.grade}</h1>
        <p className="lab-page__intro">{WORDS.gradeIntro}</p>
        <div className="sheet__bar">
          <label className="btn btn--primary">
            {WORDS.chooseFiles}
            <input
              className="sr-only"
              type="file"
              accept=".json,application/json"
              multiple
              disabled={busy}
              onChange={(event) => {
                void grade(Array.from(event.currentTarget.files ?? []));
                event.currentTarget.value = "";
              }}
            />
          </label>
          <button
            type="button"
            className="btn"
            disabled={results.length === 0}
            onClick={() => saveBlob("grades.csv", new Blob([gradesFile(results)], { type: "text/csv" }))}
          >
            {WORDS.saveCsv}
          </button>
          <span role="status" className="dim">
            {progress.of === 0 ? WORDS.nothingGraded : WORDS.gradingProgress(progress.done, progress.of)}
          </span>
        </div>
        {results.length === 0 ? null : <Results results={results} />}
      </div>
      {simulator.dropTarget({
        onFiles: (files) => void grade(files),
        title: WORDS.dropFiles,
        what: WORDS.dropWhat,
      })}
    </main>
  );
}

async function gradeFile(grader: Grader, file: File): Promise<Result> {
  if (file.size > SUBMISSION_BYTE_LIMIT)
    return {
      file: file.name,
      status: "refused",
      reason: say("is larger than {limit} kB", { limit: SUBMISSION_BYTE_LIMIT / 1024 }),
    };
  try {
    const read = textOfFile(new Uint8Array(await file.arrayBuffer()));
    if (read.ok) return await grader.grade(file.name, read.text);
    return { file: file.name, status: "refused", reason: read.reason };
  } catch {
    return { file: file.name, status: "refused", reason: say("cannot be read, or is no UTF-8 text") };
  }
}

function Results({ results }: { readonly results: readonly Result[] }) {
  return (
    <div className="sheet__table">
      <table className="table grades" aria-label={WORDS.grade}>
        <thead>
          <tr>
            <th scope="col">{WORDS.file}</th>
            <th scope="col">{WORDS.student}</th>
            <th scope="col">{WORDS.lab}</th>
            <th scope="col">{WORDS.score}</th>
            <th scope="col">{WORDS.remarks}</th>
          </tr>
        </thead>
        <tbody>
          {results.map((result, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name
            <tr key={index}>
              <th scope="row">{result.file}</th>
              {result.status === "refused" ? (
                <td colSpan={4}>
                  <span className="loss">✕ {WORDS.refusedFile}</span> {translatedMessage(result.reason)}
                </td>
              ) : (
                <GradedCells graded={result} />
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function GradedCells({ graded }: { readonly graded: Graded }) {
  const { submission, score, of, flags, answers } = graded;
  const texts = answers.filter(({ kind, points }) => kind === "text" && points > 0).length;
  return (
    <>
      <td>
        {submission.student.name} <span className="dim">{submission.student.number}</span>
      </td>
      <td>
        {submission.lab}
        {submission.seed === 0 ? null : <span className="dim"> {WORDS.seed(submission.seed)}</span>}
      </td>
      <td className="mono">
        {score} / {of}
      </td>
      <td>
        {flags.length === 0 ? <span className="dim">{WORDS.noRemarks}</span> : null}
        <ul>
          {flags.map(({ kind, text }) => (
            <li key={text}>
              <strong>{WORDS.flags[kind]}</strong>: {translatedMessage(text)}
            </li>
          ))}
          {texts === 0 ? null : <li className="dim">{WORDS.toRead(texts)}</li>}
        </ul>
      </td>
    </>
  );
}
