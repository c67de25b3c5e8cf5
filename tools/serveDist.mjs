// A static file server for dist/ under a sub-path, as a course site would host it.
// node tools/serveDist.mjs [--port N] [--path /a/b/]
import { createReadStream, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";

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

const FOLDER = fileURLToPath(new URL("../dist/", import.meta.url));

/**
 * @param {string} requestUrl
 * @param {string} base the sub-path, with slashes at both ends
 * @returns {string | undefined} file of dist/, never one outside it
 */
function fileOf(requestUrl, base) {
  const { pathname } = new URL(requestUrl, "http://localhost");
  if (!pathname.startsWith(base)) return undefined;
  let name;
  try {
    name = decodeURIComponent(pathname.slice(base.length));
  } catch {
    return undefined;
  }
  const file = normalize(join(FOLDER, name === "" || name.endsWith("/") ? `${name}index.html` : name));
  if (!file.startsWith(FOLDER)) return undefined;
  return statSync(file, { throwIfNoEntry: false })?.isFile() ? file : undefined;
}

const COMPRESSED = [".css", ".html", ".js", ".json", ".svg", ".wasm", ".webmanifest"];
/** @type {Map<string, Buffer>} */
const compressed = new Map();

/** @param {string} file @returns {Buffer} gzip, made once */
function compressedFile(file) {
  const known = compressed.get(file) ?? gzipSync(readFileSync(file));
  compressed.set(file, known);
  return known;
}

/**
 * @param {{ port: number, base: string, compress?: boolean }} options port 0: any that is free; compress: what most
 * web servers do, for browsers that take it
 * @returns {Promise<{ url: string, close: () => void }>}
 */
export function serveDist({ port, base, compress = false }) {
  const server = createServer((request, response) => {
    const file = fileOf(request.url ?? "/", base);
    if (file === undefined) {
      response.writeHead(404, { "content-type": "text/plain" }).end("not found\n");
      return;
    }
    const extension = extname(file);
    const headers = { "content-type": MEDIA_TYPES[extension] ?? "application/octet-stream" };
    const isCompressed =
      compress && COMPRESSED.includes(extension) && /\bgzip\b/.test(request.headers["accept-encoding"] ?? "");
    if (isCompressed)
      response.writeHead(200, { ...headers, "content-encoding": "gzip" }).end(compressedFile(file));
    else createReadStream(file).pipe(response.writeHead(200, headers));
  });
  return new Promise((resolve, reject) => {
    server.on("error", reject);
    server.listen(port, "localhost", () => {
      const { port: found } = /** @type {import("node:net").AddressInfo} */ (server.address());
      resolve({ url: `http://localhost:${found}${base}`, close: () => server.close() });
    });
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: { port: { type: "string", default: "4319" }, path: { type: "string", default: "/" } },
  });
  const { url } = await serveDist({ port: Number(values.port), base: values.path });
  console.log(`dist/ is at ${url}`);
}
