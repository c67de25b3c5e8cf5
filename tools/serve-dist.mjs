// A static file server for dist/ under a sub-path, as a course site would host it.
// node tools/serve-dist.mjs [--port N] [--path /a/b/]
import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const MEDIA_TYPES = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".json": "application/json",
  ".pcap": "application/vnd.tcpdump.pcap",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
};

const { values } = parseArgs({
  options: {
    port: { type: "string", default: "4319" },
    path: { type: "string", default: "/" },
  },
});
const port = Number(values.port);
const folder = fileURLToPath(new URL("../dist/", import.meta.url));

/** @param {string} requestUrl @returns {string | undefined} file of dist/, never one outside it */
function fileOf(requestUrl) {
  const { pathname } = new URL(requestUrl, "http://localhost");
  if (!pathname.startsWith(values.path)) return undefined;
  let name;
  try {
    name = decodeURIComponent(pathname.slice(values.path.length));
  } catch {
    return undefined;
  }
  const file = normalize(join(folder, name === "" || name.endsWith("/") ? `${name}index.html` : name));
  if (!file.startsWith(folder) || name.includes(`..${sep}`)) return undefined;
  return statSync(file, { throwIfNoEntry: false })?.isFile() ? file : undefined;
}

const server = createServer((request, response) => {
  const file = fileOf(request.url ?? "/");
  if (file === undefined) {
    response.writeHead(404, { "content-type": "text/plain" }).end("not found\n");
    return;
  }
  response.writeHead(200, { "content-type": MEDIA_TYPES[extname(file)] ?? "application/octet-stream" });
  createReadStream(file).pipe(response);
});
server.listen(port, "localhost", () => console.log(`dist/ at http://localhost:${port}${values.path}`));
