// @vitest-environment happy-dom
/** A number of the machine that is changed in place, while the machine follows. */
import { act } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { settingsOf } from "../../../web/scenarios/settings/settings.ts";
import { Adjustable } from "../../../web/scenarios/tries/Adjustable.tsx";
import { lateSettings } from "../../../web/scenarios/tries/useFieldSetter.ts";
import { SessionContext, useApp } from "../../../web/state/hooks.ts";
import { settle } from "../state/support.ts";
import { control, controls, key, show, shownIn, type } from "../support/page.tsx";
import { openRing, RING } from "./settingsSupport.ts";

await lateSettings.load();
/** After it the machine gets the last value. */
const REST_MS = 120;
const RANGE = { by: "slots", minimum: 4, maximum: 8192 } as const;

function Ring() {
  const value = useApp(({ scenario }) => scenario?.machine.nics[0]?.rxRingFrames ?? 0);
  return <Adjustable path={RING} value={value} unit="" name="Ring" range={RANGE} />;
}

/** The machine has 8 frames. */
async function open() {
  const opened = await openRing();
  remove = await show(
    <SessionContext value={opened.session}>
      <Ring />
    </SessionContext>,
  );
  const loads = () => opened.port.sent.filter(({ kind }) => kind === "load").length - 1;
  return {
    ...opened,
    /** Loads of a changed machine. */
    loads,
    rest: () =>
      act(async () => {
        await vi.advanceTimersByTimeAsync(REST_MS);
        await settle();
      }),
    answer: () => act(opened.answer),
    undo: () => act(async () => settingsOf(opened.session).undo()),
  };
}

/** Moves the pressed pointer to this distance from where it went down, which is right of the number's edge. */
async function point(what: "pointerdown" | "pointermove" | "pointerup", distancePx = 0): Promise<void> {
  const event = { button: 0, pointerId: 1, clientX: 100 + distancePx, clientY: 50, bubbles: true };
  await act(async () => {
    control("Ring").dispatchEvent(new PointerEvent(what, event));
  });
}

let remove = async () => {};
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(async () => {
  await remove();
  vi.useRealTimers();
});

test("keys step on from the shown number before the machine has it", async () => {
  const { rest, answer, ring, loads } = await open();
  for (const [pressed, shown] of [
    ["ArrowUp", "9"],
    ["ArrowRight", "10"],
    ["PageUp", "14"],
    ["ArrowDown", "13"],
  ] as const) {
    await key("Ring", pressed);
    expect([shownIn("Ring"), control("Ring").getAttribute("aria-valuenow")]).toEqual([shown, shown]);
  }
  expect([ring(), loads()]).toEqual([8, 0]);
  await rest();
  await answer();
  expect([shownIn("Ring"), ring(), loads()]).toEqual(["13", 13, 1]);
});

test("a number that the settings take back is shown, and keys step on from it", async () => {
  const { rest, answer, undo } = await open();
  await key("Ring", "ArrowUp");
  await rest();
  await answer();
  await undo();
  await answer();
  expect(shownIn("Ring")).toBe("8");
  await key("Ring", "ArrowUp");
  expect(shownIn("Ring")).toBe("9");
});

test("a number follows the pointer, and a drag back to its begin changes nothing", async () => {
  const { rest, ring, loads } = await open();
  await point("pointerdown");
  for (const [distancePx, shown] of [
    [3, "8"],
    [4, "9"],
    [24, "11"],
    [-8, "7"],
    [-99, "4"],
    [0, "8"],
  ] as const) {
    await point("pointermove", distancePx);
    expect(shownIn("Ring")).toBe(shown);
  }
  await point("pointerup");
  await rest();
  expect([shownIn("Ring"), ring(), loads()]).toEqual(["8", 8, 0]);
});

test("the machine gets a dragged number as soon as the pointer is released", async () => {
  const { answer, ring } = await open();
  await point("pointerdown");
  await point("pointermove", 24);
  await point("pointerup");
  await act(settle);
  await answer();
  expect([shownIn("Ring"), ring()]).toEqual(["11", 11]);
});

test("a press opens the number for typing, and a typed number is shown before the machine has it", async () => {
  const { answer, ring } = await open();
  await point("pointerdown");
  await point("pointermove", -3);
  await point("pointerup");
  await type("Ring", "16");
  expect([shownIn("Ring"), ring()]).toEqual(["16", 8]);
  await act(settle);
  await answer();
  expect([shownIn("Ring"), ring()]).toEqual(["16", 16]);
});

test("a typed number out of the range changes nothing", async () => {
  const { rest, loads } = await open();
  for (const typed of ["3", "8193", "many"]) {
    await key("Ring", "Enter");
    await type("Ring", typed);
    expect(controls("Ring").map((one) => one.textContent)).toEqual(["8"]);
  }
  await rest();
  expect(loads()).toBe(0);
});
