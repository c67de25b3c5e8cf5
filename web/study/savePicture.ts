/** A drawing of the page as a file of its own. The rules of the style sheets are written into it. */
import { rasterised } from "../ui/charts/figureFile.ts";
import { saveBlob } from "../ui/saveBlob.ts";

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

export async function savePicture(
  drawn: SVGSVGElement,
  text: PictureText,
  format: "svg" | "png",
): Promise<void> {
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

/** Title and note above the drawing. On the page they stand beside it. */
function headOf({ title, note }: PictureText, widthPx: number) {
  const font = getComputedStyle(document.body).fontFamily;
  const texts = [
    { size: TITLE_PX, weight: 600, fill: token("--ink"), lines: linesOf(title, TITLE_PX, 600, widthPx) },
    { size: NOTE_PX, weight: 400, fill: token("--ink-2"), lines: linesOf(note, NOTE_PX, 400, widthPx) },
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

/** Broken where words end. */
function linesOf(text: string, sizePx: number, weight: number, widthPx: number): readonly string[] {
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
