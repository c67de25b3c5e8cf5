/** The transport: the counter, steps, play, speed, marks, and the way out of presenter mode. */
import { useEffect, useRef, useState } from "react";
import {
  FAST_INTERVAL_MS,
  useActions,
  useApp,
  useKeyHint,
  useLive,
  useThrottled,
} from "../../state/hooks.ts";
import type { CommandId } from "../../state/keymap.ts";
import { Trans } from "../../text/Trans.tsx";
import { t } from "../../text/t.ts";
import { formatFixed, formatInteger } from "../../ui/format.ts";
import { Icon } from "../../ui/Icon.tsx";
import "./leaveStage.css";
import { useMedia, usePageLayout } from "../../ui/useMedia.ts";
import { MARK_FACES, MarkPopovers, Noted, Stopped } from "../marks/MarkPopovers.tsx";
import { useFast } from "../stage/useRates.ts";
import { RunTo } from "./RunTo.tsx";
import { SpeedSlider } from "./SpeedSlider.tsx";

const EDGE_INTERVAL_MS = 100;

export interface RunToState {
  readonly open: boolean;
  readonly toField: boolean;
}

/** Too narrow for everything: the speed, and what can be run to, open from the cycle. */
const NARROW = "(max-width: 819px)";
const NARROW_BESIDE = "(max-width: 1199px)";
/** A phone without room for two steppers, or a desk at 400 %. */
const NARROWEST = "(max-width: 359px)";

interface TransportProps {
  readonly runTo: RunToState;
  readonly onRunTo: (state: RunToState) => void;
  /** A text or a panel has a third of the window. */
  readonly isBeside?: boolean;
  /** In presenter mode: ends it. */
  readonly onLeaveStage?: (() => void) | undefined;
}

export function Transport({ runTo, onRunTo, isBeside = false, onLeaveStage }: TransportProps) {
  const actions = useActions();
  const live = useLive();
  const speed = useApp((state) => state.speed);
  const endCycle = useApp((state) => state.endCycle);
  const scenario = useApp((state) => state.scenario);
  const loaded = scenario !== undefined;
  const cycle = useThrottled(live.playhead, EDGE_INTERVAL_MS);
  const fast = useFast();
  const bar = useRef<HTMLDivElement>(null);
  const phone = usePageLayout() === "phone";
  const narrow = useMedia(isBeside ? NARROW_BESIDE : NARROW);
  const narrowest = useMedia(NARROWEST);
  const edges = { canBack: loaded && cycle > 0, canForward: loaded && cycle < endCycle };
  const instructions = (
    <Stepper
      label={t("instr")}
      unit={t("instruction")}
      commands={["instruction-back", "instruction-on"]}
      {...edges}
      onStep={actions.stepInstruction}
    />
  );
  const packets = (
    <Stepper
      label={t("packet")}
      unit={t("packet")}
      commands={["packet-back", "packet-on"]}
      {...edges}
      onStep={(direction) => actions.runTo("frame-offered", direction)}
    />
  );
  const events = (
    <Stepper
      label={t("event")}
      unit={t("event")}
      commands={["event-back", "event-on"]}
      {...edges}
      onStep={actions.stepEvent}
    />
  );
  const slider = <SpeedSlider speed={speed} onSpeed={actions.setSpeed} />;
  const runToProps = {
    open: runTo.open,
    toField: runTo.toField,
    onOpenChange: (open: boolean) => onRunTo({ open, toField: false }),
    cycle: () => live.playhead.get(),
    endCycle,
    disabled: !loaded,
    scenario,
    onRunTo: actions.runTo,
    onRunToCondition: actions.runToCondition,
    onSeek: actions.seek,
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a toolbar of buttons, not a form
    <div
      ref={bar}
      className="transport row rigid anchor surface hair-below hair-above"
      data-part="transport"
      role="group"
      aria-label={t("Transport")}
    >
      <Stepper
        label={t("cycle")}
        unit={t("cycle")}
        commands={["cycle-back", "cycle-on"]}
        {...edges}
        onStep={actions.stepCycle}
      />
      <PlayButton />
      {phone ? null : instructions}
      {phone ? null : packets}
      {narrowest ? null : events}
      {narrow ? null : slider}
      {phone ? null : (
        <>
          <span className="grow" />
          <MarkPopovers />
        </>
      )}
      {narrow ? (
        <RunTo
          {...runToProps}
          folded={{
            face: <Counter fast={fast} />,
            controls: (
              <div className="phone-controls stack gap-2 hair-below">
                {phone ? (
                  <div className="flex gap-2">
                    {narrowest ? events : null}
                    {instructions}
                    {packets}
                  </div>
                ) : null}
                {slider}
                {phone ? <MarkButtons onOpen={() => onRunTo({ open: false, toField: false })} /> : null}
              </div>
            ),
          }}
        />
      ) : (
        <>
          <RunTo {...runToProps} />
          <Counter fast={fast} />
        </>
      )}
      {phone || onLeaveStage === undefined ? null : <LeaveStage onLeave={onLeaveStage} />}
      {phone ? <MarkPopovers anchor={bar} /> : null}
      <div className="transport__notes flex wrap at-end gap-2 placed through">
        <Stopped />
        <Noted />
      </div>
    </div>
  );
}

/** On a phone they stand in the popup of the counter. */
function MarkButtons({ onOpen }: { readonly onOpen: () => void }) {
  const { setPanel } = useActions();
  return (
    <>
      {(["breakpoints", "bookmarks"] as const).map((panel) => (
        <button
          key={panel}
          type="button"
          className="btn"
          onClick={() => {
            onOpen();
            setPanel(panel);
          }}
        >
          <Icon name={MARK_FACES[panel].icon} />
          {t(MARK_FACES[panel].name)}
        </button>
      ))}
    </>
  );
}

interface StepperProps {
  readonly label: string;
  readonly unit: string;
  readonly commands: readonly [back: CommandId, forward: CommandId];
  readonly canBack: boolean;
  readonly canForward: boolean;
  readonly onStep: (direction: 1 | -1) => void;
}

function Stepper({ label, unit, commands, canBack, canForward, onStep }: StepperProps) {
  const hint = useKeyHint();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div
      className="stepper row anchor t-12 ink-2 w-500 hair-2 r-2"
      role="group"
      aria-label={t("Step by {unit}", { unit })}
    >
      <button
        className="grid centre tight bare press"
        type="button"
        aria-label={t("Back one {unit}", { unit })}
        title={hint(commands[0], t("Back one {unit}", { unit }))}
        disabled={!canBack}
        onClick={() => onStep(-1)}
      >
        <Icon name="back" />
      </button>
      <span aria-hidden="true">{label}</span>
      <button
        className="grid centre tight bare press"
        type="button"
        aria-label={t("Forward one {unit}", { unit })}
        title={hint(commands[1], t("Forward one {unit}", { unit }))}
        disabled={!canForward}
        onClick={() => onStep(1)}
      >
        <Icon name="forward" />
      </button>
    </div>
  );
}

const PLAY = "M3.5 1.6v10.8L12.4 7z";
const PAUSE = "M3 1.8h3v10.4H3zM8 1.8h3v10.4H8z";
const CROSS = "M3.4 2.2 7 5.8l3.6-3.6 1.2 1.2L8.2 7l3.6 3.6-1.2 1.2L7 8.2l-3.6 3.6-1.2-1.2L5.8 7 2.2 3.4z";

/** Plays, and gives up a search that takes long: so that button covers nothing, and nothing moves. */
function PlayButton() {
  const hint = useKeyHint();
  const { toggle, cancelSeek } = useActions();
  const loaded = useApp(({ scenario }) => scenario !== undefined);
  const playing = useApp((state) => state.playing);
  const searching = useLongSearch();
  const name = searching ? t("Searching, cancel") : playing ? t("Pause") : t("Play");
  return (
    <button
      type="button"
      className="play grid centre rigid tight edgeless press"
      disabled={!loaded}
      data-searching={searching}
      aria-label={name}
      title={searching ? name : hint("play", name)}
      onClick={searching ? cancelSeek : toggle}
    >
      <svg viewBox="0 0 14 14" aria-hidden="true">
        <path d={searching ? CROSS : playing ? PAUSE : PLAY} />
      </svg>
    </button>
  );
}

const LONG_SEARCH_MS = 250;

/** Most searches are over before a user could give them up. */
function useLongSearch(): boolean {
  const seeking = useApp((state) => state.seeking);
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (!seeking) return;
    const timer = setTimeout(() => setLong(true), LONG_SEARCH_MS);
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [seeking]);
  return seeking && isLong;
}

function Counter({ fast }: { readonly fast: boolean }) {
  const cycle = useThrottled(useLive().playhead, fast ? FAST_INTERVAL_MS : 0);
  const clockHertz = useApp((state) => state.scenario?.machine.clockHertz);
  return (
    <div className="counter to-right nowrap">
      <div className="counter__cycle">
        <span className="sr-only">{t("Cycle")} </span>
        {formatInteger(cycle)}
      </div>
      <div className="counter__time small">
        <span className="mono">{clockHertz === undefined ? "–" : millisecondsText(cycle, clockHertz)}</span>{" "}
        ms
        <span className="not-phone"> {t("simulated")}</span>
      </div>
    </div>
  );
}

/** As many decimals as one cycle needs, so that every step shows. */
export function millisecondsText(cycle: number, clockHertz: number): string {
  const decimals = Math.min(6, Math.max(0, Math.ceil(Math.log10(clockHertz / 1000))));
  return formatFixed((cycle * 1000) / clockHertz, decimals);
}

/** The way out of presenter mode. It has a place of its own in the bar, so that it covers nothing of the machine. */
export function LeaveStage({ onLeave }: { readonly onLeave: () => void }) {
  return (
    <button
      type="button"
      className="btn leave-stage rigid"
      title={t("Exit presenter mode {key}", { key: "Esc" })}
      onClick={onLeave}
    >
      <Icon name="close" />
      <span className="leave-stage__text">
        <Trans text="Exit presenter mode {key}" gaps={{ key: <kbd>Esc</kbd> }} />
      </span>
    </button>
  );
}
