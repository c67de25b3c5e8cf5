/** Opens files from users by their kind. */

import { recognise } from "../../../lib/files/recognise.ts";
import { whatIs } from "../../../lib/files/recognised.ts";
import { JSON_BYTE_LIMIT } from "../../../scenarios/base/limits.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { translatedMessage } from "../../text/message.ts";
import { t } from "../../text/t.ts";
import { type Opened, OVERTAKEN, opened } from "./open.ts";
import { beginOpening } from "./opening.ts";
import { parseApart } from "./parseApart.ts";

/** `open` is the running scenario. A capture may become its traffic. */
export async function openFiles(files: readonly File[], open?: Scenario): Promise<Opened> {
  beginOpening();
  const [file, ...more] = files;
  if (file === undefined) return refused(t("What you dropped"), t("contains no file"));
  if (more.length > 0)
    return refused(t("Drop only one file at a time"), t("you dropped {count}", { count: files.length }));
  try {
    return await openFile(file, open);
  } catch (error) {
    return refused(
      file.name,
      t("cannot be read: {error}", { error: error instanceof Error ? error.message : String(error) }),
    );
  }
}

async function openFile(file: File, open: Scenario | undefined): Promise<Opened> {
  const found = await recognise(file, file.name);
  switch (found.kind) {
    case "scenario":
    case "json":
      return openScenarioFile(file);
    case "capture":
      return openCaptureFile(file, open);
    case "packed":
      if (found.packing === "gzip" && (found.inside === undefined || found.inside.kind === "capture"))
        return openCaptureFile(file, open);
      return refused(file.name, translatedMessage(whatIs(found)));
    case "text":
    case "foreign":
      return refused(file.name, translatedMessage(whatIs(found)));
    default:
      return {
        ...refused(file.name, translatedMessage(whatIs(found))),
        elsewhere: { file, kind: found.kind },
      };
  }
}

async function openScenarioFile(file: File): Promise<Opened> {
  if (file.size > JSON_BYTE_LIMIT) {
    return refused(
      file.name,
      t("has {size} bytes; the limit for a scenario is {limit}", { size: file.size, limit: JSON_BYTE_LIMIT }),
    );
  }
  const parsed = await parseApart(await file.text());
  return parsed === undefined ? OVERTAKEN : opened(parsed, { kind: "file", name: file.name }, file.name);
}

/** The reader is loaded when the first capture comes. */
async function openCaptureFile(file: File, open: Scenario | undefined): Promise<Opened> {
  const taken = await import("../capture/taken.ts");
  const { CaptureError, checkCaptureSize, readCutCapture, unpackedCapture } = taken;
  try {
    checkCaptureSize(file.size);
    const bytes = await unpackedCapture(new Uint8Array(await file.arrayBuffer()));
    const read = readCutCapture(bytes);
    const capture = { name: file.name, bytes, read, served: taken.servedBy(open) };
    return taken.takenOf(capture, taken.FIRST_TAKEN(capture));
  } catch (error) {
    if (!(error instanceof CaptureError)) throw error;
    return refused(file.name, translatedMessage(error.message));
  }
}

function refused(name: string, reason: string): Extract<Opened, { readonly ok: false }> {
  return { ok: false, message: `${name}: ${reason}.` };
}
