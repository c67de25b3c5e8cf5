/** One network card with its rings, queues and losses. */
import { useState } from "react";
import { LINE_RATE_LIMIT } from "../../../scenarios/base/limits.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { partText } from "../../../scenarios/story/parts.ts";
import type { NicFacts, NicRates, RingFacts } from "../../devices/nic.ts";
import type { MachineView, NicView, RingView } from "../../engine/protocol.ts";
import { useActions, useLive } from "../../state/hooks.ts";
import { t } from "../../text/t.ts";
import { Amount } from "../../ui/Amount.tsx";
import { dropWords } from "../../ui/dropText.ts";
import { formatInteger, formatSi, perSecond, perSecondText } from "../../ui/format.ts";
import { Term } from "../../ui/Term.tsx";
import { useFallen } from "../flow/useFlying.ts";
import { type NicBodyProps, NicFactsList, type NicProps } from "./NicFacts.tsx";
import { askingText, type CardQueue, cardQueues, coalescingText, droppedText, ringFrames } from "./nics.ts";
import { dropText, totalDrops } from "./rates.ts";
import { Slots } from "./Slots.tsx";
import { Details, FoldButton, StageNumber, useAdjustable } from "./StageButtons.tsx";

interface NicCardProps {
  readonly index: number;
  readonly view: MachineView;
  readonly nic: NicView;
  readonly facts: NicFacts;
  /** Used for its details. */
  readonly scenario: Scenario;
  readonly rates: NicRates | undefined;
  readonly sends: boolean;
  readonly open: boolean;
  /** Undefined for the only card, which is always open. */
  readonly onToggle: (() => void) | undefined;
  /** True for a card beside many others: its queues are folded, unless there is only one. */
  readonly crowded: boolean;
}

export function NicCard(props: NicCardProps) {
  const { index, view, facts, scenario, rates, sends, open, onToggle, crowded } = props;
  const nic = { ...props.nic, dropped: useFallen(props.nic.dropped, partText("ring", facts.name)) };
  const isOpen = onToggle === undefined || open;
  const id = `nic-${index}`;
  const rate = facts.lineRateBitPerSecond;
  const isAdjustable = useAdjustable() !== undefined && onToggle === undefined && rate !== undefined;
  return (
    <article
      className="nic stack surface hair-2 r-3"
      aria-label={t("Network card {name}", { name: facts.name })}
      data-open={isOpen}
      data-part={partText("card", facts.name)}
      data-stop={`card:${facts.name}`}
    >
      <header className="nic__head line apart gap-2 t-12 nowrap">
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
      <div id={id} className="nic__body stack" hidden={!isOpen}>
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

/** Upper bounds of the format. If the core refuses a value within them, the settings say so. */
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

/** Fill of a folded card's ring, and its losses. */
function Fill({ nic, facts, rates }: NicProps) {
  return (
    <span className="mono nic__fill whole at-end">
      {nic.dropped === 0 ? null : (
        <b className="loss">
          <span aria-hidden="true">✕ </span>
          {rates === undefined ? formatInteger(nic.dropped) : perSecondText(totalDrops(rates.drops))}
          <span className="sr-only"> {t("lost")}, </span>
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

/** Also rendered without losses, so that the first loss moves nothing. */
function Drops({ nic, facts, rates }: NicProps) {
  const part = partText("drops", facts.name);
  const { askWhy } = useActions();
  const { playhead } = useLive();
  if (nic.dropped === 0)
    return (
      <p className="nic__drops flex apart t-12 w-600 nowrap" data-part={part}>
        <span>{t("lost")}</span>
        <Amount of={droppedText(nic)} />
      </p>
    );
  const cause = rates?.drops.length === 1 ? rates.drops[0]?.cause : undefined;
  return (
    <button
      type="button"
      className="nic__drops nic__drops--why flex apart t-12 w-600 nowrap loss tight bare press"
      data-part={part}
      title={[t("Why?"), ...(rates?.drops.map(dropText) ?? [])].join(" ")}
      onClick={() => askWhy({ what: "drop", cycle: Math.max(0, playhead.get() - 1) })}
    >
      <span>{cause === undefined ? t("✕ lost") : `✕ ${dropWords(cause)}`}</span>
      <Amount of={rates === undefined ? droppedText(nic) : perSecond(totalDrops(rates.drops))} />
    </button>
  );
}

function Body({ crowded, ...props }: NicBodyProps & Pick<NicCardProps, "crowded">) {
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
          rail={`rail:${facts.name}`}
        />
      ) : (
        <NicRings nic={nic} facts={facts} cycle={view.cycle} />
      )}
      <Drops nic={nic} facts={facts} rates={rates} />
      {crowded && queues.length > 1 ? (
        <FoldedQueues queues={queues} name={facts.name} />
      ) : (
        <Queues of={queues} name={facts.name} />
      )}
      <NicFactsList {...props} />
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
    <div className="nic__queues stack" id={id}>
      <FoldButton open={isOpen} onToggle={() => setOpen(!isOpen)} controls={id}>
        {isOpen ? t("fewer queues") : t("{count} queues", { count: queues.length })}
        {isOpen ? null : (
          <span className="mono fold__note whole pushed t-11 w-600">
            {queues.map(({ fill }) => formatInteger(fill)).join(" · ")}
          </span>
        )}
      </FoldButton>
      {isOpen ? <Queues of={queues} name={name} /> : null}
    </div>
  );
}

/** With more rings, only the frames that wait for an interrupt are drawn. The rest is text. */
const FULL_RING_LIMIT = 4;

interface RingProps {
  readonly index: number;
  readonly ring: RingView;
  readonly facts: RingFacts;
  readonly cycle: number;
}

/** One of several rings, as a line. */
function Ring({ index, ring, facts, cycle }: RingProps) {
  const asks = askingText(ring, facts, cycle);
  return (
    <li className="ring grid middle across t-11 nowrap" data-full={ring.fill >= facts.frames}>
      <span>{t("ring {index}", { index })}</span>
      <span className="ring__bar clip edge" aria-hidden="true">
        <i
          className="block high"
          style={{ width: `${(100 * Math.min(ring.fill, facts.frames)) / facts.frames}%` }}
        />
      </span>
      <span className="mono to-right">
        {ring.fill}
        <span className="unit"> / {facts.frames}</span>
      </span>
      {asks === undefined ? null : (
        <span className="ring__asks ends t-10 ink-3" title={t("asks for an interrupt: {asks}", { asks })}>
          <span className="ring__short mono" aria-hidden="true">
            +{ring.unsignalled}
          </span>
          <span className="ring__full">{t("asks {asks}", { asks })}</span>
        </span>
      )}
    </li>
  );
}

interface RingsProps {
  readonly nic: NicView;
  readonly facts: NicFacts;
  readonly cycle: number;
}

function NicRings({ nic, facts: { name, rings }, cycle }: RingsProps) {
  const areMany = rings.length > FULL_RING_LIMIT;
  const wait = areMany && rings.some((ring) => coalescingText(ring) !== undefined);
  return (
    <>
      <ul
        className="rings grid"
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
        <p className="t-10 ink-3">
          + <Term id="coalescing">{t("no interrupt yet")}</Term>
        </p>
      ) : null}
    </>
  );
}
