import { type ReactNode, useId, useState } from "react";
import { useApp, useSession } from "../../state/hooks.ts";
import { bookmarkFrom } from "../../state/marks.ts";
import { type Label, t } from "../../text/t.ts";
import { formatInteger } from "../../ui/format.ts";
import { Icon } from "../../ui/Icon.tsx";
import type { Theme } from "../useTheme.ts";
import type { VideoFormat } from "./encoders.ts";
import { type Length, MOST_EVENTS, MOST_SECONDS } from "./stretch.ts";

export interface VideoWish {
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

export function VideoForm({ formats, theme, onTheme, share, said, onSave, onStop }: VideoFormProps) {
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
