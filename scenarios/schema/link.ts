/** Share links: `#s=<version>.<scenario>&c=<cycle>&z=<from>-<to>&p=<page>`. They carry the scenario itself, so
 * they open for ever. Everything in a link is untrusted. */

import { minimalScenario } from "./format.ts";
import { RUN_CYCLE_LIMIT } from "./limits.ts";
import { type LinkFault, pack, unpack } from "./link/codec.ts";
import { parseScenario, type ScenarioError } from "./parse.ts";
import type { Scenario } from "./schema.ts";

/** Aim: chats and mails keep links of this length whole. */
export const LINK_SHORT_CHARACTERS = 2000;
/** Above this the caller offers a file instead. */
export const LINK_FILE_CHARACTERS = 8000;

/** Where the reader shall find herself. */
export interface LinkPosition {
  readonly cycle?: number;
  /** Cycles that the timeline shows. */
  readonly zoom?: { readonly from: number; readonly to: number };
  readonly page?: string;
}

export type DecodedLink =
  | { readonly ok: true; readonly scenario: Scenario; readonly position: LinkPosition }
  | {
      readonly ok: false;
      readonly reason: LinkFault | "bad-scenario" | "bad-position";
      readonly message: string;
      /** With "bad-scenario". */
      readonly errors: readonly ScenarioError[];
      /** Of all; `errors` may hold fewer. */
      readonly errorCount: number;
    };

/** The hash, with its `#`. undefined when the scenario is more than any link may hold: offer a file. */
export function encodeLink(scenario: Scenario, position: LinkPosition = {}): string | undefined {
  const packed = pack(JSON.stringify(minimalScenario(scenario)));
  if (packed === undefined) return undefined;
  const parts = [`s=${packed}`];
  if (position.cycle !== undefined) parts.push(`c=${position.cycle}`);
  if (position.zoom !== undefined) parts.push(`z=${position.zoom.from}-${position.zoom.to}`);
  if (position.page !== undefined) parts.push(`p=${encodeURIComponent(position.page)}`);
  return `#${parts.join("&")}`;
}

/** `link`: a hash, or a whole address with one. */
export function decodeLink(link: string): DecodedLink {
  const hash = link.slice(link.indexOf("#") + 1).trim();
  const parts = new Map(
    hash.split("&").map((part) => {
      const equals = part.indexOf("=");
      return equals < 0 ? [part, ""] : [part.slice(0, equals), part.slice(equals + 1)];
    }),
  );
  const packed = parts.get("s");
  if (packed === undefined) return failed("not-a-link", "the link holds no scenario (#s=...)");
  const unpacked = unpack(packed);
  if (!unpacked.ok) return failed(unpacked.fault, unpacked.message);
  const parsed = parseScenario(unpacked.text);
  if (!parsed.ok) {
    const { errors, errorCount } = parsed;
    const message = `the link's scenario: ${errors[0]?.field} ${errors[0]?.message}`;
    return { ok: false, reason: "bad-scenario", message, errors, errorCount };
  }
  const position = readPosition(parts);
  return typeof position === "string"
    ? failed("bad-position", position)
    : { ok: true, scenario: parsed.scenario, position };
}

function failed(reason: LinkFault | "bad-position", message: string): DecodedLink {
  return { ok: false, reason, message, errors: [], errorCount: 0 };
}

/** A text tells what is wrong. */
function readPosition(parts: ReadonlyMap<string, string>): LinkPosition | string {
  const position: { cycle?: number; zoom?: { from: number; to: number }; page?: string } = {};
  const cycleText = parts.get("c");
  if (cycleText !== undefined) {
    const cycle = readCycle(cycleText);
    if (cycle === undefined) return "the link's cycle (c) is no whole number";
    position.cycle = cycle;
  }
  const zoomText = parts.get("z");
  if (zoomText !== undefined) {
    const [from, to, ...rest] = zoomText.split("-").map(readCycle);
    if (from === undefined || to === undefined || rest.length > 0 || from >= to) {
      return "the link's zoom (z) is no pair of rising cycles";
    }
    position.zoom = { from, to };
  }
  const page = parts.get("p");
  if (page !== undefined) {
    if (!/^[a-z0-9-]{1,32}$/.test(page)) return "the link's page (p) is no page name";
    position.page = page;
  }
  return position;
}

function readCycle(text: string): number | undefined {
  const cycle = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(cycle) && cycle <= RUN_CYCLE_LIMIT ? cycle : undefined;
}
