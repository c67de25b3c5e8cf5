/** What a program asks of `irqscope service`, a line of JSON each. The format is told in docs/elsewhere.md. */
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

/** A scenario as it was asked for; its command names it so. */
const named = {
  /** The id of a built-in scenario or a file; left out: the scenario comes along. */
  subject: z.string().min(1).optional(),
  /** FIELD=VALUE each, as --set takes it. */
  settings: z.array(z.string()).default([]),
  seed: whole.optional(),
};

/** A scenario that was opened, by the hash that the answer named; `packed` where the service does not know it any more. */
const opened = { scenario: z.string(), packed: z.string().optional(), origin: z.strictObject(named) };

const end = { cycle: whole, stateHash: z.string() };

const openRequest = z.strictObject({
  ...named,
  id,
  ask: z.literal("open"),
  /** Where files are looked for. */
  folder: z.string(),
  /** As JSON has it. */
  scenario: z.unknown().optional(),
  /** Traffic that the program holds already. */
  has: z.array(z.string()).default([]),
});

const reportRequest = z.strictObject({
  ...opened,
  id,
  ask: z.literal("report"),
  ...end,
  brokenLaw: whole,
  /** Of results (docs/elsewhere.md): at the end of the warm-up, where there is one, and at the end. */
  stops: z
    .array(z.strictObject({ cycle: whole, records: z.string() }))
    .min(1)
    .max(2),
  /** Left out: all that irqscope run --json prints. */
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
  /** Cycles of a stretch of series. */
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

/** Scenarios that were opened lately: a program asks about one again and again, and holds it itself. */
const MOST = 64;
/** Of their JSON, together. */
const MOST_BYTES = 2 * JSON_BYTE_LIMIT;

interface Kept {
  readonly scenario: Scenario;
  readonly bytes: number;
  /** As long as the last answer was; metrics are read faster of the same object. */
  last?: Scenario;
}

export interface KnownScenario {
  /** As long as it was asked for. */
  readonly scenario: Scenario;
  /** That it has itself. */
  readonly runCycles: number;
}

export class KeptScenarios {
  readonly #kept = new Map<string, Kept>();
  #bytes = 0;

  /** `hash`: names it from now on. */
  add(scenario: Scenario): { readonly hash: string; readonly packed: string } {
    const json = Buffer.from(JSON.stringify(scenario));
    const hash = createHash("sha256").update(json).digest("hex");
    this.#keep(hash, { scenario, bytes: json.length });
    return { hash, packed: textOfBytes(json) };
  }

  /** As long as `cycle`. Undefined: it has to come along. Throws InputError for what is no packed scenario. */
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
    if (bytes === undefined) throw new InputError({ subject: "packed", reason: "is no packed scenario" });
    const parsed = parseScenario(Buffer.from(bytes).toString("utf8"));
    if (!parsed.ok) throw new InputError(...complaintsOf("packed", parsed));
    this.#keep(hash, { scenario: parsed.scenario, bytes: bytes.length });
  }

  /** As the last one; the first ones go where there are too many, but never this one. */
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
