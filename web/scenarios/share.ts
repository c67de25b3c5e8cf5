/** Links and commands of the Share popover for the scenario and the reader's place. */

import { type ShortBase, shortAddress } from "../../lib/addresses/shortAddress.ts";
import { type CommandOption, commandLine } from "../../lib/commandLine.ts";
import { fileStem } from "../../lib/files/fileStem.ts";
import { isSame } from "../../lib/scenarioFields/same.ts";
import type { BuiltinScenario } from "../../scenarios/builtin.ts";
import { formatScenario, minimalScenario } from "../../scenarios/format/format.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { BUILTIN_SCENARIOS, builtinScenario } from "../../scenarios/index.ts";
import { encodeLink, LINK_FILE_CHARACTERS, LINK_SHORT_CHARACTERS } from "../../scenarios/link/link.ts";
import { hasRecordedBytes } from "../../scenarios/traffic/recording.ts";
import type { AppState, Position } from "../state/store.ts";
import { saveJson } from "../ui/saveBlob.ts";

export type Share =
  | {
      readonly kind: "link";
      readonly url: string;
      readonly size: "short" | "long";
      /** True if the link names a scenario of this page and does not contain it. */
      readonly isByName: boolean;
    }
  /** Too big for a link that all programs accept, so the file comes first. `hasBytes`: it has bytes of recorded frames,
   * which no link carries. */
  | { readonly kind: "file"; readonly url: string | undefined; readonly hasBytes: boolean };

/** Scenarios that a short address names and does not contain. */
export interface Names {
  /** The built-in scenario that the open one is, or was made from. */
  readonly base: ShortBase | undefined;
  /** Set if `other` is an unchanged built-in scenario. */
  readonly other?: BuiltinScenario | undefined;
}

/** The reader gets the default zoom if none is given. */
export type SharedPosition = Omit<Position, "startCycle" | "visibleCycles"> & Partial<Position>;

/** The short address if there is one, otherwise a link that carries the scenarios. `other` is the second machine on the
 * Compare page. */
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
  const stem = fileStem(scenario.name.toLowerCase());
  return `${stem === "" ? "scenario" : stem}.json`;
}

export function downloadScenario(scenario: Scenario): void {
  saveJson(scenarioFileName(scenario), formatScenario(scenario));
}

/** The built-in scenarios that a short address may name for the open scenario. */
/** `other` is the scenario to compare with. */
export async function namesOf(
  { original, origin }: Pick<AppState, "original" | "origin">,
  other?: Scenario,
): Promise<Names> {
  const builtin = origin?.kind === "bundled" ? builtinScenario(origin.id) : undefined;
  if (builtin === undefined || original === undefined) return { base: undefined };
  return {
    base: { builtin, scenario: original },
    other: other === undefined ? undefined : await builtinLike(other),
  };
}

async function builtinLike(scenario: Scenario): Promise<BuiltinScenario | undefined> {
  const builtin = BUILTIN_SCENARIOS.find(({ name }) => name === scenario.name);
  const loaded = await builtin?.load().catch(() => undefined);
  const isIt = loaded?.ok && isSame(minimalScenario(loaded.scenario), minimalScenario(scenario));
  return isIt ? builtin : undefined;
}

/** The command that gives the same results as the page. */
/** Command line for the open scenario. It names an unchanged built-in scenario by id. Any other scenario comes from its
 * link or, if the link is long, from the file that the page saves, which must exist. `verb` is `run` or `export
 * packets`. `options` follow the scenario. */
export function pageCommand(
  verb: string,
  scenario: Scenario,
  options: readonly CommandOption[] = [],
  builtinId?: string,
): string {
  if (builtinId !== undefined) return commandLine(verb, [builtinId], options);
  const link = encodeLink(scenario);
  if (link === undefined || link.length > LINK_SHORT_CHARACTERS)
    return commandLine(verb, [scenarioFileName(scenario)], options);
  return `${commandLine("open", [link])} | ${commandLine(verb, ["-"], options)}`;
}
