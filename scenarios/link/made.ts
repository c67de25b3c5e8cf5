/** `v=<model>.<check>`, right behind the scenario: with which version of the model a link was made, and a checksum of
 * what stands behind it, so that a cut or changed end is noticed. Older links have none. */
import { toBase64Url } from "./base64url.ts";
import { checksum } from "./codec.ts";

interface LinkMade {
  readonly modelVersion: string | undefined;
  /** What follows is whole; also where there is nothing to tell by. */
  readonly isWhole: boolean;
}

/** Parts that are covered, in the order in which they are written. */
const COVERED = ["c", "z", "p", "b", "m", "t", "r", "f", "y", "o", "a", "ob", "om"] as const;

/** `parts`: those behind it, as "c=5". */
export function writeMade(modelVersion: string, parts: readonly string[]): string {
  return `v=${modelVersion}.${checkOf(modelVersion, parts)}`;
}

export function readMade(parts: ReadonlyMap<string, string>): LinkMade {
  const text = parts.get("v");
  // A dangling "&": what came behind it is missing.
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
