/** The pixel ratio of the screen changes while the page is open: another screen, another zoom. */

type View = Pick<Window, "devicePixelRatio" | "matchMedia">;

/** Sizes in CSS pixels may stay as they are, so nothing else tells it. Returns the function that stops watching. */
export function watchPixelRatio(onChange: () => void, view: View = window): () => void {
  let query = listen();

  /** A query is about one ratio: the next change needs another one. */
  function listen(): MediaQueryList {
    const next = view.matchMedia(`(resolution: ${view.devicePixelRatio}dppx)`);
    next.addEventListener("change", changed);
    return next;
  }

  function changed(): void {
    query.removeEventListener("change", changed);
    query = listen();
    onChange();
  }

  return () => query.removeEventListener("change", changed);
}
