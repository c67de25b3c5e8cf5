import { useMemo } from "react";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { partText } from "../../../scenarios/story/parts.ts";
import type { CacheView } from "../../engine/protocol.ts";
import { t } from "../../text/t.ts";
import { shareText } from "../../ui/format.ts";
import type { PathShape } from "../figure/shapes.ts";
import {
  CACHE_NAME,
  CACHE_SPEECH,
  cacheSizeText,
  cacheSpeech,
  emptyCells,
  heldCells,
  newsShort,
  newsText,
  ownerShares,
  ownerText,
  pinnedText,
  type RecentCacheAccess,
} from "./caches.ts";
import type { CacheFacts } from "./machineInfo.ts";
import { Details } from "./StageButtons.tsx";

interface CacheProps {
  readonly cache: CacheView;
  readonly facts: CacheFacts;
  readonly news: RecentCacheAccess;
  readonly cycle: number;
  /** Used for its details. */
  readonly scenario: Scenario;
}

/**
 * A row for each way, a column for each group of neighbouring sets, in the colour of the layer that loaded
 * the lines.
 */
export function CacheFigure({ cache, facts, news, cycle, scenario }: CacheProps) {
  const empty = useMemo(() => emptyCells(cache.columns, facts.ways), [cache.columns, facts.ways]);
  const pinned = pinnedText(facts, cache);
  const { columns } = cache;
  return (
    <section className="cache slim" data-news={news.kind} data-part={partText("cache", cache.level)}>
      <p className="sr-only">{cacheSpeech(cache, facts, news)}</p>
      <div className="slots__head line apart gap-2 t-12 nowrap">
        <Details
          name={CACHE_SPEECH[cache.level]}
          of={{ kind: "cache", level: cache.level }}
          scenario={scenario}
        >
          {CACHE_NAME[cache.level]}
        </Details>
        <span className="dim whole" aria-hidden="true">
          {cacheSizeText(facts)}
        </span>
        <News news={news} cycle={cycle} />
      </div>
      <div className="cache__ways anchor" style={{ "--ways": facts.ways }} aria-hidden="true">
        <svg viewBox={`0 0 ${columns} ${facts.ways}`} preserveAspectRatio="none" role="presentation">
          <Cells of={[empty, ...heldCells(cache, facts.ways)]} />
        </svg>
        {facts.pinnedWays.map((way) => (
          <i
            key={way}
            className="cache__pinned placed"
            style={{
              top: `${(100 * way) / facts.ways}%`,
              width: `${(100 * facts.pinnedSets) / facts.sets}%`,
            }}
          />
        ))}
      </div>
      <Owners cache={cache} facts={facts} note={pinned} />
    </section>
  );
}

/**
 * Paths of a drawing, in the colours of the style sheets. The first picture needs no other shapes, and no
 * painter for them.
 */
function Cells({ of }: { readonly of: readonly PathShape[] }) {
  return of.map(({ d, ink: { fill, stroke, strokeWidth } }) => (
    <path
      key={`${fill} ${stroke}`}
      d={d}
      fill={fill === undefined ? "none" : `var(--${fill})`}
      stroke={stroke === undefined ? undefined : `var(--${stroke})`}
      strokeWidth={strokeWidth}
      vectorEffect="non-scaling-stroke"
    />
  ));
}

function News({ news, cycle }: { readonly news: RecentCacheAccess; readonly cycle: number }) {
  const text = newsShort(news);
  if (news.kind === "rate" || news.kind === "per-instruction")
    return (
      <span className="mono whole t-11" aria-hidden="true" title={newsText(news)}>
        {text}
      </span>
    );
  if (text === "") return null;
  const layer = news.kind === "hit" || news.kind === "miss" ? news.layer : undefined;
  return (
    <span
      className="cache__news t-11 r-1"
      aria-hidden="true"
      data-kind={news.kind}
      data-layer={layer}
      key={cycle}
    >
      {text}
    </span>
  );
}

interface OwnersProps {
  readonly cache: CacheView;
  readonly facts: CacheFacts;
  readonly note: string | undefined;
}

/** The legend of colours, if there is room. */
function Owners({ cache, facts, note }: OwnersProps) {
  const shares = ownerShares(cache, facts);
  return (
    <p
      className="cache__owners flex wrap above-1 clip t-10 ink-3 nowrap"
      aria-hidden="true"
      title={facts.pinnedFor.join(", ")}
    >
      {note === undefined ? null : <b className="ink-2 w-600">{note}</b>}
      {shares.length === 0 ? <span>{t("empty")}</span> : null}
      {shares.map(({ layer, share }) => (
        <span key={layer} data-layer={layer}>
          <i className="swatch" />
          {ownerText(layer)} <span className="mono">{shareText(share)}</span>
        </span>
      ))}
    </p>
  );
}

/** Draws the cache as a bar, for one of several cores. */
export function CacheBar({ cache, facts, news, cycle }: Omit<CacheProps, "scenario">) {
  return (
    <span className="cachebar row gap-6px grow anchor" data-news={news.kind}>
      <span className="sr-only">{cacheSpeech(cache, facts, news)}</span>
      <span aria-hidden="true">{CACHE_NAME[cache.level]}</span>
      <OwnerBar cache={cache} facts={facts} />
      {news.kind === "hit" || news.kind === "miss" ? <News news={news} cycle={cycle} /> : null}
    </span>
  );
}

export function OwnerBar({ cache, facts }: Pick<CacheProps, "cache" | "facts">) {
  return (
    <span className="ownerbar flex grow clip" aria-hidden="true">
      {ownerShares(cache, facts).map(({ layer, share }) => (
        <i
          key={layer}
          data-layer={layer}
          style={{ width: `${100 * share}%` }}
          title={`${CACHE_NAME[cache.level]}: ${ownerText(layer)} ${shareText(share)}`}
        />
      ))}
    </span>
  );
}
