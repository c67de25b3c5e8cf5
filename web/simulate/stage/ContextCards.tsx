import { useState } from "react";
import { partText } from "../../../scenarios/story/parts.ts";
import type { MachineView } from "../../engine/protocol.ts";
import { t, translated } from "../../text/t.ts";
import { formatInteger, perSecondText } from "../../ui/format.ts";
import { pcText } from "../../ui/instructionText.ts";
import { CARD_LIMIT, type ContextCard, type Work } from "./contexts.ts";
import { LAYER_TEXT } from "./labels.ts";
import type { MachineInfo } from "./machineInfo.ts";
import { ContextTime, TimeLine } from "./RateViews.tsx";
import type { StageRates, TimeShares } from "./rates.ts";

interface ContextCardsProps {
  readonly cards: readonly ContextCard[];
  readonly view: MachineView;
  readonly facts: MachineInfo;
  readonly rates: StageRates | undefined;
}

/** Cards below the pipeline of the only core; rows if there are too many. */
export function ContextCards({ cards, view, facts, rates }: ContextCardsProps) {
  const most = useMost(cards.length, facts);
  const columns = Math.max(most, Math.min(3, CARD_LIMIT));
  const compact = most > CARD_LIMIT;
  return (
    <>
      {facts.interleaved ? null : (
        <Pointer
          cards={rates === undefined ? cards : []}
          columns={columns}
          compact={compact}
          illustrated={rates === undefined && isIllustrated(view)}
        />
      )}
      {compact ? (
        <ContextRows cards={cards} rates={rates} />
      ) : (
        <ul className="contexts grid" aria-label={t("Contexts")} style={{ "--columns": columns }}>
          {facts.policy === "single" && cards.length === 1 ? (
            <MemoryHint columns={columns - 1} facts={facts} rates={rates} />
          ) : null}
          {cards.map((card) => (
            <Card
              key={card.key}
              card={card}
              rates={rates}
              activeText={facts.interleaved ? t("issues next") : t("active context")}
            />
          ))}
        </ul>
      )}
    </>
  );
}

/** The greatest count shown of this machine. Frames come and go, but columns and rows stay. */
function useMost(count: number, facts: MachineInfo): number {
  const [seen, see] = useState({ facts, most: count });
  const most = Math.max(count, seen.facts === facts ? seen.most : 0);
  if (seen.facts !== facts || seen.most !== most) see({ facts, most });
  return most;
}

function isIllustrated(view: MachineView): boolean {
  return view.stages.some((stage) => stage.illustrative);
}

export function ContextRows({ cards, rates }: Pick<ContextCardsProps, "cards" | "rates">) {
  if (cards.length === 0) return null;
  return (
    <ul
      className="contexts contexts--rows grid"
      aria-label={t("Contexts")}
      style={{ "--rows": Math.ceil(cards.length / 2) }}
    >
      {cards.map((card) => (
        <Row key={card.key} card={card} rates={rates} />
      ))}
    </ul>
  );
}

interface PointerProps {
  readonly cards: readonly ContextCard[];
  readonly columns: number;
  readonly compact: boolean;
  readonly illustrated: boolean;
}

/** The line from the pipeline to the card of the active context. */
function Pointer({ cards, columns, compact, illustrated }: PointerProps) {
  const activeIndex = cards.findIndex((card) => card.active);
  return (
    <div className="pointer anchor" data-compact={compact} aria-hidden="true">
      <i className="pointer__bracket placed hair-2" />
      {illustrated ? (
        <span
          className="pointer__note placed t-10 ink-3 nowrap lh-16"
          data-left={!compact && activeIndex + 0.5 > 0.4 * columns}
          title={t("in italics: illustrative, this layer is given in cycles")}
        >
          {t("in italics: illustrative")}
        </span>
      ) : null}
      {activeIndex < 0 || compact ? null : (
        <i
          className="pointer__arrow placed"
          data-flip={activeIndex >= columns - 1}
          style={{
            left: `calc((100% + var(--card-gap)) * ${(activeIndex + 0.5) / columns} - var(--card-gap) / 2)`,
          }}
        >
          <span>{t("active context")}</span>
        </i>
      )}
    </div>
  );
}

/** Placeholder for the saved registers of preempted activities. */
function MemoryHint({
  columns,
  facts,
  rates,
}: { readonly columns: number } & Pick<ContextCardsProps, "facts" | "rates">) {
  return (
    <li
      className="context context--hint grid centre slim ink-3 to-middle surface hair-2 r-2"
      style={{ gridColumn: `span ${columns}` }}
    >
      {rates !== undefined
        ? savesText(rates)
        : facts.save === undefined
          ? t("No saved registers: the hardware saves none here; a program may.")
          : t("No saved registers. An interrupt saves them here.")}
    </li>
  );
}

function savesText({ savesPerSecond }: StageRates): string {
  return t("registers saved {rate}", { rate: perSecondText(savesPerSecond) });
}

type CardRates = Pick<ContextCardsProps, "rates"> & { readonly card: ContextCard };

/** Shares of time for a card or row while rates are shown. Saved registers have none, because they come and go. */
function timeOf({ card, rates }: CardRates): TimeShares | undefined {
  return card.context === undefined ? undefined : rates?.contexts[card.context];
}

function partOf({ context, inMemory }: ContextCard): string | undefined {
  if (context !== undefined) return partText("context", String(context + 1));
  return inMemory ? "saved" : undefined;
}

function Card({ card, rates, activeText }: CardRates & { readonly activeText: string }) {
  const { frame } = card;
  const time = timeOf({ card, rates });
  return (
    <li
      className={`context slim t-12 surface hair-2 r-2 ${rates === undefined ? "" : "overlaid anchor"}`}
      data-part={partOf(card)}
      data-thread={card.threadName}
      data-active={card.active && rates === undefined}
      data-memory={card.inMemory}
      data-free={frame === undefined && rates === undefined}
    >
      <div className="context__head line nowrap">
        <b className="mono" title={card.name}>
          {card.name}
        </b>
        <span className="context__state ends t-11 ink-2 w-600" title={card.stateText}>
          {card.stateText}
        </span>
        {card.active ? <span className="sr-only">, {activeText}</span> : null}
        {card.priority === undefined ? null : (
          <span className="mono pushed t-11 ink-2 w-600">P{card.priority}</span>
        )}
      </div>
      <dl className="context__facts grid nowrap">
        <dt>PC</dt>
        <dd className="mono">{frame === undefined ? "–" : pcText(frame.pc)}</dd>
        <dt>{t("runs")}</dt>
        <dd className="context__runs row gap-1" data-layer={frame?.layer ?? "idle"}>
          <i className="swatch" aria-hidden="true" />
          <span
            className="context__thread"
            title={card.threadName === undefined ? undefined : translated(card.threadName)}
          >
            {card.threadName === undefined ? t("nothing") : translated(card.threadName)}
          </span>
        </dd>
        <dt className="opt">{t("regs")}</dt>
        <dd className="opt">{card.registers}</dd>
        {card.left === undefined ? null : (
          <>
            <dt>{t("left over")}</dt>
            <dd className="context__left nowrap" title={card.left}>
              {card.left}
            </dd>
          </>
        )}
      </dl>
      <Progress work={card.work} />
      {time === undefined ? null : <ContextTime time={time} name={card.name} />}
      {rates !== undefined && card.key === "f0" ? (
        <p className="over grid centre small to-middle">{savesText(rates)}</p>
      ) : null}
    </li>
  );
}

function Row({ card, rates }: CardRates) {
  const { frame, work } = card;
  const time = timeOf({ card, rates });
  return (
    <li
      className={
        rates === undefined
          ? "ctxrow grid middle gap-6px t-11 nowrap surface hair-2 r-1"
          : "ctxrow overlaid grid middle gap-6px anchor t-11 nowrap surface hair-2 r-1"
      }
      data-part={partOf(card)}
      data-thread={card.threadName}
      data-active={card.active && rates === undefined}
      data-memory={card.inMemory}
      data-free={frame === undefined}
    >
      <b className="mono">{card.name}</b>
      <span className="ctxrow__runs row gap-1 slim" data-layer={frame?.layer ?? "idle"}>
        <i className="swatch" aria-hidden="true" />
        <span className="ctxrow__thread" title={frame === undefined ? undefined : LAYER_TEXT[frame.layer]}>
          {card.threadName === undefined ? t("free") : translated(card.threadName)}
        </span>
      </span>
      <span
        className="ctxrow__state ends ink-2 w-600"
        title={frame === undefined ? undefined : [card.stateText, card.left ?? []].flat().join(", ")}
      >
        {frame === undefined ? "" : card.stateText}
        {card.left === undefined ? null : (
          <span className="sr-only">, {t("left over: {left}", { left: card.left })}</span>
        )}
      </span>
      <span className="mono ctxrow__work">
        {work === undefined ? "" : `${formatInteger(work.done)} / ${formatInteger(work.budget)}`}
      </span>
      <span className="mono dim">{card.priority === undefined ? "" : `P${card.priority}`}</span>
      {card.active ? <span className="sr-only">{t("active context")}</span> : null}
      {time === undefined ? null : <TimeLine time={time} name={card.name} />}
    </li>
  );
}

function Progress({ work }: { readonly work: Work | undefined }) {
  if (work === undefined) return <div className="progress above-2" aria-hidden="true" />;
  const share = Math.min(1, work.done / work.budget);
  return (
    <div className="progress above-2" data-layer={work.layer}>
      <div className="progress__bar clip sunk" aria-hidden="true">
        <i className="block high" style={{ width: `${share * 100}%` }} />
      </div>
      <div className="progress__text flex apart gap-2 above-1 t-11 nowrap lh-16">
        <span className="progress__name ends ink-3" title={work.name}>
          {work.name}
        </span>
        <span className="mono">
          {formatInteger(work.done)}
          <span className="unit">
            {" "}
            / {formatInteger(work.budget)}
            <span className="sr-only"> {work.unit}</span>
          </span>
        </span>
      </div>
    </div>
  );
}
