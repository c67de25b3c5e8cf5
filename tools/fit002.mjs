// Runs fit002.ts: node tools/fit002.mjs [--write] [--only FREE]
import { fileURLToPath } from "node:url";
import { createServer } from "vite";

const server = await createServer({
  configFile: false,
  root: fileURLToPath(new URL("..", import.meta.url)),
  server: { middlewareMode: true, hmr: false, ws: false },
  appType: "custom",
  logLevel: "error",
});
const { fit: fitSource } = await server.ssrLoadModule("/tools/fit002.ts");
const only = process.argv.indexOf("--only");
await fitSource(process.argv.includes("--write"), only < 0 ? undefined : process.argv[only + 1]);
await server.close();
