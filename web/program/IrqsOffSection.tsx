import { useMemo } from "react";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import type { TrapCause } from "../../lib/events/traps.ts";
import type { OffBegin, OffPlace } from "../../lib/programs/irqsOff.ts";
import { type ProgramCode, placeOfCode, programMapsOf } from "../../lib/programs/programMap.ts";
import { linesOf } from "../../scenarios/devices/lines.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { useActions, useApp, useSession } from "../state/hooks.ts";
import type { Session } from "../state/session.ts";
import { translatedMessage } from "../text/message.ts";
import { t } from "../text/t.ts";
import { formatInteger, formatPercent, quantityText } from "../ui/format.ts";
import { hexText } from "./numbers.ts";
import type { ProgramMoment } from "./useStates.ts";

const ROWS = 12;

/** Times for which harts had interrupts disabled, by cause: the output of `irqscope profile --irqs-off`. */
export function IrqsOffSection({ moment }: { readonly moment: ProgramMoment }) {
  const scenario = useApp((state) => state.scenario);
  const session = useSession();
  const latest = useStore(irqsOffStore);
  if (scenario === undefined || !scenario.software.threads.some(({ machineMode }) => machineMode))
    return null;
  const state = latest.scenario === scenario ? latest : undefined;
  const isUnderWay = state?.share !== undefined;
  return (
    <section aria-label={t("Interrupts off")}>
      <div className="flex wrap gap-1">
        <button
          type="button"
          className="btn btn--small"
          onClick={() => void startIrqsOff(session, scenario, scenario.runCycles)}
        >
          {t("Longest with interrupts off")}
        </button>
        {isUnderWay ? (
          <button type="button" className="btn btn--small" onClick={stopIrqsOff}>
            {t("Stop|profile")}
          </button>
        ) : null}
      </div>
      <p className="profile__said ink-3 digits" role="status">
        {state === undefined
          ? t("Searches the whole run for stretches in which MIE is 0 and groups them by their cause.")
          : state.fault !== undefined
            ? translatedMessage(state.fault)
            : isUnderWay
              ? t("{share} counted", { share: quantityText(formatPercent(state.share, 0)) })
              : state.places?.length === 0
                ? t("Interrupts were never off.")
                : t("cycles {from} to {to}", { from: 0, to: formatInteger(state.cycles) })}
      </p>
      {state?.places === undefined || state.places.length === 0 ? null : (
        <OffTable scenario={scenario} moment={moment} places={state.places} cycles={state.cycles} />
      )}
    </section>
  );
}

interface OffTableProps {
  readonly scenario: Scenario;
  readonly moment: ProgramMoment;
  readonly places: readonly OffPlace[];
  readonly cycles: number;
}

function OffTable({ scenario, moment: { placed }, places, cycles }: OffTableProps) {
  const { seek } = useActions();
  const code = useMemo<ProgramCode>(
    () => ({
      names: scenario.software.routines.map(({ name }) => name),
      placed,
      maps: programMapsOf(scenario, placed),
    }),
    [scenario, placed],
  );
  const harts = scenario.software.threads.filter(({ machineMode }) => machineMode).length;
  return (
    <table className="profile__table wide above-1 digits">
      <thead>
        <tr>
          <th scope="col">{t("Off since")}</th>
          <th scope="col">{t("longest")}</th>
          <th scope="col">{t("from cycle")}</th>
          <th scope="col">{t("until|irqs-off")}</th>
          <th scope="col">{t("times")}</th>
          <th scope="col">{t("of the run")}</th>
        </tr>
      </thead>
      <tbody>
        {places.slice(0, ROWS).map(({ begin, thread, count, cycles: all, longest }) => (
          <tr key={`${thread} ${longest.fromCycle}`}>
            <th scope="row" className="profile__since">
              {harts > 1 ? `${scenario.software.threads[thread]?.name ?? ""}: ` : ""}
              {beginText(scenario, code, begin)}
            </th>
            <td>{formatInteger(longest.toCycle - longest.fromCycle)}</td>
            <td>
              <button type="button" onClick={() => seek(longest.fromCycle)}>
                {formatInteger(longest.fromCycle)}
              </button>
            </td>
            <td>{endText(code, longest.end)}</td>
            <td>{formatInteger(count)}</td>
            <td>{quantityText(formatPercent(all / cycles))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function beginText(scenario: Scenario, code: ProgramCode, begin: OffBegin): string {
  if (begin.kind === "start") return t("the start of the run");
  if (begin.kind === "trap") return t("handler of {cause}", { cause: causeText(scenario, begin.cause) });
  const place = placeOfCode(code, begin.address);
  return place === undefined
    ? hexText(begin.address)
    : `${place.instruction}  ${place.function} (${place.where})`;
}

function causeText({ machine }: Scenario, cause: TrapCause): string {
  switch (cause.kind) {
    case "line":
      return linesOf(machine)[cause.line]?.name ?? t("line {line}|interrupt", { line: cause.line });
    case "exception":
      return t("exceptions (mcause {code})", { code: cause.code });
    case "external":
      return t("external interrupts");
    case "timer":
      return t("the timer interrupt");
    case "software":
      return t("software interrupts");
  }
}

function endText(code: ProgramCode, end: OffPlace["longest"]["end"]): string {
  if (end === undefined) return t("end of the run");
  return end === "stopped" ? t("the hart stopped") : whereText(code, end);
}

function whereText(code: ProgramCode, address: number): string {
  const place = placeOfCode(code, address);
  return place === undefined ? hexText(address) : `${place.function} (${place.where})`;
}

interface IrqsOffState {
  /** The scenario that was counted. The result is not valid for another one. */
  readonly scenario: Scenario | undefined;
  /** Cycles of the run that were gone through, from 0 onwards. */
  readonly cycles: number;
  /** Undefined if it has not been counted yet. */
  readonly places: readonly OffPlace[] | undefined;
  /** Progress. Undefined if no count is running. */
  readonly share: number | undefined;
  readonly fault: string | undefined;
}

const NONE: IrqsOffState = {
  scenario: undefined,
  cycles: 0,
  places: undefined,
  share: undefined,
  fault: undefined,
};

export const irqsOffStore = createStore<IrqsOffState>()(() => NONE);

let underWay: AbortController | undefined;

/** The periods with interrupts disabled of the last or current count. Outlives the panel. */
function stopIrqsOff(): void {
  underWay?.abort();
  underWay = undefined;
  irqsOffStore.setState({ share: undefined });
}

/** Counts the cycles [0, cycles) in a separate worker. Another count, or another scenario, cancels it. */
export async function startIrqsOff(
  { countProfile, store }: Pick<Session, "countProfile" | "store">,
  scenario: Scenario,
  cycles: number,
): Promise<void> {
  stopIrqsOff();
  if (countProfile === undefined) return;
  const controller = new AbortController();
  underWay = controller;
  const forget = store.subscribe((now) => {
    if (now.scenario !== scenario) controller.abort();
  });
  irqsOffStore.setState({ ...NONE, scenario, cycles, share: 0 });
  const isOurs = () => underWay === controller;
  try {
    await countProfile(
      { scenario, span: { from: 0, to: cycles }, what: "irqs-off" },
      ({ cycle, places }) => {
        if (isOurs()) irqsOffStore.setState({ places, share: cycle / cycles });
      },
      controller.signal,
    );
  } catch (error) {
    if (isOurs()) irqsOffStore.setState({ fault: error instanceof Error ? error.message : String(error) });
  } finally {
    forget();
    if (isOurs()) stopIrqsOff();
  }
}
