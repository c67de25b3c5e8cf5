import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { followAddress } from "../../../web/scenarios/open/followAddress.ts";
import { openLink } from "../../../web/scenarios/open/open.ts";
import { OPENING } from "../../../web/scenarios/open/openings.ts";
import { isOwnAddress, rememberOwnAddress } from "../../../web/scenarios/open/ownAddress.ts";
import { memoryStorage } from "../state/support.ts";
import { tab } from "./addressSupport.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

const OPEN = { visit: 1, opening: 0 };

/** A page with "figure-4" open whose address bar follows it. */
async function followed(hash: string, state: unknown, storage = memoryStorage()) {
  const page = tab({ storage });
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
    storage,
  );
  const addressAfterPause = async () => {
    await vi.runAllTimersAsync();
    await vi.dynamicImportSettled();
    await vi.runAllTimersAsync();
    return address;
  };
  return { ...page, addressAfterPause, stop };
}

async function addressAfter(hash: string, state: unknown): Promise<string> {
  const page = await followed(hash, state);
  const address = await page.addressAfterPause();
  page.stop();
  return address;
}

test("the address names the open scenario", async () => {
  expect(await addressAfter("", OPEN)).toBe("#figure-4@0");
  expect(await addressAfter("#ring-overflow@5", OPEN)).toBe("#figure-4@0");
});

test.each([
  ["has just been followed", null],
  ["is being opened", OPENING],
])("a link that %s is not overwritten", async (_, state) => {
  expect(await addressAfter("#ring-overflow@5", state)).toBe("#ring-overflow@5");
});

test("a link that contains its scenario stays in the address, and so do other pages", async () => {
  expect(await addressAfter("#s=1.abc", OPEN)).toBe("#s=1.abc");
  expect(await addressAfter("#papers", OPEN)).toBe("#papers");
});

test("the address of a changed scenario carries the change, also one that no short address says", async () => {
  const page = await followed("#figure-4@0", OPEN);
  const { scenario, original } = page.session.store.getState();
  if (scenario === undefined) throw new Error("no scenario");
  page.session.store.setState({ scenario: { ...scenario, description: "Two words, and more" } });
  const address = await page.addressAfterPause();
  expect(address).toMatch(/^#s=1\./);
  const opened = await openLink(address);
  expect(opened.ok && opened.scenario.description).toBe("Two words, and more");
  // What the page itself wrote goes on to follow, back to the short address.
  page.session.store.setState({ scenario: original });
  expect(await page.addressAfterPause()).toBe("#figure-4@0");
  page.stop();
});

test("a link that contains its scenario gives way to a change of the scenario", async () => {
  const page = await followed("#s=1.abc", OPEN);
  const { scenario } = page.session.store.getState();
  if (scenario === undefined) throw new Error("no scenario");
  page.session.store.setState({ scenario: { ...scenario, name: "other" } });
  expect(await page.addressAfterPause()).toMatch(/^#s=1\.(?!abc)/);
  page.stop();
});

describe("a reload of the page", () => {
  /** The story's step after a reload of an address from before the story was left. */
  async function stepAfterReload(reloadedHash?: string): Promise<number | undefined> {
    const storage = memoryStorage();
    const left = await followed("", OPEN, storage);
    left.session.actions.setTold(3);
    const told = await left.addressAfterPause();
    expect(told).toBe("#figure-4@0?y=3");
    left.session.actions.setTold(undefined);
    expect(await left.addressAfterPause()).toBe("#figure-4@0");
    left.stop();
    left.session.rememberPosition();
    const page = tab({ hash: reloadedHash ?? told, reloaded: true, storage });
    const begun = page.begin();
    await page.build();
    await begun;
    return page.session.store.getState().told;
  }

  test("while the story is being removed from the address does not tell it again", async () => {
    expect(await stepAfterReload()).toBeUndefined();
  });

  test("of an address that the page left long before opens the address, not the last state", () => {
    const storage = memoryStorage();
    rememberOwnAddress(storage, "#ring-overflow@0", 1_000);
    rememberOwnAddress(storage, "#figure-4@0", 50_000);
    expect(isOwnAddress(storage, "#figure-4@0", 500_000)).toBe(true);
    expect(isOwnAddress(storage, "#ring-overflow@0", 55_000)).toBe(true);
    expect(isOwnAddress(storage, "#ring-overflow@0", 70_000)).toBe(false);
  });

  test("on a link that the page did not write opens the link", async () => {
    expect(await stepAfterReload("#figure-4?y=2")).toBe(2);
  });
});
