// Where Chromium is and how it is started, for the end-to-end tests and the screenshots.
import { existsSync } from "node:fs";
import { which } from "./process.mjs";

export const CHROMIUM_ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** @returns {string | undefined} path of the browser: CHROMIUM_PATH, else the distribution's */
export function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named) return existsSync(named) ? named : undefined;
  return which("chromium") ?? which("chromium-browser") ?? which("google-chrome");
}

/** The same browser without its window, whose parts each new page would start again: a fifth less processor time.
 * @returns {string | undefined} path of what the end-to-end tests run in */
export function findHeadlessShell() {
  return process.env.CHROMIUM_PATH ? findChromium() : which("chromium-headless-shell");
}
