/** Scenarios that were opened lately: a program asks about one again and again, and holds it itself. */
import { createHash } from "node:crypto";
import { JSON_BYTE_LIMIT } from "../../scenarios/base/limits.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { bytesOfText, textOfBytes } from "../bytesText.ts";
import { InputError } from "../command.ts";
import { complaintsOf } from "../load.ts";

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
