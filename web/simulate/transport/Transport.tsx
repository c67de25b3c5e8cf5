/** The transport: the counter, steps, play, speed, marks, and the way out of presenter mode. */
import { type ReactNode, useEffect, useRef, useState } from "react";
import { STEP_UNITS, type StepUnit } from "../../state/details.ts";
import { useActions, useApp, useKeyHint, useLive, useThrottled } from "../../state/hooks.ts";
import type { CommandId } from "../../state/keymap.ts";
import type { AppActions } from "../../state/store.ts";
import { Trans } from "../../text/Trans.tsx";
import { labels, t } from "../../text/t.ts";
import { formatFixed, formatInteger } from "../../ui/format.ts";
import { Icon } from "../../ui/Icon.tsx";
import "./leaveStage.css";
import { useMedia, usePageLayout } from "../../ui/useMedia.ts";
import { MARK_FACES, MarkPopovers, Noted, Stopped } from "../marks/MarkPopovers.tsx";
import { useQuiet } from "../quiet/useShownParts.ts";
import { RunTo } from "./RunTo.tsx";
import { SpeedSlider } from "./SpeedSlider.tsx";

const EDGE_INTERVAL_MS = 100;

export interface RunToState {
  readonly open: boolean;
  readonly toField: boolean;
}

/** If the bar is too narrow for everything, the cycle opens the speed and the targets of "Run to". */
const NARROW = "(max-width: 819px)";
const NARROW_BESIDE = "(max-width: 1199px)";
/** A phone without room for two steppers, or a desk at 400 %. */
const NARROWEST = "(max-width: 359px)";

interface TransportProps {
  readonly runTo: RunToState;
  readonly onRunTo: (state: RunToState) => void;
  /** A text or a panel gets a third of the window. */
  readonly isBeside?: boolean;
  /** Ends presenter mode. */
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
  const bar = useRef<HTMLDivElement>(null);
  const phone = usePageLayout() === "phone";
  const narrow = useMedia(isBeside ? NARROW_BESIDE : NARROW);
  const narrowest = useMedia(NARROWEST);
  const edges = { canBack: loaded && cycle > 0, canForward: loaded && cycle < endCycle };
  const isQuiet = useQuiet();
  const hasMarks = !(phone || isQuiet);
  const slider = <SpeedSlider speed={speed} onSpeed={actions.setSpeed} isPlain={isQuiet && !phone} />;
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
      <Steppers edges={edges} isQuiet={isQuiet} phone={phone} narrowest={narrowest} />
      {narrow ? null : slider}
      {phone ? null : <span className="grow" />}
      {hasMarks ? <MarkPopovers /> : null}
      {narrow ? (
        <RunTo
          {...runToProps}
          folded={{
            face: <Counter />,
            controls: (
              <div className="phone-controls stack gap-2 hair-below">
                {phone && !isQuiet ? (
                  <div className="flex gap-2">
                    {narrowest ? <UnitStepper unit="event" {...edges} /> : null}
                    <UnitStepper unit="instruction" {...edges} />
                    <UnitStepper unit="packet" {...edges} />
                  </div>
                ) : null}
                {narrow ? slider : null}
                {phone || isQuiet ? (
                  <MarkButtons onOpen={() => onRunTo({ open: false, toField: false })} />
                ) : null}
              </div>
            ),
          }}
        />
      ) : (
        <>
          <RunTo {...runToProps} anchor={isQuiet ? bar : undefined} />
          <Counter />
        </>
      )}
      {phone || onLeaveStage === undefined ? null : <LeaveStage onLeave={onLeaveStage} />}
      {hasMarks ? null : <MarkPopovers anchor={bar} />}
      <div className="transport__notes flex wrap at-end gap-2 placed through">
        <Stopped />
        <Noted />
      </div>
    </div>
  );
}

/** Buttons that a phone shows in the popup of the counter. */
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
  readonly label: ReactNode;
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
      <span aria-hidden={typeof label === "string"}>{label}</span>
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

interface SteppersProps {
  readonly edges: Edges;
  readonly isQuiet: boolean;
  readonly phone: boolean;
  readonly narrowest: boolean;
}

/** Play, and as many steppers as fit: without details, one. */
function Steppers({ edges, isQuiet, phone, narrowest }: SteppersProps) {
  if (isQuiet)
    return (
      <>
        <PlayButton />
        <ChosenStepper {...edges} />
      </>
    );
  return (
    <>
      <UnitStepper unit="cycle" {...edges} />
      <PlayButton />
      {phone ? null : <UnitStepper unit="instruction" {...edges} />}
      {phone ? null : <UnitStepper unit="packet" {...edges} />}
      {narrowest ? null : <UnitStepper unit="event" {...edges} />}
    </>
  );
}

function UnitStepper({ unit, ...edges }: Edges & { readonly unit: StepUnit }) {
  const label = unit === "instruction" ? t("instr") : UNIT_TEXT[unit];
  return <Stepper label={label} unit={UNIT_TEXT[unit]} {...stepping(unit, useActions())} {...edges} />;
}

type Edges = Pick<StepperProps, "canBack" | "canForward">;

/** One stepper for all units, with a list to choose the unit. */
function ChosenStepper(edges: Edges) {
  const actions = useActions();
  const unit = useApp((state) => state.stepUnit);
  const { commands, onStep } = stepping(unit, actions);
  return (
    <Stepper
      label={
        <select
          className="stepper__unit target bare press"
          aria-label={t("Step by")}
          value={unit}
          onChange={({ target }) => {
            const chosen = STEP_UNITS.find((one) => one === target.value);
            if (chosen !== undefined) actions.setStepUnit(chosen);
          }}
        >
          {STEP_UNITS.map((one) => (
            <option key={one} value={one}>
              {UNIT_TEXT[one]}
            </option>
          ))}
        </select>
      }
      unit={UNIT_TEXT[unit]}
      commands={commands}
      {...edges}
      onStep={onStep}
    />
  );
}

const UNIT_TEXT: Readonly<Record<StepUnit, string>> = labels({
  packet: "packet",
  event: "event",
  instruction: "instruction",
  cycle: "cycle",
});

function stepping(unit: StepUnit, actions: AppActions): Pick<StepperProps, "commands" | "onStep"> {
  switch (unit) {
    case "packet":
      return {
        commands: ["packet-back", "packet-on"],
        onStep: (direction) => actions.runTo("frame-offered", direction),
      };
    case "event":
      return { commands: ["event-back", "event-on"], onStep: actions.stepEvent };
    case "instruction":
      return { commands: ["instruction-back", "instruction-on"], onStep: actions.stepInstruction };
    case "cycle":
      return { commands: ["cycle-back", "cycle-on"], onStep: actions.stepCycle };
  }
}

const PLAY = "M3.5 1.6v10.8L12.4 7z";
const PAUSE = "M3 1.8h3v10.4H3zM8 1.8h3v10.4H8z";
const CROSS = "M3.4 2.2 7 5.8l3.6-3.6 1.2 1.2L8.2 7l3.6 3.6-1.2 1.2L7 8.2l-3.6 3.6-1.2-1.2L5.8 7 2.2 3.4z";

/** Plays, or cancels a long search. The cancel button thus needs no room of its own. */
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

/** Most searches end before a user could cancel them. */
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

function Counter() {
  const cycle = useThrottled(useLive().playhead, 0);
  const clockHertz = useApp((state) => state.scenario?.machine.clockHertz);
  return (
    <div className="counter to-right nowrap">
      <div className="counter__cycle digits">
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

/** Writes as many decimals as one cycle needs, so that every step changes the text. */
export function millisecondsText(cycle: number, clockHertz: number): string {
  const decimals = Math.min(6, Math.max(0, Math.ceil(Math.log10(clockHertz / 1000))));
  return formatFixed((cycle * 1000) / clockHertz, decimals);
}

/** Button that ends presenter mode. It has a place in the bar, so that it covers nothing of the machine. */
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
