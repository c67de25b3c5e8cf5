/** Requests to `irqscope service`, each a line of JSON. docs/elsewhere.md describes the format. */
import { createHash } from "node:crypto";
import { z } from "zod";
import { ROWS_NAMES } from "../../lib/export/formats.ts";
import { PICTURE_NAMES, PICTURE_THEMES } from "../../lib/export/picture.ts";
import { JSON_BYTE_LIMIT } from "../../scenarios/base/limits.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { InputError } from "../command.ts";
import { bytesOfText, textOfBytes } from "../lines.ts";
import { complaintsOf } from "../load.ts";

const whole = z.number().int().min(0);
const id = whole;

/** A scenario as the client named it. The command line uses the same name. */
const named = {
  /** The id of a built-in scenario, or a file. Absent if the request contains the scenario. */
  subject: z.string().min(1).optional(),
  /** Each entry is FIELD=VALUE, as for --set. */
  settings: z.array(z.string()).default([]),
  seed: whole.optional(),
};

/** An opened scenario, by the hash in its answer. `packed` is needed if the service has forgotten it. */
const opened = { scenario: z.string(), packed: z.string().optional(), origin: z.strictObject(named) };

const end = { cycle: whole, stateHash: z.string() };

const openRequest = z.strictObject({
  ...named,
  id,
  ask: z.literal("open"),
  /** The folder to which relative paths refer. */
  folder: z.string(),
  /** The scenario as JSON. */
  scenario: z.unknown().optional(),
  /** Traffic that the client already has. */
  has: z.array(z.string()).default([]),
});

const reportRequest = z.strictObject({
  ...opened,
  id,
  ask: z.literal("report"),
  ...end,
  brokenLaw: whole,
  /** Results as in docs/elsewhere.md: at the end of the warm-up, if there is one, and at the end of the run. */
  stops: z
    .array(z.strictObject({ cycle: whole, records: z.string() }))
    .min(1)
    .max(2),
  /** Absent: all metrics of irqscope run --json. */
  metrics: z.array(z.string()).optional(),
});

const window = { from: whole, to: whole };

const tableRequest = z.strictObject({
  ...opened,
  id,
  ask: z.literal("table"),
  what: z.enum(ROWS_NAMES as readonly [(typeof ROWS_NAMES)[number]]),
  ...end,
  ...window,
  /** Cycles of one bin of a series. */
  every: whole.min(1).optional(),
});

const pictureRequest = z.strictObject({
  ...opened,
  id,
  ask: z.literal("picture"),
  what: z.enum(PICTURE_NAMES),
  ...end,
  ...window,
  width: whole.min(1).max(32_768).optional(),
  theme: z.enum(PICTURE_THEMES),
});

export const requestSchema = z.discriminatedUnion("ask", [
  openRequest,
  reportRequest,
  tableRequest,
  pictureRequest,
]);

export type ServiceRequest = z.output<typeof requestSchema>;
export type OpenRequest = z.output<typeof openRequest>;
export type ReportRequest = z.output<typeof reportRequest>;
export type TableRequest = z.output<typeof tableRequest>;
export type PictureRequest = z.output<typeof pictureRequest>;
export type OpenedRequest = Exclude<ServiceRequest, OpenRequest>;

/** Number of scenarios that the service keeps. A client that asks again sends a missing one again. */
const MOST = 64;
/** Limit for the total size of their JSON. */
const MOST_BYTES = 2 * JSON_BYTE_LIMIT;

interface Kept {
  readonly scenario: Scenario;
  readonly bytes: number;
  /** The object of the last answer, because metrics of the same object are read faster. */
  last?: Scenario;
}

export interface KnownScenario {
  /** The scenario with the run length of the request. */
  readonly scenario: Scenario;
  /** The scenario's own run length. */
  readonly runCycles: number;
}

export class KeptScenarios {
  readonly #kept = new Map<string, Kept>();
  #bytes = 0;

  /** `hash` identifies the scenario from now on. */
  add(scenario: Scenario): { readonly hash: string; readonly packed: string } {
    const json = Buffer.from(JSON.stringify(scenario));
    const hash = createHash("sha256").update(json).digest("hex");
    this.#keep(hash, { scenario, bytes: json.length });
    return { hash, packed: textOfBytes(json) };
  }

  /** The scenario with a run length of `cycle`. Undefined if the request must contain it. Throws InputError for a
   * malformed packed scenario. */
  at(hash: string, packed: string | undefined, cycle: number): KnownScenario | undefined {
    const known = this.#kept.get(hash);
    if (known === undefined) {
      if (packed === undefined) return undefined;
      this.#unpack(hash, packed);
      return this.at(hash, undefined, cycle);
    }
    this.#keep(hash, known);
    const { runCycles } = known.scenario;
    if (known.last?.runCycles !== cycle) known.last = { ...known.scenario, runCycles: cycle };
    return { scenario: known.last, runCycles };
  }

  #unpack(hash: string, packed: string): void {
    const bytes = bytesOfText(packed, JSON_BYTE_LIMIT);
    if (bytes === undefined) throw new InputError({ subject: "packed", reason: "is not a packed scenario" });
    const parsed = parseScenario(Buffer.from(bytes).toString("utf8"));
    if (!parsed.ok) throw new InputError(...complaintsOf("packed", parsed));
    this.#keep(hash, { scenario: parsed.scenario, bytes: bytes.length });
  }

  /** Keeps it as the most recent one. If there are too many, the oldest are dropped, but never this one. */
  #keep(hash: string, one: Kept): void {
    this.#forget(hash);
    this.#kept.set(hash, one);
    this.#bytes += one.bytes;
    for (const oldest of this.#kept.keys()) {
      if (oldest === hash || (this.#kept.size <= MOST && this.#bytes <= MOST_BYTES)) return;
      this.#forget(oldest);
    }
  }

  #forget(hash: string): void {
    this.#bytes -= this.#kept.get(hash)?.bytes ?? 0;
    this.#kept.delete(hash);
  }
}
