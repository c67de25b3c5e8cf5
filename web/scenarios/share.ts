/** What the Share popover offers for the scenario and the place where the reader stands. */
import { formatScenario } from "../../scenarios/format/format.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { encodeLink, LINK_FILE_CHARACTERS, LINK_SHORT_CHARACTERS } from "../../scenarios/link/link.ts";
import type { Position } from "../state/store.ts";
import { saveJson } from "../ui/saveBlob.ts";

export type Share =
  | { readonly kind: "link"; readonly url: string; readonly size: "short" | "long" }
  /** Too big for a link that survives: the file comes first. */
  | { readonly kind: "file"; readonly url: string | undefined };

/** `other`: the machine that the scenario is compared with, on the Compare page. */
export function makeShare(
  scenario: Scenario,
  position: Position,
  address: string,
  other?: Scenario,
  modelVersion?: string,
): Share {
  const { startCycle, visibleCycles, ...marks } = position;
  const from = Math.max(0, startCycle);
  const place = { ...marks, zoom: { from, to: from + visibleCycles } };
  const shown = other === undefined ? place : { ...place, page: "compare" };
  const hash = encodeLink(scenario, shown, other, modelVersion);
  if (hash === undefined) return { kind: "file", url: undefined };
  const url = address.replace(/#.*$/, "") + hash;
  if (url.length > LINK_FILE_CHARACTERS) return { kind: "file", url };
  return { kind: "link", url, size: url.length > LINK_SHORT_CHARACTERS ? "long" : "short" };
}

export function hashOf(url: string): string {
  return url.slice(url.indexOf("#"));
}

export function scenarioFileName(scenario: Scenario): string {
  const stem = scenario.name
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60);
  return `${stem === "" ? "scenario" : stem}.json`;
}

export function downloadScenario(scenario: Scenario): void {
  saveJson(scenarioFileName(scenario), formatScenario(scenario));
}
