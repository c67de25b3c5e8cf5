/** What machine a scenario has, in a line. */
import type { Machine, Scenario } from "../../../scenarios/schema/schema.ts";
import { formatSi, quantityText } from "../../base/format.ts";

export function machineWords({ machine }: Scenario): string {
  const { core, nics, disks } = machine;
  const each = core.cores === 1 ? "" : " each";
  return [
    core.cores === 1 ? "" : `${core.cores} cores`,
    `${counted(core.contexts, "context")}${each}`,
    rateWords(machine.clockHertz, "Hz"),
    networkWords(nics),
    cacheWords(machine),
    disks.length === 0 ? "" : counted(disks.length, "disk"),
  ]
    .filter((words) => words !== "")
    .join(" · ");
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** "1 Gb/s": without zeros behind the point. */
function rateWords(value: number, unit: string): string {
  const { value: digits, unit: scaled } = formatSi(value, unit);
  return quantityText({ value: digits.replace(/\.0+$/, ""), unit: scaled });
}

function networkWords(nics: Machine["nics"]): string {
  const [first] = nics;
  if (first === undefined) return "";
  const rate = first.lineRateBitPerSecond;
  const same = nics.every(({ lineRateBitPerSecond }) => lineRateBitPerSecond === rate);
  const words = !same ? "" : rate === "ideal" ? "ideal wire" : rateWords(rate, "b/s");
  if (nics.length === 1) return words;
  return words === "" ? counted(nics.length, "card") : `${nics.length} × ${words}`;
}

function cacheWords({ memory }: Machine): string {
  const levels = [memory.l1i ?? memory.l1d, memory.l2].flatMap((cache, level) =>
    cache === undefined ? [] : [`L${level + 1}`],
  );
  return levels.join(" + ");
}
