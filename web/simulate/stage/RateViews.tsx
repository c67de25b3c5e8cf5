/** Views that replace states while rates are shown. */
import type { ReactNode } from "react";
import type { Layer } from "../../engine/protocol.ts";
import { t } from "../../text/t.ts";
import { formatSignificant, shareText } from "../../ui/format.ts";
import { causeText } from "../../ui/stallText.ts";
import { LAYER_TEXT } from "./labels.ts";
import { busyText, type CoreRates, type TimeShares, timeSpeech } from "./rates.ts";

interface TimeProps {
  readonly time: TimeShares;
}

/** Time by layer. Stalls are hatched. */
function TimeBar({ time }: TimeProps) {
  const part = (layer: Layer, share: number, className?: string) => (
    <i
      key={`${layer} ${className}`}
      className={className}
      data-layer={layer}
      style={{ width: `${100 * share}%` }}
    />
  );
  return (
    <span className="ownerbar flex grow clip" aria-hidden="true">
      {time.layers.map(({ layer, share, stalled }) => [
        part(layer, share - stalled),
        part(layer, stalled, "hatch"),
      ])}
    </span>
  );
}

/** The same in one line. Screen readers read all its layers. */
export function TimeLine({ time, name }: TimeProps & { readonly name: string }) {
  return (
    <span className="over" title={timeSpeech(time)}>
      {name === "" ? null : <b className="mono">{name}</b>}
      <TimeBar time={time} />
      <span className="mono" aria-hidden="true">
        {shareText(time.busy)}
      </span>
      <span className="sr-only">{timeSpeech(time)}</span>
    </span>
  );
}

/** Shares of time on the card of a context. */
export function ContextTime({ time, name }: TimeProps & { readonly name: string }) {
  return (
    <div className="over">
      <div className="context__head line nowrap">
        <b className="mono">{name}</b>
        <span className="context__state ends t-11 ink-2 w-600">{busyText(time)}</span>
      </div>
      <TimeBar time={time} />
      <ul className="times grid clip t-11 ink-2 nowrap">
        {time.layers.map(({ layer, share }) => (
          <Time key={layer} name={LAYER_TEXT[layer]} value={shareText(share)} layer={layer} />
        ))}
      </ul>
    </div>
  );
}

/** Shares of time over the pipeline of a core. Renders nothing while states are shown. */
export function CoreTime({ time }: { readonly time: CoreRates | undefined }) {
  if (time === undefined) return null;
  return (
    <li className="over">
      <TimeBar time={time} />
      <ul className="times grid clip t-11 ink-2 nowrap">
        <Time name="IPC" value={formatSignificant(time.instructionsPerCycle, 2)} />
        <Time name={t("idle")} value={shareText(Math.max(0, 1 - time.busy - time.ready))} />
        {time.causes.map(({ cause, share }) => (
          <Time key={cause} name={causeText(cause)} value={shareText(share)} />
        ))}
        {time.ready > 0 ? <Time name={t("not chosen")} value={shareText(time.ready)} /> : null}
      </ul>
    </li>
  );
}

interface TimeItemProps {
  readonly name: string;
  readonly value: string;
  readonly layer?: Layer;
}

function Time({ name, value, layer }: TimeItemProps) {
  return (
    <li data-layer={layer} title={name}>
      {layer === undefined ? null : <i className="swatch" />}
      <span className={layer === undefined ? "context__thread" : "whole"}>{name}</span>
      <span className="mono">{value}</span>
    </li>
  );
}

interface RateRowsProps {
  readonly rows: readonly (readonly [label: string, value: ReactNode])[];
}

export function RateRows({ rows }: RateRowsProps) {
  return rows.map(([label, value]) => (
    <div key={label}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  ));
}
