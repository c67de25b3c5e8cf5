/** Resolves when the page has nothing more urgent to do, or after a while. */
const LONGEST_WAIT_MS = 1000;

export function idle(): Promise<void> {
  return new Promise((resolve) => {
    // Not every browser has this function.
    if (typeof requestIdleCallback === "function")
      requestIdleCallback(() => resolve(), { timeout: LONGEST_WAIT_MS });
    else setTimeout(resolve);
  });
}

const SIGNS = ["pointermove", "pointerdown", "touchstart", "wheel", "keydown", "focusin", "click"] as const;

let input: Promise<void> | undefined;

/** Resolves after the first pointer or key event. Parts that only a user opens are loaded from then on. */
export function firstInput(): Promise<void> {
  input ??= new Promise((resolve) => {
    const stop = new AbortController();
    const { signal } = stop;
    const onSign = ({ type, target }: Event) => {
      // Scripts move the focus to elements that a reader cannot reach.
      if (type === "focusin" && target instanceof HTMLElement && target.tabIndex < 0) return;
      stop.abort();
      resolve();
    };
    for (const sign of SIGNS) window.addEventListener(sign, onSign, { signal, capture: true, passive: true });
  });
  return input;
}

/** Resolves when the present page has been painted, and there is nothing more urgent to do. */
export async function rested(): Promise<void> {
  // The first frame may be in progress.
  for (let frame = 0; frame < 2; frame++)
    await new Promise((resolve) => {
      // A hidden page has no frames.
      const timer = setTimeout(resolve, LONGEST_WAIT_MS);
      requestAnimationFrame(() => {
        clearTimeout(timer);
        resolve(undefined);
      });
    });
  await idle();
}
