/** The file of a study's rows is truncated at every byte, and the sweep resumes. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { RowStore } from "../../cli/study/rowStore.ts";
import { VERSION } from "../../lib/origin.ts";
import type { StudyRow } from "../../lib/study/row.ts";
import { rowFormat } from "../../lib/study/rowFormat.ts";
import { planned } from "../study/support.ts";

const folder = mkdtempSync(join(tmpdir(), "irqscope-rows-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(["jsonl", "csv"] as const)(
  "a %s file of rows that is truncated at any byte is completed",
  async (kind) => {
    const plan = await planned({
      scenarios: ["ring-overflow"],
      axes: [{ kind: "field", field: "rxRingFrames", values: [4, 8], labels: ['"four", µ', "eight"] }],
      seeds: { count: 2 },
      metrics: ["interrupts", "send.latency.mean in us"],
    });
    const rows = plan.runs.map(
      ({ point, seed }): StudyRow => ({
        study: plan.study.name,
        studyHash: plan.studyHash,
        point: point.values,
        seed,
        metrics: { interrupts: 1 / (seed + point.number), "send.latency.mean in us": null },
        cycles: 5,
        stateHash: "0123456789abcdef",
        program: VERSION,
        model: "1",
        command: "irqscope sweep s",
      }),
    );
    const format = rowFormat(kind, plan);
    const path = join(folder, `rows.${kind}`);
    const open = () =>
      RowStore.open({
        path,
        format,
        plan,
        resume: true,
        overwrite: false,
        model: "1",
        isPlanned: () => true,
      });
    const whole = format.head + rows.map((row) => format.line(row)).join("");
    const bytes = Buffer.from(whole);
    for (let cut = 0; cut <= bytes.length; cut += 7) {
      writeFileSync(path, bytes.subarray(0, cut));
      const first = await open();
      expect(rows).toEqual(expect.arrayContaining([...first.known]));
      const missing = rows.slice(first.known.length);
      expect(missing.length).toBe(rows.length - first.known.length);
      // The sweep ends early once more, one row further each time.
      if (missing[0] !== undefined) await first.add(missing[0]);
      await first.close();
      const second = await open();
      expect(second.known).toEqual(rows.slice(0, first.known.length + (missing.length > 0 ? 1 : 0)));
      for (const row of missing.slice(1).toReversed()) await second.add(row);
      await second.finish(rows);
      expect(readFileSync(path, "utf8")).toBe(whole);
    }
  },
);
