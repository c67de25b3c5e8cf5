/** A lecture: a sequence of scenes, each an address of the page with a note. It comes from a file, an address or the
 * browser's storage, so it is untrusted. */
import { z } from "zod";
import { pack, unpack } from "../../../scenarios/link/codec.ts";

export interface Scene {
  /** The address from `#` on. */
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

/** A scene one place up or down. */
export function movedScene(scenes: readonly Scene[], at: number, by: -1 | 1): readonly Scene[] {
  const scene = scenes[at];
  const to = at + by;
  if (scene === undefined || to < 0 || to >= scenes.length) return scenes;
  return scenes.toSpliced(at, 1).toSpliced(to, 0, scene);
}
