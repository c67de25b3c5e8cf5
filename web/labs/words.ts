/** Every text of the lab pages. */

import type { Result } from "../../lib/labs/grade.ts";
import type { FlagKind } from "../../lib/labs/graded.ts";
import type { StepCounts } from "../../lib/labs/progress.ts";
import { VERSION } from "../../lib/origin.ts";
import { translatedMessage } from "../text/message.ts";
import { type Label, labels, t, tCount } from "../text/t.ts";

const stepsDone = ({ done, skipped, of }: StepCounts): string =>
  skipped === 0
    ? t("{done} of {of} steps done", { done, of })
    : t("{done} of {of} steps done, {skipped} skipped", { done, of, skipped });

export const WORDS = labels({
  // ---- list ----
  labs: "Labs",
  labsIntro:
    "Predict, run, measure, change the machine. Your answers stay on this device until you hand in the file; a teacher can check every number in it by running it again.",
  nothingIsKeptHere:
    "This browser stores nothing here, because storage is blocked or full. Answers last until you close the page; each lab can save them to a file.",
  minutes: (minutes: number) => t("about {minutes} minutes", { minutes }),
  begun: "Started on this device",
  stepsDone,
  fromFile: "If you were given a lab as a file:",
  forTeachers: "For teachers",
  gradeLink: "Grade submissions",
  editorLink: "Write a lab",
  openLabFile: "Open a lab file",
  dropLab: "Drop to open",
  dropLabWhat: "a lab (.json)",
  fileTooLarge: (limit: number) => t("is larger than {limit} kB", { limit }),
  ownLabGone:
    "This lab came from a file or a link and is no longer on this device. Open the file or the link again.",
  moreFaults: (count: number) => tCount(count, "and {count} more mistake", "and {count} more mistakes"),

  // ---- steps ----
  allLabs: "All labs",
  noLab: (id: string) => t('There is no lab "{id}".', { id }),
  brokenLab: "This lab cannot be opened",
  steps: "Steps",
  stepOf: (number: number, of: number) => t("Step {number} of {of}", { number, of }),
  locked: "opens when the previous steps are done",
  stepLocked: "This step opens when the steps that it needs are done.",
  next: "Next step",
  lockFirst: "Lock in your prediction first.",
  questionsOpen: (count: number) =>
    tCount(count, "{count} question is still open.", "{count} questions are still open."),
  taskOpen: "The task is still open: meet its goals, or leave it unfinished.",
  textOpen: "Your written answer is still open. It counts once you keep it.",
  needsStep: (title: string) => t("The step “{title}” comes first.", { title }),
  toPrediction: "Go to the prediction",
  toQuestion: "Go to the question",
  toTask: "Go to the task",
  toAnswer: "Go to the answer",
  toStep: "Go to that step",
  previous: "Previous step",
  toReport: "To the report",
  seed: (seed: number) => t("variant {seed}", { seed: String(seed) }),
  text: "Text",
  machine: "Machine",
  timeline: "Timeline",
  metrics: "Results",
  explanation: "What happened",
  explanationHeld:
    "You skipped a part of this step. Once you have read what happened, that part stays without points.",
  showExplanation: "Show what happened",

  // ---- questions ----
  held: "Nothing runs until you have locked in your prediction.",
  prediction: "Prediction",
  predictionKind: "Prediction, not scored",
  lock: "Lock in prediction",
  lockedIn: (value: string) => t("You predicted {value}.", { value }),
  measured: (value: string) => t("Measured: {value}.", { value }),
  check: "Check",
  checking: "Checking",
  right: "Right.",
  wrong: (attempts: number) =>
    tCount(attempts, "Not yet. {count} attempt so far.", "Not yet. {count} attempts so far."),
  asShare: "That is the share as a number between 0 and 1. Give it in per cent.",
  asCycles: "That is in cycles. Give it as a time, or type “cycles” behind it.",
  asTime: "That is a time. Give it in cycles: multiply it by the clock.",
  otherPoint: "The digits are right, the decimal point is not. How long is one cycle?",
  otherUnit: (unit: string) => t("The digits are right, the unit is not: give it in {unit}.", { unit }),
  goOn: "Continue without it",
  leftOut: "Skipped.",
  wordsNeeded: (now: number, least: number) =>
    now < least
      ? t("{now} of at least {least} words", { now, least })
      : tCount(now, "{count} word", "{count} words"),
  keep: "Keep this answer",
  kept: "Kept.",
  editAgain: "Edit it again",
  changesAreSeen: "You have read what happened: your teacher sees that you change this text now.",
  answerAfterAll: "Answer it after all",
  hint: (cost: number) =>
    tCount(cost, "Show a hint (costs {count} point)", "Show a hint (costs {count} points)"),
  hintTaken: (number: number) => t("Hint {number}", { number }),

  // ---- tasks ----
  task: "Task",
  mayChange: "You may change",
  goals: "Goals",
  goalsMet: (met: number, of: number) => `${met} / ${of}`,
  running: "Running your machine to its end",
  refused: (reason: string) =>
    t("This machine does not count: {reason}.", { reason: translatedMessage(reason) }),
  untouched: "Change a value. The machine then runs to its end, and the goals are checked.",
  programUntouched: "Edit the program and run it. The machine runs to its end, and the goals are checked.",
  goalsOfLastRun: "The goals are those of the program that ran last.",
  figure: (text: string) => t("Yours, {text}", { text }),
  best: "Your best, all goals met",
  reached: (value: string) => t("(yours: {value})", { value }),
  reachedOfBest: (value: string, percent: string) =>
    t("(yours: {value}, {percent} of the best known)", { value, percent }),
  bestIsHandedIn: (met: number, of: number) =>
    t("Your best design counts, not this one: it meets {met} of {of} goals.", { met, of }),
  leader: "Best known, all goals met",
  apply: "Apply",
  programNotRun: "Not run yet",
  runProgram: "Run it",
  startAgain: "Back to the machine of the lab",
  bringBack: "Back to your design",
  bringProgramBack: "Back to your previous program",
  takeOver: (from: string) => t("Go on with your program of “{from}”", { from }),
  taskLeft: "You left this task unfinished.",
  taskOver:
    "You left this task unfinished and have read what happened, so designs that you try now give no points.",
  takeTaskBack: "Go on with the task",
  leaveTask: "Leave the task unfinished",
  foundOn: (machine: string, message: string) => t("on “{machine}”: {message}", { machine, message }),
  met: "met",
  notMet: "not met",

  // ---- editor ----
  editor: "Lab editor",
  startFrom: "Start from a lab of the course",
  saveLab: "Save as a file",
  copyLabLink: "Copy link",
  tryLab: "Open as a student",
  source: "Source",
  structure: "Structure",
  structureLabel: "Structure of the lab, as JSON",
  textLabel: "Text of the lab, in Markdown",
  preview: "Preview",
  labIsGood: "No mistakes.",
  checkingKeys: "Running the variants",
  labFaults: (count: number) => tCount(count, "{count} mistake", "{count} mistakes"),
  lastGood: "This is the lab from before the mistakes.",
  linkCopied: "The link is on the clipboard.",
  draftElsewhere:
    "A lab is being written in another tab too. Each tab keeps its own; a new tab starts with the lab edited last.",
  draftLost:
    "This browser stores nothing that you type here (it has no storage, or its storage is full). Save the lab file.",
  linkTooLong: "This lab is too large for a link: give it out as a file.",
  notChecked: (reason: string) =>
    t("The machine could not be run: {reason}. Your answer is unchanged; check it again.", {
      reason: translatedMessage(reason),
    }),
  notMade: (reason: string) =>
    t("The machine could not be run: {reason}. No file was made; try again.", {
      reason: translatedMessage(reason),
    }),
  pointsOf: (count: number) => tCount(count, "{count} point", "{count} points"),
  answerIs: (value: string) => t("Right answer: {value}", { value }),
  rightOption: "right answer",
  mistakes: "Likely wrong answers",
  goalsUntouched: "Goals, for the current machine",

  // ---- where the answers are kept ----
  nothingKept:
    "This browser does not store your answers (storage is blocked or full). They are lost when you close the page, so save your progress as a file before that.",
  platformRefuses: (reason: string) =>
    t(
      "The learning platform refused to store your answers ({reason}). They are lost when you close the page, so save your progress as a file and open the lab again from the course.",
      { reason },
    ),
  platformRefusesForNow: (reason: string) =>
    t(
      "The learning platform refused to store your answers ({reason}). They are on this device, and the page keeps trying. Do not close the page before this notice is gone, or open the lab again on this device.",
      { reason },
    ),
  platformUnread: (reason: string) =>
    t(
      "The learning platform does not return your earlier work ({reason}). Nothing is written to it until it does, so that nothing is overwritten; the page keeps trying. What you do meanwhile is kept only in this page: save it as a file, or open the lab again from the course.",
      { reason },
    ),
  platformUnreadable:
    "The learning platform returned earlier work that this page cannot read. It was put aside on this device, and the lab starts with what this device knows. Tell your teacher.",
  platformPartly:
    "The learning platform has no room for all of your work. Long texts and programs are complete only on this device, so continue and hand in here, or take your progress along as a file.",
  platformPartlyNowhere:
    "The learning platform has no room for all of your work, and this browser stores nothing. Save your progress as a file before you close the page.",
  platformStudentUnknown:
    "The learning platform does not say who you are, so your variant of this lab is not known. Nothing was changed. Close the page and open the lab again from the course.",
  platformHandsIn:
    "Handing in also tells the learning platform that you are done. Many platforms then show the lab for review only. Until then you can change everything.",
  handedIn: "Handed in. If you change something, hand it in again.",
  fileSaved: (name: string) =>
    t(
      "{name} is saved on this device. Hand it in as your course says. If you change something, save a new file.",
      { name },
    ),
  labEditions: (from: number, to: number) =>
    t("Your work began in edition {from} of this lab, and this is edition {to}.", { from, to }),
  labChanged:
    "This lab has changed since you began it: other questions, machines or tolerances. Your answers, texts and programs are still here, but check the numbers and choices again, and run your designs again.",
  cutText:
    "This is only the beginning of your text: the learning platform had no room for more. The whole text is on the device where you typed it.",
  platformReviews:
    "The learning platform shows this lab for review and stores nothing of what you do now. To keep it, save a file.",
  platformSilent:
    "This lab was opened for a learning platform, but none responds, so your score is not reported. Your answers stay on this device; hand in the file from the report.",
  platformSilentNothingKept:
    "This lab was opened for a learning platform, but none responds, so your score is not reported, and your answers are lost when you close the page. Save your progress as a file.",

  // ---- report ----
  report: "Report",
  reportOf: (counts: StepCounts, minutes: number) =>
    tCount(minutes, "{steps}, in {count} minute", "{steps}, in {count} minutes", {
      steps: stepsDone(counts),
    }),
  scoreOf: (points: number, of: number, pending: number) =>
    pending === 0
      ? t("{points} of {of} points", { points, of })
      : tCount(
          pending,
          "{points} of {of} points; {count} more point is pending until a teacher has read your texts",
          "{points} of {of} points; {count} more points are pending until a teacher has read your texts",
          { points, of },
        ),
  backToLab: "Back to the lab",
  print: "Print",
  handIn: "Save the file to hand in",
  designLeftOut: (step: string, message: string) =>
    t("Not in the file: the last design of “{step}”. {message}", { step, message }),
  saveProgress: "Save progress",
  openProgress: "Open saved progress",
  progressSaved: (name: string) => t("{name} is saved on this device.", { name }),
  progressOpened: "Your progress is loaded. The work that was on this device stays.",
  progressUndone: "Your work is as it was before the file.",
  progressRefused: (name: string, reason: string) =>
    t("{name} {reason}.", { name, reason: translatedMessage(reason) }),
  yourMachine: (cycles: number) => t("Your machine, and what ran in its last {cycles} cycles", { cycles }),
  stillOpen: "Still open:",
  yourName: "Your name",
  yourNumber: "Student number",
  rememberMe: "Remember on this device for the next lab",
  predictedAndMeasured: "Predicted and measured",
  part: "question",
  yourPrediction: "predicted",
  measuredColumn: "measured",
  error: "error",
  answers: "Answers",
  yourAnswer: "answer",
  attempts: "attempts",
  inYourWords: "In your words",
  latencyParts: "Where the latency of your machine went",
  openInSimulator: "Open in the simulator",
  stateHash: "state hash",
  atCycle: "at cycle",
  notAnswered: "not answered",
  typedNotKept: "Typed, but not kept yet:",
  typedNotChecked: "Typed, but not checked yet:",
  programVersion: () => t("irqscope, version {version}", { version: VERSION }),
  machineVersion: (version: string) => t("machine version {version}", { version }),

  // ---- grading ----
  grade: "Grade submissions",
  dropHere: "Drop the files that students have handed in",
  chooseFiles: "Choose files",
  chooseFolder: "Choose a folder",
  draw: "Draw",
  drawNote:
    "Programs also run with other frames and other times between ticks, which this value chooses. The same value gives the same points, here and with irqscope grade --draw. Without one, programs run only on the machines that students have had.",
  variant: "Variant",
  variants: {
    any: "not compared",
    student: "each student's own",
    same: "the same for all",
  } satisfies Record<string, Label>,
  due: "Due",
  expectedNote:
    "With a variant or a due time, files that differ get a remark, as with --seed and --due of irqscope grade. The variant of a student follows from the id or number in the roster, without a roster from the number in the file.",
  openDrawn: "Open the machine",
  gradeExample: "Grade an example",
  exampleNote: "Creates three files: an honest one, a forged copy of it, and a truncated one.",
  exampleText:
    "This is an example of a written answer. A machine can count its words but cannot tell whether they say anything. These words do not, so a teacher has to read them.",
  gradeSees:
    "Every machine that was handed in runs again. Its end is compared with the claim, and every answer is judged.",
  gradeStays:
    "The files stay on this device: nothing is uploaded, and nothing is kept when you leave. Save the marks, and drop the file here to go on.",
  gradeBlind:
    "It cannot tell who did the work and for how long. Texts are pending until you have read them. irqscope marks does the same at a terminal.",
  gradedOf: (done: number, of: number) => t("{done} of {of} files graded.", { done, of }),
  passedOver: (count: number) => tCount(count, "{count} file passed over.", "{count} files passed over."),
  moreRows: (count: number, of: number) => t("{count} more of {of} files", { count, of }),
  ofSystem: (count: number) => tCount(count, "{count} system file ignored.", "{count} system files ignored."),
  meanScore: (percent: string) => t("Mean score: {percent}.", { percent }),
  dropFiles: "Drop to grade",
  dropWhat: "submissions of a lab (.json, a folder or a .zip), marks, a roster or a worksheet (.csv)",
  gradingProgress: (done: number, of: number) => t("{done} of {of} searched", { done, of }),
  gradeViews: { files: "Files", answers: "Mark answers" } satisfies Record<string, Label>,
  markedBy: "Marked by",
  saveMarks: "Save the marks",
  filesOut: "Files for students and platform",
  outputs: {
    report: "Report of the class",
    feedback: "Feedback (.zip)",
    worksheet: "Worksheet for Moodle",
    marks: "Marks as CSV",
    grades: "Results as CSV",
  } satisfies Record<string, Label>,
  outputNotes: {
    report: "predictions, wrong answers, attempts; one page for the projector, without names",
    feedback: "a page for each student, in folders that Moodle reads back",
    worksheet: "grades and comments; drop the worksheet from Moodle here first, and it is filled in",
    marks: "points by question, with comments",
    grades: "as irqscope has computed them, with the texts",
  } satisfies Record<string, Label>,
  questions: "Questions",
  kinds: { number: "number", choice: "choice", text: "text", prediction: "prediction" } satisfies Record<
    string,
    Label
  >,
  readOf: (done: number, of: number) => t("{done} of {of} read", { done, of }),
  fullOf: (done: number, of: number) => t("{done} of {of} full", { done, of }),
  rubric: "Rubric",
  itemPoints: "Points of the remark",
  itemText: "Remark with points up or down",
  addItem: "Add",
  removeItem: (text: string) => t("Remove “{text}”", { text }),
  undoMark: "Undo",
  markKeys:
    "Keys: ↓ ↑ next and previous group, 0 to 9 points, a s d f g h rubric, c comment, u undo, n p next and previous question.",
  oneAnswer: "1 answer",
  equal: (count: number) => t("{count} equal answers", { count }),
  alike: (count: number) => t("{count} similar answers", { count }),
  mixedMarks: "different marks",
  disputed: (count: number) => tCount(count, "{count} disputed", "{count} disputed"),
  whose: (count: number) => tCount(count, "Whose answer", "Whose {count} answers"),
  eachAnswer: (count: number) => t("Each of the {count} answers", { count }),
  pointsHere: "Points",
  pointsToAll: (count: number) => t("Points for all {count}", { count }),
  comment: "Comment for the students",
  takeBack: "Take the mark back",
  bothTexts: "Both texts",
  file: "file",
  student: "student",
  lab: "lab",
  score: "score",
  remarks: "remarks",
  noRemarks: "reproduced",
  pending: (count: number) => tCount(count, "{count} point pending", "{count} points pending"),
  toRead: (count: number) => tCount(count, "{count} text to read", "{count} texts to read"),
  flags: {
    "not-reproduced": "not reproduced",
    edited: "edited",
    "other-model": "other version",
    "other-edition": "other edition of the lab",
    unknown: "unknown answers",
    identical: "identical",
    similar: "similar",
    "same-student": "same student",
    drawn: "missed where grading draws",
    better: "better than known",
    seed: "variant",
    "no-work": "no trace of work",
    "after-explanation": "after the explanation",
    roster: "roster",
    late: "late",
  } satisfies Record<FlagKind, Label>,
  notGraded: {
    refused: "refused",
    "passed-over": "passed over",
    "of-system": "not handed in",
  } satisfies Record<Exclude<Result["status"], "graded">, Label>,
});
