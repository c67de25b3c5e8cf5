import { useCell } from "../state/hooks.ts";
import type { ReadableCell } from "../ui/cell.ts";
import { LAYERS } from "./layers.ts";
import type { Facts } from "./spans.ts";
import type { Point } from "./spec.ts";
import "./tip.css";

export interface Tip {
  readonly facts: Facts;
  readonly at: Point;
  /** Width of the timeline. Near its right edge the tip is left of the pointer. */
  readonly widthPx: number;
  readonly heightPx: number;
}

const FLIP_AT_PX = 280;

export function TimelineTooltip({ cell }: { readonly cell: ReadableCell<Tip | undefined> }) {
  const tip = useCell(cell);
  if (tip === undefined) return null;
  const { facts, at, widthPx, heightPx } = tip;
  const layer = facts.layer === undefined ? undefined : LAYERS[facts.layer]?.name;
  const isLeft = at.x > widthPx - FLIP_AT_PX;
  const isLow = at.y > heightPx / 2;
  const className = `timeline__tip${isLeft ? " timeline__tip--left" : ""}${isLow ? " timeline__tip--above" : ""}`;
  return (
    <div className={className} style={{ left: at.x, top: at.y }} aria-hidden="true">
      <p
        className={
          facts.isLoss
            ? "timeline__tip-title loss row gap-6px w-600"
            : "timeline__tip-title row gap-6px w-600"
        }
      >
        {layer === undefined ? null : <i className="swatch" data-layer={layer} />}
        {facts.title}
      </p>
      <dl>
        {facts.rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="mono">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
