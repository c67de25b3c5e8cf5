/** The machine without details: wire, card, core, register sets, memory, queues and application, and the lines along
 * which packets move. Parts of the details open in it one by one (web/state/details.ts). */
import { Suspense, useRef } from "react";
import { partText } from "../../../scenarios/story/parts.ts";
import type { MachineView } from "../../engine/protocol.ts";
import type { DetailPart } from "../../state/details.ts";
import { useActions, useLive } from "../../state/hooks.ts";
import { lostIn } from "../../story/lost.ts";
import { t } from "../../text/t.ts";
import { formatInteger } from "../../ui/format.ts";
import { later } from "../../ui/later.ts";
import { plural } from "../../ui/plural.ts";
import { useLater } from "../../ui/useLater.ts";
import { useDelivered, useFallen } from "../flow/useFlying.ts";
import { LiveText } from "../stage/LiveText.tsx";
import { hasNoDevice, type MachineInfo } from "../stage/machineInfo.ts";
import { asks } from "../stage/nics.ts";
import { FlowLayer, type StageProps, stageParts } from "../stage/stageLayers.tsx";
import { useStill } from "../stage/useRates.ts";
import { Floor } from "./Floor.tsx";
import { QuietCards } from "./QuietCards.tsx";
import { QuietCores } from "./QuietCore.tsx";
import { RegisterCards } from "./RegisterCards.tsx";
import { Ways } from "./Ways.tsx";
import "./quiet.css";
import { useShownParts } from "./useShownParts.ts";

/** Parts of the details that are open, and parts that few machines have. */
const openParts = later(() => import("./OpenParts.tsx"));
const tryOne = later(async () => (await import("./TryOne.tsx")).TryOne);

/** There is no room for more sets. */
const SET_LIMIT = 4;

export function QuietStage(props: StageProps) {
  const { view, facts, moving, pace, rates } = props;
  const stage = useRef<HTMLElement>(null);
  const still = useStill(view, rates !== undefined);
  const StageParts = useLater(stageParts);
  return (
    <section
      className="stage quiet grow low scroll anchor"
      aria-label={t("Machine")}
      data-moving={moving}
      data-pace={pace}
      data-cycle={view.cycle}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls when the window is low
      tabIndex={0}
      ref={stage}
    >
      <LiveText view={view} facts={facts} rates={rates} />
      <Ground {...props} still={still} />
      <Suspense>
        <FlowLayer stage={stage} facts={facts} />
        {StageParts === undefined ? null : <StageParts stage={stage} view={still} facts={facts} />}
      </Suspense>
    </section>
  );
}

/** `still` is the view that stays while rates are shown. */
function Ground({ still, ...props }: StageProps & { readonly still: MachineView }) {
  const { view, facts, rates } = props;
  const parts = useShownParts();
  const opensPipeline = parts.has("pipeline") && rates === undefined;
  const hasExtra = parts.has("entry") || parts.has("lines");
  const hasOthers = facts.locks.length > 0 || hasRows(facts);
  const hasStatus = parts.has("status");
  const Open = useLater(
    openParts,
    opensPipeline || hasExtra || hasStatus || parts.has("caches") || hasOthers,
  );
  const TryOne = useLater(tryOne);
  const isBare = hasNoDevice(facts);
  return (
    <div className="quiet__ground grid anchor" data-bare={isBare}>
      <Ways view={view} facts={facts} room={`${Open === undefined} ${[...parts].join()}`} />
      {isBare ? null : (
        <>
          <div className="quiet__devices stack gap-2 slim">
            <h2 className="t-13 w-600">{devicesName(facts)}</h2>
            <QuietCards view={view} facts={facts} StatusBits={hasStatus ? Open?.StatusBits : undefined} />
            {Open === undefined || !hasRows(facts) ? null : (
              <Open.Devices view={view} facts={facts} rates={rates} />
            )}
          </div>
          <InterruptWay view={still} facts={facts} />
        </>
      )}
      <CoreColumn {...props} still={still} parts={parts} Open={Open} />
      {hasExtra && Open !== undefined ? (
        <Open.Controller view={still} facts={facts} rates={rates} shows={parts} />
      ) : null}
      <div className="quiet__score stack gap-3">
        <Score view={view} facts={facts} />
        {TryOne === undefined ? null : <TryOne />}
      </div>
      <Floor view={view} facts={facts} />
      {Open === undefined || facts.locks.length === 0 ? null : (
        <Open.Locks view={view} facts={facts} rates={rates} />
      )}
    </div>
  );
}

interface CoreColumnProps extends StageProps {
  readonly still: MachineView;
  readonly parts: ReadonlySet<DetailPart>;
  readonly Open: typeof import("./OpenParts.tsx") | undefined;
}

/** The core, and its register sets below it. */
function CoreColumn({ still, parts, Open, ...props }: CoreColumnProps) {
  const { facts, rates } = props;
  const isSmall = facts.cores.cores === 1 && facts.cores.contexts <= SET_LIMIT;
  return (
    <div className="quiet__core stack gap-2 slim">
      <h2 className="t-13 w-600">{plural(facts.cores.cores, "CPU core")}</h2>
      <div className="quiet__block grid">
        {Open !== undefined && parts.has("pipeline") && rates === undefined ? (
          <Open.Pipelines {...props} view={still} />
        ) : (
          <QuietCores view={still} facts={facts} rates={rates} />
        )}
      </div>
      {isSmall ? <RegisterCards view={still} facts={facts} core={0} /> : null}
      {Open !== undefined && parts.has("caches") ? <Open.Caches {...props} /> : null}
    </div>
  );
}

function devicesName({ nics }: MachineInfo): string {
  const [first] = nics;
  if (first === undefined) return t("Devices");
  return nics.length === 1
    ? t("Network card {name}", { name: first.name })
    : plural(nics.length, "Network card");
}

const hasRows = ({ disks, timers, buttons, consoles }: MachineInfo) =>
  disks.length + timers.length + buttons.length + consoles.length > 0;

interface QuietPartProps {
  readonly view: MachineView;
  readonly facts: MachineInfo;
}

/** The line from the devices to the core, which shows whether a device waits for the core. The handler of a single
 * line also serves requests that arrive while it runs. */
function InterruptWay({ view, facts }: QuietPartProps) {
  const isServed = view.frames.some(
    ({ runState, layer }) => runState === "running" && layer === "driver-isr",
  );
  const waits = !isServed && asks(view, { nics: [] }, 0);
  const line = facts.lines[0]?.name;
  const enters = view.cpus.some(({ entryStep }) => entryStep !== 0);
  return (
    <div
      className="quiet__interrupt slim anchor ink-3"
      data-active={waits || enters}
      data-part={facts.lines.length === 1 && line !== undefined ? partText("line", line) : undefined}
    >
      <span className="nowrap">
        {enters ? t("interrupt taken") : waits ? t("interrupt waits") : t("interrupt|line")}
      </span>
      <i className="placed" aria-hidden="true" />
    </div>
  );
}

/** Numbers of packets so far. */
function Score({ view, facts }: QuietPartProps) {
  const { askWhy } = useActions();
  const { playhead } = useLive();
  const delivered = useDelivered(view);
  const lost = useFallen(lostIn(view));
  if (facts.nics.length === 0) return null;
  const number = <b className="mono">{formatInteger(lost)}</b>;
  return (
    <div className="score flex wrap" data-part={partText("drops", facts.nics[0]?.name ?? "")}>
      {lost === 0 ? (
        <p className="stack">
          {t("lost")} {number}
        </p>
      ) : (
        <button
          type="button"
          className="score__lost stack to-left bare tight press ink-drop"
          title={t("Why?")}
          onClick={() => askWhy({ what: "drop", cycle: Math.max(0, playhead.get() - 1) })}
        >
          <span>{`✕ ${t("lost")}`}</span> {number}
        </button>
      )}
      <p className="stack">
        {t("delivered")} <b className="mono">{formatInteger(delivered)}</b>
      </p>
    </div>
  );
}
