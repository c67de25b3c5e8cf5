import { useRef } from "react";
import { formatSi, formatSignificant, quantityText } from "../base/format.ts";
import type { MachineView } from "../engine/protocol.ts";
import { WholeCore } from "./CorePanel.tsx";
import { Cores } from "./Cores.tsx";
import type { MachineFacts } from "./facts.ts";
import { InterruptController } from "./InterruptController.tsx";
import { LiveText } from "./LiveText.tsx";
import { coresText, plural } from "./labels.ts";
import { MemoryBus } from "./MemoryBus.tsx";
import { stageMotions } from "./motion.ts";
import { NicCards } from "./NicCards.tsx";
import { isAnyPending } from "./nics.ts";
import { Slots } from "./Slots.tsx";
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

/** Headings, bus and air, and queues: what the cores have not. */
const FIXED_HEIGHT_PX = 92;
const QUEUE_ROW_PX = 50;
const QUEUES_IN_ROW = 3;
const PHONE_WIDTH_PX = 640;

export function MachineStage({ view, previous, facts, moving, instructionsPerCycle }: MachineStageProps) {
  const stage = useRef<HTMLElement>(null);
  const { widthPx, heightPx } = useSize(stage);
  const motions = stageMotions(moving ? previous : undefined, view);
  const queuesPx = Math.ceil(facts.queues.length / QUEUES_IN_ROW) * QUEUE_ROW_PX;
  // On a phone all stands below each other: only one core is open.
  const roomPx = widthPx < PHONE_WIDTH_PX ? 0 : heightPx - FIXED_HEIGHT_PX - queuesPx;
  const isEntering = view.cpus.some((cpu) => cpu.entryStep !== 0);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls when the window is low
    <section className="stage" aria-label="Machine" data-moving={moving} tabIndex={0} ref={stage}>
      <LiveText view={view} facts={facts} />
      <h2 className="zone zone--nic">{plural(facts.nics.length, "Network card")}</h2>
      <h2 className="zone zone--controller">Interrupt controller</h2>
      <div className="zone zone--core">
        <h2>{plural(facts.cores.cores, "CPU core")}</h2>
        <span className="dim zone__note">
          {quantityText(formatSi(facts.clockHertz, "Hz"))}, in order, {coresText(facts)}
        </span>
        {instructionsPerCycle === undefined ? null : (
          <span className="zone__end opt">
            IPC <span className="mono">{formatSignificant(instructionsPerCycle, 2)}</span>
          </span>
        )}
      </div>

      <NicCards view={view} facts={facts} />
      <i className="link link--line" data-active={isAnyPending(view)} aria-hidden="true" />
      <InterruptController view={view} facts={facts} />
      <i className="link link--entry" data-active={isEntering} aria-hidden="true" />
      <div className="core">
        {facts.cores.cores === 1 ? (
          <WholeCore view={view} facts={facts} core={0} motions={motions} />
        ) : (
          <Cores view={view} facts={facts} motions={motions} roomPx={roomPx} />
        )}
        {facts.queues.length === 0 ? null : (
          <div className="queues">
            {facts.queues.map((queue, index) => (
              <Slots
                key={queue.name}
                label={queue.name}
                fill={view.queueFill[index] ?? 0}
                capacity={queue.capacity}
                unit="packets"
                size="low"
                layer={queue.layer}
              />
            ))}
          </div>
        )}
      </div>
      <MemoryBus view={view} facts={facts} />
    </section>
  );
}
