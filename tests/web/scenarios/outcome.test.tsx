// @vitest-environment happy-dom
/** The result of the changes above the settings: differences from the scenario, and errors. */
import { act } from "react";
import { afterEach, expect, test } from "vitest";
import { FormContext } from "../../../web/form/useForm.ts";
import { Outcome } from "../../../web/scenarios/settings/Outcome.tsx";
import { settingsOf } from "../../../web/scenarios/settings/settings.ts";
import { useMakeFormFacts } from "../../../web/scenarios/settings/settingsForm.tsx";
import { SessionContext } from "../../../web/state/hooks.ts";
import { controls, press, show } from "../support/page.tsx";
import { openRing, RING } from "./settingsSupport.ts";

function Page() {
  return (
    <FormContext value={useMakeFormFacts()}>
      <Outcome />
    </FormContext>
  );
}

const texts = (selector: string) =>
  [...document.querySelectorAll(selector)].map(({ textContent }) => textContent?.trim());

let remove = async () => {};
afterEach(() => remove());

async function open() {
  const { session } = await openRing();
  remove = await show(
    <SessionContext value={session}>
      <Page />
    </SessionContext>,
  );
  return (path: readonly (string | number)[], value: unknown) =>
    act(async () => settingsOf(session).edit({ kind: "set", path, value }));
}

test("the settings count the changes, list them, and offer to take them back", async () => {
  const set = await open();
  const shown = () => [...texts(".changes--none"), ...texts(".changes__toggle")];
  const rows = () => texts(".changes__values").map((row) => row?.match(/\d+/g));
  expect([shown(), controls("Reset").length]).toEqual([["Unchanged"], 0]);

  await set(RING, 16);
  expect([shown(), controls("Reset").length]).toEqual([["1 change to the scenario"], 1]);
  await press("1 change to the scenario");
  expect(rows()).toEqual([["8", "16"]]);

  await set(["runCycles"], 5000);
  expect(shown()).toEqual(["2 changes to the scenario"]);
  expect(rows()).toHaveLength(2);

  await press("Undo: Receive ring");
  expect(shown()).toEqual(["1 change to the scenario"]);
  await press("Reset");
  expect([shown(), controls("Reset").length]).toEqual([["Unchanged"], 0]);
});

test("the settings count the errors that prevent a run, and say what is wrong", async () => {
  const set = await open();
  const errors = () => [...texts(".outcome p"), ...texts(".outcome li")];
  expect(errors()).toEqual([]);
  const ring = expect.stringMatching(/^Receive ring .* must be at most 8192$/);
  await set(RING, 8193);
  expect(errors()).toEqual([expect.stringContaining("Not applied, 1 error."), ring]);
  const cycles = "Run length must be at least 1";
  await set(["runCycles"], 0);
  expect(errors()).toEqual([expect.stringContaining("Not applied, 2 errors."), cycles, ring]);
  await set(RING, 8192);
  expect(errors()).toEqual([expect.stringContaining("Not applied, 1 error."), cycles]);
  await set(["runCycles"], 1);
  expect(errors()).toEqual([]);
});
