/** A lecture: a sequence of scenes, each an address of the page with a note. It comes from a file, an address or the
 * browser's storage, so it is untrusted. */
import { z } from "zod";
import { createStore } from "zustand/vanilla";
import { pack, unpack } from "../../../scenarios/link/codec.ts";
import type { Session } from "../../state/session.ts";
import { pageOf } from "../../state/usePage.ts";
import { browserStorage } from "../../ui/storage.ts";

export interface Scene {
  /** The address from `#` onwards. */
  readonly link: string;
  readonly note: string;
}

const SCENE_LIMIT = 100;
const LINK_CHARACTER_LIMIT = 20_000;
export const NOTE_CHARACTER_LIMIT = 400;

const lectureSchema = z.object({
  format: z.literal("irqscope-lecture"),
  version: z.literal(1),
  scenes: z
    .array(
      z.object({
        link: z
          .string()
          .max(LINK_CHARACTER_LIMIT)
          .regex(/^#(?!lecture=)/),
        note: z.string().max(NOTE_CHARACTER_LIMIT).default(""),
      }),
    )
    .min(1)
    .max(SCENE_LIMIT),
});

const written = (scenes: readonly Scene[]) => ({ format: "irqscope-lecture", version: 1, scenes });

export const lectureText = (scenes: readonly Scene[]): string =>
  `${JSON.stringify(written(scenes), undefined, 2)}\n`;

/** Undefined if the text is not a lecture. */
export function readLecture(text: string): readonly Scene[] | undefined {
  try {
    return lectureSchema.parse(JSON.parse(text)).scenes;
  } catch {
    return undefined;
  }
}

/** Undefined if the scenes are too long for an address. */
export function lectureAddress(scenes: readonly Scene[]): string | undefined {
  const packed = pack(JSON.stringify(written(scenes)));
  return packed === undefined ? undefined : `#lecture=${packed}`;
}

export function readLectureAddress(hash: string): readonly Scene[] | undefined {
  const unpacked = unpack(hash.replace(/^#lecture=/, ""));
  return unpacked.ok ? readLecture(unpacked.text) : undefined;
}

/** Moves a scene up or down by one place. */
export function movedScene(scenes: readonly Scene[], at: number, by: -1 | 1): readonly Scene[] {
  const scene = scenes[at];
  const to = at + by;
  if (scene === undefined || to < 0 || to >= scenes.length) return scenes;
  return scenes.toSpliced(at, 1).toSpliced(to, 0, scene);
}

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

/** The lecture of this browser, and the scene that is shown. */
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
  // The playhead may have left the place in the address.
  if (window.location.hash === scene.link) window.history.replaceState(window.history.state, "", "#simulate");
  window.location.hash = scene.link;
}

/** Starts the lecture and returns true if the address belongs to a lecture. */
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
