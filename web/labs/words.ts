/** Every text of the lab pages. */

import type { Result } from "../../lib/labs/grade.ts";
import type { FlagKind } from "../../lib/labs/graded.ts";
import { VERSION } from "../../lib/version.ts";
import { translatedMessage } from "../text/message.ts";
import { type Label, labels, t, tCount } from "../text/t.ts";

export const WORDS = labels({
  // ---- list ----
  labs: "Labs",
  labsIntro:
    "Predict, run, measure, change the machine. Your answers stay on this device until you hand in the file; a teacher can check every number in it by running it again.",
  nothingIsKeptHere:
    "This browser keeps nothing here: storage is blocked or full. Answers last until the page is closed; each lab offers a file to go on with.",
  minutes: (minutes: number) => t("about {minutes} minutes", { minutes }),
  begun: "Begun on this device",
  stepsDone: (done: number, of: number) => t("{done} of {of} steps done", { done, of }),
  fromFile: "A lab that you were given as a file:",
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
  locked: "opens when the steps before it are done",
  next: "Next step",
  lockFirst: "Lock in your prediction first.",
  questionsOpen: (count: number) =>
    tCount(count, "{count} question is still open.", "{count} questions are still open."),
  taskOpen: "The task is still open: meet its goals, or leave it as it is.",
  textOpen: "Your answer in words is still open: it counts once you keep it.",
  needsStep: (title: string) => t("The step “{title}” comes first.", { title }),
  toPrediction: "Go to the prediction",
  toQuestion: "Go to the question",
  toTask: "Go to the task",
  toAnswer: "Go to the answer",
  toStep: "Go to that step",
  previous: "Step before",
  toReport: "To the report",
  seed: (seed: number) => t("variant {seed}", { seed: String(seed) }),
  text: "Text",
  machine: "Machine",
  timeline: "Timeline",
  metrics: "Metrics",
  explanation: "What happened",

  // ---- questions ----
  held: "Nothing runs before you have locked in your prediction.",
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
  goOn: "Go on without it",
  leftOut: "Left out.",
  wordsNeeded: (now: number, least: number) =>
    now < least
      ? t("{now} of at least {least} words", { now, least })
      : tCount(now, "{count} word", "{count} words"),
  keep: "Keep this answer",
  kept: "Kept.",
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
  untouched: "Change a value: the machine is run to its end, and the goals are checked.",
  figure: (text: string) => t("Yours, {text}", { text }),
  best: "Your best, all goals met",
  reached: (value: string) => t("(yours: {value})", { value }),
  reachedBeside: (value: string, leader: string) =>
    t("(yours: {value}; the best that is known: {leader})", { value, leader }),
  bestIsHandedIn: (met: number, of: number) =>
    t("Your best design is the one that is handed in: {met} of {of} goals.", { met, of }),
  leader: "Best known, all goals met",
  apply: "Apply",
  programNotRun: "Not run yet",
  runProgram: "Run it",
  startAgain: "Back to the machine of the lab",
  leaveTask: "Leave the task as it is",
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
  lastGood: "The lab as it was before the mistakes.",
  linkCopied: "The link is on the clipboard.",
  draftElsewhere:
    "Another tab writes a lab too. Each keeps its own; a new tab begins with the one that was typed in last.",
  draftLost:
    "This browser keeps nothing of what is typed here (no storage, or it is full): save the lab file.",
  linkTooLong: "This lab is too large for a link: give it out as a file.",
  notChecked: (reason: string) =>
    t("The machine could not be run: {reason}. Your answer is as it was; check it again.", {
      reason: translatedMessage(reason),
    }),
  notMade: (reason: string) =>
    t("The machine could not be run: {reason}. No file was made; try again.", {
      reason: translatedMessage(reason),
    }),
  pointsOf: (count: number) => tCount(count, "{count} point", "{count} points"),
  answerIs: (value: string) => t("Right answer: {value}", { value }),
  rightOption: "right answer",
  goalsUntouched: "Goals, on the machine as it is",

  // ---- where the answers are kept ----
  nothingKept:
    "This browser keeps none of your answers (storage is blocked or full): they are lost when the page is closed. Save your progress as a file before that.",
  platformRefuses: (reason: string) =>
    reason === ""
      ? t(
          "The learning platform has refused to keep your answers: they are lost when the page is closed. Save your progress as a file, and open the lab again from the course.",
        )
      : t(
          "The learning platform has refused to keep your answers ({reason}): they are lost when the page is closed. Save your progress as a file, and open the lab again from the course.",
          { reason },
        ),
  platformReviews:
    "The learning platform shows this lab for review: it keeps nothing of what you do now. A file keeps it.",
  platformSilent:
    "This lab was opened for a learning platform, and none answers: your score is not told. Your answers stay on this device; hand in the file of the report.",
  platformSilentNothingKept:
    "This lab was opened for a learning platform, and none answers: your score is not told, and your answers are lost when the page is closed. Save your progress as a file.",

  // ---- report ----
  report: "Report",
  reportOf: (done: number, of: number, minutes: number) =>
    tCount(
      minutes,
      "{done} of {of} steps done in {count} minute",
      "{done} of {of} steps done in {count} minutes",
      { done, of },
    ),
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
  progressOpened: "Your progress is here.",
  progressRefused: (name: string, reason: string) =>
    t("{name} {reason}.", { name, reason: translatedMessage(reason) }),
  yourMachine: (cycles: number) => t("Your machine, and what ran in its last {cycles} cycles", { cycles }),
  stillOpen: "Still open:",
  yourName: "Your name",
  yourNumber: "Student number",
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
  programVersion: () => t("irqscope, version {version}", { version: VERSION }),
  machineVersion: (version: string) => t("machine version {version}", { version }),

  // ---- grading ----
  grade: "Grade submissions",
  dropHere: "Drop the files that students have handed in",
  chooseFiles: "Choose files",
  chooseFolder: "Choose a folder",
  gradeExample: "Grade an example",
  exampleNote: "Three files made on the spot: one honest, a forged copy of it, one that is cut off.",
  exampleText:
    "An example of an answer in words. A machine counts the words and cannot tell whether they say anything: this one does not, so a teacher has to read it.",
  gradeSees:
    "Every machine that is handed in runs again; where it ends is compared with what is claimed, and every answer is judged.",
  gradeStays: "The files stay on this device: nothing is uploaded, and nothing is kept when you leave.",
  gradeBlind:
    "Who sat there and for how long cannot be seen; texts are pending until you have read them. irqscope grade does the same at a terminal.",
  gradedOf: (done: number, of: number) => t("{done} of {of} files graded.", { done, of }),
  passedOver: (count: number) => tCount(count, "{count} file passed over.", "{count} files passed over."),
  ofSystem: (count: number) =>
    tCount(count, "{count} file of a system not counted.", "{count} files of a system not counted."),
  meanScore: (percent: string) => t("Mean score: {percent}.", { percent }),
  dropFiles: "Drop to grade",
  dropWhat: "submissions of a lab (.json, a folder, or a .zip with such files)",
  gradingProgress: (done: number, of: number) => t("{done} of {of} looked through", { done, of }),
  saveCsv: "Save as CSV",
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
    seed: "variant",
  } satisfies Record<FlagKind, Label>,
  notGraded: {
    refused: "refused",
    "passed-over": "passed over",
    "of-system": "not handed in",
  } satisfies Record<Exclude<Result["status"], "graded">, Label>,
});
