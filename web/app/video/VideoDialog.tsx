import "./video.css";
import { Dialog } from "@base-ui/react/dialog";
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { createFilm, FILM_PX } from "../../simulate/figure/film.ts";
import { FIGURE_TOKENS, paintShapes } from "../../simulate/figure/paint.ts";
import { machineInfo } from "../../simulate/stage/machineInfo.ts";
import { useActions, useApp, useSession } from "../../state/hooks.ts";
import { bookmarkFrom } from "../../state/marks.ts";
import { notFoundText } from "../../state/rarely.ts";
import type { Session } from "../../state/session.ts";
import { type Label, t } from "../../text/t.ts";
import { inTheme } from "../../timeline/printing.ts";
import { formatInteger } from "../../ui/format.ts";
import { Icon } from "../../ui/Icon.tsx";
import { pagePalette } from "../../ui/pagePalette.ts";
import { saveBlob } from "../../ui/saveBlob.ts";
import type { Palette } from "../../ui/svg.ts";
import type { Theme } from "../useTheme.ts";
import { type VideoFormat, videoFormats } from "./encoders.ts";
import {
  cycleOf,
  type Length,
  MOST_EVENTS,
  MOST_SECONDS,
  PICTURE_MS,
  pictureCount,
  type Stretch,
  stretchWanted,
} from "./stretch.ts";

interface VideoDialogProps {
  /** File name without its ending. */
  readonly fileName: string;
  /** Name of the scenario. */
  readonly title: string;
  readonly onClose: () => void;
}

/** A part of the run as a video file, from the playhead onwards. */
export default function VideoDialog({ fileName, title, onClose }: VideoDialogProps) {
  const session = useSession();
  const { pause } = useActions();
  const [canvas, setCanvas] = useState<HTMLCanvasElement | null>(null);
  const [formats, setFormats] = useState<readonly VideoFormat[] | undefined>(undefined);
  const [theme, setTheme] = useState<Theme>(() =>
    document.documentElement.dataset.theme === "dark" ? "dark" : "light",
  );
  const { share, said, save, stop } = useRecording(fileName, title);

  const begin = useEffectEvent(async () => {
    pause();
    setFormats(await videoFormats(FILM_PX));
  });
  useEffect(() => void begin(), []);
  useEffect(() => {
    if (canvas !== null) void drawFirst(session, canvas, paletteIn(theme), title);
  }, [canvas, session, theme, title]);

  const size = { width: String(FILM_PX.width), height: String(FILM_PX.height) };
  return (
    <Dialog.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Backdrop className="dialog-backdrop" />
        <Dialog.Popup className="dialog video">
          <div className="row apart">
            <Dialog.Title className="dialog__title">{t("Save video")}</Dialog.Title>
            <Dialog.Close className="btn btn--ghost btn--icon" aria-label={t("Close")}>
              <Icon name="close" />
            </Dialog.Close>
          </div>
          <Dialog.Description className="t-12 ink-2 around-2">
            {t("From here on at packet speed, {width} × {height}.", size)}
          </Dialog.Description>
          <canvas
            ref={setCanvas}
            className="video__picture block wide sunk hair-2 r-2"
            width={FILM_PX.width}
            height={FILM_PX.height}
            role="img"
            aria-label={t("Picture")}
          />
          <VideoForm
            formats={formats}
            theme={theme}
            onTheme={setTheme}
            share={share}
            said={said}
            onStop={stop}
            onSave={(wish) => {
              if (canvas !== null) void save(wish, theme, canvas);
            }}
          />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Records one video at a time. Closing the dialog stops it. */
function useRecording(fileName: string, title: string) {
  const session = useSession();
  /** Undefined if no video is being recorded. */
  const [share, setShare] = useState<number | undefined>(undefined);
  const [said, setSaid] = useState("");
  const order = useRef<AbortController>(undefined);
  useEffect(() => () => order.current?.abort(), []);

  async function record(
    { length, format }: VideoWish,
    theme: Theme,
    canvas: HTMLCanvasElement,
  ): Promise<string> {
    const { signal } = order.current ?? new AbortController();
    const stretch = await stretchWanted(session, length);
    if (stretch === undefined) return notFoundText("any-event", 1);
    const color = paletteIn(theme);
    const blob = await recordVideo(session, {
      stretch,
      format,
      color,
      title,
      canvas,
      onProgress: setShare,
      signal,
    });
    if (blob === undefined) return t("Nothing was saved.");
    saveBlob(`${fileName}.${blob.type === "video/mp4" ? "mp4" : "webm"}`, blob);
    return savedText(blob, stretch);
  }

  async function save(...wish: Parameters<typeof record>): Promise<void> {
    order.current = new AbortController();
    setShare(0);
    setSaid("");
    try {
      setSaid(await record(...wish));
    } catch (error) {
      const reason = error instanceof Error ? error.message : t("this browser cannot draw it");
      setSaid(t("No video: {error}.", { error: reason }));
    }
    setShare(undefined);
  }

  return { share, said, save, stop: () => order.current?.abort() };
}

function savedText(blob: Blob, { fromCycle, toCycle, cyclesPerSecond }: Stretch): string {
  return t("Saved: {cycles} cycles at {speed} cycles a second, {kilobytes} kB.", {
    cycles: toCycle - fromCycle,
    speed: formatInteger(cyclesPerSecond),
    kilobytes: formatInteger(blob.size / 1000),
  });
}

/**
 * Goes through a part of the run separately from the page, picture by picture, and has each picture encoded.
 * The playhead does not move.
 */
interface VideoOrder {
  readonly stretch: Stretch;
  readonly format: VideoFormat;
  readonly color: Palette;
  readonly title: string;
  readonly canvas: HTMLCanvasElement;
  /** 0..1. */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
}

/** Draws the first picture of a video that starts here. */
async function drawFirst(
  session: Session,
  canvas: HTMLCanvasElement,
  color: Palette,
  title: string,
): Promise<void> {
  const { scenario } = session.store.getState();
  const view = session.live.view.get();
  const surface = canvas.getContext("2d", { alpha: false });
  if (scenario === undefined || view === undefined || surface === null) return;
  // Text drawn before its font is loaded would stay in another font.
  await document.fonts.ready;
  const film = createFilm({ facts: machineInfo(scenario), title, start: view });
  paintShapes(surface, film.picture({ timeMs: 0, share: 0, view, events: [] }), color);
}

/** Undefined if the recording was stopped. */
async function recordVideo(session: Session, order: VideoOrder): Promise<Blob | undefined> {
  const { stretch, canvas, color, title, signal, onProgress } = order;
  const { scenario } = session.store.getState();
  const surface = canvas.getContext("2d", { alpha: false });
  if (scenario === undefined || surface === null) throw new Error("there is nothing to draw");
  const start = await look(session, stretch.fromCycle, stretch.fromCycle);
  const film = createFilm({ facts: machineInfo(scenario), title, start: start.view });
  const encoder = order.format.open(canvas, title);
  try {
    const count = pictureCount(stretch);
    let at = start;
    for (let picture = 0; picture < count; picture++) {
      if (signal.aborted) return undefined;
      const cycle = cycleOf(stretch, picture);
      const before = at.view.cycle;
      at = cycle === before ? { ...at, passed: [] } : await look(session, before, cycle);
      const share = (cycle - stretch.fromCycle) / Math.max(1, stretch.toCycle - stretch.fromCycle);
      const moment = { timeMs: picture * PICTURE_MS, share, view: at.view, events: at.passed };
      paintShapes(surface, film.picture(moment), color);
      await encoder.add();
      onProgress((picture + 1) / count);
    }
    const blob = signal.aborted ? undefined : await encoder.finish();
    return signal.aborted ? undefined : blob;
  } finally {
    encoder.close();
  }
}

async function look(session: Session, from: number, cycle: number) {
  const answer = await session.look(from, cycle);
  if (answer === undefined) throw new Error("the engine does not answer");
  return answer;
}

/** Colours of a theme, even if the page shows another one. */
function paletteIn(theme: "light" | "dark"): Palette {
  const values = inTheme(theme, () => {
    const now = pagePalette();
    return new Map<string, string>(FIGURE_TOKENS.map((token) => [token, now(token)]));
  });
  return (token) => values.get(token) ?? "";
}

interface VideoWish {
  readonly length: Length;
  readonly format: VideoFormat;
}

interface VideoFormProps {
  /** Undefined if it is not known yet. */
  readonly formats: readonly VideoFormat[] | undefined;
  readonly theme: Theme;
  readonly onTheme: (theme: Theme) => void;
  /** Progress of the current video, 0..1. */
  readonly share: number | undefined;
  readonly said: string;
  readonly onSave: (wish: VideoWish) => void;
  readonly onStop: () => void;
}

const LENGTHS = {
  seconds: "a number of seconds",
  event: "to the next event",
  events: "a number of events",
  bookmark: "to the next bookmark",
} as const satisfies Readonly<Record<Length["to"], Label>>;
const LENGTH_KINDS = Object.keys(LENGTHS) as readonly Length["to"][];
const USUAL = { seconds: 10, events: 20 } as const;

function VideoForm({ formats, theme, onTheme, share, said, onSave, onStop }: VideoFormProps) {
  const [to, setTo] = useState<Length["to"]>("seconds");
  const [counts, setCounts] = useState<Readonly<Record<"seconds" | "events", number>>>(USUAL);
  const [formatId, setFormatId] = useState<VideoFormat["id"] | undefined>(undefined);
  const format = formats?.find(({ id }) => id === formatId) ?? formats?.[0];
  const length: Length = to === "seconds" || to === "events" ? { to, count: counts[to] } : { to };
  const isBusy = share !== undefined;
  return (
    <form
      className="video__form"
      onSubmit={(event) => {
        event.preventDefault();
        if (format !== undefined) onSave({ length, format });
      }}
    >
      <fieldset disabled={isBusy || format === undefined}>
        <LengthChoice value={to} onChange={setTo} />
        {to === "seconds" || to === "events" ? (
          <label>
            <span>{to === "seconds" ? t("Number of seconds") : t("Number of events")}</span>
            <input
              className="field"
              type="number"
              min={1}
              max={to === "seconds" ? MOST_SECONDS : MOST_EVENTS}
              required
              value={Number.isNaN(counts[to]) ? "" : counts[to]}
              onChange={(event) => setCounts({ ...counts, [to]: event.currentTarget.valueAsNumber })}
            />
          </label>
        ) : null}
        <Choice name={t("Colours")} value={theme} onChange={onTheme}>
          <option value="light">{t("Light theme")}</option>
          <option value="dark">{t("Dark theme")}</option>
        </Choice>
        {format === undefined ? null : (
          <Choice name={t("Video format")} value={format.id} onChange={setFormatId}>
            {(formats ?? []).map(({ id }) => (
              <option key={id} value={id}>
                {id === "recorded" ? MediaRecorder.name : id.toUpperCase()}
              </option>
            ))}
          </Choice>
        )}
      </fieldset>
      {formats?.length === 0 ? <Impossible /> : null}
      <div className="video__actions row at-end gap-3">
        {isBusy ? <Progress share={share} /> : null}
        <span className="video__said grow t-12" role="status">
          {said}
        </span>
        {isBusy ? (
          <button type="button" className="btn" onClick={onStop}>
            {t("Stop")}
          </button>
        ) : (
          <button type="submit" className="btn btn--primary" disabled={format === undefined}>
            <Icon name="download" />
            {t("Save video")}
          </button>
        )}
      </div>
    </form>
  );
}

function Impossible() {
  return (
    <p className="t-12 ink-2 around-2" role="alert">
      {t("This browser cannot make a video: it has neither WebCodecs nor MediaRecorder.")}
    </p>
  );
}

function LengthChoice({ value, onChange }: Pick<ChoiceProps<Length["to"]>, "value" | "onChange">) {
  const { live } = useSession();
  const hasBookmark = useApp(
    ({ bookmarks }) => bookmarkFrom(bookmarks, live.playhead.get(), 1) !== undefined,
  );
  return (
    <Choice name={t("Length")} value={value} onChange={onChange}>
      {LENGTH_KINDS.map((one) => (
        <option key={one} value={one} disabled={one === "bookmark" && !hasBookmark}>
          {t(LENGTHS[one])}
        </option>
      ))}
    </Choice>
  );
}

interface ChoiceProps<T extends string> {
  readonly name: string;
  readonly value: T;
  readonly onChange: (value: T) => void;
}

function Choice<T extends string>({
  name,
  value,
  onChange,
  children,
}: ChoiceProps<T> & { readonly children: ReactNode }) {
  const id = useId();
  return (
    <label htmlFor={id}>
      <span>{name}</span>
      <select
        id={id}
        className="field"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value as T)}
      >
        {children}
      </select>
    </label>
  );
}

function Progress({ share }: { readonly share: number }) {
  return (
    <span className="video__progress row gap-2 grow">
      <progress max={1} value={share} aria-label={t("Save video")} />
      <span className="mono">{formatInteger(100 * share)} %</span>
    </span>
  );
}
