/** Paints shapes on the page, in the colours and fonts of its style sheets. */
import { createElement, type ReactNode } from "react";
import { type Look, type Shape, type SvgNode, svgName, svgNode } from "./shapes.ts";

const PAGE: Look = { color: (token) => `var(--${token})`, tint: "var(--tint)", mono: "var(--font-mono)" };

/** Inside an `svg` element. */
export function Shapes({ of }: { readonly of: readonly Shape[] }) {
  return of.map((shape, index) => nodeElement(svgNode(shape, PAGE), index));
}

function nodeElement({ name, attributes, content }: SvgNode, key: number): ReactNode {
  const inside = typeof content === "string" ? content : content.map(nodeElement);
  return createElement(name, { key, ...attributes }, inside === "" ? undefined : inside);
}

const SVG = "http://www.w3.org/2000/svg";

/** The same without React, for what comes and goes within a second. */
export function appendShapes(parent: SVGElement, shapes: readonly Shape[]): void {
  for (const shape of shapes) parent.append(nodeOf(svgNode(shape, PAGE)));
}

function nodeOf({ name, attributes, content }: SvgNode): SVGElement {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined) node.setAttribute(svgName(key), String(value));
  node.append(...(typeof content === "string" ? [content] : content.map(nodeOf)));
  return node;
}
