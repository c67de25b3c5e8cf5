/** A machine that starts with only a core, to be built from the shelf. */
import { newMachine } from "../../../lib/shelf/shelf.ts";
import type { ScenarioOrigin } from "../../state/store.ts";
import { type Opened, opened } from "../open/open.ts";
import { parseApart } from "../open/parseApart.ts";

const NAME = "New machine";

export const isNewMachine = (origin: ScenarioOrigin | undefined): boolean =>
  origin?.kind === "file" && origin.name === NAME;

export async function openNewMachine(): Promise<Opened> {
  const parsed = await parseApart(JSON.stringify(newMachine()));
  return parsed === undefined
    ? { ok: false, message: "", isOvertaken: true }
    : opened(parsed, { kind: "file", name: NAME }, NAME);
}
