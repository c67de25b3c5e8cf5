/** Facts of a card in lines, or its rates if time passes too fast for facts. */
import type { ReactNode } from "react";
import { partText } from "../../../scenarios/story/parts.ts";
import type { NicFacts, NicRates, RingFacts } from "../../devices/nic.ts";
import type { HeldPacket, MachineView, NicView } from "../../engine/protocol.ts";
import { Trans } from "../../text/Trans.tsx";
import { t } from "../../text/t.ts";
import { Amount } from "../../ui/Amount.tsx";
import { formatInteger, formatSi, perSecond, shareText } from "../../ui/format.ts";
import { plural } from "../../ui/plural.ts";
import { Term } from "../../ui/Term.tsx";
import { askingText, coalescingText, nicStatus, raisedSince, raisedText, STATUS_BITS } from "./nics.ts";
import { RateRows } from "./RateViews.tsx";
import { useStill } from "./useRates.ts";

export interface NicProps {
  readonly nic: NicView;
  readonly facts: NicFacts;
  readonly rates: NicRates | undefined;
}

export interface NicBodyProps extends NicProps {
  readonly view: MachineView;
  readonly held: readonly HeldPacket[] | undefined;
  readonly sends: boolean;
}

export function NicFactsList({ sends, rates, ...states }: NicBodyProps) {
  // The contents are hidden, but keep their places.
  const { view, nic, facts } = useStill(states, rates !== undefined);
  const since = raisedSince(view, facts);
  return (
    <dl
      className={
        rates === undefined
          ? "nic__facts grid gap-1 t-11 hair-above"
          : "nic__facts overlaid grid gap-1 anchor t-11 hair-above"
      }
    >
      <div data-part={partText("status", facts.name)}>
        <dt>{t("status")}</dt>
        <dd>
          <StatusBits nic={nic} />
        </dd>
      </div>
      <div className="opt">
        <dt>{t("delivered")}</dt>
        <dd>
          <Amount
            of={{
              value: formatInteger(nic.delivered),
              unit: t("of {offered}", { offered: formatInteger(nic.offered) }),
            }}
          />
        </dd>
      </div>
      <div className="opt">
        <dt>{t("next frame")}</dt>
        <dd>{nextFrame(nic, facts, view.cycle)}</dd>
      </div>
      {facts.rings.length === 1 ? <Asks nic={nic} facts={facts} cycle={view.cycle} /> : null}
      {facts.flowControl ? (
        <div>
          <dt>{t("sender paused")}</dt>
          <dd>
            {nic.pausedSinceCycle === undefined ? (
              <span className="dim">{t("no|paused")}</span>
            ) : (
              raised(nic.pausedSinceCycle, view.cycle)
            )}
          </dd>
        </div>
      ) : null}
      {facts.flowControl ? (
        <div className="opt">
          <dt>{t("pauses over")}</dt>
          <dd>
            {formatInteger(nic.pauses)}
            <span className="unit"> {t("in {cycles} cycles", { cycles: nic.pausedCycles })}</span>
          </dd>
        </div>
      ) : null}
      {facts.merges ? (
        <div className="opt">
          <dt>{t("merged")}</dt>
          <dd>
            <Amount of={{ value: formatInteger(nic.merged), unit: plural(nic.merged, "frame") }} />
          </dd>
        </div>
      ) : null}
      <div>
        <dt>
          <Term id="raised">{t("interrupt")}</Term>
        </dt>
        <dd>
          {since === undefined ? null : <span className="sr-only">{t("interrupt raised")} </span>}
          {raised(since, view.cycle)}
        </dd>
      </div>
      {rates === undefined ? null : (
        <div className="over nic__rates">
          <RateRows rows={rateRowsOf(rates, facts, sends)} />
        </div>
      )}
    </dl>
  );
}

export function StatusBits({ nic }: Pick<NicProps, "nic">) {
  const status = nicStatus(nic);
  return (
    <span className="nic__status flex gap-6px">
      {STATUS_BITS.map(({ bit, name }) => (
        <span key={name} data-on={(status & bit) !== 0}>
          {t(name)}
          <span className="sr-only"> {(status & bit) === 0 ? t("clear") : t("set")}</span>
        </span>
      ))}
    </span>
  );
}

/** As many rows as fit. */
function rateRowsOf(
  rates: NicRates,
  { lineRateBitPerSecond }: NicFacts,
  sends: boolean,
): readonly (readonly [string, ReactNode])[] {
  const { receive, send } = rates.wire;
  return [
    [t("arrive"), <Amount key="bits" of={formatSi(rates.bitPerSecond, "b/s")} />],
    [t("frames"), <Amount key="frames" of={perSecond(rates.framesPerSecond)} />],
    [t("delivered"), <Amount key="delivered" of={perSecond(rates.deliveredPerSecond)} />],
    ...(sends ? [[t("sent"), <Amount key="sent" of={perSecond(rates.sentPerSecond)} />] as const] : []),
    ...(lineRateBitPerSecond === undefined ? [] : [[t("wire busy"), shareText(receive)] as const]),
    ...(lineRateBitPerSecond === undefined || !sends ? [] : [[t("wire out"), shareText(send)] as const]),
  ];
}

/** Progress to the next interrupt of a card with one ring. */
function Asks({ nic, facts, cycle }: Omit<NicProps, "rates"> & { readonly cycle: number }) {
  const [ring] = nic.rings;
  const [first] = facts.rings;
  const asks = ring === undefined || first === undefined ? undefined : askingText(ring, first, cycle);
  if (asks === undefined || first === undefined) return null;
  return (
    <div className="nic__asks" data-timed={isTimed(first)}>
      <dt title={coalescingText(first)}>
        <Term id="coalescing">{t("asks")}</Term>
      </dt>
      <dd>{asks}</dd>
    </div>
  );
}

/** True if the text about its interrupts may need two lines. */
function isTimed({ coalescing }: RingFacts): boolean {
  const { absoluteNanoseconds, packetNanoseconds, throttleNanoseconds } = coalescing;
  return absoluteNanoseconds + packetNanoseconds + throttleNanoseconds > 0;
}

function raised(since: number | undefined, cycle: number) {
  const ago = raisedText(since, cycle);
  return ago === undefined ? <span className="dim">{t("not raised")}</span> : <Amount of={ago} />;
}

function nextFrame(nic: NicView, { isOffered }: NicFacts, cycle: number) {
  if (nic.nextArrivalCycle === undefined)
    return <span className="dim">{t(isOffered ? "not known" : "none|frame")}</span>;
  const left = Math.max(0, nic.nextArrivalCycle - cycle);
  return (
    <Trans
      text="in {time}"
      gaps={{ time: <Amount of={{ value: formatInteger(left), unit: plural(left, "cycle") }} /> }}
    />
  );
}
