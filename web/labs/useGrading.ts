/** Grades in this browser: machines run in workers, and no file leaves the page. */

import { useCallback, useEffect, useRef, useState } from "react";
import { exampleFiles } from "../../lib/labs/example.ts";
import { loadLab } from "../../lib/labs/gallery.ts";
import { Grader, type Result } from "../../lib/labs/grade.ts";
import type { Judged } from "../../lib/labs/graded.ts";
import type { NotSubmission } from "../../lib/labs/handedIn.ts";
import { type FileText, textOfFile } from "../../lib/labs/handedIn.ts";
import { LAB_FORMAT, type Lab } from "../../lib/labs/lab.ts";
import { readOwnLab } from "../../lib/labs/own.ts";
import { SUBMISSION_BYTE_LIMIT } from "../../lib/labs/submission.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { createMachinePool, type MachinePool } from "../engine/machinePool.ts";
import { t } from "../text/t.ts";
import { idle } from "../ui/idle.ts";
import { filesIn, filesOfDrop, type HandedFile } from "./handedIn.ts";
import { WORDS } from "./words.ts";

/** Number of files at a time that keeps all workers busy. */
const AT_ONCE = 4;
const EXAMPLE_LAB = "interrupt-cost";

export interface Grading {
  readonly results: readonly Result[];
  readonly done: number;
  readonly of: number;
  /** Why nothing could be graded. */
  readonly failure: string | undefined;
  readonly gradeFiles: (files: readonly File[]) => void;
  readonly gradeDrop: (items: DataTransferItemList) => void;
  readonly gradeExample: () => void;
}

type State = Pick<Grading, "results" | "done" | "of" | "failure">;

const NOTHING: State = { results: [], done: 0, of: 0, failure: undefined };

export function useGrading(): Grading {
  const [state, setState] = useState(NOTHING);
  const pool = useRef<MachinePool | undefined>(undefined);
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
    async (mine: number, of: number, open: (machines: MachinePool) => Promise<readonly Handed[]>) => {
      pool.current?.stop();
      pool.current ??= createMachinePool();
      const machines = pool.current;
      setState({ ...NOTHING, of });
      const { labs, files } = await labsAmong(await open(machines));
      const model = await modelOf(machines);
      if (mine !== turn.current) return;
      const labOf = async (id: string) => labs.get(id) ?? (await courseLab(id));
      const grader = new Grader({ labOf, runMachine: (scenario) => machines.run(scenario, 0), model });
      const results: Judged[] = [];
      const left = [...files.entries()];
      let done = 0;
      const lane = async () => {
        for (let next = left.shift(); next !== undefined && mine === turn.current; next = left.shift()) {
          results[next[0]] = await gradeFile(grader, next[1]);
          done += 1;
          if (mine === turn.current) setState({ ...NOTHING, done, of: files.length });
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, lane));
      const compared = await grader.withCopies(results, {}, idle);
      if (mine === turn.current) setState({ ...NOTHING, results: compared, done, of: files.length });
    },
    [],
  );

  /** Reports errors, unless another grading has started since. */
  const grade = useCallback(
    (of: number, open: (machines: MachinePool) => Promise<readonly Handed[]>) => {
      turn.current += 1;
      const mine = turn.current;
      gradeInTurn(mine, of, open).catch((error: unknown) => {
        const failure = error instanceof Error ? error.message : String(error);
        if (mine === turn.current) setState({ ...NOTHING, failure });
      });
    },
    [gradeInTurn],
  );

  const gradeFiles = useCallback(
    (files: readonly File[]) => {
      if (files.length > 0) grade(files.length, async () => readable(await filesIn(files)));
    },
    [grade],
  );
  const gradeDrop = useCallback(
    (items: DataTransferItemList) => {
      // The list is empty once the event is over.
      const files = filesOfDrop(items);
      grade(items.length, async () => readable(await filesIn(await files)));
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

async function courseLab(id: string): Promise<Lab | undefined> {
  const lab = await loadLab(id);
  return lab?.ok ? lab.lab : undefined;
}

function readable(files: readonly HandedFile[]): readonly Handed[] {
  return files.map(({ name, size, bytes, not }) => ({
    name,
    ...(not && { not }),
    read: async () =>
      size > SUBMISSION_BYTE_LIMIT
        ? { ok: false, reason: t("is larger than {limit} kB", { limit: SUBMISSION_BYTE_LIMIT / 1024 }) }
        : textOfFile(await bytes()),
  }));
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

/** Labs of one's own among the files that are dropped for grading, so that submissions to them can be graded. */
export interface Handed {
  readonly name: string;
  readonly read: () => Promise<FileText>;
  /** The reason why it is not graded. */
  readonly not?: NotSubmission;
}

export interface Parted {
  /** Labs by id. */
  readonly labs: ReadonlyMap<string, Lab>;
  /** All others, labs with mistakes too. */
  readonly files: readonly Handed[];
}

export async function labsAmong(handed: readonly Handed[]): Promise<Parted> {
  const labs = new Map<string, Lab>();
  const files: Handed[] = [];
  for (const one of handed) {
    const lab = await labIn(one);
    if (lab === undefined) files.push(one);
    else labs.set(lab.id, lab);
  }
  return { labs, files };
}

async function labIn({ read, not }: Handed): Promise<Lab | undefined> {
  if (not !== undefined) return undefined;
  const text = await read().catch(() => undefined);
  if (!text?.ok || !text.text.includes(JSON.stringify(LAB_FORMAT))) return undefined;
  const result = await readOwnLab(text.text);
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
