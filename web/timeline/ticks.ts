/** Ruler ticks as offsets from a round cycle that stands in the gutter. */

import { endCycleOf, pxAtCycle, type Viewport, visibleCycles } from "../state/viewport.ts";
import { currentLanguage } from "../text/language.ts";
import { editedNumber } from "../text/numbers.ts";
import { formatInteger, formatSeconds, GROUP_GAP, quantityText } from "../ui/format.ts";

const MIN_TICK_GAP_PX = 76;

export interface Tick {
  readonly x: number;
  readonly cycle: number;
  /** "" for a minor tick. */
  readonly label: string;
  readonly time: string;
}
interface Ruler {
  readonly anchorCycle: number;
  readonly stepCycles: number;
  readonly ticks: readonly Tick[];
}

/** Smallest of 1, 2, 5 times a power of ten that is at least `atLeast`; never below one cycle. */
export function roundStep(atLeast: number): number {
  if (atLeast <= 1) return 1;
  const decade = 10 ** Math.floor(Math.log10(atLeast));
  const step = [1, 2, 5, 10].find((factor) => factor * decade >= atLeast) ?? 10;
  return step * decade;
}

const rulers = new WeakMap<Viewport, { readonly of: string; readonly ruler: Ruler }>();

/** Viewports never change, so each is ruled once for a clock and a language. */
export function rulerOf(viewport: Viewport, clockHertz: number): Ruler {
  const known = rulers.get(viewport);
  const of = clockHertz + currentLanguage();
  if (known?.of === of) return known.ruler;
  const ruler = makeRuler(viewport, clockHertz);
  rulers.set(viewport, { of, ruler });
  return ruler;
}

function makeRuler(viewport: Viewport, clockHertz: number): Ruler {
  const stepCycles = roundStep(MIN_TICK_GAP_PX * viewport.cyclesPerPx);
  const anchorStep = 10 ** Math.ceil(Math.log10(Math.max(100, visibleCycles(viewport))));
  const anchorCycle = Math.floor(viewport.startCycle / anchorStep) * anchorStep;
  const minor = stepCycles >= 2 ? stepCycles / 2 : stepCycles;
  const ticks: Tick[] = [];
  const first = Math.ceil((viewport.startCycle - anchorCycle) / minor);
  const last = Math.floor((endCycleOf(viewport) - anchorCycle) / minor);
  for (let i = first; i <= last; i++) {
    const offset = i * minor;
    const cycle = anchorCycle + offset;
    const isMajor = offset % stepCycles === 0;
    ticks.push({
      x: pxAtCycle(viewport, cycle),
      cycle,
      label: isMajor ? offsetText(offset) : "",
      time: isMajor && offset > 0 ? timeText(offset / clockHertz) : "",
    });
  }
  return { anchorCycle, stepCycles, ticks };
}

/** "+2 k", "+1.25 M", "+880": exact, for ticks are round. */
export function offsetText(offset: number): string {
  // Billions and more only where they need no more digits: neighbours keep one unit.
  const [factor, prefix] =
    offset >= 1e9 && offset % 1e7 === 0
      ? [1e9, "G"]
      : offset >= 1e6
        ? [1e6, "M"]
        : offset >= 1e3
          ? [1e3, "k"]
          : [1, ""];
  if (prefix === "") return `+${formatInteger(offset)}`;
  return `+${editedNumber(Number((offset / factor).toPrecision(9)))}${GROUP_GAP}${prefix}`;
}

function timeText(seconds: number): string {
  const { value, unit } = formatSeconds(seconds, 4);
  const trimmed = /[.,]/.test(value) ? value.replace(/[.,]?0+$/, "") : value;
  return quantityText({ value: trimmed, unit });
}
