import { type ReactNode, useState } from "react";
import { LINE_RATE_LIMIT } from "../../../scenarios/base/limits.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { partText } from "../../../scenarios/story/parts.ts";
import type { NicFacts, NicRates, RingFacts } from "../../devices/nic.ts";
import type { HeldPacket, MachineView, NicView, RingView } from "../../engine/protocol.ts";
import { useActions, useLive } from "../../state/hooks.ts";
import { Trans } from "../../text/Trans.tsx";
import { t } from "../../text/t.ts";
import { Amount } from "../../ui/Amount.tsx";
import { DROP_TEXT } from "../../ui/dropText.ts";
import { formatInteger, formatSi } from "../../ui/format.ts";
import { plural } from "../../ui/plural.ts";

import { perSecond, perSecondText, shareText } from "../../ui/rates.ts";
import { Term } from "../../ui/Term.tsx";
import { Details } from "./Details.tsx";
import { FoldButton } from "./FoldButton.tsx";
import {
  askingText,
  type CardQueue,
  cardQueues,
  coalescingText,
  nicStatus,
  raisedSince,
  ringFrames,
  STATUS_BITS,
} from "./nics.ts";
import { RateRows } from "./RateViews.tsx";
import { dropText, totalDrops } from "./rateText.ts";
import { Slots } from "./Slots.tsx";
import { StageNumber, useAdjustable } from "./StageNumber.tsx";
import { useStill } from "./useRates.ts";

interface NicCardProps {
  readonly index: number;
  readonly view: MachineView;
  readonly nic: NicView;
  readonly facts: NicFacts;
  /** For its details. */
  readonly scenario: Scenario;
  readonly rates: NicRates | undefined;
  readonly sends: boolean;
  readonly open: boolean;
  /** undefined: the only card, always open. */
  readonly onToggle: (() => void) | undefined;
  /** Of a card beside many its queues are folded, unless it is only one. */
  readonly crowded: boolean;
}

/** Of more rings only the frames that wait for an interrupt are shown, the rest is said. */
const FULL_RING_LIMIT = 4;

export function NicCard(props: NicCardProps) {
  const { index, view, nic, facts, scenario, rates, sends, open, onToggle, crowded } = props;
  const isOpen = onToggle === undefined || open;
  const id = `nic-${index}`;
  const rate = facts.lineRateBitPerSecond;
  const isAdjustable = useAdjustable() !== undefined && onToggle === undefined && rate !== undefined;
  return (
    <article
      className="nic"
      aria-label={t("Network card {name}", { name: facts.name })}
      data-open={isOpen}
      data-part={partText("card", facts.name)}
    >
      <header className="nic__head">
        {onToggle === undefined ? (
          isAdjustable ? (
            <Details name={facts.name} of={{ kind: "nic", nic: index }} scenario={scenario}>
              <b>{facts.name}</b>
            </Details>
          ) : (
            <b>{facts.name}</b>
          )
        ) : (
          <FoldButton open={isOpen} onToggle={onToggle} controls={id}>
            <b>{facts.name}</b>
          </FoldButton>
        )}
        {isAdjustable && rate !== undefined ? (
          <span className="dim">
            <LineRate name={facts.name} rate={rate} />
          </span>
        ) : isOpen ? (
          <Details name={facts.name} of={{ kind: "nic", nic: index }} scenario={scenario}>
            <Rate facts={facts} />
          </Details>
        ) : (
          <Fill nic={nic} facts={facts} rates={rates} />
        )}
      </header>
      {isOpen ? null : (
        <Slots
          fill={nic.rxFill}
          capacity={ringFrames(facts)}
          size="low"
          packets={view.held.rings[index]}
          part={partText("ring", facts.name)}
        />
      )}
      <div id={id} className="nic__body" hidden={!isOpen}>
        {isOpen ? (
          <Body
            view={view}
            nic={nic}
            facts={facts}
            rates={rates}
            sends={sends}
            crowded={crowded}
            held={view.held.rings[index]}
          />
        ) : null}
      </div>
    </article>
  );
}

/** Upper bounds of the format: what the core refuses beyond them, the settings say. */
const RING = { by: "slots", minimum: 1, maximum: 65_536 } as const;
const RATE = { by: "scale", minimum: 1000, maximum: LINE_RATE_LIMIT } as const;

function RingSize({ facts }: { readonly facts: NicFacts }) {
  return (
    <StageNumber
      path={["machine", "nics", facts.name, "rxRingFrames"]}
      value={ringFrames(facts)}
      unit=""
      name={t("size of the ring of {name} in frames", { name: facts.name })}
      range={RING}
    >
      {ringFrames(facts)}
    </StageNumber>
  );
}

function LineRate({ name, rate }: { readonly name: string; readonly rate: number }) {
  return (
    <StageNumber
      path={["machine", "nics", name, "lineRateBitPerSecond"]}
      value={rate}
      unit="b/s"
      name={t("line rate of {name}", { name })}
      range={RATE}
    >
      <Amount of={formatSi(rate, "b/s")} />
    </StageNumber>
  );
}

function Rate({ facts: { lineRateBitPerSecond: rate } }: { readonly facts: NicFacts }) {
  return (
    <span className="dim">
      {rate === undefined ? t("ideal wire") : <Amount of={formatSi(rate, "b/s")} />}
    </span>
  );
}

interface NicProps {
  readonly nic: NicView;
  readonly facts: NicFacts;
  readonly rates: NicRates | undefined;
}

/** Of a folded card: what its ring holds and what it lost. */
function Fill({ nic, facts, rates }: NicProps) {
  return (
    <span className="mono nic__fill whole">
      {nic.dropped === 0 ? null : (
        <b className="loss">
          <span aria-hidden="true">✕ </span>
          {rates === undefined ? formatInteger(nic.dropped) : perSecondText(totalDrops(rates.drops))}
          <span className="sr-only"> {t("dropped")}, </span>
        </b>
      )}
      {nic.rxFill}
      <span className="unit">
        {" / "}
        {ringFrames(facts)}
        <span className={nic.dropped === 0 ? undefined : "sr-only"}> {t("frames")}</span>
      </span>
    </span>
  );
}

/** Also where nothing was lost: the first loss moves nothing. */
function Drops({ nic, facts, rates }: NicProps) {
  const part = partText("drops", facts.name);
  const { askWhy } = useActions();
  const { playhead } = useLive();
  if (nic.dropped === 0)
    return (
      <p className="nic__drops" data-part={part}>
        <span>{t("dropped")}</span>
        <Amount of={{ value: "0", unit: plural(0, "frame") }} />
      </p>
    );
  const cause = rates?.drops.length === 1 ? rates.drops[0]?.cause : undefined;
  return (
    <button
      type="button"
      className="nic__drops nic__drops--why loss"
      data-part={part}
      title={[t("Why?"), ...(rates?.drops.map(dropText) ?? [])].join(" ")}
      onClick={() => askWhy({ what: "drop", cycle: Math.max(0, playhead.get() - 1) })}
    >
      <span>{cause === undefined ? t("✕ dropped") : `✕ ${DROP_TEXT[cause] ?? cause}`}</span>
      <Amount
        of={
          rates === undefined
            ? { value: formatInteger(nic.dropped), unit: plural(nic.dropped, "frame") }
            : perSecond(totalDrops(rates.drops))
        }
      />
    </button>
  );
}

interface BodyProps extends NicProps {
  readonly view: MachineView;
  readonly held: readonly HeldPacket[] | undefined;
  readonly sends: boolean;
}

function Body({ crowded, ...props }: BodyProps & Pick<NicCardProps, "crowded">) {
  const { view, nic, facts, rates, sends, held } = props;
  const queues = cardQueues(nic, facts, sends);
  return (
    <>
      {facts.rings.length === 1 ? (
        <Slots
          label={facts.receive === "ring" ? t("rx ring") : t("rx buffer")}
          fill={nic.rxFill}
          capacity={ringFrames(facts)}
          capacityText={<RingSize facts={facts} />}
          packets={held}
          part={partText("ring", facts.name)}
        />
      ) : (
        <Rings nic={nic} facts={facts} cycle={view.cycle} />
      )}
      <Drops nic={nic} facts={facts} rates={rates} />
      {crowded && queues.length > 1 ? (
        <FoldedQueues queues={queues} name={facts.name} />
      ) : (
        <Queues of={queues} name={facts.name} />
      )}
      <Facts {...props} />
    </>
  );
}

function Queues({ of, name }: { readonly of: readonly CardQueue[]; readonly name: string }) {
  return of.map(({ key, ...queue }) => (
    <Slots key={key} {...queue} size="low" part={partText("txqueue", name)} />
  ));
}

function FoldedQueues({ queues, name }: { readonly queues: readonly CardQueue[]; readonly name: string }) {
  const [isOpen, setOpen] = useState(false);
  const id = `queues-${name}`;
  return (
    <div className="nic__queues" id={id}>
      <FoldButton open={isOpen} onToggle={() => setOpen(!isOpen)} controls={id}>
        {isOpen ? t("fewer queues") : t("{count} queues", { count: queues.length })}
        {isOpen ? null : (
          <span className="mono fold__note whole">
            {queues.map(({ fill }) => formatInteger(fill)).join(" · ")}
          </span>
        )}
      </FoldButton>
      {isOpen ? <Queues of={queues} name={name} /> : null}
    </div>
  );
}

function Facts({ sends, rates, ...states }: BodyProps) {
  // What is seen through them is gone, their places stay.
  const { view, nic, facts } = useStill(states, rates !== undefined);
  const since = raisedSince(view, facts);
  const status = nicStatus(nic);
  return (
    <dl className={rates === undefined ? "nic__facts" : "nic__facts overlaid"}>
      <div>
        <dt>{t("status")}</dt>
        <dd className="nic__status">
          {STATUS_BITS.map(({ bit, name }) => (
            <span key={name} data-on={(status & bit) !== 0}>
              {t(name)}
              <span className="sr-only"> {(status & bit) === 0 ? t("clear") : t("set")}</span>
            </span>
          ))}
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

/** As many as there is room for are seen. */
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

/** How near the next interrupt of a card with one ring is. */
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

/** What it asks for may be two lines long. */
function isTimed({ coalescing }: RingFacts): boolean {
  const { absoluteNanoseconds, packetNanoseconds, throttleNanoseconds } = coalescing;
  return absoluteNanoseconds + packetNanoseconds + throttleNanoseconds > 0;
}

interface RingProps {
  readonly index: number;
  readonly ring: RingView;
  readonly facts: RingFacts;
  readonly cycle: number;
}

/** One of several rings: a line. */
function Ring({ index, ring, facts, cycle }: RingProps) {
  const asks = askingText(ring, facts, cycle);
  return (
    <li className="ring" data-full={ring.fill >= facts.frames}>
      <span>{t("ring {index}", { index })}</span>
      <span className="ring__bar" aria-hidden="true">
        <i style={{ width: `${(100 * Math.min(ring.fill, facts.frames)) / facts.frames}%` }} />
      </span>
      <span className="mono">
        {ring.fill}
        <span className="unit"> / {facts.frames}</span>
      </span>
      {asks === undefined ? null : (
        <span className="ring__asks" title={t("asks for an interrupt: {asks}", { asks })}>
          <span className="ring__short mono" aria-hidden="true">
            +{ring.unsignalled}
          </span>
          <span className="ring__full">{t("asks {asks}", { asks })}</span>
        </span>
      )}
    </li>
  );
}

type RingsProps = Omit<NicProps, "rates"> & { readonly cycle: number };

function Rings({ nic, facts: { name, rings }, cycle }: RingsProps) {
  const areMany = rings.length > FULL_RING_LIMIT;
  const wait = areMany && rings.some((ring) => coalescingText(ring) !== undefined);
  return (
    <>
      <ul
        className="rings"
        aria-label={t("Receive rings")}
        data-many={areMany}
        data-part={partText("ring", name)}
      >
        {rings.map((ring, index) => {
          const state = nic.rings[index];
          return state === undefined ? null : (
            // biome-ignore lint/suspicious/noArrayIndexKey: a ring is its number
            <Ring key={index} index={index} ring={state} facts={ring} cycle={cycle} />
          );
        })}
      </ul>
      {wait ? (
        <p className="rings__note">
          + <Term id="coalescing">{t("no interrupt yet")}</Term>
        </p>
      ) : null}
    </>
  );
}

/** In cycles, like everything on the stage. */
function raised(since: number | undefined, cycle: number) {
  if (since === undefined) return <span className="dim">{t("not raised")}</span>;
  const cycles = Math.max(0, cycle - since);
  return <Amount of={{ value: formatInteger(cycles), unit: t(cycles === 1 ? "cycle ago" : "cycles ago") }} />;
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
