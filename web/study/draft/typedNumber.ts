/** A number as it is typed into the form of a study. */
import { readNumber } from "../../../lib/settings/numberText.ts";
import { t } from "../../text/t.ts";
import type { Typed } from "./typedValues.ts";

/** A point before three digits at the end: 200 to some readers, 200,000 to others. */
const TWO_MEANINGS = /^[1-9]\d{0,2}(?:\.\d{3})+$/;

export function readTypedNumber(text: string): Typed<number> {
  const typed = text.trim();
  if (TWO_MEANINGS.test(typed)) {
    const large = typed.replaceAll(".", "");
    const small = String(Number.parseFloat(typed));
    return {
      ok: false,
      message: t("{text} may be {small} or {large}: write it without a point", { text: typed, small, large }),
    };
  }
  const value = readNumber(typed);
  return value === undefined
    ? { ok: false, message: t("a number is needed, as 200 000, 0.2M or 200k") }
    : { ok: true, value };
}
