import { useRef } from "react";
import { useActions, useApp, useLive, useThrottled } from "../../state/hooks.ts";
import { t } from "../../text/t.ts";
import { Icon } from "../../ui/Icon.tsx";
import { useMedia, usePageLayout } from "../../ui/useMedia.ts";
import { MARK_FACES, MarkPopovers } from "../marks/MarkPopovers.tsx";
import { Noted } from "../marks/Noted.tsx";
import { Stopped } from "../marks/Stopped.tsx";
import { useFast } from "../useFast.ts";
import { Counter } from "./Counter.tsx";
import { LeaveStage } from "./LeaveStage.tsx";
import { PlayButton } from "./PlayButton.tsx";
import { RunTo } from "./RunTo.tsx";
import { SpeedSlider } from "./SpeedSlider.tsx";
import { Stepper } from "./Stepper.tsx";

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
