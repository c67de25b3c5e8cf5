/** Repairs an address that other software has changed. Undefined if there is nothing to repair. */
import { plainFragment, strayFragment } from "../../scenarios/link/fragment.ts";
import { namesLink } from "../state/usePage.ts";

export function tidyAddress(address: string): string | undefined {
  const url = new URL(address);
  const behind = `#${plainFragment(url.hash.slice(1))}`;
  const stray = namesLink(behind) ? undefined : strayFragment(url.pathname + url.search);
  if (stray !== undefined) {
    url.pathname = url.pathname.replace(/%23.*$/i, "");
    url.search = /%23/i.test(url.search) ? url.search.replace(/%23.*$/i, "") : "";
    url.hash = plainFragment(stray);
    return url.href;
  }
  if (url.hash === "" || behind === url.hash) return undefined;
  return address.slice(0, address.indexOf("#")) + behind;
}
