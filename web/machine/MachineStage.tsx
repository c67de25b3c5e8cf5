import { formatSi, formatSignificant, quantityText } from "../base/format.ts";
import type { MachineView } from "../engine/protocol.ts";
import { ContextCards } from "./ContextCards.tsx";
import type { MachineFacts } from "./facts.ts";
import { InterruptController } from "./InterruptController.tsx";
import { LiveText } from "./LiveText.tsx";
import { countWord, plural } from "./labels.ts";
import { MemoryBus } from "./MemoryBus.tsx";
import { stageMotions } from "./motion.ts";
import { NicCard } from "./NicCard.tsx";
import { Slots } from "./Slots.tsx";
import { StageBox } from "./StageBox.tsx";
import { Wire } from "./Wire.tsx";

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
  const motions = stageMotions(moving ? previous : undefined, view);
  const pending = view.nics.some((nic) => nic.pending && !nic.masked);
  const contexts = facts.contextPriorities.length;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls when the window is low
    <section className="stage" aria-label="Machine" data-moving={moving} tabIndex={0}>
      <LiveText view={view} facts={facts} />
      <h2 className="zone zone--nic">{plural(facts.nics.length, "Network card")}</h2>
      <h2 className="zone zone--controller">Interrupt controller</h2>
      <div className="zone zone--core">
        <h2>CPU core</h2>
        <span className="dim zone__note">
          {quantityText(formatSi(facts.clockHertz, "Hz"))}, in order, {countWord(contexts)} register{" "}
          {plural(contexts, "context")}
        </span>
        {instructionsPerCycle === undefined ? null : (
          <span className="zone__end opt">
            IPC <span className="mono">{formatSignificant(instructionsPerCycle, 2)}</span>
          </span>
        )}
      </div>

      <div className="stage__nics">
        {facts.nics.map((nic, index) => {
          const state = view.nics[index];
          return state === undefined ? null : (
            <div className="stage__nic" key={nic.name}>
              <Wire nic={state} cycle={view.cycle} sends={facts.sends} />
              <NicCard nic={state} facts={nic} cycle={view.cycle} sends={facts.sends} />
            </div>
          );
        })}
      </div>
      <i className="link link--line" data-active={pending} aria-hidden="true" />
      <InterruptController view={view} facts={facts} />
      <i className="link link--entry" data-active={view.entryStep !== 0} aria-hidden="true" />
      <div className="core">
        <ol className="pipeline" aria-label="Pipeline">
          {facts.stages.map((name, index) => (
            <StageBox
              key={name}
              name={name}
              stage={view.stages[index]}
              motion={motions[index] ?? "none"}
              cycle={view.cycle}
            />
          ))}
        </ol>
        <ContextCards view={view} facts={facts} />
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
