import { formatInteger } from "../base/format.ts";
import { pcText } from "../base/instructionText.ts";
import type { MachineView } from "../engine/protocol.ts";
import { CARD_LIMIT, type ContextCard, contextCards, type Work } from "./contexts.ts";
import type { MachineFacts } from "./facts.ts";
import { LAYER_TEXT } from "./labels.ts";

interface ContextCardsProps {
  readonly view: MachineView;
  readonly facts: MachineFacts;
}

export function ContextCards({ view, facts }: ContextCardsProps) {
  const cards = contextCards(view, facts);
  const columns = Math.max(cards.length, Math.min(3, CARD_LIMIT));
  const compact = cards.length > CARD_LIMIT;
  const activeIndex = cards.findIndex((card) => card.active);
  return (
    <>
      <div className="pointer" data-compact={compact} aria-hidden="true">
        <i className="pointer__bracket" />
        {view.stages.some((stage) => stage.occupied && stage.illustrative) ? (
          <span className="pointer__note" data-left={!compact && activeIndex + 0.5 > 0.4 * columns}>
            in italics: illustrative, this layer is given in cycles
          </span>
        ) : null}
        {activeIndex < 0 || compact ? null : (
          <i
            className="pointer__arrow"
            data-flip={activeIndex >= columns - 1}
            style={{
              left: `calc((100% + var(--card-gap)) * ${(activeIndex + 0.5) / columns} - var(--card-gap) / 2)`,
            }}
          >
            <span>active context</span>
          </i>
        )}
      </div>
      <ul
        className={compact ? "contexts contexts--rows" : "contexts"}
        aria-label="Contexts"
        style={compact ? { "--rows": Math.ceil(cards.length / 2) } : { "--columns": columns }}
      >
        {facts.policy === "single" && cards.length === 1 ? <MemoryHint columns={columns - 1} /> : null}
        {cards.map((card) =>
          compact ? <Row key={card.key} card={card} /> : <Card key={card.key} card={card} />,
        )}
      </ul>
    </>
  );
}

/** Where the frames of preempted activities will stand. */
function MemoryHint({ columns }: { readonly columns: number }) {
  return (
    <li className="context context--hint" style={{ gridColumn: `span ${columns}` }}>
      No frame in memory. An interrupt saves the registers here.
    </li>
  );
}

function Card({ card }: { readonly card: ContextCard }) {
  const { frame } = card;
  return (
    <li
      className="context"
      data-active={card.active}
      data-memory={card.inMemory}
      data-free={frame === undefined}
    >
      <div className="context__head">
        <b className="mono">{card.name}</b>
        <span className="context__state" title={card.stateText}>
          {card.stateText}
        </span>
        {card.active ? <span className="sr-only">, active context</span> : null}
        {card.priority === undefined ? null : (
          <span className="mono context__priority">P{card.priority}</span>
        )}
      </div>
      <dl className="context__facts">
        <dt>PC</dt>
        <dd className="mono">{frame === undefined ? "–" : pcText(frame.pc)}</dd>
        <dt>runs</dt>
        <dd className="context__runs" data-layer={frame?.layer ?? "idle"}>
          <i className="swatch" aria-hidden="true" />
          <span className="context__thread" title={card.threadName}>
            {card.threadName ?? "nothing"}
          </span>
        </dd>
        <dt className="opt">regs</dt>
        <dd className="opt">{card.registers}</dd>
      </dl>
      <Progress work={card.work} layer={frame?.layer ?? "idle"} />
    </li>
  );
}

function Row({ card }: { readonly card: ContextCard }) {
  const { frame, work } = card;
  return (
    <li
      className="ctxrow"
      data-active={card.active}
      data-memory={card.inMemory}
      data-free={frame === undefined}
    >
      <b className="mono">{card.name}</b>
      <span className="ctxrow__runs" data-layer={frame?.layer ?? "idle"}>
        <i className="swatch" aria-hidden="true" />
        <span className="ctxrow__thread" title={frame === undefined ? undefined : LAYER_TEXT[frame.layer]}>
          {card.threadName ?? "free"}
        </span>
      </span>
      <span className="ctxrow__state">{frame === undefined ? "" : card.stateText}</span>
      <span className="mono ctxrow__work">
        {work === undefined ? "" : `${formatInteger(work.done)} / ${formatInteger(work.budget)}`}
      </span>
      <span className="mono dim">{card.priority === undefined ? "" : `P${card.priority}`}</span>
      {card.active ? <span className="sr-only">active context</span> : null}
    </li>
  );
}

function Progress({ work, layer }: { readonly work: Work | undefined; readonly layer: string }) {
  if (work === undefined) return <div className="progress" aria-hidden="true" />;
  const share = Math.min(1, work.done / work.budget);
  return (
    <div className="progress" data-layer={layer}>
      <div className="progress__bar" aria-hidden="true">
        <i style={{ width: `${share * 100}%` }} />
      </div>
      <div className="progress__text">
        <span className="progress__name" title={work.name}>
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
