/** Keys of a clicker: next page, previous page, and the point for a dark screen. */
type ClickerDeed = "next" | "back" | "blank";

const PAGES: Readonly<Record<string, ClickerDeed>> = { PageDown: "next", PageUp: "back" };

/** Undefined if the key is not one of a clicker here. The page keys move through an open story. */
export function clickerDeed(
  key: string,
  { isPresenter, isTold }: { readonly isPresenter: boolean; readonly isTold: boolean },
): ClickerDeed | undefined {
  if (isPresenter && key === ".") return "blank";
  return isPresenter || isTold ? PAGES[key] : undefined;
}
