/** Arrow keys over cards in rows. It uses drawn positions, so it works for any number of columns. */
export interface Place {
  readonly left: number;
  readonly top: number;
}

/** Index of the next card. Undefined: stay. -1: up beyond the first row. */
export function gridMove(places: readonly Place[], current: number, key: string): number | undefined {
  const here = places[current];
  if (here === undefined) return undefined;
  switch (key) {
    case "ArrowRight":
      return current + 1 < places.length ? current + 1 : undefined;
    case "ArrowLeft":
      return current > 0 ? current - 1 : undefined;
    case "Home":
      return 0;
    case "End":
      return places.length - 1;
    case "ArrowDown":
      return inRow(places, here, nextTop(places, here.top, 1));
    case "ArrowUp":
      return inRow(places, here, nextTop(places, here.top, -1)) ?? -1;
    default:
      return undefined;
  }
}

function nextTop(places: readonly Place[], top: number, direction: 1 | -1): number | undefined {
  const tops = places.map((place) => place.top).filter((other) => (other - top) * direction > 0);
  if (tops.length === 0) return undefined;
  return direction > 0 ? Math.min(...tops) : Math.max(...tops);
}

function inRow(places: readonly Place[], here: Place, top: number | undefined): number | undefined {
  if (top === undefined) return undefined;
  let best: number | undefined;
  for (const [index, place] of places.entries()) {
    if (place.top !== top) continue;
    const before =
      best === undefined ? Number.POSITIVE_INFINITY : Math.abs((places[best]?.left ?? 0) - here.left);
    if (Math.abs(place.left - here.left) < before) best = index;
  }
  return best;
}
