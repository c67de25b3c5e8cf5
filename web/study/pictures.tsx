/** The pictures of a study, each with its title, its subject, and a button that saves it. */
import { type ReactNode, type RefObject, useId, useRef, useState } from "react";
import type { Basis } from "../../lib/study/interval.ts";
import { rowOrigin } from "../../lib/study/row.ts";
import type { PointSummary } from "../../lib/study/summary.ts";
import { betterOf, linesOf, mapOf, type View, type ViewAxis } from "../../lib/study/views.ts";
import { columnName } from "../../lib/sweep/column.ts";
import type { StudyValue } from "../../scenarios/study/study.ts";
import { t } from "../text/t.ts";
import { rasterised } from "../ui/charts/figureFile.ts";
import { saveBlob } from "../ui/saveBlob.ts";
import { type BasePoints, baseNote } from "./basePoints.ts";
import { FrontChart, type Measure } from "./FrontChart.tsx";
import { HeatMap } from "./HeatMap.tsx";
import { LineChart } from "./LineChart.tsx";
import {
  axisLabel,
  columnLabel,
  fieldText,
  metricLabel,
  type StudyWords,
  seriesName,
  titleOf,
} from "./labels.ts";
import type { LoadedStudy } from "./loadStudy.ts";
import type { PointChoice } from "./PointPanel.tsx";
import { studyRuns } from "./studyHere.ts";

interface PictureProps {
  readonly title: string;
  /** The expression, as a tip of the title. */
  readonly tip?: string;
  readonly note: string | undefined;
  readonly svg: RefObject<SVGSVGElement | null>;
  readonly children: ReactNode;
}

function Picture({ title, tip, note, svg, children }: PictureProps) {
  const id = useId();
  const save = async (format: "svg" | "png") => {
    const [row] = studyRuns.store.getState().rows;
    if (svg.current === null || row === undefined) return;
    await savePicture(svg.current, { title, note: note ?? "", origin: rowOrigin(row) }, format);
  };
  return (
    <section className="slim" aria-labelledby={id}>
      <div className="sweep-picture__head line gap-1">
        <h3 className="grow t-15 anywhere" id={id} title={tip}>
          {title}
        </h3>
        <button
          type="button"
          className="btn btn--ghost btn--small"
          aria-label={t("{title} as SVG", { title })}
          onClick={() => void save("svg")}
        >
          SVG
        </button>
        <button
          type="button"
          className="btn btn--ghost btn--small"
          aria-label={t("{title} as PNG", { title })}
          onClick={() => void save("png")}
        >
          PNG
        </button>
      </div>
      <p className="sweep-picture__note below-2 note">{note}</p>
      {children}
    </section>
  );
}

export interface PartProps {
  readonly points: readonly PointSummary[];
  readonly axes: readonly ViewAxis[];
  readonly view: View;
  readonly words: StudyWords;
  readonly base: BasePoints;
  readonly choice: PointChoice;
}

/** Values of the columns that the picture does not show. */
function heldText(
  { axes, view, words }: Pick<PartProps, "axes" | "view" | "words">,
  free: readonly (string | undefined)[],
): string {
  return axes
    .filter(({ column }) => !free.includes(column))
    .map(({ column }) => `${columnLabel(column, words)} ${fieldText(view.fixed[column] ?? null)}`)
    .join(" · ");
}

/** Meaning of the error bars. Undefined if there are none. */
function barsText(basis: Basis | undefined): string {
  switch (basis) {
    case undefined:
      return "";
    case "seeds":
      return t("Bars: 95 % interval of the mean, over the seeds.");
    case "windows":
      return t("Bars: 95 % interval of the mean, over the windows of the capture.");
    case "resampled":
      return t("Bars: 95 % range for such traffic; more seeds do not make it narrower.");
  }
}

const joined = (...texts: readonly string[]): string => texts.filter((text) => text !== "").join(" · ");

interface LinesProps extends PartProps {
  /** Value of the axis at which a mark crosses the lines. */
  readonly place?: StudyValue | undefined;
}

/** A measure over an axis. */
export function Lines({ points, axes, view, words, base, choice, place }: LinesProps) {
  const svg = useRef<SVGSVGElement>(null);
  const metric = metricLabel(view.metric, words);
  const held = heldText({ axes, view, words }, [view.x, view.series]);
  const lines = linesOf(points, axes, view);
  const measured = lines.flatMap((line) => line.points.map((one) => one.measured));
  const bars = barsText(measured.find(({ halfWidth }) => halfWidth > 0)?.basis);
  return (
    <Picture
      title={titleOf(metric)}
      tip={metric.text}
      note={joined(held, baseNote(base, axes, view.fixed, [view.x, view.series], words), bars)}
      svg={svg}
    >
      <LineChart
        lines={lines}
        metric={metric}
        x={axisLabel(axes, view.x, words)}
        values={axes.find(({ column }) => column === view.x)?.values ?? []}
        series={view.series === undefined ? undefined : columnLabel(view.series, words)}
        nameOf={(some) => seriesName(view.series ?? "", some, words)}
        choice={choice}
        place={place}
        svg={svg}
      />
    </Picture>
  );
}

/** A measure over two axes. */
export function PointMap({ points, axes, view, words, base, choice }: PartProps) {
  const svg = useRef<SVGSVGElement>(null);
  const valuesOf = (column: string | undefined) => axes.find((axis) => axis.column === column)?.values ?? [];
  if (view.y === undefined) return null;
  const metric = metricLabel(view.metric, words);
  const title = t("{metric} over {axis} and {other}", {
    metric: titleOf(metric),
    axis: columnLabel(view.x, words),
    other: columnLabel(view.y, words),
  });
  return (
    <Picture
      title={title}
      tip={metric.text}
      note={joined(
        heldText({ axes, view, words }, [view.x, view.y]),
        baseNote(base, axes, view.fixed, [view.x, view.y], words),
      )}
      svg={svg}
    >
      <HeatMap
        cells={mapOf(points, axes, view)}
        metric={metric}
        x={axisLabel(axes, view.x, words)}
        y={axisLabel(axes, view.y, words)}
        across={valuesOf(view.x)}
        down={valuesOf(view.y)}
        choice={choice}
        svg={svg}
      />
    </Picture>
  );
}

interface FrontProps extends Pick<PartProps, "points" | "words" | "base" | "choice"> {
  readonly loaded: LoadedStudy;
}

/** Points that cannot improve in one measure without getting worse in the other. */
export function Front({ points, loaded, words, base, choice }: FrontProps) {
  const svg = useRef<SVGSVGElement>(null);
  const names = loaded.plan.asked.map(columnName);
  const [pair, setPair] = useState<readonly [string | undefined, string | undefined]>([undefined, undefined]);
  const chosen = (at: 0 | 1) => {
    const name = pair[at];
    return name !== undefined && names.includes(name) ? name : names[at];
  };
  const [across, up] = [chosen(0), chosen(1)];
  if (across === undefined || up === undefined) return null;
  const measure = (name: string): Measure => ({
    name,
    label: metricLabel(name, words),
    better: betterOf(name),
  });
  const options = names.map((name) => [name, titleOf(metricLabel(name, words))] as const);
  return (
    <Picture
      title={t("Trade-off")}
      note={joined(
        t("All points. The line joins those that no other point beats in both measures."),
        baseNote(base, [], {}, [], words),
      )}
      svg={svg}
    >
      <div className="sweep-view flex wrap">
        <Choose
          label={t("Across")}
          value={across}
          options={options}
          onChoose={(name) => setPair([name, up])}
        />
        <Choose
          label={t("Up|axis")}
          value={up}
          options={options}
          onChoose={(name) => setPair([across, name])}
        />
      </div>
      <FrontChart points={points} across={measure(across)} up={measure(up)} choice={choice} svg={svg} />
    </Picture>
  );
}

interface ChooseProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, name: string])[];
  readonly onChoose: (value: string) => void;
}

export function Choose({ label, value, options, onChoose }: ChooseProps) {
  return (
    <label className="grid gap-2px t-12 ink-2">
      <span>{label}</span>
      <select className="field" value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
        {options.map(([one, name]) => (
          <option key={one} value={one}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

const PROPERTIES = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "paint-order",
  "font-family",
  "font-size",
  "font-weight",
  "text-anchor",
  "opacity",
] as const;

const TITLE_PX = 14;
const NOTE_PX = 11;
const LINE_HEIGHT = 1.4;
const MARGIN_PX = 16;

interface PictureText {
  /** The measure. */
  readonly title: string;
  /** The subject of the picture, and the meaning of its error bars. */
  readonly note: string;
  /** Versions and study, for the description inside the file. */
  readonly origin: string;
}

/** A drawing of the page as a file of its own. The rules of the style sheets are written into it. */
async function savePicture(drawn: SVGSVGElement, text: PictureText, format: "svg" | "png"): Promise<void> {
  const words = text.title
    .toLowerCase()
    .replaceAll("%", "percent")
    .replaceAll("µ", "u")
    .match(/[a-z0-9]+/g) ?? ["picture"];
  const blob = new Blob([standingAlone(drawn, text)], { type: "image/svg+xml" });
  saveBlob(`${words.join("-")}.${format}`, format === "svg" ? blob : await rasterised(blob));
}

function standingAlone(drawn: SVGSVGElement, text: PictureText): string {
  const copy = drawn.cloneNode(true) as SVGSVGElement;
  const [from, to] = [drawn.querySelectorAll("*"), copy.querySelectorAll("*")];
  from.forEach((element, at) => {
    const style = getComputedStyle(element);
    const twin = to[at];
    for (const property of PROPERTIES) twin?.setAttribute(property, style.getPropertyValue(property));
    for (const attribute of ["class", "role", "tabindex", "aria-label", "aria-pressed"])
      twin?.removeAttribute(attribute);
  });
  for (const hidden of copy.querySelectorAll('[fill="none"][stroke="none"]')) hidden.remove();
  const { width, height } = drawn.viewBox.baseVal;
  const head = headOf(text, width);
  const heightPx = height + head.heightPx;
  copy.setAttribute("viewBox", `0 ${-head.heightPx} ${width} ${heightPx}`);
  copy.setAttribute("height", String((drawn.height.baseVal.value * heightPx) / height));
  copy.removeAttribute("style");
  const paper = element("rect", { y: -head.heightPx, width, height: heightPx, fill: token("--surface") });
  const origin = element("desc", {});
  origin.textContent = text.origin;
  copy.prepend(origin, paper, ...head.lines);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  return new XMLSerializer().serializeToString(copy);
}

/** Title and note above the drawing. On the page they are beside it. */
function headOf({ title, note }: PictureText, widthPx: number) {
  const font = getComputedStyle(document.body).fontFamily;
  const texts = [
    { size: TITLE_PX, weight: 600, fill: token("--ink"), lines: textLines(title, TITLE_PX, 600, widthPx) },
    { size: NOTE_PX, weight: 400, fill: token("--ink-2"), lines: textLines(note, NOTE_PX, 400, widthPx) },
  ];
  let below = MARGIN_PX / 2;
  const placed = texts.flatMap(({ size, weight, fill, lines }) =>
    lines.map((text) => {
      below += size * LINE_HEIGHT;
      return { text, size, weight, fill, y: below };
    }),
  );
  const heightPx = Math.ceil(below + MARGIN_PX / 2);
  const lines = placed.map(({ text, size, weight, fill, y }) => {
    const attributes = { "font-family": font, "font-size": size, "font-weight": weight, fill };
    const line = element("text", { x: MARGIN_PX, y: y - heightPx, ...attributes });
    line.textContent = text;
    return line;
  });
  return { lines, heightPx };
}

/** Lines break between words. */
function textLines(text: string, sizePx: number, weight: number, widthPx: number): readonly string[] {
  const context = document.createElement("canvas").getContext("2d");
  if (context === null) return [text];
  context.font = `${weight} ${sizePx}px ${getComputedStyle(document.body).fontFamily}`;
  const lines: string[] = [];
  for (const word of text.split(" ").filter((one) => one !== "")) {
    const longer = [lines.at(-1), word].filter((one) => one !== undefined).join(" ");
    if (lines.length > 0 && context.measureText(longer).width <= widthPx - 2 * MARGIN_PX)
      lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

const token = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name);

function element(name: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}
