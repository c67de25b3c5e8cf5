// What build.mjs says of what it looked at, and of what it could not look at. `version`: of emcc, where it is there.
import { EMCC_VERSION } from "./toolchain.mjs";

export const foundText = (version) => `${version === undefined ? "no emcc" : `emcc ${version}`} here`;

/** After a check that found nothing. */
export function checkedText(version) {
  const always =
    "layout and source hash are those of the C sources, and the profile counts no function that is gone";
  if (version === EMCC_VERSION)
    return `${always}; a fresh build gave the committed cores, and the profile counts every function`;
  return `${always}; ${foundText(version)}: nothing was rebuilt, and whether the profile counts every function was not looked at (that takes emcc ${EMCC_VERSION})`;
}
