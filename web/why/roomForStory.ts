/** The card floats over the page, but must not cover a story: the story's bar ends where the card begins. On a narrow
 * page the card ends where the bar begins. */

const NARROW = "(max-width: 819px)";

/** The returned function undoes it. */
export function leaveStoryRoom(card: HTMLElement): () => void {
  const observer = new ResizeObserver(place);
  const page = document.querySelector("main");
  let bar: HTMLElement | null = null;

  function place(): void {
    const found = document.querySelector<HTMLElement>(".storybar");
    if (found !== bar) {
      if (bar !== null) observer.unobserve(bar);
      if (found !== null) observer.observe(found);
      bar = found;
    }
    const isNarrow = window.matchMedia(NARROW).matches;
    setLength(card, "--above", found !== null && isNarrow ? roomAbove(found) : 0);
    if (found !== null) setLength(found, "--beside", isNarrow ? 0 : overlap(found, card));
  }

  // A story may open or close while the card is open.
  const comings = new MutationObserver(place);
  if (page !== null) comings.observe(page, { childList: true, subtree: true });
  observer.observe(card);
  window.addEventListener("resize", place);
  place();
  return () => {
    observer.disconnect();
    comings.disconnect();
    window.removeEventListener("resize", place);
    bar?.style.removeProperty("--beside");
  };
}

/** Distance from the bar's upper edge to the end of the page, in px. */
function roomAbove(bar: HTMLElement): number {
  return window.innerHeight - bar.getBoundingClientRect().top;
}

/** Width by which the card overlaps the bar, in px. */
function overlap(bar: HTMLElement, card: HTMLElement): number {
  return Math.max(0, bar.getBoundingClientRect().right - card.getBoundingClientRect().left);
}

function setLength({ style }: HTMLElement, name: string, px: number): void {
  const value = `${Math.round(px)}px`;
  if (style.getPropertyValue(name) !== value) style.setProperty(name, value);
}
