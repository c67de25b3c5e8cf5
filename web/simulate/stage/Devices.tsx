import type { DiskView, MachineView } from "../../engine/protocol.ts";
import { Said } from "../../text/Said.tsx";
import { say } from "../../text/say.ts";
import { Amount } from "../../ui/Amount.tsx";
import { formatInteger } from "../../ui/format.ts";
import { plural } from "../../ui/plural.ts";
import { shareText } from "./caches.ts";
import { diskText, timerShare } from "./devices.ts";
import type { DiskFacts, MachineFacts, TimerFacts } from "./facts.ts";
import type { StageRates } from "./rates.ts";
import { perSecond, perSecondText } from "./rateText.ts";

interface DevicesProps {
  readonly view: MachineView;
  readonly facts: MachineFacts;
  readonly rates: StageRates | undefined;
}

/** Disks and timers, a few words each. */
export function Devices({ view, facts, rates }: DevicesProps) {
  if (facts.disks.length + facts.timers.length === 0) return null;
  return (
    <ul className="devices" aria-label={say("Disks and timers")}>
      {facts.disks.map((disk, index) => {
        const state = view.disks[index];
        return state === undefined ? null : (
          <Disk key={disk.name} disk={state} facts={disk} rates={rates?.disks[index]} cycle={view.cycle} />
        );
      })}
      {facts.timers.map((timer, index) => (
        <Timer
          key={timer.name}
          facts={timer}
          nextTick={view.timerTicks[index]}
          rate={rates?.timers[index]}
          cycle={view.cycle}
        />
      ))}
    </ul>
  );
}

interface DiskProps {
  readonly disk: DiskView;
  readonly facts: DiskFacts;
  readonly rates: StageRates["disks"][number] | undefined;
  readonly cycle: number;
}

function Disk({ disk, facts, rates, cycle }: DiskProps) {
  return (
    <li className="device">
      <b>{facts.name}</b>
      <span className="mono device__end">
        {disk.held}
        <span className="unit">
          {" "}
          {say("/ {queueRequests} requests", { queueRequests: facts.queueRequests })}
        </span>
      </span>
      <span className="whole device__line">
        <span className="device__state">
          {rates === undefined
            ? diskText(disk, cycle)
            : `${perSecondText(rates.perSecond)}, ${say("busy {share}", { share: shareText(rates.busy) })}`}
        </span>
        {disk.done === 0 || rates !== undefined ? null : (
          <span>{say("{done} done", { done: disk.done })}</span>
        )}
      </span>
    </li>
  );
}

interface TimerProps {
  readonly facts: TimerFacts;
  readonly nextTick: number | undefined;
  /** Ticks a second. */
  readonly rate: number | undefined;
  readonly cycle: number;
}

function Timer({ facts, nextTick, rate, cycle }: TimerProps) {
  const left = nextTick === undefined ? 0 : Math.max(0, nextTick - cycle);
  return (
    <li className="device">
      <b>{facts.name}</b>
      <span className="device__end">
        {rate === undefined ? (
          <Said
            text="tick in {time}"
            gaps={{ time: <Amount of={{ value: formatInteger(left), unit: plural(left, "cycle") }} /> }}
          />
        ) : (
          <Said text="{rate} ticks" gaps={{ rate: <Amount of={perSecond(rate)} /> }} />
        )}
      </span>
      <span className="device__period" aria-hidden="true">
        <i style={{ width: rate === undefined ? `${100 * timerShare(cycle + left, cycle, facts)}%` : 0 }} />
      </span>
    </li>
  );
}
