/** The lecture of this browser, and the scene that is shown. */
import { createStore } from "zustand/vanilla";
import type { Session } from "../../state/session.ts";
import { pageOf } from "../../state/usePage.ts";
import { browserStorage } from "../../ui/storage.ts";
import { lectureText, readLecture, readLectureAddress, type Scene } from "./lecture.ts";

const KEY = "irqscope.lecture";

interface LectureState {
  readonly scenes: readonly Scene[];
  /** Index of the present scene. Undefined if the lecture has not started. */
  readonly at: number | undefined;
}

export const lecture = createStore<LectureState>()(() => ({
  scenes: readLecture(browserStorage.read(KEY) ?? "") ?? [],
  at: undefined,
}));

export function changeScenes(scenes: readonly Scene[]): void {
  const { at } = lecture.getState();
  lecture.setState({ scenes, at: at !== undefined && at < scenes.length ? at : undefined });
  if (scenes.length === 0) browserStorage.remove(KEY);
  else browserStorage.write(KEY, lectureText(scenes));
}

export function goToScene(at: number): void {
  const scene = lecture.getState().scenes[at];
  if (scene === undefined) return;
  lecture.setState({ at });
  // The playhead may have left the place that the address still names.
  if (window.location.hash === scene.link) window.history.replaceState(window.history.state, "", "#simulate");
  window.location.hash = scene.link;
}

/** Starts the lecture and returns true if the address is that of a lecture. */
export function openLecture(hash: string): boolean {
  const scenes = hash.startsWith("#lecture=") ? readLectureAddress(hash) : undefined;
  if (scenes === undefined) return false;
  changeScenes(scenes);
  goToScene(0);
  return true;
}

/** The address of the present view. Undefined if only a file can hold it. */
export async function linkHere(session: Session): Promise<string | undefined> {
  const page = pageOf(window.location.hash);
  if (page === "sweep" || page === "lab") return window.location.hash;
  const state = session.store.getState();
  const other = page === "compare" ? state.other : undefined;
  if (state.scenario === undefined) return undefined;
  const { hashOf, makeShare, namesOf } = await import("../../scenarios/share.ts");
  const names = await namesOf(state, other);
  const position = session.position();
  const share = makeShare(state.scenario, position, window.location.href, other, state.modelVersion, names);
  return share.kind === "link" ? hashOf(share.url) : undefined;
}
