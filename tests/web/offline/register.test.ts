/** Which page registers the service worker. */
import { afterEach, expect, test, vi } from "vitest";
import { keepOfflineCopy } from "../../../web/offline/register.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

interface Opened {
  /** Of the page, behind its folder. */
  readonly address?: string;
  readonly isFramed?: boolean;
  readonly isBuilt?: boolean;
}

/** The scripts that a page registers as its worker when it opens. */
async function registeredBy({ address = "", isFramed, isBuilt = true }: Opened) {
  const registered: string[] = [];
  const serviceWorker = {
    controller: null,
    register: async (script: string) => {
      registered.push(script);
      return Object.assign(new EventTarget(), { scope: "/irqscope/", installing: null, waiting: null });
    },
  };
  const navigator = { serviceWorker };
  const { search, hash } = new URL(address, "https://school.example/irqscope/");
  const self = {};
  vi.stubEnv("PROD", isBuilt);
  vi.stubGlobal("navigator", navigator);
  vi.stubGlobal("document", new EventTarget());
  vi.stubGlobal("window", { self, top: isFramed ? {} : self, navigator, location: { search, hash } });
  await keepOfflineCopy();
  return registered;
}

test.each([
  "",
  "?embed=0",
  "?embed=10",
  "?unembed=1",
  "#embed=1",
  "#lab=rings",
  "#lab=rings&scorm=10",
  "?scorm=1",
])("the page at %j registers the service worker", async (address) => {
  expect(await registeredBy({ address })).toEqual(["./sw.js"]);
});

test.each([
  ["an embedded page", { address: "?embed=1" }],
  ["an embedded page with other parameters", { address: "?theme=light&embed=1&t=9#ring-overflow" }],
  ["a page of a learning platform", { address: "#scorm=1" }],
  ["a lab of a learning platform", { address: "#lab=rings&scorm=1&step=2" }],
  ["an embedded lab of a learning platform", { address: "?embed=1#lab=rings&scorm=1" }],
  ["a page in a frame", { isFramed: true }],
  ["the page of the development server", { isBuilt: false }],
])("%s registers no service worker", async (_, opened) => {
  expect(await registeredBy(opened)).toEqual([]);
});
