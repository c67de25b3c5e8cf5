/** Share links:
 * `#s=<version>.<scenario>&v=<model>.<check>&c=<cycle>&z=<from>-<to>&p=<page>&b=<breakpoints>&m=<bookmarks>&
 * t=<tracks>&r=<from>-<to>&f=<p or i><cycle>&o=<version>.<scenario>&a=<offset>&ob=<breakpoints>&om=<bookmarks>`. `r` is
 * a chosen range, `f` the followed packet or interrupt, `a` the shift of the second machine. Links carry the scenarios
 * themselves, so they can be opened forever. `o` is the second machine of a comparison, packed with the text of the
 * first one as a dictionary. Everything in a link is untrusted. */

import { minimalScenario } from "../format/format.ts";
import type { Scenario } from "../format/schema.ts";
import { parseScenario, type ScenarioError } from "../read/parse.ts";
import { hasRecordedBytes } from "../traffic/recording.ts";
import { checksum, type LinkFault, pack, toBase64Url, unpack } from "./codec.ts";
import { plainFragment, strayFragment } from "./fragment.ts";
import { type LinkPosition, partsOf, readPosition, writePair, writePosition } from "./position.ts";

/** `v=<model>.<check>`, right behind the scenario: the version of the model with which the link was made, and a
 * checksum of the parts behind it, so that a truncated or changed end is detected. Older links have none. */
interface LinkMade {
  readonly modelVersion: string | undefined;
  /** True if the following parts are complete, or if nothing allows a check. */
  readonly isWhole: boolean;
}

/** Parts that the checksum covers, in the order in which they are written. */
const COVERED = ["c", "z", "p", "b", "m", "t", "r", "f", "y", "d", "o", "a", "ob", "om"] as const;

/** `parts` are those behind it, such as "c=5". */
function writeMade(modelVersion: string, parts: readonly string[]): string {
  return `v=${modelVersion}.${checkOf(modelVersion, parts)}`;
}

export function readMade(parts: ReadonlyMap<string, string>): LinkMade {
  const text = parts.get("v");
  // A final "&" means that the part behind it is missing.
  if (text === undefined) return { modelVersion: undefined, isWhole: !parts.has("") };
  const [, modelVersion, check] = /^([A-Za-z0-9]{1,8})\.([\w-]{6})$/.exec(text) ?? [];
  if (modelVersion === undefined) return { modelVersion, isWhole: false };
  const covered = COVERED.filter((name) => parts.has(name)).map((name) => `${name}=${parts.get(name)}`);
  return { modelVersion, isWhole: check === checkOf(modelVersion, covered) };
}

function checkOf(modelVersion: string, parts: readonly string[]): string {
  const bytes = new Uint8Array(4);
  const text = [modelVersion, ...parts].join("&");
  new DataView(bytes.buffer).setUint32(0, checksum(new TextEncoder().encode(text)), true);
  return toBase64Url(bytes);
}

/** Chats and mail keep links of this length whole. */
export const LINK_SHORT_CHARACTERS = 2000;
/** Above this the caller offers a file instead. */
export const LINK_FILE_CHARACTERS = 8000;

export type { LinkPosition } from "./position.ts";

export type DecodedLink =
  | {
      readonly ok: true;
      readonly scenario: Scenario;
      readonly position: LinkPosition;
      /** The second machine of a comparison. */
      readonly other?: Scenario;
      /** Version of the model with which the link was made (sim_version). Older links have none. */
      readonly modelVersion?: string;
      /** Parts behind the scenarios that cannot be read or have changed. `position` lacks those that cannot be read. */
      readonly faults?: readonly string[];
    }
  | {
      readonly ok: false;
      readonly reason: LinkFault | "bad-scenario";
      readonly message: string;
      /** Only for "bad-scenario". */
      readonly errors: readonly ScenarioError[];
      /** Number of all errors. `errors` may hold fewer. */
      readonly errorCount: number;
    };

/** The hash, with its `#`. Undefined if the scenarios are too long for a link, or have bytes of frames, which may be
 * private and are long; a file is needed then. `modelVersion` is sim_version of the program that makes the link. With
 * it, the link can also detect a truncated or changed end. */
export function encodeLink(
  scenario: Scenario,
  position: LinkPosition = {},
  other?: Scenario,
  modelVersion?: string,
): string | undefined {
  if ([scenario, ...(other === undefined ? [] : [other])].some(hasRecordedBytes)) return undefined;
  const text = JSON.stringify(minimalScenario(scenario));
  const packed = pack(text);
  const packedOther = other && pack(JSON.stringify(minimalScenario(other)), text);
  if (packed === undefined || (other !== undefined && packedOther === undefined)) return undefined;
  const parts = [...writePosition(position)];
  if (packedOther !== undefined) parts.push(`o=${packedOther}`, ...writePair(position.pair));
  const made = modelVersion === undefined ? [] : [writeMade(modelVersion, parts)];
  return `#${[`s=${packed}`, ...made, ...parts].join("&")}`;
}

/** `link` is a hash, or a whole address with one, possibly changed by other software. Damaged parts behind the
 * scenarios do not prevent opening. */
export function decodeLink(link: string): DecodedLink {
  const parts = partsOf(fragmentOf(link));
  const packed = parts.get("s");
  if (packed === undefined) return failed("not-a-link", "the link holds no scenario (#s=...)");
  const read = readScenario(packed, "the link's scenario");
  if (!read.ok) return read.failure;
  const packedOther = parts.get("o");
  const readOther =
    packedOther === undefined
      ? undefined
      : readScenario(packedOther, "the link's second scenario", read.text);
  if (readOther?.ok === false) return readOther.failure;
  const { modelVersion, isWhole } = readMade(parts);
  const faults: string[] = isWhole ? [] : ["what stands behind the scenario was cut off or changed"];
  const position = readPosition(parts, (fault) => faults.push(fault));
  return {
    ok: true,
    scenario: read.scenario,
    position,
    ...(readOther === undefined ? {} : { other: readOther.scenario }),
    ...(modelVersion === undefined ? {} : { modelVersion }),
    ...(faults.length === 0 ? {} : { faults }),
  };
}

/** The scenarios of a link as text, as far as they can be unpacked. Slow parts can then be read before decodeLink. */
export function linkTexts(link: string): readonly string[] {
  const parts = partsOf(fragmentOf(link));
  const first = textOf(parts.get("s"));
  return first === undefined ? [] : [first, textOf(parts.get("o"), first) ?? ""];
}

function textOf(packed: string | undefined, known?: string): string | undefined {
  const unpacked = packed === undefined ? undefined : unpack(packed, known);
  return unpacked?.ok ? unpacked.text : undefined;
}

function fragmentOf(link: string): string {
  const hash = link.indexOf("#");
  const behind = plainFragment(link.slice(hash + 1));
  if (hash >= 0 && /(^|&)s=/.test(behind)) return behind;
  const stray = strayFragment(link);
  return stray === undefined ? behind : plainFragment(stray);
}

type ReadScenario =
  | { readonly ok: true; readonly scenario: Scenario; readonly text: string }
  | { readonly ok: false; readonly failure: DecodedLink };

function readScenario(packed: string, what: string, known = ""): ReadScenario {
  const unpacked = unpack(packed, known);
  if (!unpacked.ok) return { ok: false, failure: failed(unpacked.fault, unpacked.message) };
  const parsed = parseScenario(unpacked.text);
  if (parsed.ok) return { ok: true, scenario: parsed.scenario, text: unpacked.text };
  const { errors, errorCount } = parsed;
  const message = `${what}: ${errors[0]?.field} ${errors[0]?.message}`;
  return { ok: false, failure: { ok: false, reason: "bad-scenario", message, errors, errorCount } };
}

function failed(reason: LinkFault, message: string): DecodedLink {
  return { ok: false, reason, message, errors: [], errorCount: 0 };
}
