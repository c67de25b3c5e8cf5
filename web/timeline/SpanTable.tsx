import type { RowsWindow, TimelineWindow } from "../engine/protocol.ts";
import { useApp, useShown } from "../state/hooks.ts";
import type { Viewport } from "../state/viewport.ts";
import { t } from "../text/t.ts";
import { formatInteger, formatPercent } from "../ui/format.ts";
import { pcText, rowText } from "../ui/instructionText.ts";
import { labelsOf } from "./labels.ts";
import { layerIndex, layerLabel } from "./layers.ts";
import { isCut, rowNote, rowsInView } from "./rows.ts";
import { contextName, spanTitle, threadName, visibleSpans } from "./spans.ts";
import { laneOrder, type MachineLabels } from "./spec.ts";
import { withUnit } from "./text.ts";

/** Users would not read more rows, which would slow the page down. The caption gives their number. */
const ROW_LIMIT = 200;

/** The content of the timeline in words and numbers: for reading aloud, searching and copying. */
export default function SpanTable() {
  const scenario = useApp((state) => state.scenario);
  const endCycle = useApp((state) => state.endCycle);
  const { viewport, window, rows } = useShown();
  if (scenario === undefined || window === undefined) return null;
  const machine = labelsOf(scenario, endCycle);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs the keyboard
    <section className="timeline__table" tabIndex={0} aria-label={t("Table of what the timeline shows")}>
      {rows === undefined ? (
        <Spans machine={machine} window={window} viewport={viewport} />
      ) : (
        <Instructions machine={machine} rows={rows} viewport={viewport} />
      )}
    </section>
  );
}

interface SpansProps {
  readonly machine: MachineLabels;
  readonly window: TimelineWindow;
  readonly viewport: Viewport;
}

function Spans({ machine, window, viewport }: SpansProps) {
  const isExact = window.exact;
  const spans = laneOrder(machine.contexts).flatMap(({ context }) => visibleSpans(window, context, viewport));
  return (
    <table>
      <caption>{captionOf("spans", spans.length)}</caption>
      <thead>
        <tr>
          <th scope="col">{t("Context")}</th>
          <th scope="col">{t("Layer")}</th>
          <th scope="col">{t("Thread")}</th>
          <th scope="col">{t("From")}</th>
          <th scope="col">{t("To")}</th>
          <th scope="col">{t("Cycles")}</th>
          {isExact ? null : <th scope="col">{t("Share")}</th>}
        </tr>
      </thead>
      <tbody className="mono">
        {spans.slice(0, ROW_LIMIT).map((span) => (
          <tr key={`${span.context} ${span.fromCycle}`}>
            <td>{contextName(machine, span.context)}</td>
            <td>{spanTitle(span)}</td>
            <td>{threadName(machine, span.thread)}</td>
            <td>{formatInteger(span.fromCycle)}</td>
            <td>{formatInteger(span.toCycle)}</td>
            <td>{formatInteger(span.toCycle - span.fromCycle)}</td>
            {isExact ? null : <td>{withUnit(formatPercent(span.share))}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface InstructionsProps {
  readonly machine: MachineLabels;
  readonly rows: RowsWindow;
  readonly viewport: Viewport;
}

function Instructions({ machine, rows, viewport }: InstructionsProps) {
  const { first, end } = rowsInView(rows, viewport);
  return (
    <table>
      <caption>{captionOf("instructions", end - first)}</caption>
      <thead>
        <tr>
          <th scope="col">{t("Address")}</th>
          <th scope="col">{t("Instruction")}</th>
          <th scope="col">{t("Context")}</th>
          <th scope="col">{t("Layer")}</th>
          {machine.stages.map((stage) => (
            <th scope="col" key={stage}>
              {stage}
            </th>
          ))}
          <th scope="col">{t("Lost")}</th>
        </tr>
      </thead>
      <tbody className="mono">
        {rows.rows.slice(first, Math.min(end, first + ROW_LIMIT)).map((row, i) => (
          // Rows have no name of their own: their place in the window is what they are.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <tr key={rows.from + first + i}>
            <td>{row.kind === "instruction" ? pcText(row.pc) : ""}</td>
            <td>{rowText(row)}</td>
            <td>{contextName(machine, row.context)}</td>
            <td>{layerLabel(layerIndex(row.layer))}</td>
            {machine.stages.map((stage, s) => (
              <td key={stage}>{enteredText(rows.from, row.enter[s])}</td>
            ))}
            <td>{rowNote(row, ({ to }) => !(isCut(row, rows) && to === row.end))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function enteredText(origin: number, offset: number | undefined): string {
  return offset === undefined ? "" : formatInteger(origin + offset);
}

function captionOf(what: string, count: number): string {
  return count > ROW_LIMIT
    ? t("The first {limit} of {count} {what} in view; zoom in for the rest", {
        limit: ROW_LIMIT,
        count,
        what,
      })
    : t("{count} {what} in view", { count: formatInteger(count), what });
}
