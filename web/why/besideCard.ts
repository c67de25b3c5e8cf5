/** The card covers the timeline's right end, so the cycles that it describes are shown to its left. */

/** The timeline shows [from, from + shown) over its width, of which `clearShare` is not covered. Returns the number of
 * shown cycles for which [from, to) ends before the card. */
export function shownBeside(fromCycle: number, toCycle: number, clearShare: number): number {
  return (toCycle - fromCycle) / Math.min(1, Math.max(LEAST_CLEAR_SHARE, clearShare));
}

/** Left and right of the plot on a wide page. */
const GUTTER_PX = 148;
const AIR_PX = 20;

/** A smaller share would be unreadable. In that case the cycles lie under the card. */
const LEAST_CLEAR_SHARE = 0.25;

/** Share of the timeline's plot that the card leaves free. 1 if they do not overlap. */
export function clearShareOf(card: Element | null): number {
  const plot = document.querySelector(".timeline__body")?.getBoundingClientRect();
  const own = card?.getBoundingClientRect();
  if (own === undefined || plot === undefined) return 1;
  const [left, right] = [plot.left + GUTTER_PX, plot.right - AIR_PX];
  // The card grows as its remedies come.
  const meets = own.top < plot.bottom && own.left < right && own.left > left;
  return meets ? (own.left - AIR_PX - left) / (right - left) : 1;
}
