/** The card lies over the timeline's right end: what it speaks of is shown left of it. */

/** The timeline shows [from, from + shown) over its width, of which `clearShare` is not covered: so many cycles are shown
 * that [from, to) ends before the card. */
export function shownBeside(fromCycle: number, toCycle: number, clearShare: number): number {
  return (toCycle - fromCycle) / Math.min(1, Math.max(LEAST_CLEAR_SHARE, clearShare));
}

/** Left and right of the plot on a wide page. */
const GUTTER_PX = 148;
const AIR_PX = 20;

/** Less is no timeline to be read: then what is shown lies under the card. */
const LEAST_CLEAR_SHARE = 0.25;

/** Of the timeline's plot that the card leaves free; 1 where they do not meet. */
export function clearShareOf(card: Element | null): number {
  const plot = document.querySelector(".timeline__body")?.getBoundingClientRect();
  const own = card?.getBoundingClientRect();
  if (own === undefined || plot === undefined) return 1;
  const [left, right] = [plot.left + GUTTER_PX, plot.right - AIR_PX];
  // The card grows as its remedies come.
  const meets = own.top < plot.bottom && own.left < right && own.left > left;
  return meets ? (own.left - AIR_PX - left) / (right - left) : 1;
}
