/** The painters of the page and of files agree on every kind of shape. */
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { Shapes } from "../../../../web/simulate/figure/Shapes.tsx";
import { type Shape, shapesSvg } from "../../../../web/simulate/figure/shapes.ts";

const TEXT = {
  x: 1,
  y: 2,
  weight: 400,
  color: "ink",
  anchor: "start",
  isMono: false,
  isItalic: false,
} as const;

const SHAPES: readonly Shape[] = [
  { kind: "text", text: "a < b", ...TEXT, sizePx: 12 },
  { kind: "text", text: "c", ...TEXT, sizePx: 15, weight: 700, anchor: "end", isItalic: true },
  {
    kind: "rect",
    box: { x: 1, y: 2, width: 3, height: 4 },
    radiusPx: 2,
    ink: { fill: "app", fillOpacity: 0.3, stroke: "edge", strokeWidth: 2, isDashed: true },
  },
  { kind: "circle", x: 1, y: 2, r: 3, ink: { fill: "drop" } },
  {
    kind: "group",
    part: "ring:eth0",
    fit: { x: 1, y: 2, scaleX: 3, scaleY: 4 },
    opacity: 0.5,
    shapes: [{ kind: "path", d: "M0 0L1 1", ink: { stroke: "ink", strokeWidth: 1.5, keepsWidth: true } }],
  },
];

/** React closes empty elements of SVG by a tag of their own. */
const selfClosed = (markup: string) => markup.replaceAll(/><\/(rect|circle|path)>/g, "/>");

it("writes the same elements for the page and for a file", () => {
  const page = renderToStaticMarkup(<Shapes of={SHAPES} />);
  const file = shapesSvg(SHAPES, (token) => `var(--${token})`);
  expect(selfClosed(page)).toBe(file);
});

it("writes a tint as a number into files, and as the token of the theme on the page", () => {
  const ink = { fill: "app", fillOpacity: "tint" } as const;
  const tinted: readonly Shape[] = [{ kind: "circle", x: 0, y: 0, r: 1, ink }];
  expect(shapesSvg(tinted, (token) => (token === "tint" ? "11%" : token))).toContain('fill-opacity="0.11"');
  expect(renderToStaticMarkup(<Shapes of={tinted} />)).toContain('fill-opacity="var(--tint)"');
});
