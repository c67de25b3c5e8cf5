// Firefox over WebDriver BiDi and WebKitGTK over WebDriver: as much of both as the journeys need.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const START_MS = 30_000;
const FIREFOX_PORT = portOf("IRQSCOPE_FIREFOX_PORT", process.env.IRQSCOPE_FIREFOX_PORT, 4391);
const WEBKIT_PORT = portOf("IRQSCOPE_WEBKIT_PORT", process.env.IRQSCOPE_WEBKIT_PORT, 4392);

/**
 * @typedef {object} Browser
 * @property {string} name
 * @property {(url: string) => Promise<void>} goTo
 * @property {(expression: string) => Promise<unknown>} evaluate the value of an expression of the page
 * @property {() => Promise<void>} close
 */

/** @param {number} port */
async function isFree(port) {
  const server = createServer().listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}

/** What else listens there would be taken for the browser. @param {string} name @param {number} port @param {string} variable */
export async function expectFree(name, port, variable) {
  if (await isFree(port)) return;
  throw new Error(`${name}: another program has port ${port}; ${variable} names another one`);
}

/** @param {string} name @param {string | undefined} text @param {number} usual */
export function portOf(name, text, usual) {
  const port = text === undefined || text === "" ? usual : Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new Error(`${name}: ${JSON.stringify(text)} is no port`);
}

/**
 * @template T
 * @param {string} name
 * @param {import("node:child_process").ChildProcess} program
 * @param {() => Promise<T>} attempt
 * @returns {Promise<T>}
 */
async function untilStarted(name, program, attempt) {
  const end = Date.now() + START_MS;
  let failure = "";
  program.once("error", (error) => {
    failure = `${name} cannot be started: ${error.message}`;
  });
  program.once("exit", (code, signal) => {
    failure ||= `${name} ended before it answered (${signal ?? `exit code ${code}`})`;
  });
  for (;;) {
    if (failure !== "") throw new Error(failure);
    try {
      return await attempt();
    } catch (error) {
      const reason = error instanceof Error ? error.message : "it does not answer";
      if (Date.now() > end) throw new Error(`${name} has not started in ${START_MS / 1000} s: ${reason}`);
      await sleep(200);
    }
  }
}

/** A fresh profile. @returns {Promise<Browser>} */
export async function firefox() {
  await expectFree("Firefox", FIREFOX_PORT, "IRQSCOPE_FIREFOX_PORT");
  const profile = mkdtempSync(join(tmpdir(), "irqscope-firefox-"));
  const program = spawn(
    "firefox-esr",
    ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", String(FIREFOX_PORT)],
    { stdio: "ignore" },
  );
  const socket = await untilStarted("Firefox", program, async () => {
    const address = `ws://127.0.0.1:${FIREFOX_PORT}/session`;
    const opening = new WebSocket(address);
    await new Promise((resolve, reject) => {
      opening.onopen = resolve;
      opening.onerror = () => reject(new Error(`${address} does not answer`));
    });
    return opening;
  }).catch((error) => {
    program.kill();
    rmSync(profile, { recursive: true, force: true });
    throw error;
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
  await expectFree("WebKit", WEBKIT_PORT, "IRQSCOPE_WEBKIT_PORT");
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
  const { sessionId } = await untilStarted("WebKit", program, () =>
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
