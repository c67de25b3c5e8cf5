/** A user's choice whose late script cannot be loaded. */
import { expect, it, vi } from "vitest";
import { createEngineClient } from "../../../web/engine/client.ts";
import { createSession } from "../../../web/state/session.ts";
import { receiveThreeContexts } from "../scenarios/support.ts";
import { fakePort, fakeScheduler, memoryStorage } from "./support.ts";

vi.mock("../../../web/state/rarely.ts", () => {
  throw new Error("Failed to fetch dynamically imported module");
});

it("a late script that fails to load changes no warm-up, and the caller is told", async () => {
  const port = fakePort();
  const client = createEngineClient(port);
  const session = createSession({ client, scheduler: fakeScheduler(), storage: memoryStorage() });
  const opened = session.actions.loadScenario(receiveThreeContexts({ runCycles: 1000 }), { kind: "link" });
  port.reply(port.last("load"), { kind: "loaded", endCycle: 1000 });
  await opened;
  await expect(session.actions.setWarmUp(500)).rejects.toThrow();
  expect(session.store.getState()).toMatchObject({ warmUpCycles: 0, warmUpWanted: 0 });
});
