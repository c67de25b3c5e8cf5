/** While the pointer is on a span, arrows lead along the way of its interrupt. Loaded with the first pointer. */

import { placed, plotEnd, xOf } from "../draw/tools.ts";
import { hitTest } from "../hitTest.ts";
import { layoutTracks, type Track } from "../layout.ts";
import type { Point, TimelineSpec } from "../spec.ts";
import { type WayPoint, wayThrough } from "./chain.ts";
import { curve } from "./curves.ts";
import "./flowArrows.css";

const SVG = "http://www.w3.org/2000/svg";
const HEAD_PX = 5;
const DOT_PX = 3;

export interface FlowArrows {
  readonly draw: (spec: TimelineSpec) => void;
  readonly stop: () => void;
}

export function createFlowArrows(body: HTMLElement): FlowArrows {
  const svg = document.createElementNS(SVG, "svg");
  svg.classList.add("timeline__flow");
  svg.setAttribute("aria-hidden", "true");
  body.append(svg);
  let drawn = "";
  return {
    draw: (spec) => {
      const shapes = shapesOf(spec);
      const picture = JSON.stringify(shapes);
      if (picture === drawn) return;
      drawn = picture;
      svg.replaceChildren(...shapes.map(elementOf));
    },
    stop: () => svg.remove(),
  };
}

interface Shape {
  readonly kind: "way" | "head" | "end";
  readonly d: string;
}

function elementOf({ kind, d }: Shape): SVGPathElement {
  const path = document.createElementNS(SVG, "path");
  path.dataset.kind = kind;
  path.setAttribute("d", d);
  return path;
}

function shapesOf(spec: TimelineSpec): readonly Shape[] {
  const { hover, window } = spec;
  if (hover === undefined || window === undefined) return [];
  const hit = hitTest(spec, hover.x, hover.y);
  if (hit.kind !== "span") return [];
  const places = wayThrough(window, hit.span).map((point) => placeOf(spec, point));
  const shapes: Shape[] = [];
  for (const [index, to] of places.entries()) {
    const from = places[index - 1];
    if (from === undefined || to === undefined) continue;
    const d = curve(from, to);
    if (d !== undefined) shapes.push({ kind: "way", d }, { kind: "head", d: headAt(to) });
  }
  const last = places.at(-1);
  if (last !== undefined && shapes.length > 0) shapes.push({ kind: "end", d: dotAt(last) });
  return shapes;
}

/** Undefined: its track is not shown, or it lies outside the view. */
function placeOf(spec: TimelineSpec, { cycle, context }: WayPoint): Point | undefined {
  const layout = layoutTracks(spec);
  const isOf = ({ kind, index }: Track) =>
    context === undefined ? kind === "interrupts" : kind === "cpu" || (kind === "lane" && index === context);
  const track = layout.tracks.find(isOf);
  if (track === undefined) return undefined;
  const { top, heightPx } = placed({ spec, layout }, track);
  const x = xOf({ spec, layout }, cycle);
  const y = top + heightPx / 2;
  const { tracksArea } = layout;
  const isInside =
    x >= layout.plotX && x <= plotEnd(layout) && y >= tracksArea.y && y <= tracksArea.y + tracksArea.heightPx;
  return isInside ? { x, y } : undefined;
}

const headAt = ({ x, y }: Point) => `M${x - HEAD_PX},${y - HEAD_PX}L${x},${y}L${x - HEAD_PX},${y + HEAD_PX}`;
const dotAt = ({ x, y }: Point) =>
  `M${x - DOT_PX},${y}a${DOT_PX},${DOT_PX} 0 1 0 ${2 * DOT_PX},0a${DOT_PX},${DOT_PX} 0 1 0 ${-2 * DOT_PX},0`;
