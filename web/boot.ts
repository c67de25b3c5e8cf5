/** The first script of the page: starts the engine in its worker, then loads the page itself beside it. */
import "@fontsource-variable/inter/wght.css";
import "@fontsource-variable/jetbrains-mono/wght.css";
import "./styles/index.css";
import { createWorkerPort } from "./engine/port.ts";

const port = createWorkerPort();
void import("./main.tsx").then(({ start }) => start(port));
