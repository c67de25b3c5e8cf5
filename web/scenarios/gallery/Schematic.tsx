import { useMemo } from "react";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { type Mark, SCHEMATIC, schematic } from "./schematic.ts";

/** Only for the eye; the line of facts beside it says the same. */
export function Schematic({ scenario }: { readonly scenario: Scenario }) {
  const marks = useMemo(() => schematic(scenario), [scenario]);
  return (
    <svg className="schematic" viewBox={`0 0 ${SCHEMATIC.width} ${SCHEMATIC.height}`} aria-hidden="true">
      {marks.map((mark) => (
        <Drawn key={keyOf(mark)} mark={mark} />
      ))}
    </svg>
  );
}

function keyOf(mark: Mark): string {
  return `${mark.kind} ${mark.x} ${mark.y}`;
}

function Drawn({ mark }: { readonly mark: Mark }) {
  if (mark.kind === "line")
    return <path className="schematic__line" d={`M${mark.x} ${mark.y}L${mark.toX} ${mark.toY}`} />;
  if (mark.kind === "more")
    return (
      <text className="schematic__more" x={mark.x} y={mark.y} textAnchor="end">
        {mark.text}
      </text>
    );
  const { x, y, width, height, kind } = mark;
  const layer = kind === "layer" ? mark.layer : undefined;
  const round = kind === "card" || kind === "core" ? 3 : kind === "device" && mark.isRound ? width / 2 : 1;
  return (
    <rect
      className={`schematic__${kind}`}
      data-layer={layer}
      x={x}
      y={y}
      width={width}
      height={height}
      rx={round}
    />
  );
}
