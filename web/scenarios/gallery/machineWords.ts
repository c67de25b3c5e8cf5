/** What machine a scenario has, in a line. */

import type { Machine, Scenario } from "../../../scenarios/format/schema.ts";
import { ROW_KINDS } from "../../devices/kinds.ts";
import { t, tCount } from "../../text/t.ts";
import { formatSi, quantityText } from "../../ui/format.ts";

export function machineWords({ machine }: Scenario): string {
  const { core, nics } = machine;
  return [
    core.cores === 1 ? "" : t("{count} cores", { count: core.cores }),
    core.cores === 1
      ? tCount(core.contexts, "{count} context", "{count} contexts")
      : tCount(core.contexts, "{count} context each", "{count} contexts each"),
    rateWords(machine.clockHertz, "Hz"),
    networkWords(nics),
    cacheWords(machine),
    ...ROW_KINDS.map(({ list, words }) => (machine[list].length === 0 ? "" : words(machine[list].length))),
  ]
    .filter((words) => words !== "")
    .join(" · ");
}

/** "1 Gb/s": without zeros behind the point. */
function rateWords(value: number, unit: string): string {
  const { value: digits, unit: scaled } = formatSi(value, unit);
  return quantityText({ value: digits.replace(/[.,]0+$/, ""), unit: scaled });
}

function networkWords(nics: Machine["nics"]): string {
  const [first] = nics;
  if (first === undefined) return "";
  const rate = first.lineRateBitPerSecond;
  const same = nics.every(({ lineRateBitPerSecond }) => lineRateBitPerSecond === rate);
  const words = !same ? "" : rate === "ideal" ? t("ideal wire") : rateWords(rate, "b/s");
  if (nics.length === 1) return words;
  return words === "" ? tCount(nics.length, "{count} card", "{count} cards") : `${nics.length} × ${words}`;
}

function cacheWords({ memory }: Machine): string {
  const levels = [memory.l1i ?? memory.l1d, memory.l2].flatMap((cache, level) =>
    cache === undefined ? [] : [`L${level + 1}`],
  );
  return levels.join(" + ");
}
