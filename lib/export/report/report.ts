/** Writes a run, or two runs side by side, as one HTML page without other files: the scenario, the results, the losses
 * with their causes, and how to run it again. */
import { formatScenario } from "../../../scenarios/format/format.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { type ComparedRow, changeOf, compareMetrics } from "../../metrics/compare.ts";
import type { PartMean } from "../../metrics/distributions.ts";
import { findingsOf, findingText } from "../../metrics/findings.ts";
import type { Metrics } from "../../metrics/metrics.ts";
import { fieldsOf } from "../../scenarioFields/describe.ts";
import { type Html, html, pageOf, tableOf } from "./html.ts";
import { latencyFigure } from "./latencyFigure.ts";
import { apartOf, keptOf, NOTHING, type ReportedRun, SHORT, WHOLE } from "./runTables.ts";

export interface Report {
  readonly run: ReportedRun;
  /** The run to compare with. */
  readonly other?: ReportedRun | undefined;
  /** Versions of irqscope and of its model. */
  readonly program: string;
  readonly model: string;
}

/** Fields that the head of the page shows. */
const SAID: ReadonlySet<string> = new Set(["name", "description"]);
const LETTERS = ["A", "B"] as const;

export function reportHtml(report: Report): string {
  const runs = report.other === undefined ? [report.run] : [report.run, report.other];
  const title = runs.map(({ scenario }) => scenario.name).join(" beside ");
  return pageOf(
    title,
    report.program,
    html`${runs.map(({ scenario }, index) => described(scenario, runs.length === 1 ? "" : `${LETTERS[index]}: `))}
<h2>What ran</h2>
${provenance(report, runs)}
${report.other === undefined ? html`` : differences(report.run.scenario, report.other.scenario)}
<h2>What came of it</h2>
${figures(runs)}
${measured(report.run, report.other)}
<h2>What was lost, and why</h2>
${losses(runs)}
${keptOf(runs)}
<h2>Where the latency went</h2>
${parts(runs)}
${apartOf(runs)}
${findings(runs)}
<h2>To run it again</h2>
${runs.map(({ scenario }) => html`<details><summary>${scenario.name}, as JSON</summary><pre>${formatScenario(scenario)}</pre></details>`)}`,
  );
}

function described({ name, description }: Scenario, letter: string): Html {
  if (description === "") return html`${letter === "" ? html`` : html`<p>${letter}${name}</p>`}`;
  return html`<p>${letter}${description}</p>
`;
}

function provenance({ program, model }: Report, runs: readonly ReportedRun[]): Html {
  const head = ["", ...runs.map(({ scenario }) => scenario.name)];
  const row = (name: string, read: (run: ReportedRun) => string) => [name, ...runs.map(read)];
  const table = tableOf(head, [
    row("run length", ({ metrics, scenario }) => {
      const { cycle, fromCycle } = metrics;
      const milliseconds = SHORT.format(((cycle - fromCycle) / scenario.machine.clockHertz) * 1e3);
      const behind = fromCycle === 0 ? "" : ` after a warm-up of ${WHOLE.format(fromCycle)}`;
      return `${WHOLE.format(cycle - fromCycle)} cycles${behind}, ${milliseconds} ms`;
    }),
    row("clock", ({ scenario }) => `${SHORT.format(scenario.machine.clockHertz / 1e6)} MHz`),
    row("seed", ({ scenario }) => String(scenario.seed)),
    row("state hash", ({ metrics }) => metrics.stateHash),
    row("command", ({ command }) => command),
  ]);
  return html`${table}<p>irqscope ${program}, model ${model}. The same scenario and seed give the same state hash on every computer.</p>
`;
}

function differences(a: Scenario, b: Scenario): Html {
  const ofB = new Map(fieldsOf(b).map((field) => [field.name, field]));
  const ofA = fieldsOf(a);
  const names = [...new Set([...ofA.map(({ name }) => name), ...ofB.keys()])].filter(
    (name) => !SAID.has(name),
  );
  const values = new Map(ofA.map((field) => [field.name, field]));
  const rows = names.flatMap((name) => {
    const [one, other] = [values.get(name), ofB.get(name)];
    const unit = (one ?? other)?.unit ?? "";
    const said = [one, other].map((field) =>
      field?.value === undefined ? NOTHING : `${field.value} ${unit}`.trim(),
    );
    return said[0] === said[1] ? [] : [[name, ...said]];
  });
  if (rows.length === 0)
    return html`<p>The settings of both are the same.</p>
`;
  return html`<h3>In what they differ</h3>
${tableOf(["field", a.name, b.name], rows)}`;
}

function figures(runs: readonly ReportedRun[]): Html {
  const kinds = [
    ["Packets received", (metrics: Metrics) => metrics.receive.latency],
    ["Packets sent", (metrics: Metrics) => metrics.send.latency],
    ["Interrupts", (metrics: Metrics) => metrics.interruptLatency],
  ] as const;
  const drawn = kinds.flatMap(([name, latency]) => {
    const figure = latencyFigure(
      runs.map(({ scenario, metrics }, index) => ({
        label: runs.length === 1 ? "latency" : `${LETTERS[index]}: ${scenario.name}`,
        ...{ latency: latency(metrics), clockHertz: scenario.machine.clockHertz },
      })),
    );
    return figure === undefined
      ? []
      : [
          html`<figure>${figure}<figcaption>${name}: share of latencies that are at most so long</figcaption></figure>
`,
        ];
  });
  return html`${drawn}`;
}

function measured(run: ReportedRun, other: ReportedRun | undefined): Html {
  const machineOf = ({ scenario, metrics }: ReportedRun) => ({
    metrics,
    clockHertz: scenario.machine.clockHertz,
  });
  const rows = compareMetrics(machineOf(run), machineOf(other ?? run));
  const groups = [...new Set(rows.map(({ group }) => group))];
  const head = other === undefined ? ["value"] : ["A", "B", "B − A"];
  const lines = (group: string) =>
    rows
      .filter((row) => row.group === group)
      .map((row) => [
        row.label,
        shown(row, row.a),
        ...(other === undefined ? [] : [shown(row, row.b), shown(row, changeOf(row.a, row.b).difference)]),
      ]);
  return html`${groups.map(
    (group) => html`<h3>${group}</h3>
${tableOf(["", ...head], lines(group))}`,
  )}`;
}

function shown({ unit }: ComparedRow, value: number): string {
  if (!Number.isFinite(value)) return NOTHING;
  switch (unit) {
    case "share":
      return `${SHORT.format(value * 100)} %`;
    case "s":
      return `${SHORT.format(value * 1e6)} µs`;
    case "cycle":
      return `${SHORT.format(value)} cycles`;
    case "bit/s":
      return `${SHORT.format(value / 1e6)} Mb/s`;
    case "1/s":
      return `${SHORT.format(value)} /s`;
    default:
      return SHORT.format(value);
  }
}

function losses(runs: readonly ReportedRun[]): Html {
  const rows = runs.flatMap(({ scenario, metrics }) => {
    const name = runs.length === 1 ? "" : `${scenario.name}: `;
    const queues = scenario.software.queues.flatMap(({ name: queue }, index) => {
      const count = metrics.queues[index]?.dropped ?? 0;
      return count === 0 ? [] : [[`${name}queue ${queue}`, "queue-full", WHOLE.format(count), ""]];
    });
    const directions = (["receive", "send"] as const).flatMap((direction) => {
      const { offered, dropped } = metrics[direction];
      return dropped
        .filter(({ count }) => count > 0)
        .map(({ cause, count }) => [
          ...[
            `${name}${direction}`,
            cause,
            WHOLE.format(count),
            `${SHORT.format((count / offered) * 100)} %`,
          ],
        ]);
    });
    return [...directions, ...queues];
  });
  if (rows.length === 0)
    return html`<p>No frame was lost.</p>
`;
  return html`${tableOf(["", "cause", "frames", "of offered"], rows)}<p>A queue that was full is listed with its name, too.</p>
`;
}

function parts(runs: readonly ReportedRun[]): Html {
  const kinds: readonly (readonly [string, (metrics: Metrics) => readonly PartMean[]])[] = [
    ["Packets received", ({ receive }) => receive.parts],
    ["Packets sent", ({ send }) => send.parts],
    ["Interrupts", ({ interruptParts }) => interruptParts],
  ];
  const tables = kinds.flatMap(([name, of]) => {
    const all = runs.map(
      ({ metrics }) => new Map(of(metrics).map(({ part, meanCycles }) => [part, meanCycles])),
    );
    const names = [...new Set(all.flatMap((one) => [...one.keys()]))];
    const rows = names
      .filter((part) => all.some((one) => (one.get(part) ?? 0) > 0))
      .map((part) => [part, ...all.map((one) => `${SHORT.format(one.get(part) ?? 0)} cycles`)]);
    if (rows.length === 0) return [];
    const head = runs.length === 1 ? ["mean"] : runs.map(({ scenario }) => scenario.name);
    return [
      html`<h3>${name}</h3>
${tableOf(["part", ...head], rows)}`,
    ];
  });
  return html`${tables}`;
}

function findings(runs: readonly ReportedRun[]): Html {
  const found = runs.flatMap(({ scenario, metrics }) =>
    findingsOf(scenario, metrics).map(
      (finding) => `${runs.length === 1 ? "" : `${scenario.name}: `}${findingText(finding, WHOLE.format)}`,
    ),
  );
  if (found.length === 0) return html``;
  return html`<h2>Findings</h2>
<ul>${found.map((text) => html`<li>${text}</li>`)}</ul>
`;
}
