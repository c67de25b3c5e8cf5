import { describe, expect, it, vi } from "vitest";
import { createSettings } from "../../../web/scenarios/settings/settings.ts";
import { memoryStorage, settle } from "../state/support.ts";
import { openRing, RING, scenario } from "./settingsSupport.ts";
import { scenarioFile } from "./support.ts";

async function setUp(kept = memoryStorage()) {
  const opened = await openRing();
  let nowMs = 0;
  const settings = createSettings(opened.session, () => nowMs, kept);
  return {
    ...opened,
    settings,
    pass: (milliseconds: number) => {
      nowMs += milliseconds;
    },
    setRing: (value: unknown) => settings.edit({ kind: "set", path: RING, value }),
  };
}

describe("the settings page", () => {
  it("keeps an invalid text over a reload until it is valid or withdrawn", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const kept = memoryStorage();
      const type = async ({ settings }: Awaited<ReturnType<typeof setUp>>, text: string) => {
        settings.setText(text);
        await vi.advanceTimersByTimeAsync(1000);
      };
      const first = await setUp(kept);
      const right = first.settings.text();
      await type(first, `${right}{`);
      const second = await setUp(kept);
      await vi.advanceTimersByTimeAsync(0);
      expect(second.settings.text()).toBe(`${right}{`);
      expect(second.settings.store.getState()).toMatchObject({ errorCount: 1, canUndo: true });
      expect(second.ring()).toBe(8);
      second.settings.undo();
      await vi.advanceTimersByTimeAsync(0);
      expect((await setUp(kept)).settings.text()).toBe(right);
      // The text is JSON, but no scenario.
      const third = await setUp(kept);
      await type(third, "{}");
      expect((await setUp(kept)).settings.text()).toBe("{}");
      // The stored text does not apply to another scenario.
      const other = { ...scenario, runCycles: 5 };
      const loaded = third.session.actions.loadScenario(other, { kind: "link" });
      await third.answer();
      await loaded;
      expect(third.settings.store.getState()).toMatchObject({ errorCount: 0, canUndo: false });
    } finally {
      vi.useRealTimers();
    }
  });

  it("begins with the running scenario and nothing to undo", async () => {
    const { settings } = await setUp();
    expect(settings.store.getState()).toMatchObject({
      value: scenario,
      differences: [],
      errors: [],
      canUndo: false,
    });
    expect(JSON.parse(settings.text())).toMatchObject({ name: "Ring overflow" });
  });

  it("applies valid changes, lists the differences, and undoes and redoes them", async () => {
    const { settings, setRing, answer, ring } = await setUp();
    setRing(16);
    await answer();
    expect(ring()).toBe(16);
    expect(settings.store.getState()).toMatchObject({ canUndo: true, canRedo: false });
    expect(settings.store.getState().differences).toMatchObject([{ before: 8, after: 16 }]);
    settings.undo();
    await answer();
    expect(ring()).toBe(8);
    expect(settings.store.getState()).toMatchObject({ differences: [], canUndo: false, canRedo: true });
    settings.redo();
    await answer();
    expect(ring()).toBe(16);
    settings.reset();
    await answer();
    expect(ring()).toBe(8);
    settings.undo();
    await answer();
    expect(ring()).toBe(16);
  });

  it("keeps an invalid text with its errors while the machine continues", async () => {
    const { settings, setRing, port, ring } = await setUp();
    const before = port.sent.length;
    setRing(99_999);
    await settle();
    expect(port.sent.length).toBe(before);
    expect(ring()).toBe(8);
    const { errors, value } = settings.store.getState();
    expect(errors).toEqual([{ field: "machine.nics[0].rxRingFrames", message: "must be at most 8192" }]);
    expect(value).toMatchObject({ machine: { nics: [{ rxRingFrames: 99_999 }] } });
    settings.undo();
    expect(settings.store.getState()).toMatchObject({ errors: [], differences: [] });
  });

  it("undoes consecutive changes of one field together", async () => {
    const { settings, setRing, answer, pass, ring } = await setUp();
    for (const frames of [9, 10, 11]) {
      setRing(frames);
      pass(100);
    }
    await answer();
    expect(ring()).toBe(11);
    pass(5000);
    setRing(12);
    await answer();
    settings.undo();
    await answer();
    expect(ring()).toBe(11);
    settings.undo();
    await answer();
    expect(ring()).toBe(8);
  });

  it("applies a text when typing pauses, and names the place of a JSON error", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const { settings, answer, ring } = await setUp();
      const text = settings.text();
      settings.setText(text.replace('"rxRingFrames": 8', '"rxRingFrames": '));
      await vi.advanceTimersByTimeAsync(1000);
      expect(settings.store.getState().textFault).toMatchObject({ line: expect.any(Number) });
      expect(ring()).toBe(8);
      settings.setText(text.replace('"rxRingFrames": 8', '"rxRingFrames": 32'));
      await vi.advanceTimersByTimeAsync(1000);
      await answer();
      expect(ring()).toBe(32);
      expect(settings.store.getState()).toMatchObject({ textFault: undefined, errorCount: 0 });
      expect(settings.text()).toContain('"rxRingFrames": 32');
    } finally {
      vi.useRealTimers();
    }
  });

  it("shows the field that the core refuses", async () => {
    const { settings, setRing, port, ring } = await setUp();
    setRing(1000);
    const error = { code: "core-refused", message: "is too large", field: "machine.nics[0]" } as const;
    port.reply(port.last("load"), { kind: "error", error });
    await settle();
    expect(ring()).toBe(8);
    expect(settings.store.getState().errors).toEqual([{ field: "machine.nics[0]", message: "is too large" }]);
  });

  it("starts anew when another scenario is opened", async () => {
    const { settings, setRing, session, answer } = await setUp();
    setRing(16);
    await answer();
    const other = scenarioFile("demos/figure-4.json");
    const opened = session.actions.loadScenario(other, { kind: "link" });
    await answer();
    await opened;
    expect(settings.store.getState()).toMatchObject({ value: other, differences: [], canUndo: false });
  });
});
