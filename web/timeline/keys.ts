/** Keys while the timeline has the focus. Keys that are handled here do not reach the page. Alt and an arrow move
 * between spans. Plain arrows do so only if Tab brought the focus here. After a click every key keeps its meaning on
 * the page. */

import { chordOf, commandOf, type KeyPress, type KeySettings } from "../state/keymap.ts";
import type { AppActions } from "../state/store.ts";
import { endCycleOf, type Viewport, visibleCycles } from "../state/viewport.ts";
import { t } from "../text/t.ts";
import { type LaneSpan, type Step, spanSpeech, stepFocus, visibleSpans } from "./spans.ts";
import { laneOrder, type SpanFocus, type TimelineSpec } from "./spec.ts";

interface KeyPorts {
  readonly body: HTMLElement;
  readonly spec: () => TimelineSpec | undefined;
  readonly actions: Pick<
    AppActions,
    "panBy" | "zoomAround" | "fitRun" | "seek" | "setViewport" | "runToBreakpoint" | "goToBookmark"
  >;
  readonly setFocus: (focus: SpanFocus | undefined) => void;
  readonly speak: (text: string) => void;
  readonly keys: () => KeySettings;
}

const KEY_ZOOM = 1.5;
const KEY_PAN_SHARE = 0.2;
/** Margin between a focused span and the edge of the view. */
const REVEAL_SHARE = 0.1;

const STEPS: Readonly<Record<string, Step>> = {
  ArrowRight: "next",
  ArrowLeft: "previous",
  ArrowUp: "above",
  ArrowDown: "below",
  Home: "first",
  End: "last",
};

export function attachKeys({ body, spec, actions, setFocus, speak, keys }: KeyPorts): () => void {
  let focused: LaneSpan | undefined;
  /** Depends on how the timeline got the focus. A popup that returns the focus changes nothing. */
  let arrows: "spans" | "page" = "spans";
  let isTabDown = false;

  function place(span: LaneSpan | undefined): void {
    focused = span;
    setFocus(span);
  }

  function moveFocus(now: TimelineSpec, step: Step): void {
    const { window, viewport, machine } = now;
    if (window === undefined) return;
    // The window reaches beyond the view, so that the next span may lie outside it.
    const reach: Viewport = {
      startCycle: window.from,
      cyclesPerPx: (window.to - window.from) / 1,
      widthPx: 1,
    };
    const range = step === "first" || step === "last" ? viewport : reach;
    const lanes = laneOrder(machine.contexts).map(({ context }) => visibleSpans(window, context, range));
    const next = stepFocus(lanes, focused, step, now.playheadCycle);
    if (next === undefined) {
      speak(t("Nothing runs here"));
      return;
    }
    place(next);
    speak(spanSpeech(next, machine));
    reveal(viewport, next);
  }

  function reveal(viewport: Viewport, span: LaneSpan): void {
    const view = visibleCycles(viewport);
    const isInView = span.toCycle > viewport.startCycle && span.fromCycle < endCycleOf(viewport);
    if (isInView) return;
    const isBefore = span.toCycle <= viewport.startCycle;
    const startCycle = isBefore
      ? span.fromCycle - view * REVEAL_SHARE
      : span.toCycle - view * (1 - REVEAL_SHARE);
    actions.setViewport({ startCycle });
  }

  function spanStep({ key, altKey, ctrlKey, metaKey, shiftKey }: KeyPress): Step | undefined {
    if (ctrlKey || metaKey || shiftKey) return undefined;
    return altKey || arrows === "spans" ? STEPS[key] : undefined;
  }

  /** True if the timeline has handled the key. */
  function handle(now: TimelineSpec, press: KeyPress): boolean {
    const { viewport, playheadCycle } = now;
    const isPlayheadInView = playheadCycle >= viewport.startCycle && playheadCycle <= endCycleOf(viewport);
    const centre = isPlayheadInView ? playheadCycle : viewport.startCycle + visibleCycles(viewport) / 2;
    const step = spanStep(press);
    if (step !== undefined) {
      moveFocus(now, step);
      return true;
    }
    const chord = chordOf(press);
    if (chord === undefined) return false;
    switch (commandOf(keys(), chord)) {
      case "zoom-in":
        actions.zoomAround(centre, KEY_ZOOM);
        return true;
      case "zoom-out":
        actions.zoomAround(centre, 1 / KEY_ZOOM);
        return true;
      case "pan-left":
        actions.panBy(-KEY_PAN_SHARE * viewport.widthPx);
        return true;
      case "pan-right":
        actions.panBy(KEY_PAN_SHARE * viewport.widthPx);
        return true;
      // Applies to the machine whose timeline has the focus. Elsewhere on the page it applies to the leader.
      case "breakpoint-on":
        actions.runToBreakpoint(1);
        return true;
      case "breakpoint-back":
        actions.runToBreakpoint(-1);
        return true;
      case "bookmark-on":
        actions.goToBookmark(1);
        return true;
      case "bookmark-back":
        actions.goToBookmark(-1);
        return true;
    }
    switch (chord) {
      case "Enter":
        if (focused === undefined) return false;
        actions.seek(Math.round(focused.fromCycle));
        speak(t("Playhead at {cycle}", { cycle: Math.round(focused.fromCycle) }));
        return true;
      case "Escape":
        if (focused === undefined) return false;
        place(undefined);
        speak("");
        return true;
      default:
        return false;
    }
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const now = spec();
    if (now === undefined || !handle(now, event)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onPointerDown = () => {
    arrows = "page";
    place(undefined);
  };
  const onTab = (event: KeyboardEvent) => {
    isTabDown = event.key === "Tab" && event.type === "keydown";
  };
  const onFocus = () => {
    if (isTabDown) arrows = "spans";
  };
  const onBlur = () => place(undefined);
  const { ownerDocument } = body;
  ownerDocument.addEventListener("keydown", onTab, true);
  ownerDocument.addEventListener("keyup", onTab, true);
  body.addEventListener("keydown", onKeyDown);
  body.addEventListener("pointerdown", onPointerDown, true);
  body.addEventListener("focus", onFocus);
  body.addEventListener("blur", onBlur);
  return () => {
    ownerDocument.removeEventListener("keydown", onTab, true);
    ownerDocument.removeEventListener("keyup", onTab, true);
    body.removeEventListener("keydown", onKeyDown);
    body.removeEventListener("pointerdown", onPointerDown, true);
    body.removeEventListener("focus", onFocus);
    body.removeEventListener("blur", onBlur);
  };
}
