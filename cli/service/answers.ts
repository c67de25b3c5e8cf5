/** The answers of `irqscope service`. */
import type { CoreModule } from "../../core-wasm/binding/index.ts";
import { RECORD_BYTES, resultsOf, tallyBytes } from "../../core-wasm/binding/results.ts";
import { tallyCounts } from "../../lib/metrics/toldApart.ts";
import { columnValues } from "../../lib/sweep/column.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { askedColumns } from "../askedColumns.ts";
import { bytesOfText } from "../bytesText.ts";
import { InputError } from "../command.ts";
import { decodedReport, originIn } from "../decoded.ts";
import { measuredOf, type RunResults } from "../resultFile.ts";
import { commandOf } from "./commandOf.ts";
import { KeptScenarios, type KnownScenario } from "./keptScenarios.ts";
import { openedAnswer } from "./opened.ts";
import type { ReportRequest, ServiceRequest } from "./requests.ts";
import { type Part, pictureAnswer, tableAnswer } from "./runAgain.ts";

/** Answers one request after the other. */
export class Answers {
  readonly #core: CoreModule;
  readonly #kept = new KeptScenarios();

  constructor(core: CoreModule) {
    this.#core = core;
  }

  /** The last line of the answer; `part` gets those before it. Throws InputError for what is asked wrongly. */
  async of(request: ServiceRequest, part: Part): Promise<object> {
    if (request.ask === "open") return openedAnswer(this.#core, this.#kept, request);
    const known = this.#kept.at(request.scenario, request.packed, request.cycle);
    if (known === undefined) return { unknown: "scenario" };
    switch (request.ask) {
      case "report":
        return reportAnswer(this.#core, request, known);
      case "table":
        return tableAnswer(this.#core, request, known, part);
      case "picture":
        return pictureAnswer(this.#core, request, known);
    }
  }
}

function reportAnswer(core: CoreModule, request: ReportRequest, known: KnownScenario): object {
  const { metrics, stops } = request;
  const { scenario } = known;
  const results = resultsIn(core, request, scenario);
  if (metrics !== undefined) {
    const columns = askedColumns(scenario, metrics);
    const values = columnValues(columns, scenario, measuredOf(results).since);
    return { values: columns.map(({ unit }, index) => ({ unit, value: values[index] ?? null })) };
  }
  const [first] = stops;
  const warmUp = stops.length > 1 ? { "warm-up": String(first?.cycle) } : {};
  const command = commandOf("run", request, known, warmUp);
  return { report: decodedReport(scenario, originIn(core, command), results) };
}

function resultsIn(core: CoreModule, request: ReportRequest, scenario: Scenario): RunResults {
  const { stateHash, brokenLaw } = request;
  const counts = tallyCounts(scenario);
  const needed = RECORD_BYTES + tallyBytes(counts);
  const stops = request.stops.map(({ cycle, records }) => {
    const bytes = bytesOfText(records, needed);
    if (bytes?.byteLength !== needed)
      throw new InputError({ subject: "records", reason: `are not the ${needed} bytes of this machine` });
    return resultsOf(core, { cycle, stateHash, brokenLaw }, bytes, counts);
  });
  const end = stops.at(-1);
  if (end === undefined) throw new InputError({ subject: "stops", reason: "are empty" });
  return { key: "0", stops, end };
}
