import { partText } from "../../../scenarios/story/parts.ts";
import type { CacheView, MachineView } from "../../engine/protocol.ts";
import { t } from "../../text/t.ts";
import { formatInteger, perSecondText, shareText } from "../../ui/format.ts";
import { CacheBar, CacheFigure, OwnerBar } from "./CacheFigure.tsx";
import { cacheFactsOf, type RecentCacheAccess, recentCacheAccess } from "./caches.ts";
import { PROGRAM_DROP_TEXT } from "./labels.ts";
import type { CacheFacts, MachineInfo } from "./machineInfo.ts";
import type { StageRates } from "./rates.ts";

import { Slots } from "./Slots.tsx";
import { coreStores, type LockWords, lockWords } from "./storeWords.ts";

interface StoresProps {
  readonly view: MachineView;
  readonly previous: MachineView | undefined;
  readonly facts: MachineInfo;
  readonly rates: StageRates | undefined;
  /** If omitted: all. */
  readonly shows?: "all" | "caches";
}

/** The area below the cores: caches, locks, and for a single core all structures beside its pipeline. */
export function Stores(props: StoresProps) {
  const { view, facts, shows = "all" } = props;
  const isAlone = facts.cores.cores === 1;
  const caches = view.caches.filter(({ level }) => cacheFactsOf(level, facts.memory)?.isPrivate === false);
  return (
    <div className="stores grid">
      {caches.map((cache) => (
        <Cache key={cache.level} {...props} cache={cache} full={true} />
      ))}
      {shows === "caches" ? null : <Others {...props} />}
      {isAlone
        ? coreStores(view, facts).map((store) => <Slots key={store.label} {...store} size="low" />)
        : null}
    </div>
  );
}

function Others({ view, facts, rates }: StoresProps) {
  return (
    <>
      <ProgramDrops view={view} rates={rates} />
      {facts.locks.map((name, index) => (
        <Lock key={name} name={name} lock={lockWords(view, index, facts)} rates={rates?.locks[index]} />
      ))}
    </>
  );
}

/** A number of frames or their rate. "" if there are none. */
function lostText(lost: number, rates: StageRates | undefined): string {
  if (lost === 0) return "";
  return rates === undefined ? formatInteger(lost) : perSecondText(lost);
}

/** Losses without a full store: software filtered a frame, or returned while it held one. */
function ProgramDrops({ view, rates }: Pick<StoresProps, "view" | "rates">) {
  const lost = rates?.programDrops ?? view.programDropped;
  return lost.map((one) => (
    <p className="nic__drops flex apart t-12 w-600 nowrap loss" key={one.cause}>
      <span>✕ {PROGRAM_DROP_TEXT[one.cause]}</span>
      <span className="mono">{lostText("count" in one ? one.count : one.perSecond, rates) || "0"}</span>
    </p>
  ));
}

interface LockProps {
  readonly name: string;
  readonly lock: LockWords;
  readonly rates: StageRates["locks"][number] | undefined;
}

function LockRates({
  name,
  rates,
}: Pick<LockProps, "name"> & { readonly rates: StageRates["locks"][number] }) {
  return (
    <div className="lock grid slim" data-part={partText("lock", name)}>
      <span className="nowrap">{name}</span>
      <span className="lock__holder row at-end clip nowrap">
        {t("held {share}", { share: shareText(rates.held) })}
      </span>
      <span
        className="across note cut"
        title={t("waited for {share}, all threads together", { share: shareText(rates.waited) })}
      >
        {t("waited for {share}", { share: shareText(rates.waited) })}
      </span>
    </div>
  );
}

/** The thread that has a lock, in the colour of its layer, and the threads that wait for it. */
export function Lock({ name, lock, rates }: LockProps) {
  if (rates !== undefined) return <LockRates name={name} rates={rates} />;
  const { holder, waiting, waitingText } = lock;
  return (
    <div className="lock grid slim" data-layer={holder?.layer} data-part={partText("lock", name)}>
      <span className="nowrap">{name}</span>
      <span className="lock__holder row at-end clip nowrap">
        {holder === undefined ? (
          t("free")
        ) : (
          <>
            <i className="swatch" data-layer={holder.layer} aria-hidden="true" />
            {holder.name}
          </>
        )}
      </span>
      <span className="across note cut" title={waiting}>
        {waitingText}
      </span>
    </div>
  );
}

function newsOf(
  cache: CacheView,
  { isPrivate }: CacheFacts,
  { view, previous, facts, rates }: StoresProps,
): RecentCacheAccess {
  if (rates === undefined) return recentCacheAccess(cache, view, previous, facts);
  // With several cores, it is known only for all their caches together.
  return isPrivate
    ? { kind: "quiet" }
    : { kind: "per-instruction", misses: rates.misses[cache.level] ?? Number.NaN };
}

interface CacheProps extends StoresProps {
  readonly cache: CacheView;
  readonly full: boolean;
}

function Cache({ cache, full, ...stores }: CacheProps) {
  const { view, facts } = stores;
  const cacheFacts = cacheFactsOf(cache.level, facts.memory);
  if (cacheFacts === undefined) return null;
  const Figure = full ? CacheFigure : CacheBar;
  return (
    <Figure
      cache={cache}
      facts={cacheFacts}
      news={newsOf(cache, cacheFacts, stores)}
      cycle={view.cycle}
      scenario={facts.described}
    />
  );
}

interface CoreStoresProps extends StoresProps {
  readonly core: number;
}

/** The same for one of several cores, in one line. */
export function CoreStores(props: CoreStoresProps) {
  const { core, view, facts } = props;
  const { storeBufferEntries, tlbEntries, predictorCounters } = facts.memory;
  const stores = view.coreStores[core];
  const caches = privateCaches(core, props);
  const counted = storeBufferEntries + tlbEntries + predictorCounters;
  if (stores === undefined || (caches.length === 0 && counted === 0)) return null;
  return (
    <div className="corestores flex t-10 ink-2 nowrap">
      {caches.map((cache) => (
        <Cache key={cache.level} {...props} cache={cache} full={false} />
      ))}
      {tlbEntries === 0 ? null : <Figure name={t("TLB")} value={stores.tlbPages} of={tlbEntries} />}
      {predictorCounters === 0 ? null : (
        <Figure
          name={t("predictor")}
          title={t("counters of the predictor that expect a branch to be taken")}
          value={stores.takenCounters}
          of={predictorCounters}
        />
      )}
      {storeBufferEntries === 0 ? null : (
        <Figure name={t("stores")} value={stores.stores} of={storeBufferEntries} />
      )}
    </div>
  );
}

function privateCaches(
  core: number,
  { view, facts }: Pick<StoresProps, "view" | "facts">,
): readonly CacheView[] {
  return view.caches.filter(
    (cache) => cache.core === core && cacheFactsOf(cache.level, facts.memory)?.isPrivate === true,
  );
}

/** The owners of the lines in the caches of a folded core, without words. */
export function CoreBars({ core, view, facts }: Omit<CoreStoresProps, "previous" | "rates">) {
  return privateCaches(core, { view, facts }).map((cache) => {
    const cacheFacts = cacheFactsOf(cache.level, facts.memory);
    return cacheFacts === undefined ? null : <OwnerBar key={cache.level} cache={cache} facts={cacheFacts} />;
  });
}

interface FigureProps {
  readonly name: string;
  readonly title?: string;
  readonly value: number;
  readonly of: number;
}

function Figure({ name, title, value, of }: FigureProps) {
  return (
    <span title={title}>
      {name}{" "}
      <span className="mono">
        {value}
        <span className="unit"> / {of}</span>
      </span>
    </span>
  );
}
