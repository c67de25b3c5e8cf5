interface BasePlace {
  readonly x: number;
  readonly y: number;
  readonly label: string;
}

interface BaseNamesProps {
  readonly places: readonly BasePlace[];
  readonly leftPx: number;
  readonly rightPx: number;
  readonly topPx: number;
}

const ABOVE_PX = 11;
const BELOW_PX = 18;
const BESIDE_PX = 6;

/** Names beside open circles, towards the middle of the drawing; one where circles lie on one another. */
export function BaseNames({ places, leftPx, rightPx, topPx }: BaseNamesProps) {
  const single = places.filter(
    ({ x, y, label }, at) =>
      places.findIndex((one) => one.label === label && Math.abs(one.x - x) + Math.abs(one.y - y) < 1) === at,
  );
  return single.map(({ x, y, label }) => {
    const isRight = x > (leftPx + rightPx) / 2;
    return (
      <text
        key={`${label} ${x} ${y}`}
        className="sweep-base-name"
        x={x + (isRight ? -BESIDE_PX : BESIDE_PX)}
        y={y - ABOVE_PX < topPx + ABOVE_PX ? y + BELOW_PX : y - ABOVE_PX}
        textAnchor={isRight ? "end" : "start"}
      >
        {label}
      </text>
    );
  });
}
