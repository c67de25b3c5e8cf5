/** The track that belongs to a part of the stage is emphasised while the pointer is on the part, and vice versa. */
import type { AppStore } from "../state/store.ts";
import { later } from "../ui/later.ts";
import type { FlowArrows } from "./flowArrows.ts";
import { layoutTracks, type Track, trackAt } from "./layout.ts";
import type { TimelineSpec } from "./spec.ts";

const flow = later(() => import("./flowArrows.ts"));

export interface PointedTrack {
  /** Called after each drawing. */
  readonly draw: (spec: TimelineSpec) => void;
  readonly stop: () => void;
}

export function attachPointed(store: AppStore, body: HTMLElement): PointedTrack {
  const mark = document.createElement("i");
  mark.className = "timeline__pointed";
  mark.hidden = true;
  body.append(mark);
  let drawn: TimelineSpec | undefined;
  let arrows: FlowArrows | undefined;

  function place(): void {
    const { pointed } = store.getState();
    const wanted = pointed?.from === "stage" ? pointed.track : undefined;
    const band = drawn && wanted && bandOf(drawn, wanted);
    mark.hidden = band === undefined;
    if (band === undefined) return;
    mark.style.top = `${band.y}px`;
    mark.style.height = `${band.heightPx}px`;
  }

  function tell(spec: TimelineSpec): void {
    const { pointed } = store.getState();
    const track = spec.hover && trackUnder(spec, spec.hover.y);
    if (track === undefined) {
      if (pointed?.from === "timeline") store.setState({ pointed: undefined });
      return;
    }
    const { kind, index } = track;
    if (pointed?.track?.kind === kind && pointed.track.index === index) return;
    store.setState({ pointed: { from: "timeline", track: { kind, index } } });
  }

  const unsubscribe = store.subscribe((now, before) => {
    if (now.pointed !== before.pointed) place();
  });
  return {
    draw: (spec) => {
      drawn = spec;
      tell(spec);
      place();
      // main.tsx reports a part that could not be loaded.
      if (spec.hover !== undefined) flow.load().catch(() => undefined);
      arrows ??= flow.get()?.createFlowArrows(body);
      arrows?.draw(spec);
    },
    stop: () => {
      unsubscribe();
      arrows?.stop();
      mark.remove();
    },
  };
}

function trackUnder(spec: TimelineSpec, y: number): Track | undefined {
  const layout = layoutTracks(spec);
  return layout.mode === "lanes" ? trackAt(layout, spec.scrollTopPx, y) : undefined;
}

/** Limited to the visible area of the tracks. */
export function bandOf(
  spec: TimelineSpec,
  { kind, index }: { readonly kind: string; readonly index: number },
): { readonly y: number; readonly heightPx: number } | undefined {
  const layout = layoutTracks(spec);
  if (layout.mode !== "lanes") return undefined;
  const track = layout.tracks.find((one) => one.kind === kind && one.index === index);
  if (track === undefined) return undefined;
  const { y: top, heightPx: room } = layout.tracksArea;
  const y = track.y - (track.isPinned === true ? 0 : spec.scrollTopPx);
  const from = Math.max(0, y);
  const to = Math.min(room, y + track.heightPx);
  return to <= from ? undefined : { y: top + from, heightPx: to - from };
}
