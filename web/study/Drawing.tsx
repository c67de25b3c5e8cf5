import { createContext, type ReactNode, type RefObject, useContext } from "react";
import { useWidth } from "../ui/charts/useWidth.ts";

interface DrawingProps {
  readonly svg: RefObject<SVGSVGElement | null>;
  readonly widthPx: number;
  readonly heightPx: number;
  /** Accessible name of the whole drawing. */
  readonly name: string;
  readonly children: ReactNode;
}

/** A picture whose parts can be pressed. */
export function Drawing({ svg, widthPx, heightPx, name, children }: DrawingProps) {
  const { scale } = useContext(ChartLookContext);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place around a drawing, and an image has no buttons
    <svg
      ref={svg}
      width={widthPx * scale}
      height={heightPx * scale}
      viewBox={`0 0 ${widthPx} ${heightPx}`}
      style={{ "--sweep-scale": scale }}
      role="group"
      aria-label={name}
    >
      {children}
    </svg>
  );
}

interface PressableProps {
  readonly className: string;
  /** For screen readers, and as a tip. */
  readonly name: string;
  readonly pressed: boolean;
  readonly step?: number | undefined;
  /** `isBeside` is true if Shift is pressed. */
  readonly onPress: (isBeside: boolean) => void;
  readonly children: ReactNode;
}

/** Tint of a step. Numbers are dark up to the middle, then light. */
export const tintOf = (step: number): number => (step < 4 ? step : step + 1);

/** A part of a drawing that is a button. */
export function Pressable({ className, name, pressed, step, onPress, children }: PressableProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a button has no place in a drawing
    <g
      className={className}
      style={step === undefined ? undefined : { "--sweep-tint": tintOf(step) }}
      role="button"
      tabIndex={0}
      aria-label={name}
      aria-pressed={pressed}
      onClick={(event) => onPress(event.shiftKey)}
      onKeyDown={(event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        onPress(event.shiftKey);
      }}
    >
      <title>{name}</title>
      {children}
    </g>
  );
}

/** Size of the charts of a study: as on the page, or for the last row of a room. */
interface ChartLook {
  /** Factor for everything but letters, relative to the page. Letters keep the size of their token. */
  readonly scale: number;
  /** Height on the screen. Undefined if each chart has its usual one. */
  readonly heightPx: number | undefined;
}

export const ChartLookContext = createContext<ChartLook>({ scale: 1, heightPx: undefined });

const LEAST_WIDTH_PX = 280;

/** Width and height in units of the drawing. */
export function useChartSize(
  host: RefObject<Element | null>,
  usualHeightPx: number,
): { readonly width: number; readonly height: number } {
  const { scale, heightPx } = useContext(ChartLookContext);
  return {
    width: Math.max(LEAST_WIDTH_PX, useWidth(host) / scale),
    height: heightPx === undefined ? usualHeightPx : Math.max(usualHeightPx / 2, heightPx / scale),
  };
}

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

/** Names beside open circles, towards the middle of the drawing. Circles at the same place share one. */
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
