import { useEffect, useRef, useState } from "react";
import type { CommandOption } from "../../../lib/commandLine.ts";
import { CSV_METADATA_ENDING } from "../../../lib/export/csvMetadata.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import type { FileTask, ReportTask } from "../../engine/exportTasks.ts";
import { exportRun } from "../../engine/oneTask.ts";
import { pageCommand } from "../../scenarios/share.ts";
import { useApp } from "../../state/hooks.ts";
import { translatedMessage } from "../../text/message.ts";
import { t } from "../../text/t.ts";
import { formatInteger } from "../../ui/format.ts";
import { Icon } from "../../ui/Icon.tsx";
import { saveBlob, saveJson } from "../../ui/saveBlob.ts";
import { EXPORTS, type OfferedExport } from "./exports.ts";
import { isWhole, noteOf, type OfferedWindow } from "./exportWindows.ts";
import "./export.css";

interface ExportRowProps {
  readonly scenario: Scenario;
  /** The second machine of a comparison. There is a report for both. */
  readonly other: Scenario | undefined;
  /** Parts of the run that the user can export. */
  readonly windowsOf: (offered: OfferedExport) => readonly OfferedWindow[];
  /** Cycles that a report does not count. */
  readonly warmUpCycles: number;
}

/** The run as a file for another program. Loaded with the Share popover. */
export default function ExportRow({ scenario, other, windowsOf, warmUpCycles }: ExportRowProps) {
  const [chosen, setChosen] = useState(0);
  const [chosenText, chooseText] = useState<string>("");
  const { share, said, beside, save, stop } = useExport(scenario, other, warmUpCycles);
  const all = other === undefined ? EXPORTS : EXPORTS.filter(({ what }) => what === "report");
  const isBusy = share !== undefined;
  const offered = all[chosen];
  const windows = offered === undefined ? [] : windowsOf(offered);
  const window = windows.find(({ text }) => text === chosenText) ?? windows[0];
  if (offered === undefined || window === undefined) return null;
  return (
    <fieldset className="share__picture export flex wrap gap-2 flush tight edgeless">
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
      {windows.length < 2 ? null : (
        <select
          className="field"
          aria-label={t("Cycles to export")}
          value={window.text}
          disabled={isBusy}
          onChange={(event) => chooseText(event.currentTarget.value)}
        >
          {windows.map(({ text }) => (
            <option key={text} value={text}>
              {t(text)}
            </option>
          ))}
        </select>
      )}
      {other === undefined ? <p className="small">{noteOf(offered, window, warmUpCycles)}</p> : null}
      <ExportButton
        of={other === undefined ? "run" : "comparison"}
        share={share}
        onSave={() => save(offered, window)}
        onStop={stop}
      />
      <span className="share__said" role="status">
        {said}
      </span>
      {beside === undefined ? null : (
        <button type="button" className="btn btn--small" onClick={() => saveJson(beside.name, beside.json)}>
          {t("Versions and command (JSON)")}
        </button>
      )}
    </fieldset>
  );
}

interface ExportButtonProps {
  readonly of: "run" | "comparison";
  /** Progress of the export. Undefined if none is running. */
  readonly share: number | undefined;
  readonly onSave: () => void;
  readonly onStop: () => void;
}

function ExportButton({ of, share, onSave, onStop }: ExportButtonProps) {
  return (
    <span className="share__row flex gap-2">
      {share === undefined ? (
        <button
          type="button"
          className="btn"
          title={
            of === "run"
              ? t("simulated again in the background")
              : t("of both runs, simulated again in the background")
          }
          onClick={onSave}
        >
          <Icon name="download" />
          {t("Export")}
        </button>
      ) : (
        <>
          <button type="button" className="btn" onClick={onStop}>
            <Icon name="close" />
            {t("Stop export")}
          </button>
          <progress max={1} value={share} aria-label={t("Export")} />
          <span className="mono">{formatInteger(100 * share)} %</span>
        </>
      )}
    </span>
  );
}

/** A file that belongs to a table. It has its own button, because a browser asks the user if one click saves two files.
 */
interface Beside {
  readonly name: string;
  readonly json: string;
}

/** Runs one export at a time. Closing the popover stops it. */
function useExport(scenario: Scenario, other: Scenario | undefined, warmUpCycles: number) {
  /** Undefined if no export is running. */
  const [share, setShare] = useState<number | undefined>(undefined);
  const [said, setSaid] = useState("");
  const [beside, setBeside] = useState<Beside | undefined>(undefined);
  const order = useRef<AbortController>(undefined);
  const builtinId = useApp((state) =>
    state.scenario === scenario && state.original === scenario ? state.scenarioId : undefined,
  );
  useEffect(() => () => order.current?.abort(), []);

  function reportTask(): ReportTask {
    const options: readonly CommandOption[] = warmUpCycles === 0 ? [] : [["warm-up", String(warmUpCycles)]];
    const reported = (of: Scenario) => ({
      scenario: of,
      command: pageCommand("run", of, options, of === scenario ? builtinId : undefined),
    });
    const beside = other === undefined ? [] : [reported(other)];
    return { what: "report", machines: [reported(scenario), ...beside], warmUpCycles };
  }

  async function fileTask(
    what: FileTask["what"],
    isParquet: boolean,
    chosen: OfferedWindow,
    fileName: string,
  ): Promise<FileTask> {
    const { from, to } = chosen;
    const { scenarioHash } = await import("../../../lib/origin.ts");
    const options: readonly CommandOption[] = isWhole(chosen) ? [] : [["window", `${from}..${to}`]];
    const command = pageCommand(`export ${what}`, scenario, options, builtinId);
    const origin = { command, scenarioHash: scenarioHash(scenario) };
    return { what, scenario, window: { from, to }, isParquet, fileName, origin };
  }

  async function write(
    { what, ending, isParquet = false }: OfferedExport,
    chosen: OfferedWindow,
    signal: AbortSignal,
  ): Promise<string> {
    const part = isWhole(chosen) ? "" : `-${chosen.from}-${chosen.to}`;
    const fileName = `irqscope-${what}${part}.${ending}`;
    const task = what === "report" ? reportTask() : await fileTask(what, isParquet, chosen, fileName);
    const file = await exportRun(task, setShare, signal);
    if (file === undefined) return t("Nothing was saved.");
    saveBlob(fileName, file.blob);
    if (file.metadata !== undefined)
      setBeside({ name: `${fileName}${CSV_METADATA_ENDING}`, json: file.metadata });
    return t("Saved: {kilobytes} kB.", { kilobytes: formatInteger(Math.ceil(file.blob.size / 1000)) });
  }

  async function save(offered: OfferedExport, window: OfferedWindow): Promise<void> {
    const controller = new AbortController();
    order.current = controller;
    setShare(0);
    setSaid("");
    setBeside(undefined);
    try {
      setSaid(await write(offered, window, controller.signal));
    } catch (error) {
      setSaid(
        t("No export: {error}.", {
          error: translatedMessage(error instanceof Error ? error.message : String(error)),
        }),
      );
    }
    setShare(undefined);
  }

  return { share, said, beside, save, stop: () => order.current?.abort() };
}
