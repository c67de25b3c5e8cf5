import { paperText } from "../text/papers/paperText.ts";
import { t } from "../text/t.ts";
import { formatCompact } from "../ui/format.ts";
import { claimNumber, wholePercent } from "./numbers.ts";
import { type Dot, placeIn, type ScatterPanel } from "./scatter.ts";

interface ScatterProps {
  readonly panels: readonly ScatterPanel[];
  readonly onOpen: (dot: Dot) => void;
}

const ALONE_PX = 380;
const BESIDE_PX = 226;

/** Printed numbers to the right, simulated ones upwards. On the line they are equal. */
export function Scatter({ panels, onOpen }: ScatterProps) {
  const size = panels.length === 1 ? ALONE_PX : BESIDE_PX;
  return (
    <div className="flex wrap gap-3">
      {panels.map((panel) => (
        <Panel key={panel.unit} panel={panel} size={size} onOpen={onOpen} />
      ))}
    </div>
  );
}

const LEFT_PX = 46;
const BOTTOM_PX = 38;
const EDGE_PX = 8;
/** Share of the printed number, above and below it. */
const BAND = 0.1;
/** Number of the largest deviations that are written beside their marks. */
const WRITTEN = 3;

function Panel({
  panel,
  size,
  onOpen,
}: {
  readonly panel: ScatterPanel;
  readonly size: number;
  readonly onOpen: (dot: Dot) => void;
}) {
  const right = size - EDGE_PX;
  const bottom = size - BOTTOM_PX;
  const x = (value: number) => LEFT_PX + placeIn(panel, value) * (right - LEFT_PX);
  const y = (value: number) => bottom - placeIn(panel, value) * (bottom - EDGE_PX);
  const [from, to] = panel.domain;
  /** Both edges, each with the place where it meets the end of an axis. */
  const band = [
    [from, from * (1 + BAND)],
    [to / (1 + BAND), to],
    [to, to],
    [to, to * (1 - BAND)],
    [from / (1 - BAND), from],
    [from, from],
  ] as const;
  const places = panel.dots.map(({ printed, simulated }) => [x(printed), y(simulated)] as const);
  const written = new Map(
    panel.dots
      .filter(({ mark }) => mark === "missed")
      .toSorted((a, b) => deviationOf(b) - deviationOf(a))
      .slice(0, WRITTEN)
      .map((dot) => [dot, freeSide([x(dot.printed), y(dot.simulated)], places, right)]),
  );
  const unit = paperText(panel.unit) || t("instructions a cycle");
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place around a drawing, and an image has no buttons
    <svg
      className="scatter"
      width={size}
      height={size}
      viewBox={`0 0 ${size} ${size}`}
      role="group"
      aria-label={t("Printed and simulated numbers in {unit}", { unit })}
    >
      <polygon
        className="dots__band"
        points={band.map(([across, up]) => `${x(across)},${y(up)}`).join(" ")}
      />
      <line className="dots__swept" strokeDasharray="2 3" x1={x(from)} y1={y(from)} x2={x(to)} y2={y(to)} />
      <path className="dots__axis hollow" d={`M${LEFT_PX},${EDGE_PX}V${bottom}H${right}`} />
      {panel.ticks.map((value) => (
        <g key={value} className="scatter__name t-10">
          <text x={x(value)} y={bottom + 14} textAnchor="middle">
            {tickText(value)}
          </text>
          <text x={LEFT_PX - 5} y={y(value) + 4} textAnchor="end">
            {tickText(value)}
          </text>
        </g>
      ))}
      <text className="scatter__name t-11" x={(LEFT_PX + right) / 2} y={size - 6} textAnchor="middle">
        {t("printed, {unit}", { unit })}
      </text>
      <text
        className="scatter__name t-11"
        transform={`translate(11 ${(EDGE_PX + bottom) / 2}) rotate(-90)`}
        textAnchor="middle"
      >
        {t("simulated")}
      </text>
      {panel.dots.map((dot) => (
        <Mark
          key={dot.judgement.claim.id}
          dot={dot}
          at={[x(dot.printed), y(dot.simulated)]}
          bar={dot.judgement.range && [y(dot.judgement.range[0]), y(dot.judgement.range[1])]}
          written={written.get(dot)}
          onOpen={() => onOpen(dot)}
        />
      ))}
    </svg>
  );
}

const TEXT_PX = 42;

/** Side of a mark with room for a short text. */
function freeSide(
  [x, y]: readonly [number, number],
  places: readonly (readonly [number, number])[],
  right: number,
): "end" | "start" | undefined {
  const isFree = (from: number, to: number) =>
    from > LEFT_PX && to < right && !places.some(([px, py]) => px > from && px < to && Math.abs(py - y) < 12);
  if (isFree(x + 3, x + TEXT_PX)) return "start";
  return isFree(x - TEXT_PX, x - 3) ? "end" : undefined;
}

/** Six digits are wider than the room for them. */
const tickText = (value: number): string => (value < 100_000 ? claimNumber(value) : formatCompact(value));

const deviationOf = ({ judgement }: Dot): number => Math.abs(judgement.error ?? 0);

interface MarkProps {
  readonly dot: Dot;
  readonly at: readonly [number, number];
  /** Ends of the range that the free parameters allow. */
  readonly bar: readonly [number, number] | undefined;
  /** The end of the text that is at the mark. Undefined: no text. */
  readonly written: "start" | "end" | undefined;
  readonly onOpen: () => void;
}

function Mark({ dot, at: [x, y], bar, written, onOpen }: MarkProps) {
  const name = t("{claim}: printed {printed}, simulated {simulated} ({error}). Open its machine.", {
    claim: `${paperText(dot.experiment.title)}: ${paperText(dot.text)}`,
    printed: claimNumber(dot.printed),
    simulated: claimNumber(dot.simulated),
    error: wholePercent(dot.judgement.error ?? 0),
  });
  return (
    <>
      {bar === undefined ? null : <line className="dots__swept" x1={x} x2={x} y1={bar[0]} y2={bar[1]} />}
      {/* biome-ignore lint/a11y/useSemanticElements: a button has no place in a drawing */}
      <g
        className="scatter__dot press"
        role="button"
        tabIndex={0}
        aria-label={name}
        onClick={onOpen}
        onKeyDown={(event) => {
          if (event.key !== "Enter" && event.key !== " ") return;
          event.preventDefault();
          onOpen();
        }}
      >
        <title>{name}</title>
        <circle className="scatter__reach" cx={x} cy={y} r="11" />
        {dot.mark === "holds" ? (
          <circle className="dots__simulated" cx={x} cy={y} r="4.2" />
        ) : (
          <text className={`${dot.mark === "missed" ? "dots__outside" : "dots__apart"} t-15`} x={x} y={y + 5}>
            {dot.mark === "missed" ? "✕" : "◇"}
          </text>
        )}
      </g>
      {written === undefined ? null : (
        <text
          className="scatter__name t-11"
          x={written === "end" ? x - 9 : x + 9}
          y={y + 4}
          textAnchor={written}
          pointerEvents="none"
        >
          {wholePercent(dot.judgement.error ?? 0)}
        </text>
      )}
    </>
  );
}
