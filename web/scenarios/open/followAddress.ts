/** The address bar names what Simulate shows, where a short address can: it may be copied, and typed again. */
import type { Session } from "../../state/session.ts";
import { namesBuiltin, pageOf } from "../../state/usePage.ts";
import type { KeyValueStore } from "../../ui/storage.ts";
import { hashOf, makeShare } from "../share.ts";
import { namesOf } from "./names.ts";
import { OPENING } from "./openings.ts";
import { rememberOwnAddress } from "./ownAddress.ts";

/** Safari refuses more than 100 changes in 30 s. */
const PAUSE_MS = 600;

export interface AddressBar {
  readonly href: () => string;
  readonly state: () => unknown;
  /** Keeps the entry's state. */
  readonly write: (hash: string) => void;
}

/** Undone by what is returned. */
export function followAddress(session: Session, bar: AddressBar, storage: KeyValueStore): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;

  function later(): void {
    timer ??= setTimeout(() => void write(), PAUSE_MS);
  }

  async function write(): Promise<void> {
    timer = undefined;
    const { status, scenario, playing, seeking, modelVersion, ...state } = session.store.getState();
    if (status !== "ready" || scenario === undefined || playing || seeking) return;
    const names = await namesOf(state);
    const href = bar.href();
    if (!mayFollow(href, bar.state()) || session.store.getState().scenario !== scenario) return;
    const { cycle, startCycle, visibleCycles, ...marks } = session.position();
    // The zoom changes with each turn of the wheel: a share link says it.
    const share = makeShare(scenario, { ...marks, cycle }, href, undefined, modelVersion, names);
    if (share.kind !== "link" || !share.isByName || share.url === href) return;
    rememberOwnAddress(storage, hashOf(share.url));
    bar.write(hashOf(share.url));
  }

  const stops = [session.store.subscribe(later), session.live.playhead.subscribe(later)];
  later();
  return () => {
    clearTimeout(timer);
    for (const stop of stops) stop();
  };
}

/** On Simulate, where the address is bare or a short one: a link that carries its scenario stays. */
function mayFollow(href: string, state: unknown): boolean {
  const { hash } = new URL(href);
  const isOurs = hash === "" || hash === "#simulate" || namesBuiltin(hash);
  return isOurs && pageOf(hash) === "simulate" && state !== OPENING;
}

export const browserAddressBar: AddressBar = {
  href: () => window.location.href,
  state: () => window.history.state,
  write: (hash) => window.history.replaceState(window.history.state, "", hash),
};
