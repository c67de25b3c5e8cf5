/** Shapes become elements of SVG in a file. */
import { expect, it } from "vitest";
import type { Shape } from "../../../../web/simulate/figure/shapes.ts";
import { shapesSvg } from "../../../../web/simulate/figure/svgNode.ts";

const TEXT = {
  x: 1,
  y: 2,
  weight: 400,
  color: "ink",
  anchor: "start",
  isMono: false,
  isItalic: false,
} as const;

const color = (token: string) => (token === "tint" ? "11%" : `#${token}`);

it.each<readonly [shape: Shape, markup: string]>([
  [{ kind: "text", text: "a < b", ...TEXT, sizePx: 12 }, '<text x="1" y="2" fill="#ink">a &lt; b</text>'],
  [
    { kind: "text", text: "c", ...TEXT, sizePx: 15, weight: 700, anchor: "end", isItalic: true },
    '<text x="1" y="2" fill="#ink" font-size="15" font-weight="700" font-style="italic" text-anchor="end">c</text>',
  ],
  [
    {
      kind: "rect",
      box: { x: 1, y: 2, width: 3, height: 4 },
      radiusPx: 2,
      ink: { fill: "app", fillOpacity: "tint", stroke: "edge", strokeWidth: 2, isDashed: true },
    },
    '<rect x="1" y="2" width="3" height="4" rx="2" fill="#app" fill-opacity="0.11" stroke="#edge" stroke-width="2" stroke-dasharray="4 3"/>',
  ],
  [{ kind: "circle", x: 1, y: 2, r: 3, ink: { fill: "drop" } }, '<circle cx="1" cy="2" r="3" fill="#drop"/>'],
  [
    {
      kind: "group",
      part: "ring:eth0",
      fit: { x: 1, y: 2, scaleX: 3, scaleY: 4 },
      opacity: 0.5,
      shapes: [{ kind: "path", d: "M0 0", ink: { stroke: "ink", strokeWidth: 1.5, keepsWidth: true } }],
    },
    '<g data-part="ring:eth0" transform="translate(1 2) scale(3 4)" opacity="0.5"><path d="M0 0" fill="none" stroke="#ink" stroke-width="1.5" vector-effect="non-scaling-stroke"/></g>',
  ],
])("a shape is its element: %j", (shape, markup) => {
  expect(shapesSvg([shape], color)).toBe(markup);
});
