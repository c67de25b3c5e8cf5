/** The shelf of a new machine, and notes on what devices of a changed machine lack, placed beside them. */
import { useEffect, useMemo, useState } from "react";
import { type Gap, gapsOf, mended, SHELF, withPart } from "../../../lib/shelf/shelf.ts";
import { parseScenario } from "../../../scenarios/read/parse.ts";
import { partText } from "../../../scenarios/story/parts.ts";
import { useApp, useSession } from "../../state/hooks.ts";
import type { Session } from "../../state/session.ts";
import { translatedMessage } from "../../text/message.ts";
import { labels, t } from "../../text/t.ts";
import { isNewMachine } from "./newMachine.ts";

const PARTS = labels({
  core: "Core|shelf",
  nics: "Network card",
  disks: "Disk",
  timers: "Timer",
  buttons: "Button",
  consoles: "Console",
});

export default function ShelfPlace() {
  const session = useSession();
  const scenario = useApp((state) => state.scenario);
  const origin = useApp((state) => state.origin);
  const gaps = useMemo(() => (scenario === undefined ? [] : gapsOf(scenario)), [scenario]);
  const places = usePlaces(gaps);
  if (scenario === undefined) return null;
  const note = (gap: Gap) => (
    <GapNote key={keyOf(gap)} gap={gap} onMend={() => void put(session, mended(scenario, gap))} />
  );
  const here = gaps.filter((gap) => !places.has(keyOf(gap)));
  return (
    <>
      {isNewMachine(origin) || here.length > 0 ? (
        <section className="row wrap gap-2 pad-2-3 surface hair-above" aria-label={t("Shelf")}>
          {isNewMachine(origin) ? (
            <>
              <span className="ink-2">{t("Put on the machine:")}</span>
              {SHELF.map((part) => (
                <button
                  key={part}
                  type="button"
                  className="btn"
                  onClick={() => void put(session, withPart(scenario, part))}
                >
                  + {PARTS[part]}
                </button>
              ))}
            </>
          ) : null}
          {here.map(note)}
        </section>
      ) : null}
      {gaps.length === 0 ? null : (
        <section aria-label={t("What the machine lacks")}>
          {gaps.map((gap) => {
            const place = places.get(keyOf(gap));
            return place === undefined ? null : (
              <div key={keyOf(gap)} className="fixed" style={{ left: place.left, top: place.top }}>
                {note(gap)}
              </div>
            );
          })}
        </section>
      )}
    </>
  );
}

/** Adds one step to the settings' history, so that it can be undone. */
async function put(session: Session, value: unknown): Promise<void> {
  const parsed = parseScenario(value);
  if (!parsed.ok) {
    const [first] = parsed.errors;
    if (first !== undefined)
      session.actions.notify("error", `${first.field} ${translatedMessage(first.message)}.`);
    return;
  }
  const { machine, software, traffic } = parsed.scenario;
  const { settingsOf } = await import("../settings/settings.ts");
  settingsOf(session).edit({
    kind: "set",
    path: ["machine"],
    value: machine,
    along: [
      { path: ["software"], value: software },
      { path: ["traffic"], value: traffic },
    ],
  });
}

function GapNote({ gap, onMend }: { readonly gap: Gap; readonly onMend: () => void }) {
  const { device, list, lacks } = gap;
  const [text, mend] =
    lacks === "handler"
      ? [t("{device}: no handler.", { device }), t("Add one|handler")]
      : list === "nics"
        ? [t("{device}: no frames arrive.", { device }), t("Add traffic")]
        : [t("{device}: nothing reads it.", { device }), t("Let the application read it")];
  return (
    <span className="notice r-2 t-13 nowrap floating" data-tone="error">
      <span className="loss">✕ {text}</span>
      <button type="button" className="btn btn--small" onClick={onMend}>
        {mend}
      </button>
    </span>
  );
}

const keyOf = ({ list, device, lacks }: Gap): string => `${list} ${device} ${lacks}`;

interface Place {
  readonly left: number;
  readonly top: number;
}

/** The stage draws a changed machine a moment later, and may scroll. */
const LOOK_MS = 300;
const NOTE_PX = 36;

/** Places of the devices with gaps, by the key of the gap. Omits devices that the stage does not show. */
function usePlaces(gaps: readonly Gap[]): ReadonlyMap<string, Place> {
  const [places, setPlaces] = useState<ReadonlyMap<string, Place>>(new Map());
  useEffect(() => {
    if (gaps.length === 0) return setPlaces(new Map());
    const look = () => {
      const found = placesOf(gaps);
      setPlaces((before) => (JSON.stringify([...before]) === JSON.stringify([...found]) ? before : found));
    };
    look();
    const timer = setInterval(look, LOOK_MS);
    return () => clearInterval(timer);
  }, [gaps]);
  return places;
}

function placesOf(gaps: readonly Gap[]): ReadonlyMap<string, Place> {
  const parts = [...document.querySelectorAll<HTMLElement | SVGElement>(".stage [data-part]")];
  const used = new Map<string, number>();
  return new Map(
    gaps.flatMap((gap): [string, Place][] => {
      const name = partText(gap.list === "nics" ? "card" : "device", gap.device);
      const part = parts.find(({ dataset }) => dataset.part === name);
      const { left, bottom, width } = part?.getBoundingClientRect() ?? { left: 0, bottom: 0, width: 0 };
      if (width === 0 || bottom > window.innerHeight) return [];
      const above = used.get(name) ?? 0;
      used.set(name, above + 1);
      return [[keyOf(gap), { left: Math.round(left), top: Math.round(bottom) + above * NOTE_PX }]];
    }),
  );
}
