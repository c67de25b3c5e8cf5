// @vitest-environment happy-dom
/** Enter in the search of the gallery, while the browser still reads the user's own scenarios. */
import { act } from "react";
import { afterEach, expect, test, vi } from "vitest";
import GalleryDialog from "../../../web/scenarios/gallery/GalleryDialog.tsx";
import { createLibrary, type Library } from "../../../web/scenarios/library/library.ts";
import type { Opened } from "../../../web/scenarios/open/open.ts";
import { SessionContext } from "../../../web/state/hooks.ts";
import { settle } from "../state/support.ts";
import { control, key, show } from "../support/page.tsx";
import { memoryRecords } from "./librarySupport.ts";
import { openRing, scenario } from "./settingsSupport.ts";

const used = vi.hoisted(() => ({ library: undefined as Library | undefined }));
vi.mock("../../../web/scenarios/library/library.ts", async (original) => ({
  ...(await original<object>()),
  library: () => used.library,
}));
vi.mock("../../../web/scenarios/gallery/previews.ts", async (original) => ({
  ...(await original<object>()),
  createPreviews: () => ({ strip: async () => undefined, close: () => {} }),
}));

let remove = async () => {};
afterEach(() => remove());

/** The gallery with one own scenario, "Week 3", and the scenarios that were opened. */
async function gallery() {
  const library = createLibrary({ store: memoryRecords() });
  await library.add("Week 3", scenario);
  let allow = () => {};
  const reading = new Promise<void>((resolve) => {
    allow = resolve;
  });
  used.library = { ...library, list: () => reading.then(library.list) };
  const { session } = await openRing();
  const opened: (string | undefined)[] = [];
  const onOpen = (one: Opened) => void opened.push(one.ok ? one.scenario.name : undefined);
  remove = await show(
    <SessionContext value={session}>
      <GalleryDialog what={undefined} openId="ring-overflow" onOpen={onOpen} onClose={() => {}} />
    </SessionContext>,
  );
  const read = () =>
    act(async () => {
      allow();
      await settle();
    });
  return { opened, read };
}

/** Unlike `type` it stays in the field. */
async function search(words: string): Promise<void> {
  const field = control("Find a scenario");
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, words);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
}

test("opens the own scenario that was searched for, once it is read", async () => {
  const { opened, read } = await gallery();
  await search("week 3");
  await key("Find a scenario", "Enter");
  expect(opened).toEqual([]);
  await read();
  await vi.waitUntil(() => opened.length > 0);
  expect(opened).toEqual(["Week 3"]);
});

test("opens nothing if the words have changed in the meantime", async () => {
  const { opened, read } = await gallery();
  await search("week 3");
  await key("Find a scenario", "Enter");
  await search("week");
  await read();
  await act(settle);
  expect(opened).toEqual([]);
});
