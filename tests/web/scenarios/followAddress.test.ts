import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { followAddress } from "../../../web/scenarios/open/followAddress.ts";
import { OPENING } from "../../../web/scenarios/open/openings.ts";
import { memoryStorage } from "../state/support.ts";
import { tab } from "./addressSupport.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

const OPEN = { visit: 1, opening: 0 };

/** What stands in the address bar after the pause, with "figure-4" open. */
async function addressAfter(hash: string, state: unknown): Promise<string> {
  const page = tab();
  void page.pick("figure-4", { kind: "bundled", id: "figure-4" });
  await page.build();
  let address = hash;
  const stop = followAddress(
    page.session,
    {
      href: () => `http://localhost/${address}`,
      state: () => state,
      write: (next) => {
        address = next;
      },
    },
    memoryStorage(),
  );
  await vi.runAllTimersAsync();
  stop();
  return address;
}

test("the address names what is open", async () => {
  expect(await addressAfter("", OPEN)).toBe("#figure-4@0");
  expect(await addressAfter("#ring-overflow@5", OPEN)).toBe("#figure-4@0");
});

test.each([
  ["has just been followed", null],
  ["is being opened", OPENING],
])("a link that %s is not written over", async (_, state) => {
  expect(await addressAfter("#ring-overflow@5", state)).toBe("#ring-overflow@5");
});

test("a link that carries its scenario, and other pages, stay", async () => {
  expect(await addressAfter("#s=1.abc", OPEN)).toBe("#s=1.abc");
  expect(await addressAfter("#papers", OPEN)).toBe("#papers");
});
