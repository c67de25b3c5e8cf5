import type { CodePlace } from "../../lib/programs/places.ts";
import { t } from "../text/t.ts";

/** `line 7`, or `sum.c:7` for a linked file. Undefined if it has no line. */
export function placeText(place: CodePlace | undefined): string | undefined {
  if (place?.line === undefined) return undefined;
  return place.file === undefined ? t("line {line}", { line: place.line }) : `${place.file}:${place.line}`;
}
