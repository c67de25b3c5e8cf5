import { StrictMode, startTransition, useEffect } from "react";
import type { createRoot } from "react-dom/client";
import { createEngineClient } from "../engine/client.ts";
import type { EnginePort } from "../engine/port.ts";
import { openFirst } from "../scenarios/open/open.ts";
import { browserHistory, createOpenings } from "../scenarios/open/openings.ts";
import { loadWhatOpens, phonePage } from "../simulate/late.ts";
import { SessionContext } from "../state/hooks.ts";
import { readLanguage } from "../state/preferences.ts";
import { createSession, type Session } from "../state/session.ts";
import { namesBuiltin, pageOf } from "../state/usePage.ts";
import { currentLanguage, firstLanguage, onSpeech, speak } from "../text/language.ts";
import { t } from "../text/t.ts";
import { Broken } from "../ui/Broken.tsx";
import { firstInput, rested } from "../ui/idle.ts";
import { browserScheduler } from "../ui/scheduler.ts";
import { browserStorage, browserTabStorage } from "../ui/storage.ts";
import { tolerateTranslators } from "../ui/translators.ts";
import { PHONE } from "../ui/useMedia.ts";
import { App } from "./App.tsx";
import { aheadOnceDrawn } from "./aheadOnceDrawn.ts";

/** `isPlayWanted` is called once, when the page can play. */
export async function start(
  port: EnginePort,
  makeRoot: typeof createRoot,
  isPlayWanted: () => boolean,
): Promise<void> {
  // Input counts from here on, even if it is requested late.
  void firstInput();
  onSpeech(() => {
    document.documentElement.lang = currentLanguage();
  });
  if (isSpoilt()) await mendAddress();
  const { language, languages = [language] } = navigator;
  const { search, hash } = window.location;
  const speaking = speak(firstLanguage(search + hash, readLanguage(browserStorage), languages));
  let onDrawn = () => {};
  const drawn = new Promise<void>((resolve) => {
    onDrawn = resolve;
  });
  const session = createSession({
    client: aheadOnceDrawn(createEngineClient(port), drawn),
    scheduler: browserScheduler,
    storage: browserStorage,
    tabStorage: browserTabStorage,
    countProfile: async (...task) => (await import("../engine/oneTask.ts")).countProfile(...task),
  });
  window.addEventListener("vite:preloadError", () =>
    session.actions.notify(
      "error",
      t("Part of the page could not be loaded. Can you still reach the server?"),
    ),
  );
  tolerateTranslators();
  window.addEventListener("hashchange", (event) => {
    if (!event.isTrusted || !isSpoilt()) return;
    event.stopImmediatePropagation();
    void mendAddress().then(() => window.dispatchEvent(new Event("hashchange")));
  });
  const openings = createOpenings(session, browserHistory(), (open) =>
    openFirst(session, hash, isReloaded(), open),
  );
  window.addEventListener("popstate", ({ state }) => openings.restore(state));
  window.addEventListener("hashchange", openings.moved);
  const opened = openings.begin();
  // English is available at once. The page waits for another language, so that the reader does not read everything
  // twice.
  await Promise.all([readyDocument(), firstPicture(session), speaking]);
  // The style sheet was missing when the scripts arrived, and theme.js has written its message.
  if (document.documentElement.dataset.start === "failed") return;
  const shown = show(session, makeRoot);
  void shown.then(rested).then(onDrawn);
  window.addEventListener("pagehide", session.rememberPosition);

  await Promise.all([opened, shown]);
  if (isPlayWanted() && pageOf(window.location.hash) === "simulate") session.actions.play();
  await loadWhatOpens().catch(() => undefined);
  await import("../state/holdWhileHidden.ts")
    .then(({ holdWhileHidden }) => holdWhileHidden(session.actions))
    .catch(() => undefined);
  await import("./lightParts.ts")
    .then(({ lightParts }) => lightParts(session.store, document.documentElement))
    .catch(() => undefined);
  await import("../scenarios/open/followAddress.ts")
    .then(({ browserAddressBar, followAddress }) =>
      followAddress(session, browserAddressBar, browserTabStorage),
    )
    .catch(() => undefined);
  const { keepOfflineCopy } = await import("../offline/register.ts");
  await keepOfflineCopy();
}

/** True if other software has changed the address: it contains something that this page never writes. */
function isSpoilt(): boolean {
  const { pathname, search, hash } = window.location;
  return (
    /%23/.test(pathname + search) ||
    /[?&]s=\d+\./.test(search) ||
    !(namesBuiltin(hash) ? /^#[\w=&.,~+?@-]*[\w=-]$/ : /^$|^#([\w=&.,~-]*[\w=-])?$/).test(hash)
  );
}

/** If the address cannot be repaired, the code that opens it reports the error. */
async function mendAddress(): Promise<void> {
  const before = window.location.href;
  const { tidyAddress } = await import("./tidyAddress.ts");
  const mended = tidyAddress(before) ?? before;
  if (window.location.href === before) window.history.replaceState(window.history.state, "", mended);
}

function isReloaded(): boolean {
  const [navigation] = performance.getEntriesByType("navigation");
  return (
    navigation instanceof PerformanceNavigationTiming && ["reload", "back_forward"].includes(navigation.type)
  );
}

/** Resolves when the page is loaded. */
function show(session: Session, makeRoot: typeof createRoot): Promise<void> {
  const root = document.getElementById("root");
  if (root === null) throw new Error("index.html has no #root");
  return new Promise((resolve) => {
    // A transition is rendered in slices, between which keys and clicks are handled.
    startTransition(() =>
      makeRoot(root).render(
        <StrictMode>
          <Broken>
            <SessionContext value={session}>
              <App />
            </SessionContext>
          </Broken>
          <Shown onShown={resolve} />
        </StrictMode>,
      ),
    );
  });
}

function Shown({ onShown }: { readonly onShown: () => void }) {
  useEffect(onShown, [onShown]);
  return null;
}

/** If the machine arrives within this time, the page is built once, with the machine. Otherwise it is built without it
 * first. */
const PATIENCE_MS = 1000;

/** Resolves when the page of the address has something to show. */
async function firstPicture({ store, live }: Session): Promise<void> {
  if (pageOf(window.location.hash) !== "simulate") return;
  const parts = window.matchMedia(PHONE).matches ? phonePage.load().catch(() => undefined) : undefined;
  await new Promise<void>((resolve) => {
    const stops = [
      live.view.subscribe(done),
      store.subscribe(({ status, notice }) => {
        if (status === "failed" || notice !== undefined) done();
      }),
    ];
    const timer = setTimeout(done, PATIENCE_MS);
    function done(): void {
      for (const stop of stops) stop();
      clearTimeout(timer);
      resolve();
    }
  });
  await parts;
}

/** Resolves when the document has all its elements and styles. The first script does not wait for them. */
async function readyDocument(): Promise<void> {
  if (document.readyState === "loading") await heard(document, "DOMContentLoaded");
  if (document.readyState === "complete") return;
  const styles = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]');
  const missing = Array.from(styles).filter(({ sheet }) => sheet === null);
  // A style sheet that has already failed sends no further event. The page's load event comes after all of them.
  await Promise.race([heard(window, "load"), Promise.all(missing.map((style) => heard(style, "load")))]);
}

function heard(target: EventTarget, event: string): Promise<unknown> {
  return new Promise((resolve) => target.addEventListener(event, resolve, { once: true }));
}
