/** The only keeper of drafts in this visit, which belongs to the session. Loaded with the first change, or if an
 * earlier visit has left a draft. */
import type { Session } from "../../state/session.ts";
import { t } from "../../text/t.ts";
import { browserStorage } from "../../ui/storage.ts";
import { sharedStore } from "./database.ts";
import { createDraftKeeper, type DraftKeeper } from "./drafts.ts";
import { DRAFTS_KEY } from "./draftsKey.ts";
import { placeOf } from "./place.ts";

/** Changes of these scenarios are changes of the draft. */
const FOLLOWED = ["scenario", "original", "breakpoints", "bookmarks", "tracks"] as const;

const keepers = new WeakMap<Session, DraftKeeper>();

export function draftKeeper(session: Session): DraftKeeper {
  const known = keepers.get(session);
  if (known !== undefined) return known;
  let told = false;
  const keeper = createDraftKeeper({
    store: sharedStore(),
    visit: VISIT,
    liveVisits,
    place: () => placeOf(session.position()),
    onKept: (ok) => {
      if (ok) browserStorage.write(DRAFTS_KEY, "1");
      else if (!told) {
        told = true;
        session.actions.notify(
          "info",
          t(
            "This browser cannot keep your changes (it has no storage, or its storage is full). Use Share to keep them as a link or a file.",
          ),
        );
      }
    },
  });
  keepers.set(session, keeper);
  holdVisit();
  keeper.follow(session.store.getState());
  session.store.subscribe((state, before) => {
    if (FOLLOWED.some((part) => state[part] !== before[part])) keeper.follow(state);
  });
  // A hidden tab may never become visible again.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") keeper.flush();
  });
  return keeper;
}

/** Lists the visits of this page that are open in some tab. No tab writes the drafts of other visits. */
const PREFIX = "irqscope.visit.";

/** Id of this page load. Two tabs may be opened at the same moment. */
const VISIT = `${performance.timeOrigin.toString(36)}-${Math.random().toString(36).slice(2)}`;

/** The browser releases the lock when the tab is closed or crashes. */
function holdVisit(): void {
  void navigator.locks
    ?.request(PREFIX + VISIT, () => new Promise<never>(() => undefined))
    .catch(() => undefined);
}

/** Other tabs are unknown without locks (plain HTTP, a sandbox). */
export async function liveVisits(): Promise<ReadonlySet<string>> {
  try {
    const { held = [] } = (await navigator.locks?.query()) ?? {};
    const names = held.flatMap(({ name }) => (name?.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : []));
    return new Set(names);
  } catch {
    return new Set();
  }
}
