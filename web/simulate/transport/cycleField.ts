/** A cycle as people type it: "84 210 000", "84,210,000", "84.21M", "2e6". */

import { t } from "../../text/t.ts";
import { formatInteger } from "../../ui/format.ts";

type CycleField =
  | { readonly ok: true; readonly cycle: number }
  | { readonly ok: false; readonly message: string };

const FACTOR: Readonly<Record<string, number>> = { "": 1, k: 1e3, m: 1e6, g: 1e9 };

export function readCycle(text: string, endCycle: number): CycleField {
  const plain = text.replace(/[\s,_\u202f\u00a0]/g, "").toLowerCase();
  const match = /^(\d+(?:\.\d+)?(?:e\d{1,2})?)([kmg]?)$/.exec(plain);
  if (match === null) return { ok: false, message: t("cycle: a whole number, for example 84 210 000") };
  const cycle = Number(match[1]) * (FACTOR[match[2] ?? ""] ?? 1);
  const rounded = Math.round(cycle);
  if (Math.abs(cycle - rounded) > 1e-6) return { ok: false, message: t("cycle: must be a whole number") };
  if (rounded > endCycle) {
    return {
      ok: false,
      message: t("cycle: the run ends at {endCycle}", { endCycle: formatInteger(endCycle) }),
    };
  }
  return { ok: true, cycle: rounded };
}
