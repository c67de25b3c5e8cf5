import { useMemo, useState } from "react";
import type { Result } from "../../lib/labs/grade.ts";
import { countsOf } from "../../lib/labs/grade.ts";
import type { Flag } from "../../lib/labs/graded.ts";
import { translatedMessage } from "../text/message.ts";
import { withUnit } from "../timeline/text.ts";
import { formatPercent } from "../ui/format.ts";
import { Icon } from "../ui/Icon.tsx";
import { FindingText } from "./AnswerText.tsx";
import { numberText } from "./labText.ts";
import { WORDS } from "./words.ts";

type Key = number | string;
type Graded = Extract<Result, { readonly status: "graded" }>;

interface Column {
  readonly name: string;
  readonly keyOf: (result: Result) => Key;
}

/** The sort key of a refused file. */
const ofGraded =
  (key: (graded: Graded) => Key, refused: Key) =>
  (result: Result): Key =>
    result.status === "graded" ? key(result) : refused;

const columns = (): readonly Column[] => [
  { name: WORDS.file, keyOf: ({ file }) => file },
  { name: WORDS.student, keyOf: ofGraded(({ submission }) => submission.student.name, "") },
  { name: WORDS.lab, keyOf: ofGraded(({ submission }) => submission.lab, "") },
  { name: WORDS.score, keyOf: ofGraded(shareOf, -1) },
  { name: WORDS.remarks, keyOf: ofGraded(({ flags }) => flags.length, Number.MAX_VALUE) },
];

interface Score {
  readonly points: number;
  readonly pending: number;
}

/** Score including the marks. Undefined if the file is not graded. */
type ScoreOf = (result: Graded) => Score | undefined;

interface GradeResultsProps {
  readonly results: readonly Result[];
  readonly scoreOf: ScoreOf;
}

/** Number of rows drawn at a time: a table of 2000 rows takes a second to lay out. */
const ROWS = 60;

/** One row for each file, sorted by the chosen column. Before a choice, in the order in which they were handed in. */
export function GradeResults({ results, scoreOf }: GradeResultsProps) {
  const [shown, setShown] = useState(ROWS);
  const [order, setOrder] = useState<{ readonly column: number; readonly down: boolean } | undefined>();
  const heads = columns();
  const rows = useMemo(() => {
    const keyOf = order && columns()[order.column]?.keyOf;
    const indexed = results.map((result, at) => ({ result, at }));
    if (keyOf === undefined) return indexed;
    const sign = order?.down ? -1 : 1;
    return indexed.toSorted((a, b) => sign * compare(keyOf(a.result), keyOf(b.result)) || a.at - b.at);
  }, [results, order]);
  return (
    <div className="sheet__table">
      <table className="table grades" aria-label={WORDS.grade}>
        <thead>
          <tr>
            {heads.map(({ name }, column) => {
              const down = order?.column === column ? order.down : undefined;
              return (
                <th
                  key={name}
                  scope="col"
                  aria-sort={down === undefined ? "none" : down ? "descending" : "ascending"}
                >
                  <button type="button" onClick={() => setOrder({ column, down: down === false })}>
                    {name}
                    <Icon name={down === false ? "up" : "down"} />
                  </button>
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shown).map(({ result, at }) => (
            <tr key={at} data-refused={result.status !== "graded"}>
              <th scope="row">{result.file}</th>
              {result.status !== "graded" ? (
                <td colSpan={4}>
                  <NotGraded status={result.status} /> {translatedMessage(result.reason)}
                </td>
              ) : (
                <GradedCells graded={result} score={scoreOf(result)} />
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > shown ? (
        <button type="button" className="btn above-3" onClick={() => setShown(shown + ROWS)}>
          {WORDS.moreRows(Math.min(ROWS, rows.length - shown), rows.length)}
        </button>
      ) : null}
    </div>
  );
}

function NotGraded({ status }: { readonly status: Exclude<Result["status"], "graded"> }) {
  const word = WORDS.notGraded[status];
  return status === "of-system" ? (
    <span className="dim">{word}</span>
  ) : (
    <span className="loss">✕ {word}</span>
  );
}

function compare(a: Key, b: Key): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return String(a).localeCompare(String(b), undefined, { numeric: true });
}

interface GradedCellsProps {
  readonly graded: Graded;
  readonly score: Score | undefined;
}

function GradedCells({ graded, score }: GradedCellsProps) {
  const { file, submission, of, flags, answers, tasks } = graded;
  const { points, pending } = score ?? { points: graded.score, pending: graded.pending };
  const texts = answers.filter(({ kind, given }) => kind === "text" && given !== undefined && given !== "");
  return (
    <>
      <td>
        {submission.student.name} <span className="dim">{submission.student.number}</span>
      </td>
      <td>
        {submission.lab}
        {submission.seed === 0 ? null : <span className="dim"> {WORDS.seed(submission.seed)}</span>}
      </td>
      <td className="mono grades__score">
        {numberText(points)} / {of}
        <span className="grades__bar block above-1" aria-hidden="true">
          <i className="block high" style={{ width: `${100 * shareOf({ score: points, of })}%` }} />
        </span>
      </td>
      <td>
        {isReproduced(flags) ? (
          <span className="grades__good middle gap-1 ink-2">
            <Icon name="check" />
            {WORDS.noRemarks}
          </span>
        ) : null}
        <ul>
          {flags.map(({ kind, text, pair }) => (
            <li key={text}>
              <strong>{WORDS.flags[kind]}</strong>: {translatedMessage(text)}
              {pair === undefined || pair.texts.length === 0 ? null : <Pair here={file} pair={pair} />}
            </li>
          ))}
          {tasks
            .flatMap(({ findings }) => findings)
            .map((finding) => (
              <li key={`${finding.goal} ${finding.message}`} className="dim">
                <FindingText finding={finding} />
              </li>
            ))}
          {texts.length === 0 ? null : (
            <li className="dim">
              {WORDS.toRead(texts.length)}
              {pending === 0 ? null : `, ${WORDS.pending(pending)}`}
            </li>
          )}
        </ul>
      </td>
    </>
  );
}

const isReproduced = (flags: Graded["flags"]) =>
  !flags.some(({ kind }) => kind === "not-reproduced" || kind === "other-model" || kind === "edited");

/** The texts of two files beside each other. */
function Pair({ here, pair }: { readonly here: string; readonly pair: NonNullable<Flag["pair"]> }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="grades__pair" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="note">{WORDS.bothTexts}</summary>
      {isOpen
        ? pair.texts.map(({ place, isProgram = false, here: own, there }) => (
            <dl key={place} className={`grid gap-3 ${isProgram ? "mono t-12" : ""}`}>
              <dt className="note anywhere">{here}</dt>
              <dt className="note anywhere">{pair.file}</dt>
              <dd className="flush">{own}</dd>
              <dd className="flush">{there}</dd>
            </dl>
          ))
        : null}
    </details>
  );
}

export const shareOf = ({ score, of }: Pick<Graded, "score" | "of">) => (of === 0 ? 0 : score / of);

/** Numbers of graded and skipped files, and the average score. */
export function summaryOf(results: readonly Result[]): string {
  const graded = results.filter((result) => result.status === "graded");
  const { passedOver, of, ofSystem } = countsOf(results);
  const all = [
    WORDS.gradedOf(graded.length, of),
    ...(passedOver === 0 ? [] : [WORDS.passedOver(passedOver)]),
    ...(ofSystem === 0 ? [] : [WORDS.ofSystem(ofSystem)]),
  ].join(" ");
  if (graded.length === 0) return all;
  const mean = graded.reduce((sum, one) => sum + shareOf(one), 0) / graded.length;
  return `${all} ${WORDS.meanScore(withUnit(formatPercent(mean)))}`;
}
