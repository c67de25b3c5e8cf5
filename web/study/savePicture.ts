/** A drawing of the page as a file of its own: what style sheets say stands in it. */
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

export async function savePicture(drawn: SVGSVGElement, title: string, format: "svg" | "png"): Promise<void> {
  const name = `${title.toLowerCase().replace(/[^a-z0-9]+/g, "-")}.${format}`;
  const blob = new Blob([standingAlone(drawn)], { type: "image/svg+xml" });
  saveBlob(name, format === "svg" ? blob : await rasterised(blob));
}

function standingAlone(drawn: SVGSVGElement): string {
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
  const paper = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  paper.setAttribute("width", "100%");
  paper.setAttribute("height", "100%");
  paper.setAttribute("fill", getComputedStyle(document.body).backgroundColor);
  copy.prepend(paper);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  return new XMLSerializer().serializeToString(copy);
}
