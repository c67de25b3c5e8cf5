/** All files that marking writes, for the page and the command alike. */
import { csvLine } from "../csv.ts";
import { type Html, html, pageOf } from "../export/report/html.ts";
import type { GradedTask } from "../labs/graded.ts";
import { groupsBy } from "../labs/groupsBy.ts";
import { findingText } from "../labs/judge.ts";
import { ORIGIN_COLUMNS, originCells, VERSION } from "../origin.ts";
import { classReport } from "./classReport.ts";
import { answerText, type FileScore, type GradedFile, type PartScore, scoreOfFile } from "./course.ts";
import { type Marking, markingText } from "./marks.ts";
import { type LabTexts, wordsIn } from "./texts.ts";
import { feedbackFolder, newWorksheet, type PlatformStudent } from "./worksheet.ts";

interface OutputFile {
  /** With its folders. */
  readonly path: string;
  readonly text: string;
}

/**
 * Groups papers by student: by number, or else by folder and name. Of two files of one lab, the better one
 * counts.
 */
export function studentsOf(
  gradedFiles: readonly GradedFile[],
  marking: Marking,
  texts: LabTexts,
): readonly PlatformStudent[] {
  const keyOf = ({ student: { number, folder, name }, key }: GradedFile) =>
    folder !== ""
      ? `folder ${folder}`
      : number !== ""
        ? `number ${number}`
        : name !== ""
          ? `name ${name}`
          : key;
  return groupsBy(gradedFiles, keyOf).map((group) => {
    const best = groupsBy(group, ({ lab }) => lab.id).map((ofLab) =>
      ofLab.reduce((a, b) => (scoreOfFile(b, marking).points > scoreOfFile(a, marking).points ? b : a)),
    );
    const scores = best.map((gradedFile) => scoreOfFile(gradedFile, marking));
    return {
      gradedFiles: best,
      grade: {
        points: scores.reduce((sum, { points }) => sum + points, 0),
        of: scores.reduce((sum, { of }) => sum + of, 0),
        comment: best.map((gradedFile) => feedbackComment(gradedFile, marking, texts)).join(""),
      },
    };
  });
}

/** Calls `pause` between the pages, so that a page can answer its user. */
export async function feedbackFiles(
  students: readonly PlatformStudent[],
  marking: Marking,
  texts: LabTexts,
  pause: () => Promise<void> = async () => undefined,
): Promise<readonly OutputFile[]> {
  const files: OutputFile[] = [];
  const taken = new Set<string>();
  for (const { gradedFiles } of students)
    for (const gradedFile of gradedFiles) {
      const folder = feedbackFolder(gradedFile) ?? freeName(gradedFile, taken);
      files.push({
        path: `${folder}/feedback-${gradedFile.lab.id}.html`,
        text: await feedbackPage(gradedFile, marking, texts),
      });
      await pause();
    }
  return files;
}

/** File name for a paper that came from no platform folder. */
function freeName({ student, key, lab }: GradedFile, taken: Set<string>): string {
  const plain = `${student.number} ${student.name}`.replace(/[^\p{L}\p{M}\p{N}]+/gu, " ").trim() || key;
  const name = taken.has(`${plain} ${lab.id}`) ? `${plain} ${key}` : plain;
  taken.add(`${plain} ${lab.id}`);
  return name;
}

/** One line for each student and lab, with the points of each part. */
export function marksCsv(gradedFiles: readonly GradedFile[], marking: Marking): string {
  const labs = new Set(gradedFiles.map(({ lab }) => lab.id));
  const scores = gradedFiles.map((gradedFile) => scoreOfFile(gradedFile, marking));
  const parts = labs.size === 1 ? (scores[0]?.parts ?? []).map(({ part }) => part.id) : [];
  const head = [
    "file",
    "number",
    "name",
    "lab",
    "points",
    "pending",
    "of",
    "hints",
    ...parts,
    "comments",
    "remarks",
    ...ORIGIN_COLUMNS,
  ];
  const rows = gradedFiles.map((gradedFile, at) => {
    const score = scores[at];
    if (score === undefined) return [];
    const comments = score.parts.flatMap(({ part, mark }) =>
      mark?.comment ? [`${part.id}: ${mark.comment}`] : [],
    );
    return [
      ...[gradedFile.graded.file, gradedFile.student.number, gradedFile.student.name, gradedFile.lab.id],
      ...[score.points, score.pending, score.of, score.hints].map(String),
      ...(parts.length === 0 ? [] : score.parts.map(({ points }) => String(points))),
      ...[comments.join("; "), gradedFile.graded.flags.map(({ text }) => text).join("; ")],
      ...(gradedFile.graded.origin === undefined
        ? ORIGIN_COLUMNS.map(() => "")
        : originCells(gradedFile.graded.origin)),
    ];
  });
  return `\ufeff${[head, ...rows].map((row) => `${csvLine(row.map((cell) => cell.replace(/\s+/g, " ")))}\r\n`).join("")}`;
}

interface Outputs {
  readonly marking: string;
  readonly csv: string;
  readonly worksheet: string;
  readonly report: string;
  readonly feedback: readonly OutputFile[];
}

export async function outputsOf(
  gradedFiles: readonly GradedFile[],
  marking: Marking,
  texts: LabTexts,
): Promise<Outputs> {
  const students = studentsOf(gradedFiles, marking, texts);
  return {
    marking: markingText(marking),
    csv: marksCsv(gradedFiles, marking),
    worksheet: newWorksheet(students),
    report: await classReport(gradedFiles, marking, texts),
    feedback: await feedbackFiles(students, marking, texts),
  };
}

const FEEDBACK_CSS = `
.answer { white-space: pre-wrap; } .comment { border-left: 3px solid var(--a); padding-left: .6rem; white-space: pre-wrap; }
.points { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
section { break-inside: avoid; border-top: 1px solid var(--line); padding: .4rem 0; }
section > h3 { display: flex; justify-content: space-between; gap: 1rem; }
`;

/** Feedback for a student: a printable page of HTML, and a short comment for a platform. */
async function feedbackPage(gradedFile: GradedFile, marking: Marking, texts: LabTexts): Promise<string> {
  const { lab, student, graded } = gradedFile;
  const words = wordsIn(texts.language);
  const score = scoreOfFile(gradedFile, marking);
  const title = texts.plain(lab.title);
  const { seed } = graded.submission;
  const who = [student.name, student.number].filter((one) => one !== "").join(", ");
  const parts: Html[] = [];
  for (const one of score.parts) parts.push(await partOf(one, gradedFile, marking, texts));
  const body = html`<p>${[who, ...(seed === 0 ? [] : [words.variant(String(seed))])].join(" · ")}</p>
<p><strong>${totalText(score, texts)}</strong> ${score.hints === 0 ? "" : words.hints(texts.number(score.hints))}</p>
${parts}
${await predictionsOf(gradedFile, texts)}`;
  return pageOf(`${words.feedback}: ${title}`, VERSION, body, {
    language: texts.language,
    css: FEEDBACK_CSS,
  });
}

function totalText({ points, pending, of }: FileScore, texts: LabTexts): string {
  const words = wordsIn(texts.language);
  const total = words.pointsOf(texts.number(points), texts.number(of));
  return pending === 0 ? total : `${total} (${words.pending(texts.number(pending))})`;
}

async function partOf(
  { part, points, pending, mark }: PartScore,
  gradedFile: GradedFile,
  { rubric }: Marking,
  texts: LabTexts,
): Promise<Html> {
  const words = wordsIn(texts.language);
  const { step, question } = part;
  const { seed } = gradedFile.graded.submission;
  const asked =
    question === undefined ? words.task : await texts.filled(gradedFile.lab, seed, step, question.text);
  const items = (mark?.items ?? []).flatMap((id) => {
    const item = rubric.get(id);
    return item === undefined || item.isGone ? [] : [`${signed(item.points, texts)} ${item.text}`];
  });
  const remarks = [...items, ...(mark?.comment ? [mark.comment] : [])];
  return html`<section>
<h3><span>${texts.plain(step.title)}: ${asked}</span><span class="points">${pending > 0 ? "–" : texts.number(points)} / ${texts.number(part.of)}</span></h3>
${question === undefined ? goalsOf(gradedFile, step.id, texts) : html`<p class="answer">${await shownAnswer(part, gradedFile, texts)}</p>`}
${remarks.map((text) => html`<p class="comment">${text}</p>`)}
</section>
`;
}

const signed = (points: number, texts: Pick<LabTexts, "number">) =>
  `${points < 0 ? "" : "+"}${texts.number(points)}`;

/** A number in its unit next to the measured one, the text of an option, or the student's words. */
async function shownAnswer(
  part: PartScore["part"],
  gradedFile: GradedFile,
  texts: LabTexts,
): Promise<string> {
  const words = wordsIn(texts.language);
  const { step, question } = part;
  const text = answerText(part, gradedFile);
  if (text === "" || question === undefined) return text === "" ? words.noAnswer : text;
  const { seed } = gradedFile.graded.submission;
  if (question.kind === "choice") {
    const option = question.options[Number(text)];
    return option === undefined ? words.noAnswer : texts.filled(gradedFile.lab, seed, step, option.text);
  }
  if (question.kind !== "number") return text;
  const answer = gradedFile.graded.answers.find(
    (one) => one.step === step.id && one.question === question.id,
  );
  const given = texts.number(Number(text), question.unit);
  return answer?.expected === undefined
    ? given
    : `${given} (${words.measuredHere(texts.number(answer.expected, question.unit))})`;
}

function goalsOf({ lab, graded }: GradedFile, id: string, texts: LabTexts): Html {
  const words = wordsIn(texts.language);
  const goals = lab.steps.find((step) => step.id === id)?.task?.goals ?? [];
  const task: Pick<GradedTask, "met" | "findings"> = graded.tasks.find(({ step }) => step === id) ?? {
    met: [],
    findings: [],
  };
  return html`<ul>${goals.map(({ text, points }, at) => {
    const finding = task.findings.find(({ goal }) => goal === text);
    const why = finding === undefined ? "" : ` (${findingText(finding)})`;
    return html`<li>${texts.plain(text)}: ${task.met[at] === true ? words.goalMet : words.goalNotMet}${why}, ${texts.number(points)} ${words.points}</li>`;
  })}</ul>`;
}

async function predictionsOf({ lab, graded }: GradedFile, texts: LabTexts): Promise<Html> {
  const words = wordsIn(texts.language);
  const rows: Html[] = [];
  for (const { step: id, question: name, kind, given, expected } of graded.answers) {
    const step = lab.steps.find((one) => one.id === id);
    const question = step?.questions.find((one) => one.id === name);
    if (kind !== "prediction" || question?.kind !== "prediction" || step === undefined) continue;
    if (typeof given !== "number" || expected === undefined) continue;
    const text = await texts.filled(lab, graded.submission.seed, step, question.text);
    rows.push(
      html`<tr><td>${text}</td><td>${texts.number(given, question.unit)}</td><td>${texts.number(expected, question.unit)}</td></tr>`,
    );
  }
  if (rows.length === 0) return html``;
  return html`<h2>${words.predictions}</h2><table><thead><tr><th></th><th>${words.predicted}</th><th>${words.measured}</th></tr></thead><tbody>${rows}</tbody></table>`;
}

/** Comment for a platform, as HTML: one line for each part that lost points or has a comment. */
function feedbackComment(gradedFile: GradedFile, marking: Marking, texts: LabTexts): string {
  const score = scoreOfFile(gradedFile, marking);
  const lines = score.parts.flatMap(({ part, points, pending, mark }) => {
    const items = (mark?.items ?? []).flatMap((id) => {
      const item = marking.rubric.get(id);
      return item === undefined || item.isGone ? [] : [`${signed(item.points, texts)} ${item.text}`];
    });
    const remarks = [...items, ...(mark?.comment ? [mark.comment] : [])];
    if ((points === part.of || pending > 0) && remarks.length === 0) return [];
    const name = texts.plain(part.step.title);
    const what = remarks.length === 0 ? "" : `: ${remarks.join("; ")}`;
    return [html`<li>${name}, ${texts.number(points)} / ${texts.number(part.of)}${what}</li>`];
  });
  return html`<p>${texts.plain(gradedFile.lab.title)}: ${totalText(score, texts)}</p><ul>${lines}</ul>`.html.replace(
    /\n/g,
    "<br>",
  );
}
