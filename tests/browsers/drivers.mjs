// Firefox over WebDriver BiDi and WebKitGTK over WebDriver: as much of both as the journeys need.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const START_MS = 30_000;
const FIREFOX_PORT = 4391;
const WEBKIT_PORT = 4392;

/**
 * @typedef {object} Browser
 * @property {string} name
 * @property {(url: string) => Promise<void>} goTo
 * @property {(expression: string) => Promise<unknown>} evaluate the value of an expression of the page
 * @property {() => Promise<void>} close
 */

/** @template T @param {() => Promise<T>} attempt @returns {Promise<T>} */
async function untilStarted(attempt) {
  const end = Date.now() + START_MS;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > end) throw error;
      await sleep(200);
    }
  }
}

/** A fresh profile. @returns {Promise<Browser>} */
export async function firefox() {
  const profile = mkdtempSync(join(tmpdir(), "irqscope-firefox-"));
  const program = spawn(
    "firefox-esr",
    ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", String(FIREFOX_PORT)],
    { stdio: "ignore" },
  );
  const socket = await untilStarted(async () => {
    const opening = new WebSocket(`ws://127.0.0.1:${FIREFOX_PORT}/session`);
    await new Promise((resolve, reject) => {
      opening.onopen = resolve;
      opening.onerror = reject;
    });
    return opening;
  });
  /** @type {Map<number, (answer: { type: string, result?: any, message?: string }) => void>} */
  const waiting = new Map();
  socket.onmessage = ({ data }) => {
    const answer = JSON.parse(String(data));
    waiting.get(answer.id)?.(answer);
  };
  let last = 0;
  /** @param {string} method @param {object} params @returns {Promise<any>} */
  const send = (method, params) =>
    new Promise((resolve, reject) => {
      last += 1;
      waiting.set(last, ({ type, result, message }) =>
        type === "error" ? reject(new Error(`${method}: ${message}`)) : resolve(result),
      );
      socket.send(JSON.stringify({ id: last, method, params }));
    });
  await send("session.new", { capabilities: {} });
  const { context } = await send("browsingContext.create", { type: "tab" });
  await send("browsingContext.setViewport", { context, viewport: { width: 1440, height: 900 } });
  return {
    name: "Firefox",
    goTo: (url) => send("browsingContext.navigate", { context, url, wait: "complete" }),
    evaluate: async (expression) => {
      const { result, exceptionDetails } = await send("script.evaluate", {
        expression: `JSON.stringify(${expression}) ?? "null"`,
        target: { context },
        awaitPromise: true,
      });
      if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text);
      return JSON.parse(result.value);
    },
    close: async () => {
      socket.close();
      program.kill();
      await once(program, "exit");
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

/** @returns {Promise<Browser>} */
export async function webkit() {
  if (!process.env.DISPLAY && !process.env.WAYLAND_DISPLAY)
    throw new Error("WebKit needs a screen: xvfb-run -a npm run test:browsers -- webkit");
  const program = spawn("WebKitWebDriver", [`--port=${WEBKIT_PORT}`], { stdio: "ignore" });
  /** @param {string} path @param {object} [body] @param {string} [method] @returns {Promise<any>} */
  const send = async (path, body, method = "POST") => {
    const answer = await fetch(`http://127.0.0.1:${WEBKIT_PORT}${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { value } = await answer.json();
    if (!answer.ok) throw new Error(`${path}: ${value?.message ?? answer.status}`);
    return value;
  };
  const browserOptions = {
    binary: "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser",
    args: ["--automation"],
  };
  const { sessionId } = await untilStarted(() =>
    send("/session", { capabilities: { alwaysMatch: { "webkitgtk:browserOptions": browserOptions } } }),
  );
  const session = `/session/${sessionId}`;
  await send(`${session}/window/rect`, { x: 0, y: 0, width: 1440, height: 1000 });
  return {
    name: "WebKit",
    goTo: (url) => send(`${session}/url`, { url }),
    evaluate: (expression) => send(`${session}/execute/sync`, { script: `return ${expression};`, args: [] }),
    close: async () => {
      await send(session, undefined, "DELETE").catch(() => undefined);
      program.kill();
      await once(program, "exit");
    },
  };
}
