import { expect, it } from "vitest";
import { tidyAddress } from "../../../web/app/tidyAddress.ts";
import { namesLink, namesNothing } from "../../../web/state/usePage.ts";

const PAGE = "https://example.org/sim/";
const LINK = "s=1.abcdefghijklmnop&v=4.abcdef&c=5";

it.each([
  [`#${LINK}`, undefined],
  ["", undefined],
  ["?theme=dark#compare", undefined],
  [`#%23${LINK}`, `#${LINK}`],
  [`#${encodeURIComponent(LINK)}`, `#${LINK}`],
  [`#${LINK}.`, `#${LINK}`],
  [`#${LINK}?fbclid=x`, `#${LINK}`],
  [`%23${encodeURIComponent(LINK)}`, `#${LINK}`],
  [`?fbclid=x%23${encodeURIComponent(LINK)}`, `?fbclid=x#${LINK}`],
  [`?${LINK}`, `#${LINK}`],
  ["?s=20", undefined],
  ["?theme=dark&lang=de#labs.", "?theme=dark&lang=de#labs"],
  ["#lab=rings?seed=3", "#lab=rings&seed=3"],
])("the address %s is repaired", (given, mended) => {
  expect(tidyAddress(PAGE + given)).toBe(mended === undefined ? undefined : PAGE + mended);
});

it("a link, a page and other addresses are distinguished", () => {
  expect(["#s=1.x", "#p=compare&s=1.x"].every(namesLink)).toBe(true);
  expect(["#labs=1", "#nosuch", "#c=5", ""].some(namesLink)).toBe(false);
  const known = [
    "",
    "#",
    "#simulate",
    "#compare",
    "#papers",
    "#papers=003",
    "#labs",
    "#lab=rings",
    "#lab-grade",
    "#s=1.x",
  ];
  expect(known.filter(namesNothing)).toEqual([]);
  for (const hash of ["#nosuch", "#s", "#c=5&z=1-2", "#labx", "#Compare"])
    expect(namesNothing(hash), hash).toBe(true);
});
