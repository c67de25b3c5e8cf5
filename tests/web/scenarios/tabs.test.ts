/** Two tabs of the page on one device. */
import { describe, expect, it } from "vitest";
import { createEngineClient } from "../../../web/engine/client.ts";
import { createTextDrafts } from "../../../web/scenarios/settings/settings.ts";
import { createSession } from "../../../web/state/session.ts";
import { tabStorage } from "../../../web/ui/storage.ts";
import { memoryDevice } from "../../support/storage.ts";
import { fakePort, fakeScheduler } from "../state/support.ts";
import { receiveThreeContexts } from "./support.ts";

const END = 1_000_000;
const named = (name: string) => ({ ...receiveThreeContexts({ runCycles: END }), name });

function setUp() {
  const device = memoryDevice();
  /** A tab and its own storage survive a reload. */
  const openTab = () => {
    const own = memoryDevice().tab();
    return () => {
      const port = fakePort();
      const storage = device.tab();
      const session = createSession({
        client: createEngineClient(port),
        scheduler: fakeScheduler(),
        storage,
        tabStorage: tabStorage(own, storage),
      });
      const open = async (name: string, cycle: number) => {
        const position = { cycle, startCycle: 0, visibleCycles: 5000 };
        const loaded = session.actions.loadScenario(named(name), { kind: "link" }, position);
        port.reply(port.last("load"), { kind: "loaded", endCycle: END });
        await loaded;
        session.rememberPosition();
      };
      return { session, open };
    };
  };
  return { device, openTab };
}

const nameIn = (value: unknown) => (value as { readonly name: string } | undefined)?.name;

describe("a page in two tabs", () => {
  it("reopens in each its own scenario after a reload, at its place", async () => {
    const { openTab } = setUp();
    const [loadOne, loadOther] = [openTab(), openTab()];
    const [one, other] = [loadOne(), loadOther()];
    await one.open("two cores", 100);
    await other.open("figure 4", 200);
    const again = loadOne();
    expect(nameIn(again.session.lastScenario()?.scenario)).toBe("two cores");
    expect(again.session.lastPosition()?.cycle).toBe(100);
    expect(nameIn(loadOther().session.lastScenario()?.scenario)).toBe("figure 4");
    // A new tab begins with the scenario that was open last.
    expect(nameIn(openTab()().session.lastScenario()?.scenario)).toBe("figure 4");
  });

  it("does not mix the place of one with a scenario of the other too large to store", async () => {
    const { openTab } = setUp();
    const [loadOne, loadOther] = [openTab(), openTab()];
    await loadOther().open("figure 4", 200);
    await loadOne().open("x".repeat(300_000), 100);
    expect(loadOne().session.lastScenario()).toBeUndefined();
    expect(nameIn(loadOther().session.lastScenario()?.scenario)).toBe("figure 4");
  });

  it("keeps in each its own invalid text", () => {
    const device = memoryDevice();
    const [one, other] = [1, 2].map(() => createTextDrafts(tabStorage(memoryDevice().tab(), device.tab())));
    one?.keep("scenario", "{ one");
    other?.keep("scenario", "{ other");
    expect(one?.find("scenario")).toBe("{ one");
    other?.drop();
    expect(one?.find("scenario")).toBe("{ one");
    expect(other?.find("scenario")).toBeUndefined();
  });

  it("shares theme and keys, so that no choice undoes another", () => {
    const { device, openTab } = setUp();
    const [one, other] = [openTab()().session, openTab()().session];
    one.actions.setTheme("dark");
    const keys = one.store.getState().keys;
    one.actions.setKeys({ ...keys, singleKeys: false });
    device.deliver();
    expect(other.store.getState().theme).toBe("dark");
    expect(other.store.getState().keys.singleKeys).toBe(false);
    other.close();
    one.actions.setTheme("light");
    device.deliver();
    expect(other.store.getState().theme).toBe("dark");
  });

  it("stores changes during a run at once, so that a crash loses none", async () => {
    const { openTab } = setUp();
    const load = openTab();
    const { session, open } = load();
    await open("two cores", 100);
    session.actions.setBookmark({ cycle: 77, note: "here" });
    session.actions.setBreakpoints([
      { condition: "rx.dropped > 3", fromHit: 1, everyHits: 1, enabled: true },
    ]);
    session.actions.setTracks([{ kind: "lane", index: 1, shown: false, pinned: false, heightPx: undefined }]);
    const { bookmarks, breakpoints, tracks } = load().session.lastPosition() ?? {};
    expect(bookmarks).toEqual([{ cycle: 77, note: "here" }]);
    expect(breakpoints).toHaveLength(1);
    expect(tracks).toHaveLength(1);
  });
});
