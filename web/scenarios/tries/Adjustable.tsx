import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import type { Path } from "../../../lib/expressions/index.ts";
import { type Adjusting, adjusted, typedValue } from "../../../lib/knobs/adjusting.ts";
import { typedNumber } from "../../text/numbers.ts";
import { t } from "../../text/t.ts";
import { formatInteger, formatSi } from "../../ui/format.ts";
import { useFieldSetter } from "./useFieldSetter.ts";
import "./adjustable.css";

export interface AdjustableProps {
  readonly path: Path;
  readonly value: number;
  /** "" for a count. */
  readonly unit: "" | "Hz" | "b/s";
  readonly name: string;
  readonly range: Adjusting;
}

/** Distance of the pointer, to the right or upwards, for one step. */
const STEP_PX = { slots: 8, scale: 16 } as const;
const PAGE_STEPS = 4;
/** A smaller movement counts as a click, which opens the number for typing. */
const PRESS_PX = 4;
const FACTORS: Readonly<Record<string, number>> = { "": 1, k: 1e3, M: 1e6, G: 1e9, T: 1e12 };

/** A number of the machine that can be dragged, stepped with the arrow keys and typed over. */
export function Adjustable({ path, value, unit, name, range }: AdjustableProps) {
  const setter = useFieldSetter();
  /** Undefined while the user does not type. */
  const [typed, setTyped] = useState<string | undefined>(undefined);
  /** Value of the drag, until the machine has it. */
  const [moved, setMoved] = useState<{ readonly to: number; readonly from: number } | undefined>(undefined);
  const drag = useRef<{ readonly x: number; readonly y: number; readonly value: number; far: boolean }>(
    undefined,
  );
  // The machine is up to date again: a number back at its previous value counts as unchanged.
  if (moved !== undefined && moved.from !== value) setMoved(undefined);
  const shown = moved?.from === value ? moved.to : value;

  function set(to: number, isLast: boolean): void {
    if (to === shown) return;
    setMoved({ to, from: value });
    if (isLast) setter.now(path, to);
    else setter.soon(path, to);
  }

  function take(): void {
    const to = typedValue(typedNumber(typed ?? ""), factorOf(shown, unit), range);
    setTyped(undefined);
    if (to !== undefined) set(to, true);
  }

  function press(event: KeyboardEvent): void {
    const steps = STEPS[event.key];
    if (event.key === "Enter" || /^\d$/.test(event.key)) {
      event.preventDefault();
      setTyped(event.key === "Enter" ? amountText(shown, unit) : event.key);
    } else if (steps !== undefined) {
      event.preventDefault();
      set(adjusted(shown, steps, range), false);
    } else return;
    event.stopPropagation();
  }

  if (typed !== undefined)
    return (
      <TypedNumber
        name={name}
        text={typed}
        onText={setTyped}
        onTake={take}
        onLeave={() => setTyped(undefined)}
      />
    );
  return (
    <span
      className="adjustable mono nowrap"
      role="spinbutton"
      tabIndex={0}
      aria-label={name}
      aria-valuenow={shown}
      aria-valuemin={range.minimum}
      aria-valuemax={range.maximum}
      aria-valuetext={amountText(shown, unit)}
      title={t("{name}: drag, press arrow keys, or type", { name })}
      onKeyDown={press}
      onBlur={setter.flush}
      onPointerDown={(event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = { x: event.clientX, y: event.clientY, value: shown, far: false };
      }}
      onPointerMove={(event) => {
        const from = drag.current;
        if (from === undefined) return;
        const way = event.clientX - from.x - (event.clientY - from.y);
        if (Math.abs(way) >= PRESS_PX) from.far = true;
        if (from.far) set(adjusted(from.value, Math.round(way / STEP_PX[range.by]), range), false);
      }}
      onPointerUp={() => {
        const wasPress = drag.current?.far === false;
        drag.current = undefined;
        setter.flush();
        if (wasPress) setTyped(amountText(shown, unit));
      }}
      onPointerCancel={() => {
        drag.current = undefined;
        setter.flush();
      }}
    >
      {amountText(shown, unit)}
    </span>
  );
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowUp: 1,
  ArrowRight: 1,
  ArrowDown: -1,
  ArrowLeft: -1,
  PageUp: PAGE_STEPS,
  PageDown: -PAGE_STEPS,
};

interface TypedNumberProps {
  readonly name: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onTake: () => void;
  readonly onLeave: () => void;
}

function TypedNumber({ name, text, onText, onTake, onLeave }: TypedNumberProps) {
  return (
    <input
      className="adjustable__input mono ink surface edge r-1"
      aria-label={name}
      inputMode="decimal"
      autoComplete="off"
      size={Math.max(4, text.length)}
      value={text}
      ref={(input) => input?.focus()}
      onFocus={({ currentTarget }) => currentTarget.setSelectionRange(text.length === 1 ? 1 : 0, text.length)}
      onChange={({ currentTarget }) => onText(currentTarget.value)}
      onBlur={onTake}
      onKeyDown={(event) => {
        if (event.key === "Enter") onTake();
        if (event.key === "Escape") onLeave();
        event.stopPropagation();
      }}
    />
  );
}

function amountText(value: number, unit: AdjustableProps["unit"]): string {
  if (unit === "") return formatInteger(value);
  const amount = formatSi(value, unit);
  return `${amount.value} ${amount.unit}`;
}

/** Factor of the shown unit: 1e6 for MHz. */
function factorOf(value: number, unit: AdjustableProps["unit"]): number {
  return unit === "" ? 1 : (FACTORS[formatSi(value, unit).unit.slice(0, -unit.length)] ?? 1);
}
