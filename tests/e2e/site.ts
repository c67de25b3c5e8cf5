/** A web server whose files a test can replace, as a deployment does. */
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { writeWorker } from "../../tools/offlineCopy.mjs";

export const DIST = fileURLToPath(new URL("../../dist/", import.meta.url));
/** As in builds before the repair. */
export const FIRST_WORKER = readFileSync(
  new URL("../fixtures/offline/firstWorker.js", import.meta.url),
  "utf8",
);

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  css: "text/css",
  html: "text/html; charset=utf-8",
  js: "text/javascript",
  json: "application/json",
  svg: "image/svg+xml",
  txt: "text/plain; charset=utf-8",
  wasm: "application/wasm",
  webmanifest: "application/manifest+json",
  woff2: "font/woff2",
};

export interface Site {
  /** The address ends with a slash. */
  readonly url: string;
  readonly folder: string;
  readonly write: (path: string, content: string | Uint8Array) => void;
  /** Puts a build into a folder of the site ("" for its root) and removes the previous contents. */
  readonly deploy: (path: string, build?: Build) => void;
  /** `undefined` serves the requested file. A text is the address that the browser is redirected to. */
  redirect: (path: string) => string | undefined;
  readonly stop: () => Promise<void>;
}

export interface Build {
  /** A suffix for the name of each asset, which any change of the code alters, and for the guide's title. */
  readonly mark?: string;
  /** Text of the service worker if it is not the present one. */
  readonly worker?: string;
}

export async function serveSite(folder: string): Promise<Site> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const location = site.redirect(pathname);
    if (location !== undefined) return response.writeHead(302, { location }).end();
    const path = decodeURIComponent(pathname);
    const file = normalize(join(folder, path.endsWith("/") ? `${path}index.html` : path));
    if (!file.startsWith(folder) || !statSync(file, { throwIfNoEntry: false })?.isFile())
      return response.writeHead(404, { "content-type": "text/plain" }).end("not found\n");
    const type = MEDIA_TYPES[file.split(".").at(-1) ?? ""] ?? "application/octet-stream";
    return response
      .writeHead(200, { "content-type": type, "cache-control": "no-cache" })
      .end(readFileSync(file));
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const write = (path: string, content: string | Uint8Array) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  const site: Site = {
    url: `http://localhost:${(server.address() as AddressInfo).port}/`,
    folder,
    write,
    redirect: () => undefined,
    deploy: (path, build = {}) => {
      const target = join(folder, path);
      // Pages of others stay, in the root of a site too.
      for (const name of ["assets", "docs"]) rmSync(join(target, name), { recursive: true, force: true });
      cpSync(DIST, target, { recursive: true });
      if (build.mark !== undefined) markBuild(target, build.mark);
      writeWorker(target, build.worker);
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return site;
}

const ASSET = /([\w.-]+-[\w-]{8})(\.(?:js|css|wasm|woff2))\b/g;

function markBuild(folder: string, mark: string): void {
  const assets = join(folder, "assets");
  const names = readdirSync(assets);
  const known = new Set(names);
  const marked = (text: string) =>
    text.replaceAll(ASSET, (name: string, stem: string, ending: string) =>
      known.has(name) ? `${stem}${mark}${ending}` : name,
    );
  for (const file of [join(folder, "index.html"), ...names.map((name) => join(assets, name))])
    if (/\.(html|js|css)$/.test(file)) writeFileSync(file, marked(readFileSync(file, "utf8")));
  for (const name of names) renameSync(join(assets, name), join(assets, marked(name)));
  const guide = join(folder, "docs/guide.html");
  writeFileSync(guide, readFileSync(guide, "utf8").replace("<title>", `<title>${mark} `));
}
