/** Markup of SVG documents that need no other file: plain shapes and text, no style sheet, no script, no HTML inside.
 */
import { VERSION } from "../../lib/origin.ts";

/** Value of a design token, by its name without dashes. */
export type Palette = (token: string) => string;

/** An undefined attribute is omitted. */
export type Attributes = Readonly<Record<string, string | number | undefined>>;

export function element(name: string, attributes: Attributes, content = ""): string {
  const text = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${typeof value === "number" ? number(value) : escaped(String(value))}"`)
    .join("");
  return content === "" ? `<${name}${text}/>` : `<${name}${text}>${content}</${name}>`;
}

export function number(value: number): string {
  return String(Math.round(value * 100) / 100);
}

/** XML 1.0 has no control characters. Other special characters have a name. */
export function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "");
}

/** A drawing with its size in px. */
export interface SvgPicture {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Markup inside the root element. */
  readonly content: string;
}

const SVG_FONT = "Inter, Helvetica, Arial, sans-serif";

/** `title` describes the picture for screen readers and in lists of files. `notes` are stored as JSON and describe its
 * origin. */
export function svgDocument(
  { widthPx, heightPx, content }: SvgPicture,
  title: string,
  notes?: Readonly<Record<string, string>>,
): string {
  const root = {
    xmlns: "http://www.w3.org/2000/svg",
    width: widthPx,
    height: heightPx,
    viewBox: `0 0 ${number(widthPx)} ${number(heightPx)}`,
    "font-family": SVG_FONT,
    "font-size": 12,
  };
  const metadata = notes === undefined ? "" : element("metadata", {}, escaped(JSON.stringify(notes)));
  const head = element("title", {}, escaped(title)) + element("desc", {}, `irqscope ${VERSION}`) + metadata;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element("svg", root, head + content)}\n`;
}

/** Stacks pictures on a background of one colour. */
export function stacked(pictures: readonly SvgPicture[], gapPx: number, background: string): SvgPicture {
  const widthPx = Math.max(0, ...pictures.map((one) => one.widthPx));
  let top = 0;
  const placed = pictures.map(({ heightPx, content }) => {
    const group = element("g", { transform: `translate(0 ${number(top)})` }, content);
    top += heightPx + gapPx;
    return group;
  });
  const heightPx = Math.max(0, top - gapPx);
  const paper = element("rect", { width: widthPx, height: heightPx, fill: background });
  return { widthPx, heightPx, content: paper + placed.join("") };
}
