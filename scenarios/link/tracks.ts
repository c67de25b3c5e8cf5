/** The tracks of the timeline: which ones are shown, in which order and height, and which stay in place while the
 * others scroll. In a link: `rx0p,lane2h60,~ipc0` (p = pinned, h = height in px, ~ = hidden). Read as untrusted. */

export const TRACK_KINDS = [
  "interrupts",
  "line",
  "lane",
  "rx",
  "queue",
  "tx",
  "dma",
  "bus",
  "misses",
  "ipc",
  "software",
  "press",
  "thread",
] as const;
export type TrackSettingKind = (typeof TRACK_KINDS)[number];

export interface TrackSetting {
  readonly kind: TrackSettingKind;
  /** Number of the line, context, thread, NIC, queue or button. dma: cards, then disks. misses: 0 = all cores, then by
   * core. 0 if there is only one. */
  readonly index: number;
  readonly shown: boolean;
  readonly pinned: boolean;
  /** Undefined: as high as there is room. */
  readonly heightPx: number | undefined;
}

export const TRACK_LIMIT = 128;
export const LEAST_TRACK_HEIGHT_PX = 14;
export const MOST_TRACK_HEIGHT_PX = 400;

export function writeTracks(tracks: readonly TrackSetting[]): string {
  return tracks
    .map(({ kind, index, shown, pinned, heightPx }) => {
      const height = heightPx === undefined ? "" : `h${heightPx}`;
      return `${shown ? "" : "~"}${kind}${index}${pinned ? "p" : ""}${height}`;
    })
    .join(",");
}

/** Undefined if the text is not a list of tracks. */
export function readTracks(text: string): readonly TrackSetting[] | undefined {
  const parts = text.split(",");
  if (parts.length > TRACK_LIMIT) return undefined;
  const tracks: TrackSetting[] = [];
  const seen = new Set<string>();
  for (const part of parts) {
    const match = /^(~?)([a-z]+)(\d{1,3})(p?)(?:h(\d{1,3}))?$/.exec(part);
    const [, hidden, name, index, pin, height] = match ?? [];
    const kind = TRACK_KINDS.find((one) => one === name);
    const id = `${name}${index}`;
    if (kind === undefined || seen.has(id)) return undefined;
    seen.add(id);
    const heightPx = height === undefined ? undefined : Number(height);
    if (heightPx !== undefined && (heightPx < LEAST_TRACK_HEIGHT_PX || heightPx > MOST_TRACK_HEIGHT_PX))
      return undefined;
    tracks.push({ kind, index: Number(index), shown: hidden === "", pinned: pin === "p", heightPx });
  }
  return tracks;
}
