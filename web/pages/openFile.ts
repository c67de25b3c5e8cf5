/** Files from people: told apart by their first bytes, never by their name. */
import { parseScenario } from "../../scenarios/schema/parse.ts";
import { type Opened, opened } from "./open.ts";

export async function openFiles(files: readonly File[]): Promise<Opened> {
  const [file, ...more] = files;
  if (file === undefined) return { ok: false, message: "The drop held no file." };
  if (more.length > 0) {
    return { ok: false, message: `Drop one file at a time: these are ${files.length}.` };
  }
  return openFile(file);
}

async function openFile(file: File): Promise<Opened> {
  return opened(parseScenario(await file.text()), { kind: "file", name: file.name }, file.name);
}
