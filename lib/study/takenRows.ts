/** Reads rows from a foreign file line by line and checks them against the plan of their study. */
import { columnName } from "../sweep/column.ts";
import type { StudyPlan, StudyPoint } from "./plan.ts";
import { rowKey, type StudyRow } from "./row.ts";
import type { RowFormat } from "./rowFormat.ts";
import { firstSeed, seedLimit } from "./seeds.ts";

export type TakenLine =
  | { readonly kind: "head" }
  | { readonly kind: "row"; readonly row: StudyRow }
  /** A row of the study, but for a run that it cannot request. */
  | { readonly kind: "foreign"; readonly reason: string }
  /** `isSame`: the other row has the same result. */
  | { readonly kind: "twice"; readonly reason: string; readonly isSame: boolean }
  /** A row that does not have irqscope's format for this study. */
  | { readonly kind: "wrong"; readonly reason: string };

const HASH = /^[0-9a-f]{16}$/;
/** Longest point text in a sentence. */
const SHOWN_CHARACTERS = 200;

export class TakenRows {
  readonly #plan: StudyPlan;
  readonly #format: RowFormat;
  readonly #points: ReadonlyMap<StudyPoint["values"], StudyPoint>;
  readonly #rows = new Map<string, StudyRow>();

  constructor(plan: StudyPlan, format: RowFormat) {
    this.#plan = plan;
    this.#format = format;
    this.#points = new Map(plan.points.map((point) => [point.values, point]));
  }

  /** Each run once, in the order of the lines. */
  get rows(): readonly StudyRow[] {
    return [...this.#rows.values()];
  }

  /** `text` is a whole line without its line feed. */
  take(text: string): TakenLine {
    const line = `${text}\n`;
    if (line === this.#format.head) return { kind: "head" };
    const row = this.#format.read(text);
    if (row === undefined) return this.#unread(text);
    if (row.studyHash !== this.#plan.studyHash) return this.#ofOtherStudy(row.studyHash);
    if (this.#format.line(row) !== line)
      return { kind: "wrong", reason: "is not a row of this study as irqscope writes it" };
    if (!this.#hasSeed(row)) return { kind: "foreign", reason: "is of a seed that the study does not have" };
    const key = rowKey(row);
    const before = this.#rows.get(key);
    if (before === undefined) {
      this.#rows.set(key, row);
      return { kind: "row", row };
    }
    const isSame = this.#format.line(before) === line;
    const reason = `is a run that occurred earlier${isSame ? "" : " with another result"}`;
    return { kind: "twice", reason, isSame };
  }

  #unread(text: string): TakenLine {
    const hash = this.#format.hashIn(text);
    if (typeof hash === "string" && HASH.test(hash) && hash !== this.#plan.studyHash)
      return this.#ofOtherStudy(hash);
    const point = this.#format.otherPointIn(text);
    if (point === undefined) return { kind: "wrong", reason: "is not a row of this study" };
    const shown = point.length > SHOWN_CHARACTERS ? `${point.slice(0, SHOWN_CHARACTERS)}…` : point;
    return { kind: "foreign", reason: `belongs to a point that the study does not have: ${shown}` };
  }

  #ofOtherStudy(hash: string): TakenLine {
    const { studyHash } = this.#plan;
    const shown = hash.slice(0, studyHash.length);
    return {
      kind: "wrong",
      reason: `is of another study, or of this one before it was changed: its hash is ${shown}, not ${studyHash}`,
    };
  }

  #hasSeed({ point, seed }: StudyRow): boolean {
    const { study } = this.#plan;
    const index = seed - firstSeed(study, this.#points.get(point)?.number ?? 0);
    return Number.isInteger(index) && index >= 0 && index < seedLimit(study);
  }
}

/** Number of characters of a row besides its point and its numbers. */
const TEXT_CHARACTERS = 1000;
/** The longest number in JSON and CSV: -1.2345678901234567e-308. */
const NUMBER_CHARACTERS = 24;
/** In JSON a character takes at most six (\u0001). */
const ESCAPED = 6;

/** Longest possible row of the study in any text format, in bytes: its longest point, its numbers, and texts of 1,000
 * characters. */
export function rowByteLimit({ study, points, refused, columns, metrics }: StudyPlan): number {
  const sizeOf = (text: string) => ESCAPED * (text.length + 4);
  const named = [...columns, ...metrics.map(columnName), study.name];
  const names = named.reduce((sum, name) => sum + sizeOf(name) + NUMBER_CHARACTERS, 0);
  const longest = [...points, ...refused].reduce(
    (most, { values }) => Math.max(most, JSON.stringify(values).length),
    0,
  );
  const texts = 3 * ESCAPED * TEXT_CHARACTERS;
  return names + ESCAPED * longest + texts;
}
