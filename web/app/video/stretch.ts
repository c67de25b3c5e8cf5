/** The range of a video, and the cycle that each of its pictures shows. */

export const PICTURES_PER_SECOND = 30;
export const PICTURE_MS = 1000 / PICTURES_PER_SECOND;
/** Longest time in which a video moves: a stretch that would take longer is shown faster. */
export const MOST_SECONDS = 60;
/** Duration of the first picture before the machine moves, and of the last one until all tokens have arrived. */
const LEAD_MS = 700;
const TAIL_MS = 1500;

export interface Stretch {
  readonly fromCycle: number;
  readonly toCycle: number;
  readonly cyclesPerSecond: number;
}

/** Uses this speed, or a higher one if the video would exceed its greatest length. */
export function stretchOf(fromCycle: number, toCycle: number, cyclesPerSecond: number): Stretch {
  const least = (toCycle - fromCycle) / MOST_SECONDS;
  return { fromCycle, toCycle, cyclesPerSecond: Math.max(1, cyclesPerSecond, least) };
}

export function movingSeconds({ fromCycle, toCycle, cyclesPerSecond }: Stretch): number {
  return (toCycle - fromCycle) / cyclesPerSecond;
}

export function pictureCount(stretch: Stretch): number {
  return Math.ceil((LEAD_MS + 1000 * movingSeconds(stretch) + TAIL_MS) / PICTURE_MS);
}

export function cycleOf(stretch: Stretch, picture: number): number {
  const movedMs = Math.max(0, picture * PICTURE_MS - LEAD_MS);
  const cycle = stretch.fromCycle + Math.round((movedMs / 1000) * stretch.cyclesPerSecond);
  return Math.min(stretch.toCycle, cycle);
}
