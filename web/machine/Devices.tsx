import { Amount } from "../base/Amount.tsx";
import { formatInteger } from "../base/format.ts";
import type { DiskView, MachineView } from "../engine/protocol.ts";
import { Said } from "../text/Said.tsx";
import { say } from "../text/say.ts";
import { diskText, timerShare } from "./devices.ts";
import type { DiskFacts, MachineFacts, TimerFacts } from "./facts.ts";
import { plural } from "./labels.ts";

interface DevicesProps {
  readonly view: MachineView;
  readonly facts: MachineFacts;
}

/** Disks and timers, a few words each. */
export function Devices({ view, facts }: DevicesProps) {
  if (facts.disks.length + facts.timers.length === 0) return null;
  return (
    <ul className="devices" aria-label={say("Disks and timers")}>
      {facts.disks.map((disk, index) => {
        const state = view.disks[index];
        return state === undefined ? null : (
          <Disk key={disk.name} disk={state} facts={disk} cycle={view.cycle} />
        );
      })}
      {facts.timers.map((timer, index) => (
        <Timer key={timer.name} facts={timer} nextTick={view.timerTicks[index]} cycle={view.cycle} />
      ))}
    </ul>
  );
}

interface DiskProps {
  readonly disk: DiskView;
  readonly facts: DiskFacts;
  readonly cycle: number;
}

function Disk({ disk, facts, cycle }: DiskProps) {
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
      <span className="device__state">{diskText(disk, cycle)}</span>
      {disk.done === 0 ? null : (
        <span className="device__end">{say("{done} done", { done: disk.done })}</span>
      )}
    </li>
  );
}

interface TimerProps {
  readonly facts: TimerFacts;
  readonly nextTick: number | undefined;
  readonly cycle: number;
}

function Timer({ facts, nextTick, cycle }: TimerProps) {
  const left = nextTick === undefined ? 0 : Math.max(0, nextTick - cycle);
  return (
    <li className="device">
      <b>{facts.name}</b>
      <span className="device__end">
        <Said
          text="tick in {time}"
          gaps={{ time: <Amount of={{ value: formatInteger(left), unit: plural(left, "cycle") }} /> }}
        />
      </span>
      <span className="device__period" aria-hidden="true">
        <i style={{ width: `${100 * timerShare(cycle + left, cycle, facts)}%` }} />
      </span>
    </li>
  );
}
