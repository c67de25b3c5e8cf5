/** Keeps a copy of the page for use without a network. If that is not possible, the page works without a copy. */
import { tellNewVersion } from "./newVersion.ts";

const UPDATE_INTERVAL_MS = 60 * 60 * 1000;
const ANSWER_MS = 1000;

export async function keepOfflineCopy(): Promise<void> {
  if (!import.meta.env.PROD || !mayRegister(window)) return;
  try {
    const { serviceWorker } = navigator;
    const registration = await serviceWorker.register("./sw.js");
    hearNewVersions(registration);
    serviceWorker.controller?.postMessage("remove-old-copies");
    keepAsking(registration);
  } catch {
    // storage or workers are blocked, or the server does not have the file
  }
}

/** An installed worker serves the next page that is opened, even while it waits. */
function hearNewVersions(registration: ServiceWorkerRegistration): void {
  const look = async () => {
    const { waiting, scope } = registration;
    if (waiting && !(await isOfCopy(waiting, scope))) tellNewVersion();
  };
  const hear = () => {
    const { active, installing } = registration;
    // The first worker of a first visit replaces nothing.
    if (!active || !installing) return;
    installing.addEventListener("statechange", () => void look());
  };
  registration.addEventListener("updatefound", hear);
  hear();
  void look();
}

/** The copy of the waiting worker contains the same files that this document has loaded. */
async function isOfCopy(waiting: ServiceWorker, scope: string): Promise<boolean> {
  const names = (await caches.keys()).filter((name) => name.startsWith(`irqscope-copy ${scope} `));
  const name = (await nameSaidBy(waiting)) ?? names.at(-1);
  if (name === undefined) return false;
  const copy = await caches.open(name);
  const loaded = document.querySelectorAll<HTMLElement>("script[src], link[rel=stylesheet]");
  const kept = await Promise.all(
    Array.from(loaded, async (element) =>
      copy.match(element.getAttribute("src") ?? element.getAttribute("href") ?? ""),
    ),
  );
  return kept.every((response) => response !== undefined);
}

/** Name of the copy that the worker has made. Undefined for a worker of an older build, which does not answer. */
function nameSaidBy(worker: ServiceWorker): Promise<string | undefined> {
  const { port1, port2 } = new MessageChannel();
  return new Promise<string | undefined>((resolve) => {
    port1.onmessage = ({ data }) => resolve(String(data));
    setTimeout(resolve, ANSWER_MS);
    worker.postMessage("name-copy", [port2]);
  }).finally(() => port1.close());
}

/** False in a frame, because folder and cache then belong to another page or a learning platform. */
function mayRegister({
  self,
  top,
  navigator,
  location,
}: Pick<Window, "self" | "top" | "location"> & { readonly navigator: object }): boolean {
  const isEmbedded = /[?&]embed=1(&|$)/.test(location.search) || /[#&]scorm=1(&|$)/.test(location.hash);
  return self === top && !isEmbedded && "serviceWorker" in navigator;
}

/** A browser looks for a new version when it opens a page. This page may stay open for days, so it asks repeatedly. */
function keepAsking(registration: ServiceWorkerRegistration): void {
  let askedMs = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible" || Date.now() - askedMs < UPDATE_INTERVAL_MS) return;
    askedMs = Date.now();
    registration.update().catch(() => undefined);
  });
}
