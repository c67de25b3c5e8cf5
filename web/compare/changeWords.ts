/** A sentence about B for a lecturer: "drops 12 frames instead of 4 512 and delivers 36 % more; its interrupts wait 71
 * % less". */
import type { ComparedGroup, ComparedRow } from "../../lib/metrics/compare.ts";
import { t } from "../text/t.ts";
import { formatFixed, formatPercent, quantityText } from "../ui/format.ts";

/** Smaller changes are not mentioned. */
const LEAST_CHANGE = 0.01;

interface Words {
  readonly more: (percent: string) => string;
  readonly less: (percent: string) => string;
  readonly times: (factor: string) => string;
}

const DELIVERED: Words = {
  more: (percent) => t("delivers {percent} more", { percent }),
  less: (percent) => t("delivers {percent} less", { percent }),
  times: (factor) => t("delivers {factor} times as much", { factor }),
};
const SENT: Words = {
  more: (percent) => t("sends {percent} more", { percent }),
  less: (percent) => t("sends {percent} less", { percent }),
  times: (factor) => t("sends {factor} times as much", { factor }),
};
const RECEIVE_LATENCY: Words = {
  more: (percent) => t("its packets take {percent} longer", { percent }),
  less: (percent) => t("its packets take {percent} less time", { percent }),
  times: (factor) => t("its packets take {factor} times as long", { factor }),
};
const SEND_LATENCY: Words = {
  more: (percent) => t("its sent packets take {percent} longer", { percent }),
  less: (percent) => t("its sent packets take {percent} less time", { percent }),
  times: (factor) => t("its sent packets take {factor} times as long", { factor }),
};
const INTERRUPT_LATENCY: Words = {
  more: (percent) => t("its interrupts wait {percent} longer", { percent }),
  less: (percent) => t("its interrupts wait {percent} less", { percent }),
  times: (factor) => t("its interrupts wait {factor} times as long", { factor }),
};

/** Undefined if there is nothing to mention. */
export function changeSentence(rows: readonly ComparedRow[]): string | undefined {
  const does = listText(flowWords(rows));
  const has = listText(latencyWords(rows));
  if (does === "") return has === "" ? undefined : t("does the same, but {changes}", { changes: has });
  return has === "" ? does : `${does}; ${has}`;
}

/** "a, b and c". */
function listText(words: readonly string[]): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : t("{list} and {last}", { list: words.slice(0, -1).join(", "), last });
}

/** Quantities that are larger or smaller in B. */
export function flowWords(rows: readonly ComparedRow[]): readonly string[] {
  const words: string[] = [];
  const row = (key: string) => rows.find((one) => one.key === key);
  for (const group of ["Received", "Sent"] as const) {
    const isSent = group === "Sent";
    const dropped = row(`${group}: dropped`);
    if (dropped !== undefined && dropped.difference !== 0)
      words.push((isSent ? droppedToSend : droppedFrames)(dropped));
    const delivered = row(`${group}: delivered`);
    if (delivered === undefined) continue;
    if (delivered.a === 0 && delivered.b > 0)
      words.push(t(isSent ? "sends frames where A sends none" : "delivers frames where A delivers none"));
    if (delivered.b === 0 && delivered.a > 0)
      words.push(t(isSent ? "sends no frames" : "delivers no frames"));
    else if (isChange(delivered)) words.push(changeText(delivered, isSent ? SENT : DELIVERED));
  }
  return words;
}

function droppedFrames({ a, b }: ComparedRow): string {
  if (b === 1) return t("loses one frame instead of {a}", { a });
  return b === 0
    ? t("loses no frames instead of {a}", { a })
    : t("loses {b} frames instead of {a}", { a, b });
}

function droppedToSend({ a, b }: ComparedRow): string {
  if (b === 1) return t("loses one frame to send instead of {a}", { a });
  return b === 0
    ? t("loses no frames to send instead of {a}", { a })
    : t("loses {b} frames to send instead of {a}", { a, b });
}

/** Durations that are longer or shorter in B. */
export function latencyWords(rows: readonly ComparedRow[]): readonly string[] {
  const words: readonly (readonly [ComparedGroup, Words])[] = [
    ["Packet latency, receive", RECEIVE_LATENCY],
    ["Packet latency, send", SEND_LATENCY],
    ["Interrupt latency", INTERRUPT_LATENCY],
  ];
  return words.flatMap(([group, inWords]) => {
    const mean = rows.find((one) => one.group === group && one.label === "mean");
    return mean !== undefined && isChange(mean) ? [changeText(mean, inWords)] : [];
  });
}

function isChange({ ratio }: ComparedRow): boolean {
  return Number.isFinite(ratio) && Math.abs(ratio - 1) >= LEAST_CHANGE;
}

function changeText({ ratio }: ComparedRow, { more, less, times }: Words): string {
  if (ratio >= 2) return times(formatFixed(ratio, ratio < 10 ? 1 : 0));
  const percent = quantityText(formatPercent(Math.abs(ratio - 1), 0));
  return ratio > 1 ? more(percent) : less(percent);
}
