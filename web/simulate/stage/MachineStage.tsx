import { Suspense, useRef, useState } from "react";
import { CLOCK_HERTZ_LIMIT } from "../../../scenarios/base/limits.ts";
import { deviceTotal } from "../../../scenarios/devices/kinds.ts";
import { t } from "../../text/t.ts";
import { formatSi, formatSignificant, quantityText } from "../../ui/format.ts";
import { later } from "../../ui/later.ts";
import { plural } from "../../ui/plural.ts";
import { useLater } from "../../ui/useLater.ts";
import { Floor } from "../quiet/Floor.tsx";
import { Ways } from "../quiet/Ways.tsx";
import { WholeCore } from "./CorePanel.tsx";
import type { CoresProps } from "./Cores.tsx";
import { Devices, NicCards } from "./Devices.tsx";
import { InterruptController } from "./InterruptController.tsx";
import { LiveText } from "./LiveText.tsx";
import { coresText, devicesText } from "./labels.ts";
import { MemoryBus } from "./MemoryBus.tsx";
import { hasNoDevice } from "./machineInfo.ts";
import { stageMotions } from "./motion.ts";
import { asks } from "./nics.ts";
import { coresRoomPx } from "./pipelines.ts";
import { spanText } from "./rates.ts";
import { Details, StageNumber, useAdjustable } from "./StageButtons.tsx";
import { Stores } from "./Stores.tsx";
import { FlowLayer, type StageProps, stageParts } from "./stageLayers.tsx";
import { useStill } from "./useRates.ts";
import { useDensity, useSize } from "./useStageRoom.ts";

/** Only for machines with several cores. */
const severalCores = later(async () => (await import("./Cores.tsx")).Cores);

/** Only for machines with threads in machine mode. */
const hartParts = later(async () => (await import("./harts/HartParts.tsx")).HART_PARTS);

function SeveralCores(props: CoresProps) {
  const Cores = useLater(severalCores);
  return Cores === undefined ? null : <Cores {...props} />;
}

const CLOCK = ["machine", "clockHertz"];
const CLOCK_RANGE = { by: "scale", minimum: 1000, maximum: CLOCK_HERTZ_LIMIT } as const;

export function MachineStage({
  view,
  previous,
  facts,
  moving,
  pace,
  instructionsPerCycle,
  rates,
}: StageProps) {
  const stage = useRef<HTMLElement>(null);
  const size = useSize(stage);
  const isAdjustable = useAdjustable() !== undefined;
  const motions = stageMotions(moving ? previous : undefined, view);
  // The stage keeps its size while rates are shown. Only the fills of rings and queues are updated.
  const still = useStill(view, rates !== undefined);
  const hasEntries = rates !== undefined && rates.interruptsPerSecond > 0;
  const ipc = rates?.instructionsPerCycle ?? instructionsPerCycle;
  useDensity(stage, facts);
  const StageParts = useLater(stageParts);
  const [chosen, choose] = useState(0);
  const card = chosen < facts.nics.length ? chosen : 0;
  const hasHarts = facts.described.software.threads.some(({ machineMode }) => machineMode);
  const harts = useLater(hartParts, hasHarts);
  const isBare = !hasHarts && hasNoDevice(facts);
  const isEntering = rates === undefined ? view.cpus.some((cpu) => cpu.entryStep !== 0) : hasEntries;
  return (
    <section
      className="stage grid grow low scroll anchor"
      aria-label={t("Machine")}
      data-moving={moving}
      data-pace={pace}
      data-rates={rates !== undefined}
      data-cycle={view.cycle}
      data-bare={isBare}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls when the window is low
      tabIndex={0}
      ref={stage}
    >
      <LiveText view={view} facts={facts} rates={rates} />
      <Ways view={view} facts={facts} room={`${card}`} />
      {isBare ? null : (
        <>
          <h2 className="zone zone--nic not-phone">{devicesText(facts)}</h2>
          <h2 className="zone zone--controller not-phone">{t("Interrupt controller")}</h2>
        </>
      )}
      <div className="zone zone--core">
        <h2>{plural(facts.cores.cores, "CPU core")}</h2>
        <span className="dim zone__note flex slim w-400">
          {isAdjustable ? (
            <StageNumber
              path={CLOCK}
              value={facts.clockHertz}
              unit="Hz"
              name={t("clock of the processor")}
              range={CLOCK_RANGE}
            >
              {null}
            </StageNumber>
          ) : null}
          <Details
            name={facts.cores.cores === 1 ? t("the core") : t("the cores")}
            of={{ kind: "core", cycle: still.cycle }}
            scenario={facts.described}
          >
            <span className="whole zone__words">
              {isAdjustable ? (
                t("in order, {cores}", { cores: coresText(facts) })
              ) : (
                <>
                  {quantityText(formatSi(facts.clockHertz, "Hz"))}
                  <span>{t(", in order, {cores}", { cores: coresText(facts) })}</span>
                </>
              )}
            </span>
          </Details>
        </span>
        {isBare ? <span className="dim zone__bare whole">{t("no device, nothing interrupts")}</span> : null}
        {rates === undefined ? null : (
          <span className="zone__end rigid pushed small w-400">{spanText(rates)}</span>
        )}
        {ipc === undefined ? null : (
          <span className="zone__end opt rigid pushed small w-400">
            IPC <span className="mono">{formatSignificant(ipc, 2)}</span>
            {rates === undefined ? ` ${t("from cycle 0")}` : null}
          </span>
        )}
      </div>

      {isBare ? null : (
        <>
          <div className="stage__nics slim">
            <NicCards view={view} facts={facts} rates={rates} shown={card} onShow={choose} />
            <Devices view={view} facts={facts} rates={rates} />
            {harts === undefined ? null : <harts.Clint view={view} facts={facts} rates={rates} />}
            {deviceTotal(facts) === 0 && !hasHarts ? (
              <p className="stage__none small">{t("No device in this machine.")}</p>
            ) : null}
          </div>
          <i
            className="link link--line anchor not-phone"
            data-stop="trunk"
            data-active={asks(view, facts, card, rates)}
            aria-hidden="true"
          />
          <InterruptController
            view={still}
            facts={facts}
            rates={rates}
            Harts={harts?.Traps}
            hasHarts={hasHarts}
          />
          <i className="link link--entry anchor not-phone" data-active={isEntering} aria-hidden="true" />
        </>
      )}
      <div className="core stack slim" data-part={facts.cores.cores === 1 ? "core:1" : undefined}>
        {facts.cores.cores === 1 ? (
          <WholeCore view={still} facts={facts} core={0} motions={motions} rates={rates} pace={pace} />
        ) : (
          <SeveralCores
            view={still}
            previous={previous}
            facts={facts}
            rates={rates}
            motions={motions}
            roomPx={coresRoomPx(facts, size)}
            follows={moving}
            pace={pace}
          />
        )}
        <Stores view={view} previous={previous} facts={facts} rates={rates} />
      </div>
      <div className="stage__foot across">
        <Floor view={view} facts={facts} />
        <MemoryBus view={view} facts={facts} rates={rates} />
      </div>
      <Suspense>
        <FlowLayer stage={stage} facts={facts} />
        {StageParts === undefined ? null : <StageParts stage={stage} view={still} facts={facts} />}
      </Suspense>
    </section>
  );
}
