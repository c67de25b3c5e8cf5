/** Pages of the teacher's pack: HTML for screen and paper that needs no script and loads nothing. */
import { type Html, html, PAPER_COLOURS, pageOf } from "../export/report/html.ts";
import { pointsOf } from "../labs/lab.ts";
import type { FileLanguage } from "../marking/texts.ts";
import { VERSION } from "../origin.ts";
import { BOARD_STYLE } from "./boards.ts";
import type { PackedLab, PackedPart, PackedStep } from "./packedLab.ts";
import { inLine } from "./packedLab.ts";
import type { Lesson } from "./teaching.ts";

/** A printable page is light even on a dark screen, like its pictures. */
const PAPER = `:root:root { color-scheme: light; ${PAPER_COLOURS} } a { color: var(--a); }
@page { size: A4; margin: 16mm; }${BOARD_STYLE}`;

const LAB_CSS = `${PAPER}
section { break-inside: avoid-page; } .facts a { margin-right: 1rem; } .lead { opacity: .8; margin-bottom: .25rem; }
dl { margin: 0; } dt { font-weight: 600; margin-top: .8rem; } dd { margin: 0 0 .2rem; } dd > p { margin: 0; }
.plan td:first-child { white-space: nowrap; } td > p { margin: 0; } .points { white-space: nowrap; }
.boards { display: grid; grid-template-columns: repeat(auto-fill, minmax(22rem, 1fr)); gap: 1rem 2rem; } .boards figure { break-inside: avoid; margin: 0; } .boards svg { width: 100%; height: auto; }
h3 { margin-top: 1.6rem; border-top: 1px solid var(--line); padding-top: .5rem; } h4 { margin: 1rem 0 .2rem; font-size: 1rem; }
@media print { body { font-size: 10pt; margin: 0; max-width: none; } }
`;

/** \`--u\` is 1/100 of the width of a slide, on the screen and on paper. */
const SLIDES_CSS = `${PAPER}
@page { size: 254mm 142.8mm; margin: 0; }
html { scroll-snap-type: y mandatory; } body { margin: 0; padding: 0; max-width: none; counter-reset: slide; --u: min(1vw, 1.777vh); background: #777; }
.slide, body > h1 { width: calc(100 * var(--u)); height: calc(56.2 * var(--u)); font-size: calc(2.5 * var(--u)); box-sizing: border-box; margin: 0 auto; padding: calc(3.5 * var(--u)) calc(5 * var(--u));
  background: var(--ground); overflow: hidden; break-after: page; break-inside: avoid; scroll-snap-align: start; position: relative; }
body > h1 { display: grid; align-content: center; font-size: calc(5 * var(--u)); line-height: 1.15; }
.slide { display: flex; flex-direction: column; counter-increment: slide; line-height: 1.4; border-top: 1px solid var(--line); }
.slide::after { content: counter(slide); position: absolute; right: calc(2.5 * var(--u)); bottom: calc(1.5 * var(--u)); font-size: 60%; opacity: .7; }
.slide h2 { margin: 0 0 calc(1.4 * var(--u)); font-size: 150%; line-height: 1.2; } .slide p, .slide ul, .slide ol, .slide table { margin: 0 0 calc(1.2 * var(--u)); }
.slide figure { flex: 1 1 0; min-height: 0; margin: 0 0 calc(1 * var(--u)); } .slide figure svg { width: 100%; height: 100%; }
@media screen { .slide, body > h1 { margin-bottom: max(0px, calc(100vh - 56.2 * var(--u))); } }
@media print { body { --u: 2.54mm; background: none; } .slide { border: 0; } }
`;

export function labPage(lab: PackedLab): string {
  const words = teachingWords(lab.language);
  const { outcomes, before, misconceptions, lesson } = lab.teaching;
  const line = (text: string) => inLine(lab.prose, text);
  const listOf = (items: readonly string[]) =>
    html`<ul>${items.map((item) => html`<li>${line(item)}</li>`)}</ul>`;
  const body = html`<p class="facts">${factsOf(lab)} · <a href="${lab.address}">${words.open}</a>${
    lesson === undefined ? "" : html`<a href="${lab.lab.id}-slides.html">${words.slides}</a>`
  }</p>
<h2>${words.outcomes}</h2><p class="lead">${words.outcomesLead}</p>${listOf(outcomes)}
<h2>${words.before}</h2>${listOf(before)}
<h2>${words.misconceptions}</h2><dl>${misconceptions.map(
    ({ belief, shows, helps }) =>
      html`<dt>${belief}</dt><dd><strong>${words.shows}:</strong> ${line(shows)}</dd><dd><strong>${words.helps}:</strong> ${line(helps)}</dd>`,
  )}</dl>
${lesson === undefined ? "" : lessonOf(lesson, lab)}
<h2>${words.questions}</h2><p class="lead">${words.written(lab.lab.id)}</p>
${lab.steps.map((step) => stepOf(step, lab))}
`;
  return pageOf(lab.title, VERSION, body, { language: lab.language, css: LAB_CSS });
}

function factsOf({ lab, language }: PackedLab): string {
  const words = teachingWords(language);
  return `${words.minutes(lab.minutes)} · ${words.points(lab.steps.reduce((sum, step) => sum + pointsOf(step), 0))}`;
}

function lessonOf({ plan, slides }: Lesson, { lab: { id }, language, prose, boards }: PackedLab): Html {
  const words = teachingWords(language);
  let from = 0;
  const rows = plan.map(({ minutes, teacher, students }) => {
    const to = from + minutes;
    const row = html`<tr><td>${from}–${to}</td><td>${inLine(prose, teacher)}</td><td>${inLine(prose, students)}</td></tr>`;
    from = to;
    return row;
  });
  const pictures = slides.flatMap(({ title }, at) => (boards[at] ?? []).map((board) => ({ title, board })));
  return html`<h2>${words.plan}</h2>
<table class="plan"><thead><tr><th>min</th><th>${words.teacher}</th><th>${words.students}</th></tr></thead><tbody>${rows}</tbody></table>
<h2>${words.boards}</h2><p class="lead">${words.made}</p><div class="boards">${pictures.map(
    ({ title, board }, at) =>
      html`<figure>${board}<figcaption><a href="${boardName(id, at)}">${words.board(at + 1)}</a>: ${title}</figcaption></figure>`,
  )}</div>`;
}

export const boardName = (lab: string, at: number): string => `${lab}-board-${at + 1}.svg`;

function stepOf({ title, address, parts, task }: PackedStep, lab: PackedLab): Html {
  const words = teachingWords(lab.language);
  return html`<h3>${title} <small><a href="${address}">${words.openStep}</a></small></h3>
${parts.map((part) => partOf(part, lab))}${
  task === undefined
    ? ""
    : html`<section><h4>${words.goals}</h4><ul>${task.goals.map(
        ({ text, points }) => html`<li>${text} <span class="points">(${words.points(points)})</span></li>`,
      )}</ul>${task.best === undefined ? "" : html`<p>${words.bestKnown}: ${task.best}</p>`}</section>`
}`;
}

function partOf(
  { text, points, answer, kind, words: least, mistakes, rubric }: PackedPart,
  lab: PackedLab,
): Html {
  const words = teachingWords(lab.language);
  const what = kind === "prediction" ? words.measured : words.right;
  return html`<section><h4>${text} ${points === 0 ? "" : html`<span class="points">(${words.points(points)}${least === undefined ? "" : `, ${words.atLeast(least)}`})</span>`}</h4>
${answer === undefined ? "" : html`<p>${what}: <strong>${answer}</strong></p>`}${
  mistakes.length === 0
    ? ""
    : html`<table><thead><tr><th>${words.mistake}</th><th>${words.told}</th></tr></thead><tbody>${mistakes.map(
        ({ value, told }) => html`<tr><td>${value}</td><td>${told}</td></tr>`,
      )}</tbody></table>`
}${
  rubric === undefined
    ? ""
    : html`<p class="lead">${words.rubric}. ${words.rubricLead}</p><ul>${rubric.items.map(
        (item) => html`<li><strong>${signed(item.points)}</strong> ${item.text}</li>`,
      )}</ul><p class="lead">${words.weak}</p><ul>${rubric.weak.map(
        (one) => html`<li><q>${one.answer}</q>: ${one.remark}</li>`,
      )}</ul>`
}</section>
`;
}

const signed = (points: number) => (points < 0 ? `−${-points}` : `+${points}`);

export function slidesPage({ title, language, prose, boards }: PackedLab, { slides }: Lesson): string {
  const body = html`${slides.map((slide, at) => html`<section class="slide"><h2>${slide.title}</h2>${prose(slide.text, boards[at])}</section>\n`)}`;
  return pageOf(title, VERSION, body, { language, css: SLIDES_CSS });
}

export function indexPage(labs: readonly PackedLab[], base: string, language: PackedLab["language"]): string {
  const words = teachingWords(language);
  const rows = labs.map((one) => {
    const { id } = one.lab;
    const lesson =
      one.teaching.lesson && html`${words.full}, <a href="${id}-slides.html">${words.slides}</a>`;
    return html`<tr><td><a href="${id}.html">${one.title}</a></td><td>${factsOf(one)}</td><td>${lesson ?? ""}</td></tr>`;
  });
  const body = html`<p>${words.index(base)}</p><p>${words.rubrics}</p><table>${rows}</table>`;
  return pageOf(words.pack, VERSION, body, { language, css: LAB_CSS });
}

const ENGLISH = {
  pack: "Teacher's pack",
  minutes: (minutes: number) => `${minutes} minutes`,
  points: (points: number) => (points === 1 ? "1 point" : `${points} points`),
  open: "Open the lab",
  openStep: "open the step",
  slides: "Slides",
  boards: "Board pictures",
  board: (number: number) => `Picture ${number}`,
  outcomes: "Outcomes",
  outcomesLead: "After this lab students can:",
  before: "What students must know before",
  misconceptions: "Misconceptions",
  shows: "Where it shows",
  helps: "What helps",
  plan: "Plan of a lesson",
  teacher: "teacher",
  students: "students",
  questions: "Questions, answers and mistakes",
  written: (lab: string) =>
    `The numbers are those of the lab as it is written. Students with a variant of their own have others: irqscope answers ${lab} --student ID prints them.`,
  right: "right",
  measured: "measured (prediction, not scored)",
  mistake: "likely mistake",
  told: "what the page says to it",
  goals: "Goals of the task",
  bestKnown: "best known",
  rubric: "Rubric",
  rubricLead: "Points for what the text says, in whatever words; never below 0.",
  weak: "Typical weak answers",
  atLeast: (words: number) => `at least ${words} words`,
  index: (base: string) =>
    `One page for each lab, for you and not for students: it has the right answers. Links open ${base}. The slides are made for paper and projector (Page Down turns the page), and each link in them opens the machine at the cycle that the slide is about.`,
  rubrics:
    "rubric.json holds the rubrics of all texts: give it to irqscope marks with --marks rubric.json, or open it on the page Grade submissions.",
  full: "lesson of 45 minutes",
  made: "Each number and each picture comes from a run of the lab's machines.",
};

type Words = typeof ENGLISH;

const GERMAN: Words = {
  pack: "Material für Lehrende",
  minutes: (minutes) => `${minutes} Minuten`,
  points: (points) => (points === 1 ? "1 Punkt" : `${points} Punkte`),
  open: "Übung öffnen",
  openStep: "Schritt öffnen",
  slides: "Folien",
  boards: "Tafelbilder",
  board: (number) => `Bild ${number}`,
  outcomes: "Lernziele",
  outcomesLead: "Nach dieser Übung können Studierende:",
  before: "Was Studierende vorher wissen müssen",
  misconceptions: "Fehlvorstellungen",
  shows: "Woran man sie erkennt",
  helps: "Was hilft",
  plan: "Ablauf einer Stunde",
  teacher: "Lehrende",
  students: "Studierende",
  questions: "Fragen, Antworten und Fehler",
  written: (lab) =>
    `Die Zahlen gelten für die Übung, wie sie geschrieben ist. Wer eine eigene Variante hat, hat andere: irqscope answers ${lab} --student ID gibt sie aus.`,
  right: "richtig",
  measured: "gemessen (Vorhersage, ohne Punkte)",
  mistake: "naheliegender Fehler",
  told: "was die Seite dazu sagt",
  goals: "Ziele der Aufgabe",
  bestKnown: "bestes bekanntes Ergebnis",
  rubric: "Bewertung",
  rubricLead: "Punkte für das, was der Text sagt, in welchen Worten auch immer; nie unter 0.",
  weak: "Typische schwache Antworten",
  atLeast: (words) => `mindestens ${words} Wörter`,
  index: (base) =>
    `Eine Seite je Übung, für Sie und nicht für Studierende: Sie enthält die richtigen Antworten. Links öffnen ${base}. Die Folien sind für Papier und Projektor gemacht (Bild ab blättert), und jeder Link darin öffnet die Maschine bei dem Takt, um den es auf der Folie geht.`,
  rubrics:
    "rubric.json enthält die Bewertung aller Texte: für irqscope marks mit --marks rubric.json oder zum Öffnen auf der Seite Abgaben bewerten.",
  full: "Stunde von 45 Minuten",
  made: "Jede Zahl und jedes Bild stammt aus einem Lauf der Maschinen dieser Übung.",
};

/** Words of the teacher's pack that its material does not contain. */
const teachingWords = (language: FileLanguage): Words => (language === "de" ? GERMAN : ENGLISH);
