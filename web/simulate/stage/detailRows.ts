/** Rows of a part's properties that no figure of the stage shows. */

import type { CacheLevel } from "../../engine/protocol.ts";
import { type Label, t } from "../../text/t.ts";
import { formatInteger, formatSeconds, quantityText } from "../../ui/format.ts";
import { plural } from "../../ui/plural.ts";

/** A part of the machine. `cycle`: the picture's. */
export type DetailSubject =
  | { readonly kind: "core"; readonly cycle: number }
  | { readonly kind: "bus" }
  | { readonly kind: "nic"; readonly nic: number }
  | { readonly kind: "cache"; readonly level: CacheLevel };

export interface Detail {
  readonly label: string;
  readonly value: string;
}

export interface DetailGroup {
  /** Undefined if the group is the only one. */
  readonly title: string | undefined;
  readonly rows: readonly Detail[];
}

type Row = readonly [label: Label, value: string | undefined];

export const bytesText = (count: number) => `${formatInteger(count)} B`;
export const timeText = (nanoseconds: number) => quantityText(formatSeconds(nanoseconds / 1e9));
export const cyclesText = (count: number) => `${formatInteger(count)} ${plural(count, "cycle")}`;
export const listed = (parts: readonly (string | false)[]) =>
  parts.filter((part) => part !== false && part !== "").join(", ");

/** Rows that have a value. */
export function detailsOf(rows: readonly Row[]): readonly Detail[] {
  return rows.flatMap(([label, value]) =>
    value === undefined || value === "" ? [] : [{ label: t(label), value }],
  );
}

/** Groups that have rows. */
export function groupsOf(
  groups: readonly (readonly [title: Label, rows: readonly Detail[]])[],
): readonly DetailGroup[] {
  return groups.flatMap(([title, rows]) => (rows.length === 0 ? [] : [{ title: t(title), rows }]));
}

/** "0x1000 to 0x1fff": the last address belongs to the range. */
export function rangesText(ranges: readonly { readonly from: number; readonly to: number }[]): string {
  return ranges.map(({ from, to }) => t("{from} to {to}", { from: hex(from), to: hex(to - 1) })).join(", ");
}

function hex(address: number): string {
  return `0x${Math.max(0, address).toString(16)}`;
}
