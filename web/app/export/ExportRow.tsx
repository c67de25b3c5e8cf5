import { useEffect, useRef, useState } from "react";
import { CSV_METADATA_ENDING } from "../../../lib/export/csvMetadata.ts";
import { KONATA_INSTRUCTION_LIMIT } from "../../../lib/export/konataLimit.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { exportRun } from "../../engine/exporter.ts";
import { pageCommand } from "../../scenarios/pageCommand.ts";
import type { Position } from "../../state/store.ts";
import { translatedMessage } from "../../text/message.ts";
import { t } from "../../text/t.ts";
import { formatInteger } from "../../ui/format.ts";
import { Icon } from "../../ui/Icon.tsx";
import { saveBlob, saveJson } from "../../ui/saveBlob.ts";
import { EXPORTS, type OfferedExport } from "./exports.ts";
import {
  exportFileName,
  type OfferedWindow,
  offeredWindows,
  STRETCH_CYCLES,
  type WindowName,
} from "./exportWindows.ts";
import "./export.css";

interface ExportRowProps {
  readonly scenario: Scenario;
  /** Beside it: of both there is a report. */
  readonly other: Scenario | undefined;
  /** Where the reader stands. */
  readonly position: Position;
}

/** The run as a file for another program. Loaded with the Share popover. */
export default function ExportRow({ scenario, other, position }: ExportRowProps) {
  const [chosen, setChosen] = useState(0);
  const [chosenWindow, chooseWindow] = useState<WindowName | undefined>(undefined);
  // Numbers of a comparison count from cycle 0.
  const warmUpCycles = other === undefined ? (position.warmUpCycles ?? 0) : 0;
  const { share, said, beside, save, stop } = useExport(scenario, other, warmUpCycles);
  const all = other === undefined ? EXPORTS : EXPORTS.filter(({ what }) => what === "report");
  const isBusy = share !== undefined;
  const offered = all[chosen];
  const windows = offered === undefined ? [] : offeredWindows(offered, position, scenario.runCycles);
  const window = windows.find(({ name }) => name === chosenWindow) ?? windows[0];
  if (offered === undefined || window === undefined) return null;
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
      {windows.length < 2 ? null : (
        <select
          className="field"
          aria-label={t("Cycles of the data")}
          value={window.name}
          disabled={isBusy}
          onChange={({ currentTarget }) =>
            chooseWindow(windows.find(({ name }) => name === currentTarget.value)?.name)
          }
        >
          {windows.map((one) => (
            <option key={one.name} value={one.name}>
              {windowText(one.name)}
            </option>
          ))}
        </select>
      )}
      <ExportNote
        what={offered.what}
        window={window}
        isComparison={other !== undefined}
        warmUp={warmUpCycles}
      />
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
                ? t("simulated once more beside the page")
                : t("of both runs, simulated once more beside the page")
            }
            onClick={() => save(offered, window)}
          >
            <Icon name="download" />
            {t("Export")}
          </button>
        )}
      </span>
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

function windowText(name: WindowName): string {
  switch (name) {
    case "run":
      return t("the whole run");
    case "shown":
      return t("what the timeline shows");
    case "range":
      return t("the chosen range");
    case "stretch":
      return t("{count} cycles from here on", { count: STRETCH_CYCLES });
  }
}

interface ExportNoteProps {
  readonly what: OfferedExport["what"];
  readonly window: OfferedWindow;
  readonly isComparison: boolean;
  /** In cycles. */
  readonly warmUp: number;
}

/** Which cycles these are, and what a reader would not expect of the choice. */
function ExportNote(props: ExportNoteProps) {
  const texts = noteTexts(props);
  return texts.length === 0 ? null : <p className="share__note">{texts.join(" ")}</p>;
}

function noteTexts({ what, window, isComparison, warmUp }: ExportNoteProps): readonly string[] {
  if (what === "report") {
    if (isComparison) return [];
    return [
      warmUp === 0
        ? t("Always of the whole run: it is the record of a run that anyone can repeat.")
        : t("Of the whole run behind its warm-up, from cycle {cycle} on.", { cycle: warmUp }),
    ];
  }
  if (what === "traffic")
    return [t("Always of the whole run: read in again, its times count from the begin.")];
  const { name, from, to } = window;
  const cycles = name === "run" ? [] : [t("Cycles {from} to {to}.", { from, to })];
  if (what !== "konata")
    return name === "run" ? [] : [...cycles, t("What ended in them alone, as by --window.")];
  const limit = t("At most {count} instructions: they are sorted in memory before they are written.", {
    count: KONATA_INSTRUCTION_LIMIT,
  });
  return [...cycles, limit];
}

/** What belongs beside a table: browsers ask before a press saves two files. */
interface Beside {
  readonly name: string;
  readonly json: string;
}

/** One at a time; it is given up when the popover closes. */
function useExport(scenario: Scenario, other: Scenario | undefined, warmUpCycles: number) {
  /** Undefined: nothing is under way. */
  const [share, setShare] = useState<number | undefined>(undefined);
  const [said, setSaid] = useState("");
  const [beside, setBeside] = useState<Beside | undefined>(undefined);
  const order = useRef<AbortController>(undefined);
  useEffect(() => () => order.current?.abort(), []);

  function runCommands(): readonly string[] {
    const options = warmUpCycles === 0 ? [] : ["--warm-up", String(warmUpCycles)];
    return [scenario, ...(other === undefined ? [] : [other])].map((one) => pageCommand("run", one, options));
  }

  async function write(
    { what, ending, isParquet }: OfferedExport,
    chosen: OfferedWindow,
    signal: AbortSignal,
  ): Promise<string> {
    const fileName = `${exportFileName(what, chosen)}.${ending}`;
    const { name, from, to } = chosen;
    const options = name === "run" ? [] : ["--window", `${from}..${to}`];
    const commands = what === "report" ? runCommands() : [pageCommand(`export ${what}`, scenario, options)];
    const task = { what, scenario, other, window: { from, to }, isParquet, warmUpCycles, fileName, commands };
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
