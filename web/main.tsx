import "@fontsource-variable/inter/wght.css";
import "@fontsource-variable/jetbrains-mono/wght.css";
import "./styles/index.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./App.tsx";
import { browserScheduler } from "./base/scheduler.ts";
import { browserStorage } from "./base/storage.ts";
import { createEngineClient } from "./engine/client.ts";
import { createWorkerPort } from "./engine/port.ts";
import { keepOfflineCopy } from "./offline/register.ts";
import { openFirst, openLink, run } from "./pages/open.ts";
import { browserHistory, createOpenings } from "./pages/openings.ts";
import { SessionContext } from "./state/hooks.ts";
import { createSession } from "./state/session.ts";

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root");

const session = createSession({
  client: createEngineClient(createWorkerPort()),
  scheduler: browserScheduler,
  storage: browserStorage,
});

createRoot(root).render(
  <StrictMode>
    <SessionContext value={session}>
      <App />
    </SessionContext>
  </StrictMode>,
);

const [navigation] = performance.getEntriesByType("navigation");
const reloaded =
  navigation instanceof PerformanceNavigationTiming && ["reload", "back_forward"].includes(navigation.type);
const openings = createOpenings(session, browserHistory());
await openFirst(session, window.location.hash, reloaded);
void keepOfflineCopy();

window.addEventListener("pagehide", session.rememberPosition);

window.addEventListener("popstate", ({ state }) => openings.restore(state));

// A link pasted into the address bar of the open page; the other addresses are pages of ours.
window.addEventListener("hashchange", () => {
  const { hash } = window.location;
  if (!hash.includes("s=") || window.history.state !== null) return openings.moved();
  openings.addressed();
  void openLink(hash).then((opened) => run(session, opened));
});
