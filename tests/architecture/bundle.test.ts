/** Size of what a visitor loads, measured on dist/ (npm run build comes first). A missing file fails. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { ROOT } from "./repository.ts";

const ASSETS = join(ROOT, "dist", "assets");
const KILOBYTE = 1000;

/** CodeMirror: as much as a fifth of all else, loaded by who opens it (docs/decisions/0011). */
const EDITOR = /^JsonEditor-.*\.js$/;

/** gzip, kB; about a tenth above what it is today, so that growth is noticed. */
const BUDGETS: readonly { readonly what: string; readonly name: RegExp; readonly kilobytes: number }[] = [
  { what: "page script", name: /^first-.*\.js$/, kilobytes: 245 },
  /** With the assembler, 6 kB, as in the script that reads scenarios. */
  { what: "worker script", name: /^worker-.*\.js$/, kilobytes: 80 },
  { what: "scenario reader", name: /^parse-.*\.js$/, kilobytes: 60 },
  { what: "compare page", name: /^CompareRoute-.*\.js$/, kilobytes: 15 },
  { what: "settings", name: /^SettingsPanel-.*\.js$/, kilobytes: 12 },
  { what: "JSON editor", name: EDITOR, kilobytes: 135 },
  { what: "papers page", name: /^PapersRoute-.*\.js$/, kilobytes: 12 },
  { what: "styles", name: /^first-.*\.css$/, kilobytes: 15 },
  { what: "core", name: /^core-.*\.wasm$/, kilobytes: 80 },
  { what: "capture reader", name: /^(captureToScenario|readCapture|captureError).*\.js$/, kilobytes: 12 },
];
/** Everything but fonts and the JSON editor, gzip: what an offline copy needs; a fifth of it are scenarios. Grows with what the page can
 * do; what a visitor loads first is bounded above. */
const WHOLE_KILOBYTES = 890; // 850 with nine labs, the gallery, the palette and the terms

function compressedKilobytes(name: string): number {
  return gzipSync(readFileSync(join(ASSETS, name)), { level: 9 }).length / KILOBYTE;
}

describe("the production build", () => {
  const names = existsSync(ASSETS) ? readdirSync(ASSETS) : [];

  it.each(BUDGETS)("$what: at most $kilobytes kB", ({ name, kilobytes }) => {
    const found = names.filter((one) => name.test(one));
    expect(found, `no file like ${name} in dist/assets: npm run build`).not.toEqual([]);
    const size = found.reduce((sum, one) => sum + compressedKilobytes(one), 0);
    expect(size, found.join(", ")).toBeLessThan(kilobytes);
  });

  it(`as a whole: at most ${WHOLE_KILOBYTES} kB without fonts and editor`, () => {
    const counted = names.filter((name) => !name.endsWith(".woff2") && !EDITOR.test(name));
    expect(counted.length).toBeGreaterThan(5);
    expect(counted.reduce((sum, name) => sum + compressedKilobytes(name), 0)).toBeLessThan(WHOLE_KILOBYTES);
  });

  it("runs from any path: no address begins at the server's root", () => {
    const page = readFileSync(join(ROOT, "dist", "index.html"), "utf8");
    const addresses = Array.from(page.matchAll(/\b(?:src|href)="([^"]*)"/g), ([, address]) => address ?? "");
    expect(addresses.length).toBeGreaterThan(1);
    expect(addresses.filter((address) => !/^(\.\/|data:|#)/.test(address))).toEqual([]);
  });

  it("asks nothing of other servers", () => {
    const scripts = names.filter((name) => /\.(js|css)$/.test(name));
    const asking = scripts.filter((name) =>
      /(?:fetch\(|import\(|url\(|src=)["'`]?https?:/.test(readFileSync(join(ASSETS, name), "utf8")),
    );
    expect(asking).toEqual([]);
  });
});
