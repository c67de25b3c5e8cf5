/** Board pictures of a lesson as SVG. A fenced block of Markdown says what to measure; the lab's machines give the
 * numbers:
 *
 *     ```bars cycles
 *     Fast memory: entry/draining = EXPRESSION; save/saving = EXPRESSION
 *     ```
 *     ```curve %
 *     MACHINE | NAME OF THE AXIS | FIELD | VALUE VALUE ...
 *     label = EXPRESSION
 *     ```
 *     ```pipeline
 *     MACHINE FROM..TO
 *     ```
 *
 * A part of a bar has the name of a colour before its label. `timeline` and `pipeline` are pictures of a run, as the page draws them. Values of a curve may be in a unit of which
 * the field is a multiple: `2000 4000 *1000`. */
import type { Scenario } from "../../scenarios/format/schema.ts";
import { PICTURE_NAMES, type PictureName } from "../export/picture.ts";
import { FIGURE_STYLE, type Html, html, PAPER_COLOURS } from "../export/report/html.ts";
import { lineFigure } from "../export/report/lineFigure.ts";
import type { Window } from "../export/walk.ts";
import type { LabBench } from "../labs/bench.ts";
import { withChanges } from "../labs/changes.ts";
import type { LabStep } from "../labs/lab.ts";
import { inUnit } from "../labs/value.ts";

export interface BoardTools {
  readonly bench: LabBench;
  readonly number: (value: number, unit: string) => string;
  /** The SVG of a run. */
  readonly drawRun: (scenario: Scenario, what: PictureName, window: Window) => string;
}

/** Colours of layers, as on the page. */
const COLOURS: Readonly<Record<string, string>> = {
  entry: "#3e2104",
  save: "#93408f",
  restore: "#cfa3ce",
  driver: "#b15f00",
  protocol: "#1d8263",
  application: "#2370c8",
  wait: "#9a9a9a",
};

/** Rules for boards, in addition to the rules for all figures. */
export const BOARD_STYLE = `
.figure .strong { font-weight: 600; font-size: 13px; } .figure .key { font-size: 14px; }
${Object.entries(COLOURS)
  .map(([name, colour]) => `.part-${name} { fill: ${colour}; }`)
  .join(" ")}
`;

/** Fenced blocks that are pictures. */
export const isBoard = (info: string): boolean => /^(bars|curve|timeline|pipeline)\b/.test(info);

/** Throws if the block is wrong or its machine does not run, because the material is at fault. */
export async function drawBoard(info: string, text: string, tools: BoardTools): Promise<Html> {
  const [kind = "", unit = ""] = info.split(" ");
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const what = PICTURE_NAMES.find((name) => name === kind);
  if (what !== undefined) return runPicture(what, lines[0] ?? "", tools);
  return kind === "bars" ? bars(unit, lines, tools) : curve(unit, lines, tools);
}

/** The SVG as a separate file. */
export function boardFile({ html: svg }: Html): string {
  if (svg.includes("xmlns=")) return svg;
  const style = `:root { ${PAPER_COLOURS} background: var(--ground); }${FIGURE_STYLE}${BOARD_STYLE}`;
  return svg.replace(/^<svg ([^>]*)>/, `<svg xmlns="http://www.w3.org/2000/svg" $1><style>${style}</style>`);
}

/** Expressions without the name of a machine refer to the machine of the first step, or of `own`. */
async function measuredIn(
  expression: string,
  unit: string,
  { bench }: BoardTools,
  own?: Scenario,
): Promise<number> {
  const step = firstStep(bench);
  const ran = own === undefined ? undefined : { scenario: own, outcome: await bench.run(own) };
  const value = inUnit((await bench.valueOf(step, expression, ran)).value, unit);
  if (value === undefined) throw new Error(`${expression} has no value`);
  return value;
}

/** Expressions about the machine of this step need no name. */
export function firstStep({ lab }: LabBench): LabStep {
  const [step] = lab.steps;
  if (step === undefined) throw new Error(`${lab.id} has no step`);
  return step;
}

function runPicture(what: PictureName, line: string, { bench, drawRun }: BoardTools): Html {
  const [, machine = "", from, to] = /^(\S+) (\d+)\.\.(\d+)$/.exec(line) ?? [];
  const svg = drawRun(bench.scenarioOf(machine), what, { from: Number(from), to: Number(to) });
  // A page contains several pictures, and an id refers to the first element with it.
  const own = svg.replaceAll(/\b(id="|url\(#|href="#)/g, `$1${what}-${machine}-${from}-`);
  return { html: own.slice(own.indexOf("<svg")) };
}

const cut = (text: string, at: string): readonly [string, string] => {
  const place = text.indexOf(at);
  if (place < 0) throw new Error(`"${text}" has no "${at.trim()}"`);
  return [text.slice(0, place).trim(), text.slice(place + at.length).trim()];
};

// ---- bars of parts ----

const WIDTH = 600;
const ROW = { heightPx: 74, namePx: 16, barPx: 24 } as const;
const SCALE_PX = 480;

interface BarPart {
  readonly colour: string;
  readonly label: string;
  readonly value: number;
}

async function bars(unit: string, lines: readonly string[], tools: BoardTools): Promise<Html> {
  const rows: { readonly name: string; readonly parts: readonly BarPart[] }[] = [];
  for (const line of lines) {
    const [name, rest] = cut(line, ": ");
    const parts: BarPart[] = [];
    for (const one of rest.split("; ")) {
      const [what, expression] = cut(one, " = ");
      const [colour, label] = cut(what, "/");
      if (!(colour in COLOURS)) throw new Error(`${colour} is not a colour of a board`);
      parts.push({ colour, label, value: await measuredIn(expression, unit, tools) });
    }
    rows.push({ name, parts });
  }
  const sums = rows.map(({ parts }) => parts.reduce((sum, { value }) => sum + value, 0));
  const scale = SCALE_PX / Math.max(...sums);
  const isPlain = rows.every(({ parts }) => parts.length === 1);
  const height = rows.length * ROW.heightPx;
  return html`<svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${rows.map(({ name }) => name).join(", ")}" class="figure">${rows.map(
    ({ name, parts }, at) =>
      html`<g transform="translate(0 ${at * ROW.heightPx})"><text class="strong" y="${ROW.namePx - 4}">${name}</text>${partsOf(parts, scale)}<text class="strong" x="${px((sums[at] ?? 0) * scale) + 8}" y="${ROW.namePx + 17}">${tools.number(short(sums[at] ?? 0), unit)}</text>${isPlain ? "" : legend(parts, tools)}</g>`,
  )}</svg>
`;
}

function partsOf(parts: readonly BarPart[], scale: number): readonly Html[] {
  let start = 0;
  return parts.map(({ value, colour }) => {
    const x = px(start * scale);
    start += value;
    return html`<rect class="part-${colour}" x="${x}" y="${ROW.namePx}" width="${px(start * scale) - x}" height="${ROW.barPx}"/>`;
  });
}

function legend(parts: readonly BarPart[], { number }: BoardTools): Html {
  return html`<text y="${ROW.namePx + ROW.barPx + 16}">${parts.map(
    ({ colour, label, value }, index) =>
      html`<tspan class="key part-${colour}" dx="${index === 0 ? 0 : 14}">■</tspan><tspan dx="4">${label} ${number(short(value), "")}</tspan>`,
  )}</text>`;
}

/** Rounds to three digits. Digits before the point stay. */
const short = (value: number): number => (value >= 100 ? Math.round(value) : Number(value.toPrecision(3)));

const px = (value: number): number => Math.round(value * 10) / 10;

// ---- a curve over the values of a field ----

async function curve(unit: string, lines: readonly string[], tools: BoardTools): Promise<Html> {
  const [head = "", ...others] = lines;
  const [machine = "", x = "", field = "", list = ""] = head.split("|").map((part) => part.trim());
  const [values = "", times = "1"] = list.split("*");
  const numbers = values.trim().split(/\s+/).map(Number);
  const base = tools.bench.scenarioOf(machine);
  const machines = numbers.map((value) => {
    const made = withChanges(base, [{ field, value: value * Number(times) }], [field]);
    if (!made.ok) throw new Error(`${field} = ${value}: ${made.message}`);
    return made.scenario;
  });
  const figures = await Promise.all(
    others.map(async (line) => {
      const [label, expression] = cut(line, " = ");
      const means = await Promise.all(machines.map((one) => measuredIn(expression, unit, tools, one)));
      const points = means.map((mean, at) => ({
        x: numbers[at] ?? 0,
        measured: { mean, low: mean, high: mean },
      }));
      return { value: label, points };
    }),
  );
  const metric = figures.map(({ value }) => value).join(", ");
  return lineFigure({ lines: figures, x, series: "", metric, values: numbers }) ?? html``;
}
