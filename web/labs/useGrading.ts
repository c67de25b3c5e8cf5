/** Grades in this browser: machines run in workers, other work runs in slices, and no file leaves the page. */
import { useCallback, useEffect, useRef, useState } from "react";
import { commandLine } from "../../lib/commandLine.ts";
import type { Expectation } from "../../lib/labs/copies.ts";
import { exampleFiles } from "../../lib/labs/example.ts";
import { labAmong, loadLab } from "../../lib/labs/gallery.ts";
import { Grader, type Result } from "../../lib/labs/grade.ts";
import type { Judged } from "../../lib/labs/graded.ts";
import { type FileText, type NotSubmission, textOfFile } from "../../lib/labs/handedIn.ts";
import { LAB_FORMAT, type Lab } from "../../lib/labs/lab.ts";
import { readOwnLab } from "../../lib/labs/own.ts";
import { type Roster, readRoster } from "../../lib/labs/roster.ts";
import { SUBMISSION_BYTE_LIMIT } from "../../lib/labs/submission.ts";
import { type GradedFile, gradedFilesOf, newestLabs, scoreOfFile } from "../../lib/marking/course.ts";
import { isMarking, type Marking, mergedMarking, NO_MARKING, readMarking } from "../../lib/marking/marks.ts";
import { type LabTexts, openTexts } from "../../lib/marking/texts.ts";
import { isWorksheet } from "../../lib/marking/worksheet.ts";
import { encodeLink } from "../../scenarios/link/link.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { createMachinePool, type MachinePool } from "../engine/machinePool.ts";
import { currentLanguage } from "../text/language.ts";
import { t } from "../text/t.ts";
import { filesIn, filesOfDrop, type HandedFile } from "./handedIn.ts";
import { WORDS } from "./words.ts";

/** Number of files at a time that keeps all workers busy. */
const AT_ONCE = 4;
const EXAMPLE_LAB = "interrupt-cost";

/** The class of the files that were graded last. */
export interface GradedClass {
  readonly results: readonly Result[];
  readonly gradedFiles: readonly GradedFile[];
  readonly labs: ReadonlyMap<string, Lab>;
  readonly texts: LabTexts;
  /** Text of the platform's worksheet, if it was among the files. */
  readonly worksheet: string | undefined;
}

interface GradingState {
  readonly graded: GradedClass | undefined;
  readonly done: number;
  readonly of: number;
  /** Reason why nothing could be graded. */
  readonly failure: string | undefined;
}

interface Grading extends GradingState {
  readonly gradeFiles: (files: readonly File[]) => void;
  readonly gradeDrop: (items: DataTransferItemList) => void;
  readonly gradeExample: () => void;
}

const NOTHING: GradingState = { graded: undefined, done: 0, of: 0, failure: undefined };

/** Data of a class, stored for a later roster or worksheet. */
interface Known {
  readonly grader: Grader;
  readonly judged: readonly Judged[];
  readonly roster: Roster | undefined;
  readonly worksheet: string | undefined;
}

/** `onMarking` gets the marks of each file of marks. `draw` chooses further machines for programs, unless it is empty. A
 * change of `expected` gives other remarks at once. */
export function useGrading(
  onMarking: (marking: Marking) => void,
  draw: string,
  expected: Expectation,
): Grading {
  const [state, setState] = useState(NOTHING);
  const pool = useRef<MachinePool | undefined>(undefined);
  const known = useRef<Known | undefined>(undefined);
  const latest = useRef(expected);
  const comparedWith = useRef(expected);
  // A later drop replaces the grading in progress.
  const turn = useRef(0);
  useEffect(
    () => () => {
      turn.current += 1;
      pool.current?.stop();
    },
    [],
  );

  const gradeInTurn = useCallback(
    async (mine: number, open: (machines: MachinePool) => Promise<readonly Handed[]>) => {
      pool.current?.stop();
      pool.current ??= createMachinePool();
      const machines = pool.current;
      const isCurrent = () => mine === turn.current;
      const pause = slices();
      const { labs: own, files, teacher } = await labsAmong(await open(machines), pause);
      if (!isCurrent()) return;
      onMarking(teacher.marking);
      let now = known.current;
      if (files.length > 0 || own.length > 0 || now === undefined) {
        const grader = await openGrader(machines, own, draw);
        const judged = await gradeEach(grader, files, isCurrent, (done) =>
          setState({ ...NOTHING, done, of: files.length }),
        );
        const { roster, worksheet } = now ?? {};
        now = { grader, judged, roster, worksheet };
      }
      if (!isCurrent()) return;
      const { roster = now.roster, worksheet = now.worksheet } = teacher;
      known.current = { ...now, roster, worksheet };
      comparedWith.current = latest.current;
      const asked = { ...latest.current, ...(roster === undefined ? {} : { roster }) };
      const results = await now.grader.withCopies(now.judged, asked, pause);
      const graded = { ...(await classOf(now.grader, results, roster, pause)), worksheet };
      if (!isCurrent()) return;
      setState({ ...NOTHING, graded, done: results.length, of: results.length });
    },
    [onMarking, draw],
  );

  /** Reports errors, unless another grading has started since. */
  const grade = useCallback(
    (of: number, open: (machines: MachinePool) => Promise<readonly Handed[]>) => {
      turn.current += 1;
      const mine = turn.current;
      setState({ ...NOTHING, of });
      gradeInTurn(mine, open).catch((error: unknown) => {
        const failure = error instanceof Error ? error.message : String(error);
        if (mine === turn.current) setState({ ...NOTHING, failure });
      });
    },
    [gradeInTurn],
  );

  useEffect(() => {
    latest.current = expected;
    if (state.graded === undefined || comparedWith.current === expected) return;
    grade(state.graded.results.length, async () => []);
  }, [expected, state.graded, grade]);

  const gradeFiles = useCallback(
    (files: readonly File[]) => {
      if (files.length > 0) grade(files.length, async () => readable(await filesIn(files, slices())));
    },
    [grade],
  );
  const gradeDrop = useCallback(
    (items: DataTransferItemList) => {
      // The list is empty once the event is over.
      const files = filesOfDrop(items);
      grade(items.length, async () => readable(await filesIn(await files, slices())));
    },
    [grade],
  );
  const gradeExample = useCallback(() => {
    const open = async (machines: MachinePool) => {
      const lab = await courseLab(EXAMPLE_LAB);
      if (lab === undefined) return [];
      const run = (scenario: Parameters<MachinePool["run"]>[0]) => machines.run(scenario, 0);
      const files = await exampleFiles(lab, run, await modelOf(machines), WORDS.exampleText);
      return files.map(({ name, text }) => ({ name, read: async () => ({ ok: true, text }) as const }));
    };
    grade(3, open);
  }, [grade]);

  return { ...state, gradeFiles, gradeDrop, gradeExample };
}

const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve));

async function courseLab(id: string): Promise<Lab | undefined> {
  const lab = await loadLab(id);
  return lab?.ok ? lab.lab : undefined;
}

function readable(files: readonly HandedFile[]): readonly Handed[] {
  return files.map(({ name, size, bytes, not }) => ({
    name,
    size,
    ...(not && { not }),
    read: async () =>
      size > (isOfTeacher(name) ? TEACHER_BYTE_LIMIT : SUBMISSION_BYTE_LIMIT)
        ? { ok: false, reason: t("is larger than {limit} kB", { limit: SUBMISSION_BYTE_LIMIT / 1024 }) }
        : textOfFile(await bytes()),
  }));
}

/** Files of marks and tables of a class are larger than one submission. */
const TEACHER_BYTE_LIMIT = 32 * 1024 * 1024;
const isOfTeacher = (name: string) => /(?:^|\/)[^/]*(?:marks[^/]*\.json|\.csv)$/i.test(name);

async function openGrader(machines: MachinePool, own: readonly Lab[], draw: string): Promise<Grader> {
  const model = await modelOf(machines);
  return new Grader({
    ...{ labOf: labAmong(own), model, pause: nextTask },
    ...(draw === "" ? {} : { draw }),
    runMachine: (scenario) => machines.run(scenario, 0),
    linkOf: (machine, cycle) => encodeLink(machine, { cycle }, undefined, model),
    commandOf: (file) => commandLine("grade", [file], draw === "" ? [] : [["draw", draw]]),
  });
}

async function gradeEach(
  grader: Grader,
  files: readonly Handed[],
  isCurrent: () => boolean,
  onDone: (done: number) => void,
): Promise<readonly Judged[]> {
  const judged: Judged[] = [];
  const left = [...files.entries()];
  let done = 0;
  const lane = async () => {
    for (let next = left.shift(); next !== undefined && isCurrent(); next = left.shift()) {
      judged[next[0]] = await gradeFile(grader, next[1]);
      done += 1;
      if (isCurrent()) onDone(done);
      // Each file has a task of its own, however fast the machines are.
      await nextTask();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return judged;
}

/** What marking needs of the results. */
async function classOf(
  grader: Grader,
  results: GradedClass["results"],
  roster: Roster | undefined,
  pause: () => Promise<void>,
): Promise<Omit<GradedClass, "worksheet">> {
  const gradedFiles = await gradedFilesOf(results, (of) => grader.labFor(of), roster, pause);
  // Reads its contents later, because reading all at once would make one long task when marking opens.
  for (const one of gradedFiles) {
    scoreOfFile(one, NO_MARKING);
    await pause();
  }
  const labs = newestLabs(gradedFiles);
  const texts = await openTexts(labs.values(), currentLanguage(), (lab, seed) => grader.openBench(lab, seed));
  return { results, gradedFiles, labs, texts };
}

async function gradeFile(grader: Grader, { name, read, not }: Handed): Promise<Judged> {
  if (not !== undefined) return { file: name, ...not };
  try {
    const text = await read();
    return text.ok
      ? await grader.grade(name, text.text)
      : { file: name, status: "refused", reason: text.reason };
  } catch {
    return { file: name, status: "refused", reason: t("cannot be read: a folder, or no longer there") };
  }
}

/** A file that was chosen or dropped for grading. */
export interface Handed {
  readonly name: string;
  readonly size?: number;
  readonly read: () => Promise<FileText>;
  /** The reason why it is not graded. */
  readonly not?: NotSubmission;
}

/** Files of the teacher among them. */
interface TeacherFiles {
  readonly marking: Marking;
  readonly roster?: Roster;
  readonly worksheet?: string;
}

interface Parted {
  readonly labs: readonly Lab[];
  readonly teacher: TeacherFiles;
  /** All other files, including labs with mistakes. */
  readonly files: readonly Handed[];
}

/** Labs, marks, a roster and a worksheet are no submissions. A file of marks or a roster with a mistake is listed with the
 * mistake. */
export async function labsAmong(
  handed: readonly Handed[],
  pause: () => Promise<void> = async () => undefined,
): Promise<Parted> {
  const labs: Lab[] = [];
  const files: Handed[] = [];
  let teacher: TeacherFiles = { marking: NO_MARKING };
  for (const one of handed) {
    await pause();
    const text = one.not === undefined ? await one.read().catch(() => undefined) : undefined;
    const lab = text?.ok ? await labIn(text.text) : undefined;
    if (lab !== undefined) labs.push(lab);
    else if (text?.ok && isMarking(text.text)) {
      const read = readMarking(text.text);
      if (read.ok) teacher = { ...teacher, marking: mergedMarking(teacher.marking, read.marking) };
      else files.push(refusedHanded(one, read.reason));
    } else if (text?.ok && one.name.toLowerCase().endsWith(".csv")) {
      const read = isWorksheet(text.text) ? undefined : readRoster(text.text);
      if (read === undefined) teacher = { ...teacher, worksheet: text.text };
      else if (read.ok) teacher = { ...teacher, roster: read.roster };
      else files.push(refusedHanded(one, read.reason));
    } else files.push(one);
  }
  return { labs, teacher, files };
}

const refusedHanded = (one: Handed, reason: string): Handed => ({
  ...one,
  read: async () => ({ ok: false, reason }),
});

async function labIn(text: string): Promise<Lab | undefined> {
  if (!text.includes(JSON.stringify(LAB_FORMAT))) return undefined;
  const result = await readOwnLab(text);
  return result.ok ? result.lab : undefined;
}

/** The version of the machine's rules, as reported by the machine. */
/** A scenario without work. Running it takes a few milliseconds. */
const SMALLEST = { format: "irqscope-scenario", version: 1, name: "version", runCycles: 1 };

async function modelOf(machines: MachinePool): Promise<string> {
  const parsed = parseScenario(SMALLEST);
  if (!parsed.ok) throw new Error(`${parsed.errors[0]?.field}: ${parsed.errors[0]?.message}`);
  return (await machines.run(parsed.scenario, 0)).model;
}

/** Longest work without a break: half of a frame, so that the page can draw the rest. */
const SLICE_MS = 8;

/** A pause for long work on the page: after a slice of work it lets the page draw and answer. */
export function slices(): () => Promise<void> {
  let begun = performance.now();
  return async () => {
    if (performance.now() - begun < SLICE_MS) return;
    await new Promise((resolve) => setTimeout(resolve));
    begun = performance.now();
  };
}
