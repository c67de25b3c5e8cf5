/** An answer as the student gave it: words, a number, an option, or a design beside its goals. */

import { LabBench } from "../../lib/labs/bench.ts";
import { withChanges } from "../../lib/labs/changes.ts";
import type { GradedTask } from "../../lib/labs/graded.ts";
import { findingText } from "../../lib/labs/judge.ts";
import { answerText, type GradedFile, type Part } from "../../lib/marking/course.ts";
import { encodeLink } from "../../scenarios/link/link.ts";
import { translatedMessage } from "../text/message.ts";
import { labText, numberText } from "./labText.ts";
import { WORDS } from "./words.ts";

interface AnswerTextProps {
  readonly part: Part;
  readonly gradedFile: GradedFile;
}

export function AnswerText({ part, gradedFile }: AnswerTextProps) {
  const { step, question } = part;
  const text = answerText(part, gradedFile);
  if (text === "") return <p className="dim">{WORDS.notAnswered}</p>;
  if (question === undefined) return <Design part={part} gradedFile={gradedFile} />;
  if (question.kind === "text") return <p className="mark-card__text anywhere">{text}</p>;
  const answer = gradedFile.graded.answers.find(
    (one) => one.step === step.id && one.question === question.id,
  );
  const shown =
    question.kind === "choice"
      ? labText(question.options[Number(text)]?.text ?? "").replace(/\{\{[^}]*\}\}/g, "…")
      : numberText(Number(text), question.unit);
  const expected = answer?.expected;
  return (
    <p className="mark-card__text anywhere" data-right={answer?.right}>
      {answer?.right ? "✓" : "✕"} {shown}
      {expected === undefined || question.kind === "choice" ? null : (
        <span className="dim"> {WORDS.measured(numberText(expected, question.unit))}</span>
      )}
    </p>
  );
}

function Design({ part: { step }, gradedFile }: AnswerTextProps) {
  const { graded } = gradedFile;
  const claim = graded.submission.tasks.find((one) => one.step === step.id);
  const task = graded.tasks.find((one) => one.step === step.id);
  return (
    <>
      <ul className="checks">
        {(step.task?.goals ?? []).map(({ text }, at) => (
          <li key={text} data-met={task?.met[at] === true}>
            <span className="checks__box" aria-hidden="true">
              {task?.met[at] === true ? "✓" : ""}
            </span>
            <span>
              {labText(text)}
              <span className="sr-only">, {task?.met[at] === true ? WORDS.met : WORDS.notMet}</span>
            </span>
          </li>
        ))}
      </ul>
      {(task?.findings ?? []).map((finding) => (
        <p key={`${finding.goal} ${finding.message}`} className="note">
          <FindingText finding={finding} />
        </p>
      ))}
      <ul className="mono t-12 anywhere around-2">
        {(claim?.changes ?? []).map(({ field, value }) => (
          <li key={field}>
            {field} ={" "}
            {typeof value === "string" && value.includes("\n") ? (
              <pre className="mark-card__program scroll">{value}</pre>
            ) : (
              String(value)
            )}
          </li>
        ))}
      </ul>
      <button type="button" className="btn btn--small" onClick={() => openDesign(gradedFile, step.id)}>
        {WORDS.openInSimulator}
      </button>
    </>
  );
}

/** A missed goal. If only a drawn machine misses it, that machine opens in a separate tab. */
export function FindingText({ finding }: { readonly finding: GradedTask["findings"][number] }) {
  const { link, ...found } = finding;
  return (
    <>
      {translatedMessage(findingText(found))}{" "}
      {link === undefined ? null : (
        <a href={link} target="_blank" rel="noreferrer">
          {WORDS.openDrawn}
        </a>
      )}
    </>
  );
}

/** Opens in a separate tab, so that unfinished marks stay open. */
async function openDesign({ lab, graded }: GradedFile, id: string): Promise<void> {
  const step = lab.steps.find((one) => one.id === id);
  const claim = graded.submission.tasks.find((one) => one.step === id);
  const tab = window.open("", "_blank");
  const bench = await LabBench.open(lab, graded.submission.seed, () =>
    Promise.reject(new Error("is not run")),
  );
  const made =
    step?.task && claim && withChanges(bench.scenarioOf(step.machine), claim.changes, step.task.change);
  const hash = made?.ok ? encodeLink(made.scenario) : undefined;
  if (tab === null || hash === undefined) tab?.close();
  else tab.location.href = new URL(hash, window.location.href).href;
}
