/** One entry of the registry of metrics. Report, JSON, texts, panel, comparison, expressions, sweeps and the table of
 * docs/expressions.md are views of the entries. docs/howto/metric.md explains how to add one. */
import type { Machine } from "../../../scenarios/format/schema.ts";
import type { Dimension } from "../../expressions/dimension.ts";
import type { Path } from "../../expressions/index.ts";
import type { TermId } from "../../terms/terms.ts";
import type { Measured } from "../measure.ts";

/** Data that a metric may read in addition to its own part of the counters. */
export interface Run extends Measured {
  readonly machine: Machine;
}

/** Defines how a view shows a metric: as a column of a table with one row for each subject, or as a row. */
export interface Shown {
  /** Heading of the column or label of the row. `{name}` stands for the subject's name. */
  readonly label: string | ((machine: Machine) => string);
  /** The value is shown as a share of this entry of the same table, or of the cycles of the run ("run"). */
  readonly of?: string;
  /** The row is shown if the entry with this key is above 0 (default: the entry itself), or "always". */
  readonly when?: string;
  /** The column is omitted if it is 0 for every subject. */
  readonly isOptional?: true;
  /** Digits of a ratio. Counts are whole numbers. */
  readonly digits?: number;
  /** Position in the view, by default 0. Equal positions are in the order of the registry. */
  readonly at?: number;
}

export interface ShownInPanel extends Shown {
  /** Rows only. */
  readonly section?: "counters" | "missed" | "memory";
  readonly term?: TermId;
  /** The section of the bar of frames. The total loss has no row. */
  readonly bar?: "plain" | "outline" | "loss";
  /** A number of frames at one moment, which has no rate. */
  readonly isLevel?: true;
  readonly isLoss?: true;
}

/** cycle: a duration in the machine's own cycles. It becomes seconds if the two clocks differ. */
export type ComparedUnit = "cycle" | "s" | "1/s" | "bit/s" | "frames" | "count" | "share";

interface ShownInComparison {
  readonly key?: string;
  readonly label: string;
  readonly unit: ComparedUnit;
  /** True if a greater value means more loss. */
  readonly isLoss?: true;
  readonly at?: number;
}

type NumberAmount =
  /** A share from 0 to 1. `of` is the sibling metric that counts the whole. */
  | { readonly kind: "share"; readonly of?: string }
  /** A quotient that has no upper end, or a level. */
  | { readonly kind: "ratio" };

/** The key of an entry is its name in `Metrics` and in the JSON of `irqscope run`. */
export interface Entry<S> {
  /** Name in expressions and sweeps, below the path of the subject. Without it, expressions cannot name the metric. */
  readonly path?: string | Path;
  readonly dimension: Dimension;
  /** The subject fills in `{of}` and `{name}`. */
  readonly meaning: string;
  /** Only for a number that has no unit and is not a count. */
  readonly amount?: NumberAmount;
  /** There is no value if the result is undefined, NaN or a number divided by 0. */
  readonly read: (subject: S, run: Run) => number | undefined;
  /** expressions: no report contains it. page: the page shows it, but the JSON does not contain it. */
  readonly only?: "expressions" | "page";
  /** Form in the output of `irqscope run`. */
  readonly text?: Shown | readonly Shown[];
  /** The metrics panel of the page. */
  readonly panel?: ShownInPanel;
  /** Two machines side by side. */
  readonly compare?: ShownInComparison;
}

export type Entries<S> = Readonly<Record<string, Entry<S>>>;

type View = "text" | "panel" | "compare";

type Read<E> = E extends { readonly read: (...values: never) => infer R } ? R : never;

/** The numbers of a subject by key, without those that only expressions have. */
export type Values<E> = {
  readonly [K in keyof E as E[K] extends { readonly only: "expressions" } ? never : K]: Read<E[K]>;
};

/** Keys that the JSON omits. */
export type PageOnly<E> = { [K in keyof E]: E[K] extends { readonly only: "page" } ? K : never }[keyof E];

export type Reported<E> = Omit<Values<E>, PageOnly<E>>;

type One<T> = T extends readonly (infer O)[] ? O : T;
type Literal<L> = L extends (...values: never) => infer R ? R : L;
type ShownBy<E, V extends View> = E extends { readonly [K in V]: infer X } ? One<X> : never;
type LabelOf<X> = X extends { readonly label: infer L } ? Literal<L> : never;

/** Every label that the view has of these entries. */
export type LabelIn<E, V extends View> = E extends unknown ? LabelOf<ShownBy<E[keyof E], V>> : never;

/** NaN for a result that is not a number, such as a count divided by 0. */
export function readValue<S>({ read }: Entry<S>, subject: S, run: Run): number | undefined {
  const value = read(subject, run);
  return value === undefined || Number.isFinite(value) ? value : Number.NaN;
}

export function valuesOf<S, E extends Entries<S>>(entries: E & Entries<S>, subject: S, run: Run): Values<E> {
  const values = Object.entries(entries)
    .filter(([, { only }]) => only !== "expressions")
    .map(([key, entry]) => [key, readValue(entry, subject, run)] as const);
  return Object.fromEntries(values) as unknown as Values<E>;
}

/** The values without those that only the page shows. */
export function reportedOf<E extends Entries<never>, V extends Values<E>>(
  entries: E,
  values: V,
): Omit<V, PageOnly<E>> {
  const kept = Object.entries(values).filter(([key]) => entries[key]?.only !== "page");
  return Object.fromEntries(kept) as unknown as Omit<V, PageOnly<E>>;
}

export interface Placed<X extends { readonly label: unknown }, L> {
  readonly key: string;
  readonly shown: X;
  readonly label: L;
}

/** The entries that the view shows, in its order. */
export function shownIn<E extends Entries<never>, V extends "text" | "panel">(
  view: V,
  entries: E,
  machine: Machine,
): readonly Placed<V extends "panel" ? ShownInPanel : Shown, LabelIn<E, V>>[] {
  const placed = Object.entries(entries).flatMap(([key, entry]) => {
    const shown: readonly ShownInPanel[] = [entry[view] ?? []].flat();
    return shown.map((one) => ({
      key,
      shown: one,
      label: (typeof one.label === "string" ? one.label : one.label(machine)) as LabelIn<E, V>,
    }));
  });
  return placed.toSorted((a, b) => (a.shown.at ?? 0) - (b.shown.at ?? 0));
}

/** The number in a row or cell, and the whole that it is a part of. */
export interface Amount {
  readonly value: number;
  readonly of: number | undefined;
  readonly isShown: boolean;
}

/** `values` are the metrics of one subject. */
export function amountOf(
  { key, shown: { of, when = key } }: Placed<Shown, unknown>,
  values: object,
  cycles: number,
): Amount {
  const at = (name: string): number => (values as Readonly<Record<string, number>>)[name] ?? Number.NaN;
  return {
    value: at(key),
    of: of === undefined ? undefined : of === "run" ? cycles : at(of),
    isShown: when === "always" || at(when) > 0,
  };
}
