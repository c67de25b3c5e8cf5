/** The timeline alone, on made-up data: ?contexts=1|3|16&frontier=CYCLES&theme=dark&compact&at=CYCLE&view=FROM,CYCLES */
import { createRoot } from "react-dom/client";
import "@fontsource-variable/inter";
import "@fontsource-variable/jetbrains-mono";
import { scenarioSchema } from "../../../scenarios/format/schema.ts";
import { createEngineClient } from "../../../web/engine/client.ts";
import { SessionContext } from "../../../web/state/hooks.ts";
import { createSession } from "../../../web/state/session.ts";
import { browserScheduler } from "../../../web/ui/scheduler.ts";
import { guardedStorage } from "../../../web/ui/storage.ts";
import "../../../web/app/index.css";
import { Timeline } from "../../../web/timeline/Timeline.tsx";
import { createFixturePort } from "./fixturePort.ts";

const query = new URLSearchParams(location.search);
const contexts = Number(query.get("contexts") ?? 1);
const endCycle = 200_000_000;
document.documentElement.dataset.theme = query.get("theme") ?? "light";

const exec = [{ do: "exec", routine: "body" }];
const scenario = scenarioSchema.parse({
  format: "irqscope-scenario",
  version: 1,
  name: "timeline fixture",
  runCycles: endCycle,
  machine: {
    clockHertz: 50_000_000,
    core: { policy: contexts === 1 ? "single" : "on-event", contexts },
    nics: [{ name: "eth0", rxRingFrames: 8 }],
  },
  software: {
    queues: [{ name: "socket buffer", capacity: 16 }],
    routines: [{ name: "body", kind: "cycles", cycles: 100 }],
    threads: [
      {
        name: "application",
        layer: "application",
        priority: 3,
        context: 0,
        start: { on: "always" },
        steps: [...exec, { do: "take", queue: "socket buffer" }],
      },
      {
        name: "softirq",
        layer: "protocol",
        priority: 2,
        context: contexts > 1 ? 1 : 0,
        start: { on: "soft" },
        steps: exec,
      },
      {
        name: "Driver ISR",
        layer: "driver-isr",
        priority: 1,
        context: contexts > 2 ? 2 : 0,
        start: { on: "line", nic: "eth0" },
        steps: exec,
      },
    ],
  },
  traffic: [],
});

const session = createSession({
  client: createEngineClient(createFixturePort(contexts, Number(query.get("frontier") ?? endCycle))),
  scheduler: browserScheduler,
  storage: guardedStorage(() => {
    throw new Error("the fixture keeps nothing");
  }),
});
Object.assign(globalThis, { session });
const [from, cycles] = (query.get("view") ?? "84202000,15000").split(",").map(Number);
void session.actions.loadScenario(
  scenario,
  { kind: "link" },
  {
    cycle: Number(query.get("at") ?? 84_208_888),
    startCycle: from ?? 0,
    visibleCycles: cycles ?? endCycle,
  },
);

const root = document.getElementById("root");
if (root !== null)
  createRoot(root).render(
    <SessionContext value={session}>
      <div style={{ marginTop: "auto", height: query.has("compact") ? 148 : "var(--p-timeline)" }}>
        <Timeline parts={query.has("compact") ? "strip" : "all"} />
      </div>
    </SessionContext>,
  );
