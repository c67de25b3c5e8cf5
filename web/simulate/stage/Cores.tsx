import { useState } from "react";
import { partText } from "../../../scenarios/story/parts.ts";
import type { FrameView, MachineView } from "../../engine/protocol.ts";
import type { Pace } from "../../state/playback.ts";
import { t, translated } from "../../text/t.ts";
import { contextNameInCore, coreName } from "../../ui/contextName.ts";
import { CorePanel } from "./CorePanel.tsx";
import type { MachineInfo } from "./machineInfo.ts";
import type { StageMotion } from "./motion.ts";
import {
  enteringCore,
  foldedColumns,
  isRoomy,
  LINE_CONTEXT_LIMIT,
  openCount,
  openingOrder,
  TILE_CONTEXT_LIMIT,
} from "./pipelines.ts";
import { contextsOfCore, cpuView, isOnCpu, workedLayer } from "./places.ts";
import { TimeLine } from "./RateViews.tsx";
import type { StageRates, TimeShares } from "./rates.ts";
import { FoldButton } from "./StageButtons.tsx";
import "./cores.css";
import { CoreBars, CoreStores } from "./Stores.tsx";

export interface CoresProps {
  readonly view: MachineView;
  readonly previous: MachineView | undefined;
  readonly facts: MachineInfo;
  readonly motions: readonly StageMotion[];
  /** Height for all cores together. */
  readonly roomPx: number;
  /** The core that enters an interrupt opens automatically, until the user has chosen a core. */
  readonly follows: boolean;
  readonly rates: StageRates | undefined;
  readonly pace: Pace;
}

/** The core to open first: the one with the latest entry. */
function useFollowed({ view, facts, follows }: CoresProps): readonly number[] {
  const [followed, follow] = useState<number | undefined>(undefined);
  const next = follows || followed === undefined ? enteringCore(view, followed, facts) : followed;
  if (next !== followed) follow(next);
  return openingOrder(facts.cores.cores, next);
}

/** Several cores: as many are open as fit, and the others take a line each. Many cores are tiles, with the open ones
 * above them. */
export function Cores(props: CoresProps) {
  return foldedColumns(props.facts.cores.cores) > 1 ? <CoreTiles {...props} /> : <CoreLines {...props} />;
}

function CoreLines(props: CoresProps) {
  const { view, facts, roomPx, rates } = props;
  const { cores } = facts.cores;
  const [chosen, choose] = useState<ReadonlyMap<number, boolean>>(new Map());
  const open = useFollowed(props).slice(0, openCount(facts, roomPx));
  return (
    <ul className="cores grid" aria-label={t("Cores")} data-roomy={isRoomy(facts, roomPx)}>
      {Array.from({ length: cores }, (_, core) => {
        const isOpen = chosen.get(core) ?? open.includes(core);
        return (
          <li
            className="corebox slim surface hair-2 r-2"
            data-open={isOpen}
            data-part={corePart(core)}
            key={coreName(core)}
          >
            <FoldButton
              open={isOpen}
              onToggle={() => choose(new Map([...chosen, [core, !isOpen]]))}
              controls={`core-${core}`}
            >
              <b>{coreName(core)}</b>
              {isOpen ? null : (
                <CoreSummary view={view} facts={facts} core={core} tile={false} time={rates?.cores[core]} />
              )}
            </FoldButton>
            <div id={`core-${core}`} className="corebox__panel" hidden={!isOpen}>
              {isOpen ? <CoreBody {...props} core={core} /> : null}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

const corePart = (core: number) => partText("core", String(core + 1));

/** If there is no room for both, opening a core closes the one that was opened first. */
function CoreTiles(props: CoresProps) {
  const { view, facts, roomPx, rates } = props;
  const numbers = Array.from({ length: facts.cores.cores }, (_, core) => core);
  const room = openCount(facts, roomPx);
  const [chosen, choose] = useState<readonly number[] | undefined>(undefined);
  const order = useFollowed(props);
  const open = (chosen ?? order).filter((core) => core < numbers.length).slice(0, room);
  const toggle = (core: number) =>
    choose(open.includes(core) ? open.filter((one) => one !== core) : [core, ...open]);
  return (
    <>
      {numbers
        .filter((core) => open.includes(core))
        .map((core) => (
          <section
            className="corebox slim surface hair-2 r-2"
            data-open={true}
            data-part={corePart(core)}
            id={`core-${core}`}
            key={core}
          >
            <h3 className="corebox__name t-12">{coreName(core)}</h3>
            <CoreBody {...props} core={core} />
          </section>
        ))}
      <ul className="cores cores--tiles grid" aria-label={t("Cores")}>
        {numbers.map((core) => (
          <li
            className="corebox slim surface hair-2 r-2"
            key={core}
            data-open={false}
            data-shown={open.includes(core)}
          >
            <FoldButton open={open.includes(core)} onToggle={() => toggle(core)} controls={`core-${core}`}>
              <b>{coreName(core)}</b>
              <CoreSummary view={view} facts={facts} core={core} tile={true} time={rates?.cores[core]} />
            </FoldButton>
          </li>
        ))}
      </ul>
    </>
  );
}

type CoreBodyProps = Omit<CoresProps, "roomPx" | "follows"> & { readonly core: number };

function CoreBody({ view, previous, facts, motions, core, rates, pace }: CoreBodyProps) {
  return (
    <>
      <CorePanel view={view} facts={facts} core={core} motions={motions} rates={rates} pace={pace} />
      <CoreStores view={view} previous={previous} facts={facts} core={core} rates={rates} />
    </>
  );
}

interface CoreSummaryProps {
  readonly view: MachineView;
  readonly facts: MachineInfo;
  readonly core: number;
  readonly tile: boolean;
  readonly time: TimeShares | undefined;
}

/** The running thread in the colour of its layer. A line shows the active context, or each context if they share the
 * pipeline. A tile shows all of them, and below them the owners of the lines in the caches. */
function CoreSummary({ view, facts, core, tile, time }: CoreSummaryProps) {
  const contexts = contextsOfCore(core, facts);
  const isActive = (context: number) => cpuView(view, context, facts)?.activeContext === context;
  const shown = facts.interleaved || tile ? contexts : contexts.filter(isActive);
  const named = shown.length <= (tile ? TILE_CONTEXT_LIMIT : LINE_CONTEXT_LIMIT);
  return (
    <span
      className={`${tile ? "coretile grid t-11" : "coresum flex at-end gap-3 fill clip t-11"} ${time === undefined ? "" : "overlaid anchor"}`}
      data-named={named}
    >
      {shown.map((context) => {
        const frame = frameIn(view, context, facts);
        const thread = frame === undefined ? t("idle") : translated(facts.threads[frame.thread]?.name ?? "");
        const name = contextNameInCore(context, facts.cores);
        const runs = frame !== undefined && isOnCpu(frame);
        return (
          <span
            className="coresum__context row slim ink-2"
            data-layer={workedLayer(frame)}
            data-runs={runs}
            key={context}
            title={`${name}: ${thread}`}
          >
            {facts.cores.contexts > 1 ? <span className={named ? "mono" : "sr-only"}>{name} </span> : null}
            <i className="swatch" aria-hidden="true" />
            <span className={named ? "coresum__thread slim ends" : "sr-only"}>{thread}</span>
          </span>
        );
      })}
      {tile ? <CoreBars view={view} facts={facts} core={core} /> : null}
      {time === undefined ? null : <TimeLine time={time} name="" />}
    </span>
  );
}

/** Contents of a context: the thread that runs there, otherwise one that is ready or waits. */
function frameIn(view: MachineView, context: number, facts: MachineInfo): FrameView | undefined {
  const frames = view.frames.filter((frame) => frame.context === context && !frame.inMemory);
  return frames.find(isOnCpu) ?? (facts.interleaved ? undefined : frames[0]);
}
