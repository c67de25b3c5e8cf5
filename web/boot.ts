/** The first script of the page: starts the engine in its worker, then loads the page itself beside it. */
import "@fontsource-variable/inter/wght.css";
import "@fontsource-variable/jetbrains-mono/wght.css";
import "./styles/index.css";
import { createWorkerPort } from "./engine/port.ts";

const port = createWorkerPort();
/** Space is pressed before the page can play. */
let isPlayWanted = false;
const hear = ({ key, target }: KeyboardEvent) => {
  if (key === " " && target === document.body) isPlayWanted = !isPlayWanted;
};
window.addEventListener("keydown", hear);
// React makes errors as it loads, and a browser that is watched looks up where: in this script, not in a large one.
const react = import("react-dom/client");
void Promise.all([import("./main.tsx"), react]).then(([{ start }, { createRoot }]) =>
  start(port, createRoot, () => {
    window.removeEventListener("keydown", hear);
    return isPlayWanted;
  }),
);
