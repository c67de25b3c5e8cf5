// The main journeys in Firefox and WebKit, on the production build: npm run test:browsers [-- firefox | webkit]
// Debian: firefox-esr; webkit2gtk-driver and, without a screen, xvfb (xvfb-run). Chromium's journeys are tests/e2e.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { expectFree, firefox, portOf, webkit } from "./drivers.mjs";

/** @typedef {import("./drivers.mjs").Browser} Browser */

const PORT = portOf("IRQSCOPE_BROWSERS_PORT", process.env.IRQSCOPE_BROWSERS_PORT, 4390);
const PAGE = `http://localhost:${PORT}/irqscope/`;
const PATIENCE_MS = 60_000;
const CYCLE = 1_128_381;

/** @param {Browser} browser @param {string} what @param {string} expression true when it is so */
async function until(browser, what, expression) {
  const end = Date.now() + PATIENCE_MS;
  while ((await browser.evaluate(expression)) !== true) {
    if (Date.now() > end) throw new Error(`${browser.name}: not ${what}`);
    await sleep(100);
  }
}

/** Text of the first element, in one line. @param {string} selector */
const text = (selector) =>
  `(document.querySelector(${JSON.stringify(selector)})?.textContent ?? "").replace(/\\s+/g, " ")`;
/** @param {string} selector @param {RegExp} pattern */
const says = (selector, pattern) => `${pattern}.test(${text(selector)})`;
/** A press of the button with this text or name. @param {string} name */
const press = (name) =>
  `[...document.querySelectorAll("button, a")].filter((one) => (one.getAttribute("aria-label") ?? one.textContent).trim() === ${JSON.stringify(name)} && one.checkVisibility())[0]?.click() ?? true`;
/** @param {string} key */
const type = (key) =>
  `window.dispatchEvent(new KeyboardEvent("keydown", { key: ${JSON.stringify(key)}, code: ${JSON.stringify(`Key${key.toUpperCase()}`)}, bubbles: true }))`;

/** Tokens that move live for less than a second: all of them are noted, from now on. */
const WATCH_TOKENS = `(window.tokens = [], new MutationObserver((changes) => {
  for (const { addedNodes } of changes)
    for (const one of addedNodes) if (one.className === "token") window.tokens.push(one.textContent);
}).observe(document.body, { childList: true, subtree: true }), true)`;
const SAW_NUMBERED = `window.tokens.some((one) => /\\d/.test(one))`;

/** A page of its own, not the place of another one, with the machine at its cycle in the picture. @param {Browser} browser
 * @param {string} name @param {string} place */
async function openAt(browser, name, place) {
  await browser.goTo(`${PAGE}?${name}#${place}`);
  const isDrawn = `document.querySelector('.stage:not([aria-busy="true"])') !== null`;
  await until(browser, "a machine", `${isDrawn} && ${says(".counter__cycle", /1\s?128\s?381/)}`);
}

/** What the command comes to at that cycle. */
function expectedHash() {
  const command = ["cli/dist/irqscope.mjs", "run", "ring-overflow", "--cycles", String(CYCLE)];
  const output = execFileSync(process.execPath, command, { encoding: "utf8" });
  const hash = /state hash ([0-9a-f]{16})/.exec(output)?.[1];
  if (hash === undefined) throw new Error("the command tells no state hash");
  return hash;
}

/** @type {Readonly<Record<string, (browser: Browser) => Promise<void>>>} */
const JOURNEYS = {
  "a first visit is told a story, and may leave it": async (browser) => {
    await browser.goTo(PAGE);
    await until(browser, "the first step", says(".storybar", /1 of 9/));
    await browser.evaluate(press("Next"));
    await until(browser, "the second step", says(".storybar", /2 of 9/));
    await browser.evaluate(press("Leave the story"));
    await until(browser, "without a story", `document.querySelector(".storybar") === null`);
  },
  "packets move at packet speed": async (browser) => {
    await openAt(browser, "packets", "ring-overflow");
    await browser.evaluate(WATCH_TOKENS);
    await browser.evaluate(press("Play"));
    await until(browser, "a numbered token", SAW_NUMBERED);
    await browser.evaluate(press("Pause"));
  },
  "a loss says why, and what would help": async (browser) => {
    await openAt(browser, "loss", `ring-overflow@${CYCLE}`);
    await browser.evaluate(type("y"));
    await until(browser, "the cause", says(".why", /protocol ran for .* It runs with interrupts off/));
    await until(browser, "a remedy", says(".why", /1\s?145 → 524/));
  },
  "the machine is the same as everywhere": async (browser) => {
    const hash = expectedHash();
    await browser.goTo(`${PAGE}?hash#ring-overflow@${CYCLE}?d=1`);
    await until(browser, `state hash ${hash}`, `document.body.textContent.includes(${JSON.stringify(hash)})`);
  },
  "two machines race": async (browser) => {
    await browser.goTo(`${PAGE}?race#compare`);
    await until(browser, "a score", says(".race__score", /packets delivered.*packets lost/s));
    await until(browser, "ready", `document.querySelector('[data-searching="true"]') === null`);
    await browser.evaluate(WATCH_TOKENS);
    await browser.evaluate(press("Start at the same packet"));
    await until(browser, "a numbered token", SAW_NUMBERED);
  },
};

const BROWSERS = { firefox, webkit };
/** @param {string} name @returns {name is keyof typeof BROWSERS} */
const isKnown = (name) => Object.hasOwn(BROWSERS, name);

const asked = process.argv.slice(2);
const wrong = asked.find((name) => !isKnown(name));
if (wrong !== undefined) throw new Error(`${wrong}: must be firefox or webkit`);
for (const needed of ["dist/index.html", "cli/dist/irqscope.mjs"])
  if (!existsSync(needed)) throw new Error(`${needed} is missing: npm run test:browsers builds it`);
const names = (asked.length === 0 ? Object.keys(BROWSERS) : asked).filter(isKnown);
await expectFree("The page", PORT, "IRQSCOPE_BROWSERS_PORT");
const server = spawn(
  process.execPath,
  ["tools/serveDist.mjs", "--port", String(PORT), "--path", "/irqscope/"],
  { stdio: "ignore" },
);
let failed = 0;
try {
  for (const name of names) {
    /** @type {Browser} */
    let browser;
    try {
      browser = await BROWSERS[name]();
    } catch (error) {
      failed += 1;
      console.log(`failed  ${error instanceof Error ? error.message : error}`);
      continue;
    }
    try {
      for (const [title, journey] of Object.entries(JOURNEYS)) {
        try {
          await journey(browser);
          console.log(`passed  ${browser.name}: ${title}`);
        } catch (error) {
          failed += 1;
          console.log(`failed  ${browser.name}: ${title}: ${error instanceof Error ? error.message : error}`);
        }
      }
    } finally {
      await browser.close();
    }
  }
} finally {
  if (server.exitCode === null) {
    server.kill();
    await once(server, "exit");
  }
}
console.log(failed === 0 ? "all passed" : `${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
