/** Words of the command line. */
import { InputError } from "./command.ts";

/** `FIELD=VALUES` of the option `flag`. */
export function pairOf(text: string, flag: string): readonly [field: string, values: string] {
  const sign = text.indexOf("=");
  if (sign < 1) throw new InputError({ subject: flag, reason: `must be FIELD=VALUES, not "${text}"` });
  return [text.slice(0, sign).trim(), text.slice(sign + 1).trim()];
}
