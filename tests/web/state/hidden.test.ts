import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { GRACE_MS, holdWhileHidden } from "../../../web/state/holdWhileHidden.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

class FakePage extends EventTarget {
  visibilityState: DocumentVisibilityState = "visible";
  turn(state: DocumentVisibilityState): void {
    this.visibilityState = state;
    this.dispatchEvent(new Event("visibilitychange"));
  }
}

function setUp(state: DocumentVisibilityState = "visible") {
  const page = new FakePage();
  page.visibilityState = state;
  const asked: boolean[] = [];
  const stop = holdWhileHidden({ setRunAhead: (on) => asked.push(on) }, page);
  return { page, asked, stop };
}

describe("a hidden page", () => {
  it("stops running ahead after a while, and continues when visible again", () => {
    const { page, asked } = setUp();
    page.turn("hidden");
    vi.advanceTimersByTime(GRACE_MS - 1);
    expect(asked).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(asked).toEqual([false]);
    page.turn("visible");
    expect(asked).toEqual([false, true]);
    page.turn("hidden");
    vi.advanceTimersByTime(GRACE_MS);
    expect(asked).toEqual([false, true, false]);
  });

  it("is not affected by a moment in another tab", () => {
    const { page, asked } = setUp();
    page.turn("hidden");
    vi.advanceTimersByTime(GRACE_MS - 1);
    page.turn("visible");
    vi.advanceTimersByTime(2 * GRACE_MS);
    expect(asked).toEqual([]);
  });

  it("also stops if it was opened hidden", () => {
    const { asked } = setUp("hidden");
    vi.advanceTimersByTime(GRACE_MS);
    expect(asked).toEqual([false]);
  });

  it("requests nothing after it is closed", () => {
    const { page, asked, stop } = setUp();
    page.turn("hidden");
    stop();
    vi.advanceTimersByTime(2 * GRACE_MS);
    page.turn("visible");
    expect(asked).toEqual([]);
  });
});
