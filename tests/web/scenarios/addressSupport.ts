/** Pages in tabs, for tests of the address, the history and the requests to the engine. */
import { vi } from "vitest";
import { DEFAULT_SCENARIO_ID } from "../../../scenarios/default.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { encodeLink } from "../../../scenarios/link/link.ts";
import { createEngineClient } from "../../../web/engine/client.ts";
import type { RequestEnvelope } from "../../../web/engine/protocol.ts";
import { openBuiltin, openFirst, run } from "../../../web/scenarios/open/open.ts";
import { createOpenings } from "../../../web/scenarios/open/openings.ts";
import { createSession } from "../../../web/state/session.ts";
import type { ScenarioOrigin } from "../../../web/state/store.ts";
import type { KeyValueStore } from "../../../web/ui/storage.ts";
import { PATIENT } from "../../support/patient.ts";
import { fakePort, fakeScheduler, memoryStorage, settle } from "../state/support.ts";
import { receiveThreeContexts } from "./support.ts";

type Load = Extract<RequestEnvelope, { kind: "load" }>;

export const named = (name: string): Scenario => ({
  ...receiveThreeContexts({ runCycles: 1_000_000 }),
  name,
});
export const linkTo = (name: string): string => encodeLink(named(name), {}) ?? "";
export const BROKEN = "#s=1.zzz";
export const LAB: ScenarioOrigin = { kind: "lab" };

/** A page in a tab whose engine builds on request of the test. */
export function tab({ hash = "", reloaded = false, storage = memoryStorage() } = {}) {
  const port = fakePort();
  const session = createSession({ client: createEngineClient(port), scheduler: fakeScheduler(), storage });
  const entries: { hash: string; state: unknown }[] = [{ hash, state: null }];
  let at = 0;
  const entry = () => entries[at] ?? { hash: "", state: null };
  const push = (next: { hash: string; state: unknown }) => {
    at += 1;
    entries.splice(at, entries.length, next);
  };
  const openings = createOpenings(
    session,
    {
      visit: 1,
      hash: () => entry().hash,
      state: () => entry().state,
      push: (state) => push({ hash: "", state }),
      replace: (state) => {
        entry().state = state;
      },
    },
    (open) => openFirst(session, hash, reloaded, open),
  );
  const answered = new Set<Load>();

  const waiting = () =>
    port.sent.filter((one): one is Load => one.kind === "load").filter((one) => !answered.has(one));
  /** The next waiting load with its name, which the engine answers when nothing newer waits. */
  async function build(refused = false): Promise<string> {
    const load = waiting()[0] ?? (await vi.waitUntil(() => waiting()[0], PATIENT));
    answered.add(load);
    port.reply(
      load,
      refused
        ? { kind: "error", error: { code: "core-refused", message: "no" } }
        : { kind: "loaded", endCycle: 1_000_000 },
    );
    await settle();
    return load.scenario.name;
  }
  /** The engine also drops a request that a newer one has overtaken. */
  async function cancel(): Promise<void> {
    const load = await vi.waitUntil(() => waiting()[0], PATIENT);
    answered.add(load);
    port.reply(load, { kind: "cancelled" });
    await settle();
  }
  /** Reading a link or a scenario takes some turns of the event loop. */
  async function quiet(): Promise<void> {
    for (let turn = 0; turn < 20; turn += 1) await settle();
  }
  return {
    session,
    entries,
    begin: openings.begin,
    build,
    cancel,
    quiet,
    waiting: () => waiting().map((load) => load.scenario.name),
    hash: () => entry().hash,
    shown: () => session.store.getState().scenario?.name,
    notice: () => session.store.getState().notice?.text,
    pick: (name: string, origin: ScenarioOrigin = { kind: "link" }) =>
      run(session, { ok: true, scenario: named(name), origin }),
    paste: (next: string) => {
      push({ hash: next, state: null });
      void openings.moved();
    },
    go: (by: number) => {
      const before = entry().hash;
      at += by;
      openings.restore(entry().state);
      if (entry().hash !== before) void openings.moved();
    },
  };
}

async function nameOf(id: string): Promise<string> {
  const opened = await openBuiltin(id);
  if (!opened.ok) throw new Error(opened.message);
  return opened.scenario.name;
}

export const DEFAULT = await nameOf(DEFAULT_SCENARIO_ID);
await import("../../../web/scenarios/open/openLink.ts");

export async function opened(...names: readonly string[]) {
  const page = tab();
  void page.begin();
  await page.build();
  for (const name of names) {
    void page.pick(name);
    await page.build();
  }
  return page;
}

export async function remember(storage: KeyValueStore, name: string): Promise<void> {
  const before = tab({ storage });
  void before.pick(name);
  await before.build();
}
