/** The first script of the page. It starts the engine in its worker and loads the page at the same time. */
import "@fontsource-variable/inter/wght.css";
import "@fontsource-variable/jetbrains-mono/wght.css";
import "./index.css";
import { createWorkerPort } from "../engine/port.ts";
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
  // React creates errors while it loads, and browser tools look up their source position. In this small script that is
  // fast.
  const react = import("react-dom/client");
  const [{ start }, { createRoot }] = await Promise.all([import("./main.tsx"), react]);
  await start(port, createRoot, () => {
    window.removeEventListener("keydown", hear);
    return isPlayWanted;
  });
}

// theme.js has noticed that the style sheet is missing. Without it the page would consist of bare shapes.
if (document.documentElement.dataset.start !== "failed") boot().catch(showStartFault);

/** Trusted Types: a server may require a policy for the addresses of scripts. The page's workers are files of its own
 * folder, so its policy accepts only addresses of its own origin. */
interface PolicyMaker {
  readonly createPolicy: (
    name: string,
    rules: { readonly createScriptURL: (address: string) => string },
  ) => unknown;
}

function allowOwnScripts(): void {
  const maker: unknown = Reflect.get(globalThis, "trustedTypes");
  if (!isPolicyMaker(maker)) return;
  try {
    maker.createPolicy("default", { createScriptURL: ownAddress });
  } catch {
    // The server's list of policies does not allow one. The script that fails because of this reports it.
  }
}

function ownAddress(address: string): string {
  if (new URL(address, document.baseURI).origin !== window.origin)
    throw new TypeError(`${address} is not a script of this page`);
  return address;
}

function isPolicyMaker(value: unknown): value is PolicyMaker {
  return (
    typeof value === "object" && value !== null && typeof Reflect.get(value, "createPolicy") === "function"
  );
}
