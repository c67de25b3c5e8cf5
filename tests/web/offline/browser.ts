/** The parts of a browser that the build's service worker sees: caches, pages, and the workers of one folder. */
import { readFileSync } from "node:fs";

const SOURCE = readFileSync(new URL("../../../web/offline/serviceWorker.js", import.meta.url), "utf8");
const SCOPE = "https://school.example/irqscope/";

type Listener = (event: Readonly<Record<string, unknown>>) => void;

/** The listeners of one worker. */
interface Worker {
  readonly build: string;
  readonly dispatch: (type: string, event?: Readonly<Record<string, unknown>>) => Promise<void>;
  readonly postMessage: (data: unknown, ports?: readonly MessagePort[]) => void;
}

interface Page {
  readonly id: string;
  readonly url: string;
  /** The worker that answers the page's requests. Undefined: the page was opened before there was one. */
  readonly worker: Worker | undefined;
  /** The text of its index.html, which the page shows. */
  readonly text: string;
}

interface BrowserOptions {
  /** Builds from before workers named their copy. */
  readonly silent?: readonly string[];
}

/** A server with one build at a time, and a browser that opens pages on it. */
export function browser({ silent = [] }: BrowserOptions = {}) {
  const kept = new Map<string, Map<string, string>>();
  const addressOf = (file: string | { readonly url: string }) =>
    new URL(typeof file === "string" ? file : file.url, SCOPE).href;
  const caches = {
    keys: async () => [...kept.keys()],
    delete: async (name: string) => kept.delete(name),
    open: async (name: string) => {
      const files = kept.get(name) ?? new Map<string, string>();
      kept.set(name, files);
      return {
        put: async (file: string, response: Response) =>
          void files.set(addressOf(file), await response.text()),
        match: async (file: string) => {
          const text = files.get(addressOf(file));
          return text === undefined ? undefined : new Response(text);
        },
      };
    },
  };

  let served = "";
  const filesOf = (build: string) => ["./index.html", `./assets/late-${build}.js`];
  const fetch = async (request: { readonly url: string }) => {
    const file = filesOf(served).find((one) => addressOf(one) === request.url);
    const response = new Response(`${file} of ${served}`, { status: file === undefined ? 404 : 200 });
    Object.defineProperty(response, "url", { value: request.url });
    return response;
  };

  const registration: Record<"installing" | "waiting" | "active", Worker | undefined> = {
    installing: undefined,
    waiting: undefined,
    active: undefined,
  };
  let pages: readonly Page[] = [];
  let opened = 0;

  function start(build: string): Worker {
    const listeners = new Map<string, Listener>();
    const worker: Worker = {
      build,
      dispatch: async (type, event = {}) => {
        const waited: unknown[] = [];
        listeners.get(type)?.({ ...event, waitUntil: (one: unknown) => waited.push(one) });
        await Promise.all(waited);
      },
      postMessage: (data, ports = []) => {
        if (!silent.includes(build)) void worker.dispatch("message", { data, ports });
      },
    };
    const self = {
      registration: Object.assign(Object.create(registration), { scope: SCOPE }),
      clients: {
        matchAll: async ({ includeUncontrolled = false }) =>
          pages.filter((page) => includeUncontrolled || page.worker === worker),
      },
      addEventListener: (type: string, listener: Listener) => void listeners.set(type, listener),
    };
    class RequestOfWorker {
      readonly url: string;
      constructor(file: string) {
        this.url = addressOf(file);
      }
    }
    const told = { FILES: filesOf(build), VERSION: build };
    // A test does not wait for an answer that does not come.
    const timer = silent.length > 0 ? (done: () => void) => setImmediate(done) : setTimeout;
    const seen = { self, caches, fetch, Request: RequestOfWorker, setTimeout: timer, ...told };
    new Function(...Object.keys(seen), SOURCE)(...Object.values(seen));
    return worker;
  }

  async function activate(worker: Worker): Promise<void> {
    registration.waiting = undefined;
    registration.active = worker;
    await worker.dispatch("activate");
  }

  /** Compares the script with that of its newest worker, as a browser does when a page opens. */
  async function lookForNew(): Promise<void> {
    if ((registration.waiting ?? registration.active)?.build === served) return;
    const worker = start(served);
    registration.installing = worker;
    await worker.dispatch("install");
    registration.installing = undefined;
    if (registration.active === undefined) await activate(worker);
    else registration.waiting = worker;
  }

  async function ask(worker: Worker | undefined, path: string): Promise<string> {
    const request = { url: addressOf(path), method: "GET", mode: "no-cors" };
    let answer: Promise<Response> | undefined;
    const respondWith = (response: Promise<Response>) => {
      answer = response;
    };
    await worker?.dispatch("fetch", { request, respondWith });
    const response = await (answer ?? fetch(request));
    return response.ok ? response.text() : String(response.status);
  }

  async function open(): Promise<Page> {
    const worker = registration.active;
    const text = await ask(worker, "./index.html");
    opened += 1;
    const page = { id: String(opened), url: SCOPE, worker, text };
    pages = [...pages, page];
    await lookForNew();
    return page;
  }

  return {
    /** Replaces the build on the server. */
    deploy: (build: string) => {
      served = build;
    },
    open,
    /** The waiting worker takes over once the last page of the previous one is closed. */
    close: async (page: Page) => {
      pages = pages.filter((one) => one !== page);
      const { waiting, active } = registration;
      if (waiting !== undefined && pages.every(({ worker }) => worker !== active)) await activate(waiting);
    },
    /** The answer to a late request of the page. */
    load: (page: Page, build: string) => ask(page.worker, `./assets/late-${build}.js`),
    /** The message of a build's page to its worker after it has opened. */
    removeOldCopies: (page: Page) => page.worker?.dispatch("message", { data: "remove-old-copies" }),
    copies: async () => (await caches.keys()).map((name) => name.split(" ").at(-1)),
  };
}
