// @vitest-environment happy-dom
/** The report: what it says after the file is saved, and whose name it knows. */
import { act } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { loadLab } from "../../lib/labs/gallery.ts";
import { type LabSession, openLabSession } from "../../web/labs/labSession.ts";
import { ReportPage } from "../../web/labs/ReportPage.tsx";
import type { Platform } from "../../web/labs/scorm.ts";
import type { Session } from "../../web/state/session.ts";
import { memoryDevice } from "../support/storage.ts";
import { control, show, shownIn, type } from "../web/support/page.tsx";

vi.mock("../../web/labs/DesignPicture.tsx", () => ({ default: () => null }));

const ADDRESS = { page: "report", lab: "livelock", step: undefined, seed: 0, scorm: false } as const;
const MOODLE = { notice: () => undefined, watch: () => () => undefined } as unknown as Platform;
const REMEMBER = "Remember on this device for the next lab";

let remove: (() => Promise<void>) | undefined;
afterEach(async () => {
  await remove?.();
  remove = undefined;
  localStorage.clear();
});

/** Opens the report of a lab whose progress is empty. */
async function openReport(platform: Platform = "none"): Promise<LabSession> {
  const loaded = await loadLab("livelock");
  if (!loaded?.ok) throw new Error("no lab");
  const store = createStore(() => ({ held: false, status: "ready" }));
  const session = { store, actions: { loadScenario: async () => undefined } } as unknown as Session;
  const runMachine = () => Promise.reject(new Error("no machine is needed"));
  const opened = await openLabSession({
    ...{ lab: loaded.lab, isOwn: false, seed: 0, session, runMachine, firstStep: undefined },
    storage: memoryDevice().tab(),
  });
  await remove?.();
  remove = await show(<ReportPage lab={opened} address={ADDRESS} platform={platform} />);
  return opened;
}

test.each<readonly [string, Platform, RegExp]>([
  [
    "which file is saved, without a platform",
    "none",
    /^livelock\.json is saved on this device\. Hand it in as/,
  ],
  [
    "which file is saved, if the platform does not answer",
    "silent",
    /^livelock\.json is saved on this device\./,
  ],
  ["that the work is handed in, on a platform", MOODLE, /^Handed in\./],
])("the report says %s", async (_, platform, text) => {
  const opened = await openReport(platform);
  const said = () => [...document.querySelectorAll("[role=status]")].map((one) => one.textContent);
  expect(said()).not.toContainEqual(expect.stringMatching(text));
  act(() => opened.tell({ do: "hand-in" }));
  expect(said()).toContainEqual(expect.stringMatching(text));
});

test("the device remembers name and number for the next lab if the student wants that, until it is taken back", async () => {
  await openReport();
  await type("Your name", "Ada");
  await openReport();
  expect(shownIn("Your name")).toBe("");
  await type("Your name", "Ada");
  await act(async () => control(REMEMBER).click());
  await type("Student number", "4711");
  await openReport();
  expect([shownIn("Your name"), shownIn("Student number")]).toEqual(["Ada", "4711"]);
  await act(async () => control(REMEMBER).click());
  await openReport();
  expect([shownIn("Your name"), shownIn("Student number")]).toEqual(["", ""]);
});

test("a learning platform names the student, so nothing is remembered there", async () => {
  localStorage.setItem("irqscope.student", JSON.stringify({ name: "Ada", number: "4711" }));
  await openReport(MOODLE);
  expect(shownIn("Your name")).toBe("");
  expect(() => control(REMEMBER)).toThrow();
});
