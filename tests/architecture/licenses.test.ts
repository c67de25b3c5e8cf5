/** dist/ contains the licences of everything in it (npm run build comes first). */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { OTHERS, OWN, productionLicenses, thirdPartyText } from "../../tools/licenses.mjs";
import { ROOT, textOf } from "./repository.ts";

interface LockedPackage {
  readonly version?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
}

function lockedPackages(): readonly string[] {
  const lock: { readonly packages: Readonly<Record<string, LockedPackage>> } = JSON.parse(
    readFileSync(join(ROOT, "package-lock.json"), "utf8"),
  );
  return Object.entries(lock.packages)
    .filter(([path, { dev, devOptional }]) => path !== "" && dev !== true && devOptional !== true)
    .map(([path, { version }]) => `${path.replace(/^.*node_modules\//, "")} ${version}`);
}

const built = (name: string) => readFileSync(join(ROOT, "dist", name), "utf8");
/** The text without line wrapping, so that the same licence compares as equal. */
const plain = (text: string) => text.replaceAll(/\s+/g, " ");

describe("the licences in the build", () => {
  it("cover each production package of the lock file", () => {
    const named = built(OTHERS);
    const packages = lockedPackages();
    expect(packages.length).toBeGreaterThan(40);
    expect(packages.filter((one) => !named.includes(`${one} (`))).toEqual([]);
  });

  it("have a text with a copyright line for each package", () => {
    const text = built(OTHERS);
    for (const one of productionLicenses()) {
      expect(text, one.name).toContain(one.text);
      expect(plain(one.text), one.name).toMatch(/copyright|\(c\)/i);
    }
    expect(text).toBe(thirdPartyText());
  });

  it("name the libraries that emcc links into the cores, in the version that builds them", () => {
    const text = built(OTHERS);
    const [, version] = /EMCC_VERSION = "(.*)"/.exec(textOf("core-wasm/toolchain.mjs")) ?? [];
    expect(text).toContain(`emscripten runtime ${version} (MIT)`);
    expect(text).toContain("The Emscripten authors");
    expect(text).toContain("Rich Felker");
  });

  it("include those of the fonts and of irqscope", () => {
    expect(plain(built(OTHERS))).toContain("SIL OPEN FONT LICENSE Version 1.1");
    expect(built(OWN)).toBe(readFileSync(join(ROOT, "LICENSE"), "utf8"));
    expect(built("sw.js")).toContain(`./${OTHERS}`);
  });
});
