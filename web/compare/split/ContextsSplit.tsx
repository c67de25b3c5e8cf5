import { useMemo, useState } from "react";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import type { MachineView } from "../../engine/protocol.ts";
import { machineInfo } from "../../simulate/stage/machineInfo.ts";
import { SessionContext, useApp, useLive, useMetrics, useSession, useThrottled } from "../../state/hooks.ts";
import { t } from "../../text/t.ts";
import { formatInteger } from "../../ui/format.ts";
import { Registers } from "../race/Registers.tsx";
import { type Stopwatch, stopwatchAt } from "../race/registers.ts";
import { useFollower } from "../useFollower.ts";
import "./split.css";

/** The open machine and another one on one clock, each with its registers, a stopwatch and its losses. The machine
 * with fewer contexts comes first. */
export default function ContextsSplit({ other }: { readonly other: Scenario }) {
  const session = useSession();
  const follower = useFollower(session, other);
  const contexts = useApp(({ scenario }) => scenario?.machine.core.contexts ?? 0);
  const isBehind = contexts > other.machine.core.contexts;
  return (
    <section
      className="split grid gap-4 ground"
      aria-label={t("Two machines on one clock")}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls on a phone
      tabIndex={0}
    >
      {isBehind ? null : <Side />}
      {follower === undefined ? (
        <Empty />
      ) : (
        <SessionContext value={follower}>
          <Side />
        </SessionContext>
      )}
      {isBehind ? <Side /> : null}
    </section>
  );
}

const Empty = () => <section className="split__side r-3 surface hair-2" aria-busy="true" />;

/** The machine of the surrounding session. */
function Side() {
  const scenario = useApp((state) => state.scenario);
  const view = useThrottled(useLive().view, 0);
  const metrics = useMetrics();
  const facts = useMemo(() => (scenario === undefined ? undefined : machineInfo(scenario)), [scenario]);
  const watch = useStopwatch(view);
  if (view === undefined || facts === undefined) return <Empty />;
  const { contexts } = facts.cores;
  return (
    <section className="split__side stack gap-3 slim r-3 surface hair-2" aria-label={titleOf(contexts)}>
      <header>
        <h2 className="t-18">{titleOf(contexts)}</h2>
        <p className="t-15 ink-2">
          {facts.save === undefined
            ? t("Only the pointer moves.")
            : t("The registers go to memory and come back.")}
        </p>
      </header>
      <Registers view={view} facts={facts} core={0} />
      <dl className="split__numbers flush">
        <Counter
          name={t("cycles to save the registers")}
          value={watch?.cycles ?? 0}
          isOn={watch?.isRunning}
        />
        <Counter name={t("packets delivered")} value={metrics?.receive.delivered ?? 0} />
        <Counter name={t("packets lost")} value={metrics?.receive.lost ?? 0} isLoss />
      </dl>
    </section>
  );
}

function titleOf(contexts: number): string {
  return contexts === 1
    ? t("One set of registers")
    : t("{count} sets of registers", { count: formatInteger(contexts) });
}

interface CounterProps {
  readonly name: string;
  readonly value: number;
  /** It counts now. */
  readonly isOn?: boolean | undefined;
  readonly isLoss?: boolean;
}

function Counter({ name, value, isOn = false, isLoss = false }: CounterProps) {
  return (
    <div>
      <dt className="t-15 ink-2">{name}</dt>
      <dd className="flush" data-on={isOn} data-loss={isLoss && value > 0}>
        {formatInteger(value)}
      </dd>
    </div>
  );
}

function useStopwatch(view: MachineView | undefined): Stopwatch | undefined {
  const [seen, see] = useState<{ readonly view: MachineView; readonly watch: Stopwatch } | undefined>(
    undefined,
  );
  if (view !== undefined && seen?.view !== view) see({ view, watch: stopwatchAt(seen?.watch, view) });
  return seen?.watch;
}
