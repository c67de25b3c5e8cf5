import { type ReactNode, type RefObject, Suspense, useMemo, useRef } from "react";
import { partText } from "../../../scenarios/story/parts.ts";
import type { MachineView } from "../../engine/protocol.ts";
import { Fallen } from "../../simulate/flow/Fallen.tsx";
import { Ways } from "../../simulate/quiet/Ways.tsx";
import { type MachineInfo, machineInfo } from "../../simulate/stage/machineInfo.ts";
import { ringFrames } from "../../simulate/stage/nics.ts";
import { Slots } from "../../simulate/stage/Slots.tsx";
import { useFast } from "../../simulate/stage/useRates.ts";
import { FAST_INTERVAL_MS, useApp, useLive, useThrottled } from "../../state/hooks.ts";
import { t } from "../../text/t.ts";
import { lazyPart } from "../../ui/lazyPart.tsx";
import { Letter } from "../Letter.tsx";
import { Registers } from "./Registers.tsx";

const FlowLayer = lazyPart(() => import("../../simulate/flow/FlowLayer.tsx"), true);

/** A compact stage has no room for more. The Simulate page shows all. */
const CARD_LIMIT = 2;
const QUEUE_LIMIT = 2;
const CORE_LIMIT = 2;

interface RaceStageProps {
  readonly letter: "A" | "B";
  /** Its numbers. */
  readonly children: ReactNode;
}

/**
 * The machine of the surrounding session in its smallest form: wire, rings, queues, and the places of
 * registers.
 */
export function RaceStage({ letter, children }: RaceStageProps) {
  const scenario = useApp((state) => state.scenario);
  const fast = useFast();
  const view = useThrottled(useLive().view, fast ? FAST_INTERVAL_MS : 0);
  const facts = useMemo(() => (scenario === undefined ? undefined : machineInfo(scenario)), [scenario]);
  const stage = useRef<HTMLElement>(null);
  const isShown = view !== undefined && facts !== undefined;
  return (
    <section
      className="race__stage grid middle slim anchor"
      data-machine={letter}
      aria-label={t(letter === "A" ? "Stage of machine A" : "Stage of machine B")}
      aria-busy={!isShown}
      ref={stage}
    >
      <Letter of={letter} />
      {isShown ? <Parts view={view} facts={facts} stage={stage} /> : null}
      {children}
    </section>
  );
}

interface PartsProps {
  readonly view: MachineView;
  readonly facts: MachineInfo;
  readonly stage: RefObject<HTMLElement | null>;
}

function Parts({ view, facts, stage }: PartsProps) {
  const cores = Array.from({ length: Math.min(facts.cores.cores, CORE_LIMIT) }, (_, core) => core);
  return (
    <>
      <Ways view={view} facts={facts} room="" />
      <div className="race__stores anchor">
        {facts.nics.slice(0, CARD_LIMIT).map((nic, index) => (
          <div key={nic.name} className="race__card grid gap-1">
            <i
              className="race__wire"
              data-part={partText("wire", nic.name)}
              data-stop={`wire:${nic.name}`}
              aria-hidden="true"
            />
            <div className="slim" data-stop={`card:${nic.name}`}>
              <Slots
                label={nic.name}
                fill={view.nics[index]?.rxFill ?? 0}
                capacity={ringFrames(nic)}
                size="low"
                packets={view.held.rings[index]}
                part={partText("ring", nic.name)}
                stop={`rail:${nic.name}`}
              />
            </div>
            <Fallen place={partText("ring", nic.name)} view={view} facts={facts} hasReason={false} />
          </div>
        ))}
        {facts.queues.slice(0, QUEUE_LIMIT).map((queue, index) => (
          <div className="race__queue" key={queue.name}>
            <Slots
              label={queue.name}
              fill={view.queueFill[index] ?? 0}
              capacity={queue.capacity}
              unit={t("packets")}
              size="low"
              packets={view.held.queues[index]}
              layer={queue.layer}
              part={partText("queue", queue.name)}
              stop={`queue:${queue.name}`}
            />
            <Fallen place={partText("queue", queue.name)} view={view} facts={facts} hasReason={false} />
          </div>
        ))}
        <More facts={facts} />
        {["trunk", "memory"].map((stop) => (
          <i className="race__trunk placed" data-stop={stop} key={stop} aria-hidden="true" />
        ))}
      </div>
      <div className="race__cores">
        {cores.map((core) => (
          <div key={core} className="race__core" data-part={partText("core", String(core + 1))}>
            <Registers view={view} facts={facts} core={core} />
          </div>
        ))}
      </div>
      <Suspense>
        <FlowLayer stage={stage} facts={facts} />
      </Suspense>
    </>
  );
}

/** Parts for which there is no room. */
function More({ facts }: { readonly facts: MachineInfo }) {
  const { nics, queues, cores } = facts;
  const count = [nics.length - CARD_LIMIT, queues.length - QUEUE_LIMIT, cores.cores - CORE_LIMIT].reduce(
    (sum, left) => sum + Math.max(0, left),
    0,
  );
  return count === 0 ? null : <p className="small">{t("and {count} more", { count })}</p>;
}
