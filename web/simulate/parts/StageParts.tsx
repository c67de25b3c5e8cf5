import { type KeyboardEvent, memo, type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { fieldName } from "../../../scenarios/base/fieldName.ts";
import { readPart } from "../../../scenarios/story/parts.ts";
import type { HeldPacket, MachineView } from "../../engine/protocol.ts";
import { useActions, useApp } from "../../state/hooks.ts";
import { t } from "../../text/t.ts";
import { Icon } from "../../ui/Icon.tsx";
import type { MachineInfo } from "../stage/machineInfo.ts";
import { type PartWords, partOfTrack, partWords } from "./partWords.ts";
import "./stageParts.css";

interface StagePartsProps {
  readonly stage: RefObject<HTMLElement | null>;
  readonly view: MachineView;
  readonly facts: MachineInfo;
}

/** A pointer that moves on within this time has no effect. */
const REST_MS = 250;
/** Widgets inside a part handle their own presses. */
const WIDGET = "button, a, input, select, [role=slider], [role=spinbutton]";
const CARD_WIDTH_PX = 300;
const CARD_HEIGHT_PX = 150;
const GAP_PX = 8;

/** Every part of the stage reacts to the pointer, the focus and a click with its name, purpose, value and actions. */
export default function StageParts({ stage, view, facts }: StagePartsProps) {
  const [pinned, pin] = useState<string>();
  const { pointed, point } = usePointed({ stage, view, facts });
  const shown = pinned ?? pointed;
  const { follow } = useActions();
  const press = ({ number, offeredCycle }: HeldPacket) => void follow("packet", offeredCycle + 1, number);
  useStagePointer(stage, { point, pin, press });
  const words = shown === undefined ? undefined : wordsOf(shown, view, facts);
  const isPlaying = useApp((state) => state.playing);
  return (
    <>
      <PartList stage={stage} view={view} facts={facts} isPlaying={isPlaying} onPoint={point} onPin={pin} />
      {shown === undefined || words === undefined ? null : pinned === undefined ? (
        <HoverCard part={shown} words={words} stage={stage} />
      ) : (
        <PinnedCard key={shown} part={shown} words={words} stage={stage} onClose={() => pin(undefined)} />
      )}
    </>
  );
}

function usePointed({ stage, view, facts }: StagePartsProps) {
  const pointed = useApp((state) => state.pointed);
  const { setPointed } = useActions();
  const part =
    pointed?.from === "timeline"
      ? partOfTrack(pointed.track.kind, pointed.track.index, facts)
      : pointed?.part;
  const point = (to: string | undefined) =>
    setPointed(
      to === undefined ? undefined : { part: to, from: "stage", track: wordsOf(to, view, facts)?.track },
    );
  useEffect(() => () => setPointed(undefined), [setPointed]);
  useEffect(() => {
    const elements = part === undefined ? [] : elementsOf(stage.current, part);
    for (const element of elements) element.toggleAttribute("data-pointed", true);
    return () => {
      for (const element of elements) element.toggleAttribute("data-pointed", false);
    };
  }, [stage, part]);
  return { pointed: pointed?.from === "stage" ? pointed.part : undefined, point };
}

function elementsOf(root: HTMLElement | null, part: string): readonly Element[] {
  return Array.from(root?.querySelectorAll(`[data-part="${CSS.escape(part)}"]`) ?? []);
}

function wordsOf(part: string, view: MachineView, facts: MachineInfo): PartWords | undefined {
  const read = readPart(part);
  return read && partWords(read.kind, read.name, { view, facts });
}

interface Answers {
  readonly point: (part: string | undefined) => void;
  readonly pin: (part: string | undefined) => void;
  readonly press: (packet: HeldPacket) => void;
}

/** The packet in a cell of a ring or queue. */
function packetAt(target: EventTarget | null): HeldPacket | undefined {
  const { packet, offeredCycle } =
    (target instanceof Element ? target.closest<HTMLElement>("[data-packet]")?.dataset : undefined) ?? {};
  if (packet === undefined || offeredCycle === undefined) return undefined;
  return { number: Number(packet), offeredCycle: Number(offeredCycle) };
}

const partAt = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>("[data-part]")?.dataset.part : undefined;

function useStagePointer(stage: RefObject<HTMLElement | null>, answers: Answers): void {
  const point = useEffectEvent(answers.point);
  const pin = useEffectEvent(answers.pin);
  const press = useEffectEvent(answers.press);
  useEffect(() => {
    const root = stage.current;
    if (root === null) return;
    const stop = new AbortController();
    const { signal } = stop;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let over: string | undefined;
    let lastPlace = "";
    const placeOfPointer = ({ screenX, screenY }: PointerEvent) => `${screenX} ${screenY}`;
    const leave = () => {
      clearTimeout(timer);
      over = undefined;
      point(undefined);
    };
    root.addEventListener(
      "pointerover",
      (event) => {
        const { target, pointerType } = event;
        const part = partAt(target);
        // A part that moves under a resting pointer opens nothing.
        if (pointerType !== "mouse" || part === over || placeOfPointer(event) === lastPlace) return;
        leave();
        over = part;
        if (part !== undefined) timer = setTimeout(() => point(part), REST_MS);
      },
      { signal },
    );
    root.addEventListener("pointerleave", leave, { signal });
    window.addEventListener(
      "pointermove",
      (event) => {
        lastPlace = placeOfPointer(event);
      },
      { signal },
    );
    window.addEventListener("pointerdown", leave, { signal, capture: true });
    root.addEventListener(
      "click",
      ({ target }) => {
        if (target instanceof Element && target.closest(`${WIDGET}, .part-card`) !== null) return;
        leave();
        const packet = packetAt(target);
        if (packet === undefined) pin(partAt(target));
        else press(packet);
      },
      { signal },
    );
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [stage]);
}

interface PartListProps {
  readonly stage: RefObject<HTMLElement | null>;
  readonly view: MachineView;
  readonly facts: MachineInfo;
  readonly isPlaying: boolean;
  readonly onPoint: (part: string | undefined) => void;
  readonly onPin: (part: string | undefined) => void;
}

/** The parts for the keyboard: one Tab stop, arrow keys between them, Enter opens. A playing machine keeps its parts, and
 * to look them up in every frame would take longer than many of them take to be drawn. */
const PartList = memo(Parts, (before, now) => now.isPlaying && before.facts === now.facts);

function Parts({ stage, view, facts, onPoint, onPin }: PartListProps) {
  const [at, setAt] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const parts = [
    ...new Set(
      Array.from(
        stage.current?.querySelectorAll<HTMLElement>("[data-part]") ?? [],
        ({ dataset }) => dataset.part ?? "",
      ),
    ),
  ].filter((part) => wordsOf(part, view, facts) !== undefined);
  const current = Math.min(at, parts.length - 1);
  function move(event: KeyboardEvent): void {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const next = (current + step + parts.length) % parts.length;
    setAt(next);
    list.current?.querySelectorAll("button")[next]?.focus();
  }
  return (
    <div
      className="part-list clip placed"
      role="toolbar"
      aria-label={t("Parts of the machine")}
      ref={list}
      onKeyDown={move}
    >
      {parts.map((part, index) => (
        <button
          key={part}
          type="button"
          tabIndex={index === current ? 0 : -1}
          onFocus={() => onPoint(part)}
          onBlur={() => onPoint(undefined)}
          onClick={() => onPin(part)}
        >
          {t("About {name}", { name: wordsOf(part, view, facts)?.name ?? "" })}
        </button>
      ))}
    </div>
  );
}

interface PartCardProps {
  readonly part: string;
  readonly words: PartWords;
  readonly stage: RefObject<HTMLElement | null>;
}

/** Shown next to the part under the pointer or the focus. */
function HoverCard({ part, words, stage }: PartCardProps) {
  const place = placeOf(stage.current, part);
  if (place === undefined) return null;
  return (
    <div
      className="part-card t-12 raised hair-2 r-2 pad-2-3 floating fixed"
      role="tooltip"
      style={{ left: place.x, top: place.y }}
    >
      <p className="part-card__head line apart gap-3 t-13">
        <b>{words.name}</b>
        {words.value === undefined ? null : <span className="mono">{words.value}</span>}
      </p>
      <p>{words.sentence}</p>
    </div>
  );
}

interface PinnedCardProps extends PartCardProps {
  readonly onClose: () => void;
}

/** The same after a click, with actions. */
function PinnedCard({ part, words, stage, onClose }: PinnedCardProps) {
  const card = useRef<HTMLDivElement>(null);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const before = document.activeElement;
    card.current?.focus({ preventScroll: true });
    const onPress = ({ target }: PointerEvent) => {
      if (target instanceof Node && card.current?.contains(target) !== true) close();
    };
    document.addEventListener("pointerdown", onPress);
    return () => {
      document.removeEventListener("pointerdown", onPress);
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  const place = placeOf(stage.current, part);
  if (place === undefined) return null;
  return (
    <div
      ref={card}
      className="part-card t-12 raised hair-2 r-2 pad-2-3 floating fixed"
      role="dialog"
      aria-label={words.name}
      tabIndex={-1}
      style={{ left: place.x, top: place.y }}
      onKeyDown={({ key }) => {
        if (key === "Escape") onClose();
      }}
    >
      <p className="part-card__head line apart gap-3 t-13">
        <b>{words.name}</b>
        {words.value === undefined ? null : <span className="mono">{words.value}</span>}
        <button type="button" className="btn btn--icon btn--ghost" aria-label={t("Close")} onClick={onClose}>
          <Icon name="close" />
        </button>
      </p>
      <p>{words.sentence}</p>
      <Deeds words={words} onDone={onClose} />
    </div>
  );
}

/** Below the part, or above it if there is no room; always within the window. */
function placeOf(
  root: HTMLElement | null,
  part: string,
): { readonly x: number; readonly y: number } | undefined {
  const found = elementsOf(root, part).find((one) => one.checkVisibility());
  if (found === undefined) return undefined;
  const { left, top, bottom } = found.getBoundingClientRect();
  const { innerWidth, innerHeight } = window;
  const x = Math.max(GAP_PX, Math.min(left, innerWidth - CARD_WIDTH_PX - GAP_PX));
  const below = bottom + GAP_PX;
  const y = below + CARD_HEIGHT_PX <= innerHeight ? below : Math.max(GAP_PX, top - CARD_HEIGHT_PX - GAP_PX);
  return { x, y };
}

function Deeds({ words, onDone }: { readonly words: PartWords; readonly onDone: () => void }) {
  const { follow, runToCondition, setBreakpoints, showSide } = useActions();
  const breakpoints = useApp((state) => state.breakpoints);
  const scenario = useApp((state) => state.scenario);
  const { field, stop, hasPackets, first } = words;
  const done = (deed: () => void) => () => {
    onDone();
    deed();
  };
  return (
    <p className="flex wrap gap-1 above-2">
      {hasPackets === true ? (
        <button
          type="button"
          className="btn btn--small"
          onClick={done(
            () =>
              void follow("packet", first === undefined ? undefined : first.offeredCycle + 1, first?.number),
          )}
        >
          {first === undefined ? t("Follow a packet") : t("Follow packet {number}", { number: first.number })}
        </button>
      ) : null}
      {stop === undefined ? null : (
        <>
          <button
            type="button"
            className="btn btn--small"
            onClick={done(() => runToCondition(stop.condition, stop.words))}
          >
            {t("Run to: {what}", { what: stop.words })}
          </button>
          <button
            type="button"
            className="btn btn--small"
            onClick={done(() =>
              setBreakpoints([
                ...breakpoints,
                { condition: stop.condition, fromHit: 1, everyHits: 1, enabled: true },
              ]),
            )}
          >
            {t("Always stop there")}
          </button>
        </>
      )}
      {field === undefined || scenario === undefined ? null : (
        <button
          type="button"
          className="btn btn--small"
          onClick={done(() => {
            showSide("settings");
            void import("../../scenarios/settings/view.ts").then(({ goToField }) =>
              goToField(fieldName(field)),
            );
          })}
        >
          {t("Change…")}
        </button>
      )}
    </p>
  );
}
