/** Bundles of random parts with hashes that fit, and with other bytes: each is opened or refused with one sentence, and holds
 * no more than the plan of its study wants. FUZZ_BUNDLES=20000 tries so many. */
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { beforeAll, expect, test } from "vitest";
import { InputError } from "../../cli/command.ts";
import { bundleOf } from "../../cli/study/bundle.ts";
import { type LoadedStudy, wholeStudy } from "../../cli/study/loadStudy.ts";
import { openBundle } from "../../cli/study/openBundle.ts";
import { sha256Of } from "../../lib/labs/digest.ts";
import { askedRuns } from "../../lib/study/askedRuns.ts";
import type { StudyRow } from "../../lib/study/row.ts";
import { columnName } from "../../lib/sweep/column.ts";
import { minimalScenario } from "../../scenarios/format/format.ts";
import { builtin } from "../boundary/support.ts";
import { long } from "../support/long.ts";
import { createRandom, type Random } from "../support/random.ts";

let files: Readonly<Record<string, Uint8Array>>;
let packed: Uint8Array;
let planned: LoadedStudy;

beforeAll(async () => {
  const scenario = minimalScenario(await builtin("ring-overflow"));
  planned = wholeStudy("s", {
    ...{ format: "irqscope-study", version: 1, name: "s", scenarios: [{ name: "a", scenario }] },
    axes: [{ kind: "field", field: "rxRingFrames", name: "ring", values: [4, 8] }],
    seeds: { count: 3 },
    metrics: ["receive.delivered"],
  });
  const { plan } = planned;
  const rows = plan.runs.map(
    ({ point, seed }): StudyRow => ({
      ...{ study: plan.study.name, studyHash: plan.studyHash, point: point.values, seed },
      metrics: Object.fromEntries(plan.metrics.map((metric) => [columnName(metric), seed])),
      ...{ cycles: 5, stateHash: "0123456789abcdef", program: "1", model: "1", command: "irqscope sweep s" },
    }),
  );
  packed = bundleOf(planned, rows, true);
  files = unzipSync(packed);
});

/** Words of the text are exchanged, removed, repeated or replaced. */
function shuffled(text: string, random: Random): string {
  const words = text.split(/(?<=[,:{}[\]\n])/);
  for (let changes = random.integer(1, 4); changes > 0; changes--) {
    const at = random.integer(0, words.length - 1);
    const other = words[random.integer(0, words.length - 1)] ?? "";
    const count = random.integer(0, 20) === 0 ? random.integer(1, 300) : 1;
    const put = random.pick([
      other,
      other.repeat(count),
      "",
      "0",
      '"\\u001b"',
      "1e999",
      "{",
      "\n",
      "[".repeat(count),
    ]);
    words.splice(at, random.integer(0, 2), put);
  }
  return words.join("");
}

/** A row is removed, repeated or of another seed. */
function otherRows(text: string, random: Random): string {
  const lines = text.split("\n").slice(0, -1);
  for (let changes = random.integer(1, 3); changes > 0; changes--) {
    const at = random.integer(0, lines.length - 1);
    const line = lines[at] ?? "";
    const put = random.pick([
      [],
      [line, line],
      [line.replace(/"seed":\d+/, `"seed":${random.integer(1, 5)}`)],
    ]);
    lines.splice(at, 1, ...put);
  }
  return lines.map((line) => `${line}\n`).join("");
}

function bundleFrom(seed: number): Uint8Array {
  const random = createRandom(seed);
  if (random.integer(0, 3) === 0) {
    const bytes = Uint8Array.from(packed);
    for (let changes = random.integer(1, 5); changes > 0; changes--)
      bytes[random.integer(0, bytes.length - 1)] = random.integer(0, 255);
    return bytes;
  }
  const part = random.pick(["results.jsonl", "results.jsonl", "study.json", "manifest.json"]);
  const isRows = part === "results.jsonl" && random.integer(0, 1) === 0;
  const old = strFromU8(files[part] ?? new Uint8Array());
  const text = strToU8(isRows ? otherRows(old, random) : shuffled(old, random));
  const manifest = JSON.parse(strFromU8(files["manifest.json"] ?? new Uint8Array()));
  if (part in manifest.sha256) manifest.sha256[part] = sha256Of(text);
  // As in a bundle that is meant to deceive.
  if (part === "results.jsonl") manifest.runs = Math.max(1, strFromU8(text).split("\n").length - 1);
  return zipSync({ ...files, "manifest.json": strToU8(JSON.stringify(manifest)), [part]: text });
}

async function tryBundles(first: number, count: number): Promise<void> {
  const seen = { whole: 0, "not whole": 0, refused: 0 };
  for (let seed = first; seed < first + count; seed++)
    try {
      const { loaded, rows, others, manifest } = await openBundle("b.zip", bundleFrom(seed));
      const { count: asked, missing, unasked } = askedRuns(loaded.plan, rows, false);
      expect(rows.length + others.count, `seed ${seed}`).toBe(manifest.runs);
      expect(others.first.length, `seed ${seed}`).toBeLessThanOrEqual(20);
      expect(asked - missing.length + unasked.length, `seed ${seed}`).toBe(rows.length);
      const isWhole = missing.length === 0 && unasked.length === 0 && others.count === 0;
      seen[isWhole ? "whole" : "not whole"] += 1;
    } catch (error) {
      if (!(error instanceof InputError)) throw new Error(`seed ${seed}`, { cause: error });
      expect(error.message.length, `seed ${seed}`).toBeLessThan(20_000);
      seen.refused += 1;
    }
  for (const [what, number] of Object.entries(seen)) expect(number, what).toBeGreaterThan(0);
}

test("randomly changed bundles are opened or refused", () => tryBundles(1, 50));

const PATIENCE_MILLISECONDS = 600_000;

test(
  "many more randomly changed bundles are opened or refused",
  {
    ...long("the same on other seeds: the short list tries 50 in two seconds"),
    timeout: PATIENCE_MILLISECONDS,
  },
  () => tryBundles(1000, Number(process.env.FUZZ_BUNDLES ?? 1000)),
);
