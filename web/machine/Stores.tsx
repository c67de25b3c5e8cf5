import type { CacheView, LockView, MachineView } from "../engine/protocol.ts";
import { say, sayCount } from "../text/say.ts";
import { CacheBar, CacheFigure, OwnerBar } from "./CacheFigure.tsx";
import { cacheFactsOf } from "./caches.ts";
import type { MachineFacts } from "./facts.ts";
import { Slots } from "./Slots.tsx";

interface StoresProps {
  readonly view: MachineView;
  readonly previous: MachineView | undefined;
  readonly facts: MachineFacts;
}

/** What stands below the cores: caches, queues, and of a single core all that it has beside its pipeline. */
export function Stores({ view, previous, facts }: StoresProps) {
  const isAlone = facts.cores.cores === 1;
  const caches = view.caches.filter(({ level }) => isAlone || level === "l2");
  return (
    <div className="stores">
      {caches.map((cache) => (
        <Cache key={cache.level} cache={cache} view={view} previous={previous} facts={facts} full={true} />
      ))}
      {facts.queues.map((queue, index) => (
        <Slots
          key={queue.name}
          label={queue.name}
          fill={view.queueFill[index] ?? 0}
          capacity={queue.capacity}
          unit={say("packets")}
          size="low"
          layer={queue.layer}
        />
      ))}
      {facts.locks.map((name, index) => (
        <Lock key={name} name={name} lock={view.locks[index]} facts={facts} />
      ))}
      {isAlone ? <CoreFigures view={view} facts={facts} /> : null}
    </div>
  );
}

interface LockProps {
  readonly name: string;
  readonly lock: LockView | undefined;
  readonly facts: MachineFacts;
}

/** Who has a lock, in the colour of its layer, and who waits for it. */
function Lock({ name, lock, facts }: LockProps) {
  const holder = lock?.holder === undefined ? undefined : facts.threads[lock.holder];
  const waiting = (lock?.waiting ?? []).map((thread) => facts.threads[thread]?.name ?? "");
  return (
    <div className="lock" data-layer={holder?.layer}>
      <span className="lock__name">{name}</span>
      <span className="lock__holder">
        {holder === undefined ? (
          say("free")
        ) : (
          <>
            <i className="swatch" data-layer={holder.layer} aria-hidden="true" />
            {holder.name}
          </>
        )}
      </span>
      <span className="lock__waiting">
        {waiting.length === 0
          ? say("nobody waits")
          : sayCount(waiting.length, "{threads} waits", "{threads} wait", { threads: waiting.join(", ") })}
      </span>
    </div>
  );
}

interface CacheProps extends StoresProps {
  readonly cache: CacheView;
  readonly full: boolean;
}

function Cache({ cache, view, previous, facts, full }: CacheProps) {
  const cacheFacts = cacheFactsOf(cache.level, facts.memory);
  if (cacheFacts === undefined) return null;
  const Figure = full ? CacheFigure : CacheBar;
  return <Figure cache={cache} facts={cacheFacts} view={view} previous={previous} />;
}

/** Store buffer, TLB and predictor of the only core. */
function CoreFigures({ view, facts }: { readonly view: MachineView; readonly facts: MachineFacts }) {
  const { storeBufferEntries, tlbEntries, predictorCounters } = facts.memory;
  const core = view.coreStores[0];
  if (core === undefined) return null;
  return (
    <>
      {storeBufferEntries === 0 ? null : (
        <Slots
          label={say("store buffer")}
          fill={core.stores}
          capacity={storeBufferEntries}
          unit={say("stores")}
          size="low"
        />
      )}
      {tlbEntries === 0 ? null : (
        <Slots label={say("TLB")} fill={core.tlbPages} capacity={tlbEntries} unit={say("pages")} size="low" />
      )}
      {predictorCounters === 0 ? null : (
        <Slots
          label={say("predictor")}
          fill={core.takenCounters}
          capacity={predictorCounters}
          unit={say("taken")}
          size="low"
        />
      )}
    </>
  );
}

interface CoreStoresProps extends StoresProps {
  readonly core: number;
}

/** The same of one of several cores, in a line. */
export function CoreStores({ core, view, previous, facts }: CoreStoresProps) {
  const { storeBufferEntries, tlbEntries } = facts.memory;
  const stores = view.coreStores[core];
  const caches = view.caches.filter((cache) => cache.level !== "l2" && cache.core === core);
  if (stores === undefined || (caches.length === 0 && storeBufferEntries + tlbEntries === 0)) return null;
  return (
    <div className="corestores">
      {caches.map((cache) => (
        <Cache key={cache.level} cache={cache} view={view} previous={previous} facts={facts} full={false} />
      ))}
      {tlbEntries === 0 ? null : <Figure name="TLB" value={stores.tlbPages} of={tlbEntries} />}
      {storeBufferEntries === 0 ? null : (
        <Figure name="stores" value={stores.stores} of={storeBufferEntries} />
      )}
    </div>
  );
}

/** Of a folded core: whose lines its caches hold, without words. */
export function CoreBars({ core, view, facts }: Omit<CoreStoresProps, "previous">) {
  return view.caches.map((cache) => {
    const cacheFacts = cacheFactsOf(cache.level, facts.memory);
    if (cache.level === "l2" || cache.core !== core || cacheFacts === undefined) return null;
    return <OwnerBar key={cache.level} cache={cache} facts={cacheFacts} />;
  });
}

interface FigureProps {
  readonly name: string;
  readonly value: number;
  readonly of: number;
}

function Figure({ name, value, of }: FigureProps) {
  return (
    <span>
      {name}{" "}
      <span className="mono">
        {value}
        <span className="unit"> / {of}</span>
      </span>
    </span>
  );
}
