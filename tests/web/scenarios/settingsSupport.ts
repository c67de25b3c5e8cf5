/** A session with an opened scenario, whose engine answers when the test says so. */
import { createEngineClient } from "../../../web/engine/client.ts";
import { createSession } from "../../../web/state/session.ts";
import { builtin } from "../../boundary/support.ts";
import { fakePort, fakeScheduler, memoryStorage, settle } from "../state/support.ts";

export const scenario = await builtin("ring-overflow");
/** A field of it. */
export const RING = ["machine", "nics", 0, "rxRingFrames"];

export async function openRing() {
  const port = fakePort();
  const session = createSession({
    client: createEngineClient(port),
    scheduler: fakeScheduler(),
    storage: memoryStorage(),
  });
  const answer = async () => {
    port.reply(port.last("load"), { kind: "loaded", endCycle: scenario.runCycles });
    await settle();
  };
  const loaded = session.actions.loadScenario(scenario, { kind: "bundled", id: "ring-overflow" });
  await answer();
  await loaded;
  return {
    port,
    session,
    answer,
    ring: () => session.store.getState().scenario?.machine.nics[0]?.rxRingFrames,
  };
}
