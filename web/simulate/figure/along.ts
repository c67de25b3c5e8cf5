/** Where a token is between the key positions of its way. */
import type { Key } from "../flow/path.ts";

/** Between key positions, which are passed at equal times; `share`: of the whole time, 0..1. It begins and ends slowly. */
export function along(keys: readonly Key[], share: number): Key | undefined {
  const steps = keys.length - 1;
  const at = eased(Math.min(1, Math.max(0, share))) * steps;
  const before = keys[Math.min(steps, Math.floor(at))];
  const after = keys[Math.min(steps, Math.floor(at) + 1)];
  if (before === undefined || after === undefined) return undefined;
  const part = at - Math.floor(at);
  const mix = (from: number, to: number) => from + part * (to - from);
  return {
    x: mix(before.x, after.x),
    y: mix(before.y, after.y),
    scale: mix(before.scale, after.scale),
    opacity: mix(before.opacity, after.opacity),
  };
}

/** About what style sheets call ease-in-out. */
function eased(share: number): number {
  return share * share * (3 - 2 * share);
}
