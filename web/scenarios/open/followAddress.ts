/** The address bar names the scenario on Simulate, so a user may copy it at any time. A built-in scenario has a
 * short address, including its changes if a short address can express them. Other changes give a link that
 * contains the scenario. */
import type { Scenario } from "../../../scenarios/format/schema.ts";
import type { Session } from "../../state/session.ts";
import type { AppState } from "../../state/store.ts";
import { namesBuiltin, pageOf } from "../../state/usePage.ts";
import type { KeyValueStore } from "../../ui/storage.ts";
import type { SharedPosition } from "../share.ts";
import { isOwnAddress, rememberOwnAddress } from "./ownAddress.ts";

/** Safari refuses more than 100 changes in 30 s. */
const PAUSE_MS = 600;

interface AddressBar {
  readonly href: () => string;
  readonly state: () => unknown;
  /** Keeps the entry's state. */
  readonly write: (hash: string) => void;
}

/** The returned function stops it. */
export function followAddress(session: Session, bar: AddressBar, storage: KeyValueStore): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;

  function later(): void {
    timer ??= setTimeout(() => void write(), PAUSE_MS);
  }

  async function write(): Promise<void> {
    timer = undefined;
    const { status, scenario, playing, seeking, modelVersion, ...state } = session.store.getState();
    if (status !== "ready" || scenario === undefined || playing || seeking) return;
    // Omits the zoom, which changes often, and Details, which are stored here. A share link contains both.
    const { startCycle, visibleCycles, details, ...place } = session.position();
    const hash =
      plainHash(state, scenario, place) ?? (await writtenHash(state, scenario, place, modelVersion));
    const href = bar.href();
    const isChanged = scenario !== state.original;
    if (!mayFollow(href, bar.state(), storage, isChanged) || session.store.getState().scenario !== scenario)
      return;
    if (hash === undefined || new URL(href).hash === hash) return;
    rememberOwnAddress(storage, hash);
    bar.write(hash);
  }

  const stops = [session.store.subscribe(later), session.live.playhead.subscribe(later)];
  later();
  return () => {
    clearTimeout(timer);
    for (const stop of stops) stop();
  };
}

type Of = Pick<AppState, "original" | "origin">;

/** Address of an unchanged built-in scenario without marks. It is written without the code that reads and compares
 * scenarios. */
function plainHash({ original, origin }: Of, scenario: Scenario, place: SharedPosition): string | undefined {
  const { cycle, story, ...marks } = place;
  if (origin?.kind !== "bundled" || scenario !== original || Object.keys(marks).length > 0) return undefined;
  return `#${origin.id}@${cycle}${story === undefined ? "" : `?y=${story}`}`;
}

const NAMES_NOTHING = "#simulate";

/** Undefined if the scenario is neither built in nor changed. */
async function writtenHash(
  state: Of,
  scenario: Scenario,
  place: SharedPosition,
  modelVersion: string | undefined,
): Promise<string | undefined> {
  if (state.origin?.kind !== "bundled" && scenario === state.original) return undefined;
  const [{ hashOf, makeShare }, { namesOf }] = await Promise.all([
    import("../share.ts"),
    import("../share.ts"),
  ]);
  const share = makeShare(scenario, place, "", undefined, modelVersion, await namesOf(state));
  // The link would be too long. An address of the unchanged machine would open another machine.
  return share.kind === "link" ? hashOf(share.url) : NAMES_NOTHING;
}

/** True on Simulate if the address is empty, short or written by this page. A link that carries its scenario stays
 * until the scenario is changed. A history entry has a state of this page (openings.ts) once its scenario is open, so a
 * link that was followed a moment ago is not overwritten. */
function mayFollow(href: string, state: unknown, storage: KeyValueStore, isChanged: boolean): boolean {
  const { hash } = new URL(href);
  const isBare = hash === "" || hash === NAMES_NOTHING;
  const isOurs = isBare || namesBuiltin(hash) || isOwnAddress(storage, hash) || isChanged;
  return isOurs && pageOf(hash) === "simulate" && typeof state === "object" && state !== null;
}

export const browserAddressBar: AddressBar = {
  href: () => window.location.href,
  state: () => window.history.state,
  write: (hash) => window.history.replaceState(window.history.state, "", hash),
};
