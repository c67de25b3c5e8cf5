/** The first script of the page: starts the engine in its worker, then loads the page itself beside it. */
import "@fontsource-variable/inter/wght.css";
import "@fontsource-variable/jetbrains-mono/wght.css";
import "./index.css";
import { createWorkerPort } from "../engine/port.ts";
import { allowOwnScripts } from "./ownScripts.ts";
import { showStartFault } from "./startFault.ts";

/** Space is pressed before the page can play. */
let isPlayWanted = false;
const hear = ({ key, target }: KeyboardEvent) => {
  if (key === " " && target === document.body) isPlayWanted = !isPlayWanted;
};

async function boot(): Promise<void> {
  allowOwnScripts();
  const port = createWorkerPort();
  window.addEventListener("keydown", hear);
  // React makes errors as it loads, and a browser that is watched looks up where: in this script, not in a large one.
  const react = import("react-dom/client");
  const [{ start }, { createRoot }] = await Promise.all([import("./main.tsx"), react]);
  await start(port, createRoot, () => {
    window.removeEventListener("keydown", hear);
    return isPlayWanted;
  });
}

// theme.js has noticed that the style sheet is missing: the page would be shapes without it.
if (document.documentElement.dataset.start !== "failed") boot().catch(showStartFault);
