// @vitest-environment happy-dom
/** The counters of losses while a lost packet moves. The document has no layout and no animations: boxes are given, and
 * the test ends the animations. */
import { afterEach, expect, it, vi } from "vitest";
import { QuietStage } from "../../../../web/simulate/quiet/QuietStage.tsx";
import { NicCard } from "../../../../web/simulate/stage/NicCard.tsx";
import { SessionContext } from "../../../../web/state/hooks.ts";
import type { Session } from "../../../../web/state/session.ts";
import { createAppStore } from "../../../../web/state/store.ts";
import { createCell } from "../../../../web/ui/cell.ts";
import { show } from "../../support/page.tsx";
import { FACTS, nic, view } from "../stage/fixture.ts";

const BOXES: Readonly<Record<string, readonly [x: number, y: number, width: number, height: number]>> = {
  "wire:eth0": [0, 20, 60, 60],
  "card:eth0": [80, 20, 400, 120],
  "rail:eth0": [90, 30, 380, 30],
  "fall:ring:eth0": [0, 90, 60, 34],
};

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function stubLayout(): void {
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
  Element.prototype.checkVisibility = () => true;
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (this: Element) {
    const stop = this instanceof HTMLElement ? this.dataset.stop : undefined;
    return new DOMRect(...(BOXES[stop ?? ""] ?? [0, 0, 1000, 600]));
  });
}

/** The returned function ends the animations of at most this length. */
function stubAnimations(): (longestMs: number) => void {
  const started: { readonly ms: number; readonly animation: { readonly onfinish?: () => void } }[] = [];
  Element.prototype.animate = (_, options) => {
    const animation = {};
    started.push({ animation, ms: typeof options === "number" ? options : Number(options?.duration) });
    return animation as Animation;
  };
  return (longestMs) => {
    for (const { animation } of started.filter(({ ms }) => ms <= longestMs)) animation.onfinish?.();
  };
}

it("a lost packet counts once it has bounced off the ring", async () => {
  stubLayout();
  const endAnimations = stubAnimations();
  const before = view({ cycle: 1000 });
  const lossy = nic({ dropped: 1 });
  const after = view({ cycle: 1010, nics: [lossy] });
  // The first cause is a full ring, the first place the first card.
  const loss = { cycle: 1005, kind: "frame-dropped", subject: 7, value: 1 << 16 };
  const live = {
    view: createCell(before),
    passed: createCell<unknown>(undefined),
    journey: createCell(undefined),
    playhead: createCell(before.cycle),
  };
  const watchesView = vi.spyOn(live.view, "subscribe");
  const store = createAppStore({ scenario: FACTS.described });
  const session = { live, store, actions: { setPointed: vi.fn() } } as unknown as Session;
  const [card] = FACTS.nics;
  if (card === undefined) throw new Error("no card");
  const none = { rates: undefined, instructionsPerCycle: undefined, onToggle: undefined };
  const remove = await show(
    <SessionContext value={session}>
      <QuietStage {...none} view={after} previous={before} facts={FACTS} moving={false} pace="cycles" />
      <NicCard
        {...none}
        index={0}
        view={after}
        nic={lossy}
        facts={card}
        scenario={FACTS.described}
        sends={false}
        open={true}
        crowded={false}
      />
    </SessionContext>,
  );
  const counters = () =>
    [".score", ".nic__drops"].map(
      (place) => /\d+/.exec(document.querySelector(place)?.textContent ?? "")?.[0],
    );
  const expectCounters = (...shown: readonly string[]) =>
    vi.waitFor(() => expect(counters()).toEqual(shown), 5000);
  // Parts load late, and React draws them in its own time.
  Reflect.set(globalThis, "IS_REACT_ACT_ENVIRONMENT", false);
  window.dispatchEvent(new Event("pointerdown"));
  expect(watchesView).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(watchesView).toHaveBeenCalled(), 5000);
  await expectCounters("1", "1");

  live.passed.set({ fromCycle: before.cycle, toCycle: after.cycle, events: [loss], earlier: before });
  live.view.set(after);
  expect(document.querySelector(".token")?.textContent).toBe("✕ 7");
  await expectCounters("0", "0");
  // Most of its time it lies.
  endAnimations(1000);
  expect(document.querySelector(".token")).not.toBeNull();
  await expectCounters("1", "1");
  endAnimations(Number.POSITIVE_INFINITY);
  expect(document.querySelector(".token")).toBeNull();
  Reflect.set(globalThis, "IS_REACT_ACT_ENVIRONMENT", true);
  await remove();
});
