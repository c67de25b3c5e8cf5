// What build.mjs says of what it looked at, and of what it could not look at. `version`: of emcc, where it is there.
import { EMCC_VERSION } from "./toolchain.mjs";

export const foundText = (version) => `${version === undefined ? "no emcc" : `emcc ${version}`} here`;

/** After a check that found nothing. */
export function checkedText(version) {
  const always = "layout and source hash are those of the C sources";
  if (version === EMCC_VERSION) return `${always}; a fresh build gave the committed cores`;
  return `${always}; ${foundText(version)}: nothing was rebuilt (that takes emcc ${EMCC_VERSION})`;
}

/** Sources that changed since the profile was made, as one line; empty when there are none. The core is right all the
 * same, and may be slower: the profile is renewed for a release. */
export function uncountedText(sources) {
  if (sources.length === 0) return "";
  return `the profile is older than ${sources.length} sources (node core-wasm/build.mjs --profile renews it)`;
}
