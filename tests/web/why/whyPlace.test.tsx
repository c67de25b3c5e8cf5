// @vitest-environment happy-dom
import { act } from "react";
import { expect, it, vi } from "vitest";
import { SessionContext } from "../../../web/state/hooks.ts";
import type { Session } from "../../../web/state/session.ts";
import { createAppStore } from "../../../web/state/store.ts";
import { WhyPlace } from "../../../web/why/WhyPlace.tsx";
import { FACTS } from "../simulate/stage/fixture.ts";
import { show } from "../support/page.tsx";

it.each([
  ["closes when the user goes to another page", "#compare", 1],
  ["stays open when the same page takes another form", "#simulate", 0],
])("the answer to Why? %s", async (_, hash, closed) => {
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
  window.location.hash = "#simulate";
  const why = { status: "none", target: { what: "drop", cycle: 7 } } as const;
  const store = createAppStore({ scenario: FACTS.described, why });
  const askWhy = vi.fn();
  const session = { store, actions: { askWhy } } as unknown as Session;
  const remove = await show(
    <SessionContext value={session}>
      <WhyPlace />
    </SessionContext>,
  );
  await vi.waitFor(async () => {
    await act(async () => undefined);
    expect(document.querySelector(".why")?.textContent).toContain("No packet");
  }, 10_000);
  window.location.hash = hash;
  await remove();
  expect(askWhy.mock.calls).toEqual(Array.from({ length: closed }, () => [undefined]));
  window.location.hash = "";
  vi.unstubAllGlobals();
});
