/** Opens a program that was dropped as a file: in the open program, or in a new scenario. */
import { PROGRAM_NAME, type ProgramFile, programScenario } from "../../lib/programs/programScenario.ts";
import { toBase64 } from "../../scenarios/base/base64.ts";
import { PROGRAM_CHARACTER_LIMIT } from "../../scenarios/base/limits.ts";
import type { ParseResult } from "../../scenarios/read/parse.ts";
import { opened, run } from "../scenarios/open/open.ts";
import { readApart } from "../scenarios/open/parseApart.ts";
import { settingsOf } from "../scenarios/settings/settings.ts";
import type { Session } from "../state/session.ts";
import { t } from "../text/t.ts";
import { keepDraft, ofScenario, programsOf, programView } from "./programView.ts";

/** Stands in the scenario while the source does not assemble. */
const NOTHING_TO_DO = "ret";

/** Reports files that it cannot open. */
export async function openProgram(session: Session, file: File, kind: ProgramFile["kind"]): Promise<void> {
  // A character of UTF-16 takes at most three bytes in UTF-8.
  if (file.size > 3 * PROGRAM_CHARACTER_LIMIT) {
    const limit = Math.floor((3 * PROGRAM_CHARACTER_LIMIT) / 1024);
    session.actions.notify("error", t("{name} is larger than {limit} kB.", { name: file.name, limit }));
    return;
  }
  const isOpen =
    kind === "assembly"
      ? await openSource(session, file.name, linesOf(await file.text()))
      : await openLinked(session, file.name, new Uint8Array(await file.arrayBuffer()));
  if (isOpen) session.actions.showSide("program");
}

const linesOf = (text: string): string => text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");

async function openSource(session: Session, name: string, source: string): Promise<boolean> {
  if (placeSource(session, name, source)) return true;
  const whole = programScenario(name, { kind: "assembly", source });
  const result = whole.ok ? whole : programScenario(name, { kind: "assembly", source: NOTHING_TO_DO });
  if (!(await runResult(session, name, result))) return false;
  return whole.ok || placeSource(session, name, source);
}

/** Inserts it as an unapplied text, so that the running program is not lost. False if no program of the scenario has a
 * source. */
function placeSource(session: Session, name: string, source: string): boolean {
  const { scenario } = session.store.getState();
  const program =
    scenario && programsOf(scenario).find(({ routine }) => routine.program.source !== undefined);
  const applied = program?.routine.program.source;
  if (scenario === undefined || program === undefined || applied === undefined) return false;
  ofScenario(scenario.name);
  keepDraft(program.routine.name, applied, source);
  programView.setState({ routine: program.index, follows: false });
  session.actions.notify(
    "info",
    t("{name} is now in the Program panel as {routine}. Press Apply to run it.", {
      name,
      routine: program.routine.name,
    }),
  );
  return true;
}

/** Replaces the open linked file. The settings can undo this. */
async function openLinked(session: Session, name: string, bytes: Uint8Array): Promise<boolean> {
  if (!(await readApart({ elf: toBase64(bytes) }))) return false;
  const whole = programScenario(name, { kind: "elf", bytes });
  const { scenario } = session.store.getState();
  const program = scenario && programsOf(scenario).find(({ routine }) => routine.program.elf !== undefined);
  if (program === undefined || !whole.ok) return runResult(session, name, whole);
  const { sources: _, ...routine } = program.routine;
  const value = { ...routine, program: { elf: toBase64(bytes) } };
  settingsOf(session).edit({ kind: "set", path: ["software", "routines", program.index], value });
  programView.setState({ routine: program.index, file: undefined, follows: false });
  session.actions.notify(
    "info",
    t("{name} now runs instead of {routine}. You can undo this in Settings.", {
      name,
      routine: program.routine.name,
    }),
  );
  return true;
}

function runResult(session: Session, name: string, result: ParseResult): Promise<boolean> {
  return run(session, opened(withProgramField(result), { kind: "file", name }, name));
}

/** Only this field comes from the file, so errors concern only it. The page made the rest of the scenario. */
function withProgramField(result: ParseResult): ParseResult {
  if (result.ok) return result;
  const errors = result.errors.map(({ message }) => ({ field: PROGRAM_NAME, message }));
  return { ...result, errors };
}
