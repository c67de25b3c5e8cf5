import { Amount } from "../base/Amount.tsx";
import { formatInteger, formatSi } from "../base/format.ts";
import type { NicView } from "../engine/protocol.ts";
import type { NicFacts } from "./facts.ts";
import { plural } from "./labels.ts";
import { Slots } from "./Slots.tsx";

interface NicCardProps {
  readonly nic: NicView;
  readonly facts: NicFacts;
  readonly cycle: number;
  readonly sends: boolean;
}

/** SIM_NIC_STATUS_* of sim_limits.h. */
const STATUS_BITS = [
  { bit: 1, name: "rx" },
  { bit: 2, name: "tx" },
  { bit: 4, name: "overflow" },
] as const;

export function NicCard({ nic, facts, cycle, sends }: NicCardProps) {
  const rate = facts.lineRateBitPerSecond;
  return (
    <article className="nic" aria-label={`Network card ${facts.name}`}>
      <header className="nic__head">
        <b>{facts.name}</b>
        <span className="dim">
          {rate === undefined ? "ideal wire" : <Amount of={formatSi(rate, "b/s")} />}
        </span>
      </header>
      <Slots
        label={facts.receive === "ring" ? "rx ring" : "rx buffer"}
        fill={nic.rxFill}
        capacity={facts.rxRingFrames}
      />
      {nic.dropped > 0 ? (
        <p className="nic__drops loss">
          <span>✕ dropped</span>
          <Amount of={{ value: formatInteger(nic.dropped), unit: plural(nic.dropped, "frame") }} />
        </p>
      ) : null}
      {sends ? <Slots label="tx queue" fill={nic.txFill} capacity={facts.txQueueFrames} size="low" /> : null}
      <dl className="nic__facts">
        <div>
          <dt>status</dt>
          <dd className="nic__status">
            {STATUS_BITS.map(({ bit, name }) => (
              <span key={name} data-on={(nic.status & bit) !== 0}>
                {name}
                <span className="sr-only">{(nic.status & bit) === 0 ? " clear" : " set"}</span>
              </span>
            ))}
          </dd>
        </div>
        <div className="opt">
          <dt>delivered</dt>
          <dd>
            <Amount of={{ value: formatInteger(nic.delivered), unit: `of ${formatInteger(nic.offered)}` }} />
          </dd>
        </div>
        <div className="opt">
          <dt>next frame</dt>
          <dd>{nextFrame(nic, cycle)}</dd>
        </div>
        <div>
          <dt>{nic.assertedSinceCycle === undefined ? "interrupt" : "interrupt raised"}</dt>
          <dd>{raised(nic, cycle)}</dd>
        </div>
      </dl>
    </article>
  );
}

/** In cycles, like everything on the stage. */
function raised(nic: NicView, cycle: number) {
  if (nic.assertedSinceCycle === undefined) return <span className="dim">not raised</span>;
  const ago = Math.max(0, cycle - nic.assertedSinceCycle);
  return <Amount of={{ value: formatInteger(ago), unit: "ago" }} />;
}

function nextFrame(nic: NicView, cycle: number) {
  if (nic.nextArrivalCycle === undefined) return <span className="dim">not known</span>;
  const left = Math.max(0, nic.nextArrivalCycle - cycle);
  return (
    <>
      in <Amount of={{ value: formatInteger(left), unit: plural(left, "cycle") }} />
    </>
  );
}
