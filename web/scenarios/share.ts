/** What the Share popover offers for the scenario and the place where the reader stands. */
import { type ShortBase, shortAddress } from "../../lib/addresses/shortAddress.ts";
import type { BuiltinScenario } from "../../scenarios/builtin.ts";
import { formatScenario } from "../../scenarios/format/format.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { encodeLink, LINK_FILE_CHARACTERS, LINK_SHORT_CHARACTERS } from "../../scenarios/link/link.ts";
import { hasRecordedBytes } from "../../scenarios/traffic/recordedBytes.ts";
import type { Position } from "../state/store.ts";
import { saveJson } from "../ui/saveBlob.ts";

export type Share =
  | {
      readonly kind: "link";
      readonly url: string;
      readonly size: "short" | "long";
      /** It names the scenario of this page instead of carrying it. */
      readonly isByName: boolean;
    }
  /** Too big for a link that survives: the file comes first. `hasBytes`: it has bytes of recorded frames, which no link
   * carries. */
  | { readonly kind: "file"; readonly url: string | undefined; readonly hasBytes: boolean };

/** What a short address names instead of carrying it. */
export interface Names {
  /** The built-in scenario that the open one is, or was made from. */
  readonly base: ShortBase | undefined;
  /** Of `other`, where that is a built-in scenario as it comes along. */
  readonly other?: BuiltinScenario | undefined;
}

/** Without a zoom the reader gets a usual one. */
export type SharedPosition = Omit<Position, "startCycle" | "visibleCycles"> & Partial<Position>;

/** The short address where there is one, else a link that carries the scenarios.
 * `other`: the machine that the scenario is compared with, on the Compare page. */
export function makeShare(
  scenario: Scenario,
  position: SharedPosition,
  address: string,
  other?: Scenario,
  modelVersion?: string,
  names: Names = { base: undefined },
): Share {
  const { startCycle, visibleCycles, ...marks } = position;
  const from = Math.max(0, startCycle ?? 0);
  const place = visibleCycles === undefined ? marks : { ...marks, zoom: { from, to: from + visibleCycles } };
  const shown = other === undefined ? place : { ...place, page: "compare" };
  const page = address.replace(/#.*$/, "");
  const isNamed = names.base !== undefined && (other === undefined) === (names.other === undefined);
  const short = isNamed ? shortAddress(scenario, names.base, shown, names.other) : undefined;
  if (short !== undefined && page.length + short.length <= LINK_SHORT_CHARACTERS)
    return { kind: "link", url: page + short, size: "short", isByName: true };
  const hash = encodeLink(scenario, shown, other, modelVersion);
  if (hash === undefined)
    return {
      kind: "file",
      url: undefined,
      hasBytes: [scenario, other].some((one) => one && hasRecordedBytes(one)),
    };
  const url = page + hash;
  if (url.length > LINK_FILE_CHARACTERS) return { kind: "file", url, hasBytes: false };
  const size = url.length > LINK_SHORT_CHARACTERS ? "long" : "short";
  return { kind: "link", url, size, isByName: false };
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
