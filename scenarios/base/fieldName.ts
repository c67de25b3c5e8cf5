/** Paths of fields as messages print them, such as `machine.nics[0].rxRingFrames`. */
import { quotedVisibly } from "../../lib/assembler/visible.ts";
import type { Path } from "./values.ts";

export const WHOLE = "scenario";

/** `machine.nics[0].rxRingFrames` */
export function fieldName(path: Path): string {
  let text = "";
  for (const key of path) {
    const name = String(key);
    if (typeof key === "number") text += `[${key}]`;
    else if (!PLAIN_NAME.test(name)) text += `[${quoted(name)}]`;
    else text += text === "" ? name : `.${name}`;
  }
  return text === "" ? WHOLE : text;
}

const PLAIN_NAME = /^\w{1,80}$/;
export const SHOWN_CHARACTERS = 40;

/** Whatever a file holds, in one short line. */
export function quoted(text: string): string {
  const cut = text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
  return quotedVisibly(cut);
}
