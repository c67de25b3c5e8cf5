import { useEffect, useRef, useState } from "react";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { exportRun } from "../../engine/exporter.ts";
import { translatedMessage } from "../../text/message.ts";
import { t } from "../../text/t.ts";
import { formatInteger } from "../../ui/format.ts";
import { Icon } from "../../ui/Icon.tsx";
import { saveBlob } from "../../ui/saveBlob.ts";
import { EXPORTS, type OfferedExport } from "./exports.ts";
import "./export.css";

interface ExportRowProps {
  readonly scenario: Scenario;
  /** Beside it: of both there is a report. */
  readonly other: Scenario | undefined;
  /** Of the playhead. */
  readonly cycle: number;
}

/** The run as a file for another program. Loaded with the Share popover. */
export default function ExportRow({ scenario, other, cycle }: ExportRowProps) {
  const [chosen, setChosen] = useState(0);
  const { share, said, save, stop } = useExport(scenario, other, cycle);
  const all = other === undefined ? EXPORTS : EXPORTS.filter(({ what }) => what === "report");
  const isBusy = share !== undefined;
  const offered = all[chosen];
  return (
    <fieldset className="share__picture export">
      <legend className="sr-only">{t("Data of the run")}</legend>
      <select
        className="field"
        aria-label={t("Data of the run")}
        value={chosen}
        disabled={isBusy}
        onChange={(event) => setChosen(Number(event.currentTarget.value))}
      >
        {all.map(({ text }, index) => (
          <option key={text} value={index}>
            {t(text)}
          </option>
        ))}
      </select>
      <span className="share__row">
        {isBusy ? (
          <>
            <button type="button" className="btn" onClick={stop}>
              <Icon name="close" />
              {t("Stop export")}
            </button>
            <progress max={1} value={share} aria-label={t("Export")} />
            <span className="mono">{formatInteger(100 * share)} %</span>
          </>
        ) : (
          <button
            type="button"
            className="btn"
            title={
              other === undefined
                ? t("of the whole run, simulated once more beside the page")
                : t("of both runs, simulated once more beside the page")
            }
            onClick={() => (offered === undefined ? undefined : save(offered))}
          >
            <Icon name="download" />
            {t("Export")}
          </button>
        )}
      </span>
      <span className="share__said" role="status">
        {said}
      </span>
    </fieldset>
  );
}

/** One at a time; it is given up when the popover closes. */
function useExport(scenario: Scenario, other: Scenario | undefined, cycle: number) {
  /** Undefined: nothing is under way. */
  const [share, setShare] = useState<number | undefined>(undefined);
  const [said, setSaid] = useState("");
  const order = useRef<AbortController>(undefined);
  useEffect(() => () => order.current?.abort(), []);

  async function write(
    { what, ending, stretchCycles, isParquet }: OfferedExport,
    signal: AbortSignal,
  ): Promise<string> {
    const whole = { from: 0, to: scenario.runCycles };
    const from = Math.min(cycle, Math.max(0, scenario.runCycles - (stretchCycles ?? 0)));
    const window =
      stretchCycles === undefined ? whole : { from, to: Math.min(scenario.runCycles, from + stretchCycles) };
    const blob = await exportRun({ what, scenario, other, window, isParquet }, setShare, signal);
    if (blob === undefined) return t("Nothing was saved.");
    saveBlob(`irqscope-${what}.${ending}`, blob);
    return t("Saved: {kilobytes} kB.", { kilobytes: formatInteger(Math.ceil(blob.size / 1000)) });
  }

  async function save(offered: OfferedExport): Promise<void> {
    const controller = new AbortController();
    order.current = controller;
    setShare(0);
    setSaid("");
    try {
      setSaid(await write(offered, controller.signal));
    } catch (error) {
      setSaid(
        t("No export: {error}.", {
          error: translatedMessage(error instanceof Error ? error.message : String(error)),
        }),
      );
    }
    setShare(undefined);
  }

  return { share, said, save, stop: () => order.current?.abort() };
}
