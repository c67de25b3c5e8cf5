import { useRef } from "react";
import { formatSi, formatSignificant, quantityText } from "../base/format.ts";
import type { MachineView } from "../engine/protocol.ts";
import { say } from "../text/say.ts";
import { WholeCore } from "./CorePanel.tsx";
import { Cores } from "./Cores.tsx";
import { tickDetails } from "./contexts.ts";
import { Details } from "./Details.tsx";
import { Devices } from "./Devices.tsx";
import type { MachineFacts } from "./facts.ts";
import { InterruptController } from "./InterruptController.tsx";
import { LiveText } from "./LiveText.tsx";
import { coresText, devicesText, plural } from "./labels.ts";
import { MemoryBus } from "./MemoryBus.tsx";
import { stageMotions } from "./motion.ts";
import { NicCards } from "./NicCards.tsx";
import { isAnyPending } from "./nics.ts";
import { coresRoomPx } from "./pipelines.ts";
import { Stores } from "./Stores.tsx";
import { useDensity } from "./useDensity.ts";
import { useSize } from "./useSize.ts";

interface MachineStageProps {
  readonly view: MachineView;
  /** The picture before, for motion. */
  readonly previous: MachineView | undefined;
  readonly facts: MachineFacts;
  /** Things travel between places; off at high speed. */
  readonly moving: boolean;
  readonly instructionsPerCycle: number | undefined;
}

export function MachineStage({ view, previous, facts, moving, instructionsPerCycle }: MachineStageProps) {
  const stage = useRef<HTMLElement>(null);
  const { widthPx, heightPx } = useSize(stage);
  const motions = stageMotions(moving ? previous : undefined, view);
  useDensity(stage, facts);
  const isEntering = view.cpus.some((cpu) => cpu.entryStep !== 0);
  return (
    <section
      className="stage"
      aria-label={say("Machine")}
      data-moving={moving}
      data-cycle={view.cycle}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls when the window is low
      tabIndex={0}
      ref={stage}
    >
      <LiveText view={view} facts={facts} />
      <h2 className="zone zone--nic">{devicesText(facts)}</h2>
      <h2 className="zone zone--controller">{say("Interrupt controller")}</h2>
      <div className="zone zone--core">
        <h2>{plural(facts.cores.cores, "CPU core")}</h2>
        <span className="dim zone__note">
          <Details
            name={facts.cores.cores === 1 ? say("the core") : say("the cores")}
            rows={[...facts.coreDetails, ...tickDetails(view, facts)]}
          >
            {quantityText(formatSi(facts.clockHertz, "Hz"))}
            {say(", in order, {cores}", { cores: coresText(facts) })}
          </Details>
        </span>
        {instructionsPerCycle === undefined ? null : (
          <span className="zone__end opt">
            IPC <span className="mono">{formatSignificant(instructionsPerCycle, 2)}</span>
          </span>
        )}
      </div>

      <div className="stage__nics">
        <NicCards view={view} facts={facts} />
        <Devices view={view} facts={facts} />
        {facts.nics.length + facts.disks.length + facts.timers.length === 0 ? (
          <p className="stage__none">{say("No device in this machine.")}</p>
        ) : null}
      </div>
      <i className="link link--line" data-active={isAnyPending(view)} aria-hidden="true" />
      <InterruptController view={view} facts={facts} />
      <i className="link link--entry" data-active={isEntering} aria-hidden="true" />
      <div className="core">
        {facts.cores.cores === 1 ? (
          <WholeCore view={view} facts={facts} core={0} motions={motions} />
        ) : (
          <Cores
            view={view}
            previous={previous}
            facts={facts}
            motions={motions}
            roomPx={coresRoomPx(facts, widthPx, heightPx)}
            follows={moving}
          />
        )}
        <Stores view={view} previous={previous} facts={facts} />
      </div>
      <MemoryBus view={view} facts={facts} />
    </section>
  );
}
