/** Keys that a clicker sends: a page forward, a page back, and the point for a dark screen. */
type ClickerDeed = "next" | "back" | "blank";

const PAGES: Readonly<Record<string, ClickerDeed>> = { PageDown: "next", PageUp: "back" };

/** Undefined: it is no key of a clicker here. Pages lead through a story wherever one is told. */
export function clickerDeed(
  key: string,
  { isPresenter, isTold }: { readonly isPresenter: boolean; readonly isTold: boolean },
): ClickerDeed | undefined {
  if (isPresenter && key === ".") return "blank";
  return isPresenter || isTold ? PAGES[key] : undefined;
}
