/** Charts as SVG documents that any program opens: plain shapes and text, no style sheet, no HTML inside. */
import type { Layer } from "../../engine/protocol.ts";
import { t } from "../../text/t.ts";
import { formatCompact, formatFixed, formatPercent, quantityText } from "../format.ts";
import { layerToken } from "../layerTokens.ts";
import { type Attributes, element, escaped, type Palette, svgDocument } from "../svg.ts";
import { cumulativeLayout } from "./cumulative.ts";
import type { Figure } from "./figure.ts";
import { type HistogramLayout, histogramLayout, LEAST_BAR_PX, type Size } from "./histogram.ts";
import { waterfall } from "./parts.ts";
import type { Segment } from "./StackedBar.tsx";

const SIZE: Size = { width: 480, height: 240 };
const MARGIN_PX = 16;
const HEAD_PX = 40;
const ROW_PX = 22;

export function figureSvg(figure: Figure, color: Palette): string {
  const pen = new Pen(color);
  const height = pen.draw(figure);
  const width = SIZE.width + 2 * MARGIN_PX;
  const whole = height + HEAD_PX + 2 * MARGIN_PX;
  const content = [
    element("rect", { width, height: whole, fill: color("surface") }),
    element(
      "g",
      { transform: `translate(${MARGIN_PX} ${MARGIN_PX})` },
      [
        pen.text(figure.title, { x: 0, y: 14, "font-size": 15, "font-weight": 600 }),
        pen.text(figure.unit, { x: SIZE.width, y: 14, "text-anchor": "end", fill: color("ink-3") }),
        element("g", { transform: `translate(0 ${HEAD_PX})` }, pen.shapes.join("")),
      ].join(""),
    ),
  ];
  return svgDocument({ widthPx: width, heightPx: whole, content: content.join("") }, figure.title);
}

class Pen {
  readonly shapes: string[] = [];
  readonly #color: Palette;

  constructor(color: Palette) {
    this.#color = color;
  }

  /** Returns the height that was needed. */
  draw({ drawing }: Figure): number {
    switch (drawing.kind) {
      case "histogram":
        return this.#histogram(histogramLayout(drawing.distribution, SIZE));
      case "cumulative":
        return this.#cumulative(cumulativeLayout(drawing.distribution, SIZE));
      case "waterfall":
        return this.#waterfall(waterfall(drawing.parts));
      case "shares":
        return this.#shares(drawing.segments.filter(({ share }) => share > 0));
    }
  }

  text(text: string, attributes: Attributes): string {
    return element("text", { fill: this.#color("ink"), ...attributes }, escaped(text));
  }

  #line(x1: number, y1: number, x2: number, y2: number, attributes: Attributes = {}): void {
    this.shapes.push(element("line", { x1, y1, x2, y2, stroke: this.#color("line-2"), ...attributes }));
  }

  #axis(ticks: readonly { readonly x: number; readonly value: number }[], baseline: number): void {
    for (const { x, value } of ticks) {
      this.#line(x, baseline, x, baseline + 4);
      this.shapes.push(
        this.text(formatCompact(value, 1), {
          x,
          y: baseline + 16,
          "text-anchor": "middle",
          fill: this.#color("ink-3"),
        }),
      );
    }
  }

  #histogram({ bars, ticks, marks, baseline, isRaised }: HistogramLayout): number {
    for (const { x, y, width, height } of bars)
      this.shapes.push(element("rect", { x, y, width, height, fill: this.#color("edge") }));
    this.#line(0, baseline, SIZE.width, baseline);
    this.#axis(ticks, baseline);
    for (const { x, dashed, label, lineY, textX, textY, anchor } of marks) {
      this.#line(x, lineY, x, baseline, {
        stroke: this.#color("ink"),
        "stroke-dasharray": dashed ? "3 2" : undefined,
      });
      this.shapes.push(this.text(label, { x: textX, y: textY, "text-anchor": anchor }));
    }
    if (!isRaised) return SIZE.height;
    const note = t("a bar is at least {pixels} px high", { pixels: LEAST_BAR_PX });
    this.shapes.push(this.text(note, { x: 0, y: SIZE.height + ROW_PX - 6, fill: this.#color("ink-3") }));
    return SIZE.height + ROW_PX;
  }

  #cumulative({ path, marks, grid, ticks, baseline, left }: ReturnType<typeof cumulativeLayout>): number {
    for (const { y, label } of grid) {
      this.#line(left, y, SIZE.width, y);
      this.shapes.push(
        this.text(label, { x: left - 5, y: y + 4, "text-anchor": "end", fill: this.#color("ink-3") }),
      );
    }
    this.#axis(ticks, baseline);
    this.shapes.push(
      element("path", { d: path, fill: "none", stroke: this.#color("ink"), "stroke-width": 1.5 }),
    );
    for (const { x, y, label } of marks) {
      this.shapes.push(element("circle", { cx: x, cy: y, r: 3, fill: this.#color("ink") }));
      if (label !== "")
        this.shapes.push(this.text(label, { x: x - 6, y: y - 5, "text-anchor": "end", "font-size": 11 }));
    }
    return SIZE.height;
  }

  #waterfall({ rows, total }: ReturnType<typeof waterfall>): number {
    const [from, to] = [130, SIZE.width - 60];
    rows.forEach(({ style, start, share, meanCycles }, index) => {
      const y = index * ROW_PX;
      this.shapes.push(this.text(style.label, { x: 0, y: y + 13 }));
      const span = { x: from + start * (to - from), y: y + 3, width: share * (to - from), height: 12 };
      if (meanCycles > 0) this.#block(span, style.layer, style.hatched);
      this.shapes.push(
        this.text(formatFixed(meanCycles, 1), { x: SIZE.width, y: y + 13, "text-anchor": "end" }),
      );
    });
    const y = rows.length * ROW_PX;
    this.shapes.push(this.text("mean", { x: 0, y: y + 13, "font-weight": 600 }));
    this.shapes.push(
      this.text(formatFixed(total, 1), {
        x: SIZE.width,
        y: y + 13,
        "text-anchor": "end",
        "font-weight": 600,
      }),
    );
    return y + ROW_PX;
  }

  #shares(segments: readonly Segment[]): number {
    let x = 0;
    segments.forEach(({ label, share, layer, tone }, index) => {
      const width = share * SIZE.width;
      this.#block({ x, y: 0, width, height: 24 }, tone === "loss" ? "drop" : layer, tone === "hatch");
      x += width;
      const y = 48 + index * ROW_PX;
      this.#block(
        { x: 0, y: y - 9, width: 10, height: 10 },
        tone === "loss" ? "drop" : layer,
        tone === "hatch",
      );
      this.shapes.push(this.text(label, { x: 18, y }));
      this.shapes.push(
        this.text(quantityText(formatPercent(share)), { x: SIZE.width, y, "text-anchor": "end" }),
      );
    });
    return 40 + segments.length * ROW_PX;
  }

  /** Lost time is striped, as on the page. A stripe is a line, so that every program shows it. */
  #block(
    box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
    owner: Layer | "stall" | "drop" | undefined,
    striped: boolean,
  ): void {
    const color = this.#color(tokenOf(owner));
    this.shapes.push(
      element("rect", {
        ...box,
        fill: color,
        "fill-opacity": striped ? 0.15 : undefined,
        stroke: striped ? color : undefined,
      }),
    );
    if (!striped) return;
    for (let x = box.x + 4; x < box.x + box.width; x += 5)
      this.#line(x, box.y, Math.max(box.x, x - 4), box.y + box.height, { stroke: color });
  }
}

/** Lost time and losses have colours of their own. */
function tokenOf(owner: Layer | "stall" | "drop" | undefined): string {
  return owner === "stall" || owner === "drop" ? owner : layerToken(owner);
}
