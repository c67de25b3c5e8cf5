/** Words of the teacher's pack beside those of its material. */
import type { FileLanguage } from "../marking/words.ts";

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

export const teachingWords = (language: FileLanguage): Words => (language === "de" ? GERMAN : ENGLISH);
