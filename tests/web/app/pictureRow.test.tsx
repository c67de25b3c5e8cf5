// @vitest-environment happy-dom
/** What the row of pictures says about the latest one. */
import { act } from "react";
import { afterEach, expect, it, vi } from "vitest";
import PictureRow from "../../../web/app/picture/PictureRow.tsx";
import { SessionContext } from "../../../web/state/hooks.ts";
import type { Session } from "../../../web/state/session.ts";
import { press, show } from "../support/page.tsx";

const said = () => document.querySelector("[role=status]")?.textContent;
/** Each ends one write to the clipboard. */
const ends: (() => void)[] = [];
/** There is no layout, so no picture can be drawn. */
class Item {
  constructor(pictures: Readonly<Record<string, Promise<Blob>>>) {
    for (const picture of Object.values(pictures)) picture.catch(() => {});
  }
}

afterEach(() => {
  vi.unstubAllGlobals();
});

it("the message about a picture disappears while the next one is made, and a screen reader reads it again", async () => {
  vi.stubGlobal("ClipboardItem", Item);
  const write = () => new Promise<void>((resolve) => ends.push(resolve));
  vi.stubGlobal("navigator", { clipboard: { write } });
  const row = <PictureRow fileName="picture" title="Ring overflow" compared={false} />;
  const close = await show(<SessionContext value={{} as Session}>{row}</SessionContext>);
  for (const end of [0, 1]) {
    await press("Copy PNG");
    expect(said()).toBe("");
    await act(async () => ends[end]?.());
    expect(said()).toBe("Copied.");
  }
  await close();
});
