/** Licences of everything in dist/: our own, and a text for each package of the production tree. Packages that a
 * bundler drops are named as well, because a file does not show whether a line of them is left. */
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
export const OWN = "LICENSE.txt";
export const OTHERS = "THIRD-PARTY-LICENSES.txt";

/** @typedef {{ name: string, version: string, license: string, text: string }} Licensed */

/** What emcc links into both cores, of the version that builds them (core-wasm/toolchain.mjs).
 * @returns {readonly Licensed[]} */
export function runtimeLicenses() {
  const text = (/** @type {string} */ file) =>
    readFileSync(join(ROOT, "tools/licenses", file), "utf8").trim();
  return [
    { name: "emscripten runtime", version: "3.1.6", license: "MIT", text: text("emscripten.txt") },
    { name: "musl, in emscripten", version: "1.2.2", license: "MIT", text: text("musl.txt") },
  ];
}

/** @returns {readonly Licensed[]} each package once, by name; fails where one has no text */
export function productionLicenses() {
  /** @type {Map<string, Licensed>} */
  const found = new Map();
  const { dependencies = {} } = manifest(ROOT);
  const open = Object.keys(dependencies).map((name) => folderOf(name, ROOT));
  for (const folder of open) {
    if (folder === undefined) continue;
    const { name, version, license, dependencies = {} } = manifest(folder);
    const key = `${name}@${version}`;
    if (found.has(key)) continue;
    found.set(key, { name, version, license, text: licenseText(folder, key) });
    for (const one of Object.keys(dependencies)) open.push(folderOf(one, folder));
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** @param {string} folder */
function manifest(folder) {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}

/** As Node finds it: in the nearest node_modules above. @param {string} name @param {string} from */
function folderOf(name, from) {
  for (const folder of createRequire(join(from, "package.json")).resolve.paths(name) ?? [])
    try {
      readFileSync(join(folder, name, "package.json"));
      return join(folder, name);
    } catch {
      // further up
    }
  throw new Error(`${name}, which ${dirname(from)} needs, is not installed: run npm ci`);
}

/** @param {string} folder @param {string} key */
function licenseText(folder, key) {
  const names = readdirSync(folder).filter((name) => /^(licen[cs]e|copying|notice|ofl)/i.test(name));
  const text =
    names.map((name) => readFileSync(join(folder, name), "utf8").trim()).join("\n\n") || readmeText(folder);
  if (text === "") throw new Error(`${key} has no licence text: dist/ would be without it`);
  return text;
}

/** Of a package without such a file: what its README says under that heading. @param {string} folder */
function readmeText(folder) {
  const name = readdirSync(folder).find((one) => /^readme/i.test(one));
  const text = name === undefined ? "" : readFileSync(join(folder, name), "utf8");
  return /^(?:#+ *licen[cs]e|licen[cs]e\n-+)\n(.*)/ims.exec(text)?.[1]?.trim() ?? "";
}

/** Packages with the same text share one entry. */
export function thirdPartyText(licenses = [...productionLicenses(), ...runtimeLicenses()]) {
  /** @type {Map<string, Licensed[]>} */
  const byText = new Map();
  for (const one of licenses) byText.set(one.text, [...(byText.get(one.text) ?? []), one]);
  const parts = Array.from(byText, ([text, packages]) => {
    const names = packages.map(({ name, version, license }) => `${name} ${version} (${license})`);
    return `${names.join("\n")}\n\n${text}\n`;
  });
  const lead =
    "irqscope contains the following packages, each under the licence that stands below its name.\n";
  return [lead, ...parts].join(`\n${"-".repeat(78)}\n\n`);
}

/** @returns {import("vite").Plugin} */
export function licenseFiles() {
  const texts = {
    [OWN]: () => readFileSync(join(ROOT, "LICENSE"), "utf8"),
    [OTHERS]: () => thirdPartyText(),
  };
  return {
    name: "irqscope:licenses",
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const text = texts[request.url?.split("?")[0]?.split("/").at(-1) ?? ""];
        if (text === undefined) next();
        else response.setHeader("Content-Type", "text/plain; charset=utf-8").end(text());
      });
    },
    generateBundle() {
      for (const [fileName, text] of Object.entries(texts))
        this.emitFile({ type: "asset", fileName, source: text() });
    },
  };
}
