// npm start: sets up what is missing and serves the simulator, with changes to the sources taken up at once.
import { spawn } from "node:child_process";
import { which } from "./process.mjs";
import { buildCommand, checkNode, installPackages } from "./setup.mjs";

const FIRST_PORT = 5173; // or the next free port

checkNode();
await installPackages();
const { refreshCore } = await import("./core.mjs");
if (!(await refreshCore())) process.exit(1);
if (!(await buildCommand()))
  console.log("set-up: the irqscope command could not be built; the page can do without");

const { createServer } = await import("vite");
const server = await createServer({ server: { port: FIRST_PORT, strictPort: false }, clearScreen: false });
await server.listen();
const url = server.resolvedUrls?.local[0] ?? `http://localhost:${server.config.server.port}/`;
console.log(`\nirqscope is at ${url}   (Ctrl+C ends it)`);
openBrowser(url);

/** BROWSER=none, CI and machines without a screen only get the address. @param {string} url */
function openBrowser(url) {
  if (process.env.BROWSER === "none" || process.env.CI) return;
  const opener = openerOf(url);
  if (opener === undefined) return;
  const [program, ...args] = opener;
  spawn(program, args, { stdio: "ignore", detached: true })
    .on("error", () => console.log("No browser could be opened: use the address."))
    .unref();
}

/** @param {string} url @returns {string[] | undefined} */
function openerOf(url) {
  if (process.platform === "darwin") return ["open", url];
  if (process.platform === "win32") return ["cmd", "/c", "start", "", url];
  if (!process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) return undefined;
  const program = process.env.BROWSER || which("xdg-open");
  return program ? [program, url] : undefined;
}
