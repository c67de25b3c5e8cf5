/** Each probe leaves the specified result on both cores (README.md). */
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { openCore } from "../../boundary/support.ts";
import { long } from "../../support/long.ts";
import { BESIDE_QEMU, digestOf, recorded } from "./beside.ts";
import { type Machine, PROBE_FILES, preparedRun } from "./probes.ts";

const LEAST_PROBES = 180;
const CACHE = { sizeBytes: 512, ways: 2, lineBytes: 16 };
const OTHER_MACHINES: Readonly<Record<string, Machine>> = {
  "cached, with a predictor": {
    core: { predictor: { kind: "bimodal", counters: 16, targets: 8, returns: 2 } },
    memory: { l1i: CACHE, l1d: CACHE, nonBlocking: true },
  },
  "branches in ID": { core: { pipeline: { branchResolveStage: "ID", multiplyCycles: 4, divideCycles: 20 } } },
  deep: {
    core: { pipeline: { stages: ["IF", "IT", "ID", "EX", "AG", "MEM", "WB"], accessStage: "MEM" } },
  },
  "memory of 20 cycles": { core: { pipeline: { memoryCycles: 20 } } },
  "contexts in turn": { core: { policy: "round-robin", contexts: 2 } },
  "two issued at once": { core: { policy: "smt", contexts: 2, issueWidth: 2 } },
  "weighted contexts": { core: { policy: "weighted-round-robin", contexts: 2 } },
};
const PROBES = PROBE_FILES.flatMap(({ probes }) => probes);
const textOf = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");

describe("the probe programs", () => {
  it("have unique names and the result that the specification requires", () => {
    expect(PROBES.length).toBeGreaterThanOrEqual(LEAST_PROBES);
    expect(new Set(PROBES.map(({ name }) => name)).size).toBe(PROBES.length);
    for (const { name, says } of PROBES) expect(says, name).toMatch(/rivileged \d|^"/);
  });

  it("are as many as README.md and docs/accuracy.md state", () => {
    const table = [...textOf("README.md").matchAll(/^\| `(\w+)\.s` +\| +(\d+) \|/gm)];
    expect(table.map(([, name, count]) => [name, Number(count)])).toEqual(
      PROBE_FILES.map(({ name, probes }) => [name, probes.length]),
    );
    const beside = BESIDE_QEMU.flatMap(({ probes }) => probes);
    const differ = beside.filter(({ qemu }) => qemu !== undefined).length;
    const [all, both, same] = [PROBES.length, beside.length, beside.length - differ];
    expect(textOf("README.md")).toContain(
      `${same} of ${both} give the same results there, and the other ${differ} each`,
    );
    const accuracy = textOf("../../../docs/accuracy.md");
    expect(accuracy).toContain(`- ${all} [probes](../tests/programs/probes/README.md)`);
  });

  it("give the same result in QEMU, unless they state the difference", () => {
    const outcomes = recorded();
    for (const { probes } of BESIDE_QEMU)
      for (const probe of probes)
        expect(outcomes.get(digestOf(probe)), probe.name).toBe(probe.qemu === undefined);
  });

  describe.each(PROBE_FILES)("$name", (file) => {
    let run: ReturnType<typeof preparedRun>;
    beforeAll(() => {
      run = preparedRun(file);
    });

    describe.each(["core_fast.wasm", "core.wasm"] as const)("%s", (core) => {
      let results: ReturnType<typeof run>;
      beforeAll(async () => {
        results = run(await openCore(core));
      });
      it.each(file.probes.map((probe, index) => ({ ...probe, index })))("$name", ({ index }) => {
        expect(results[index]?.came).toEqual(results[index]?.expected);
      });
    });
  });

  describe.each(Object.entries(OTHER_MACHINES))("%s", (_, machine) => {
    it.each(PROBE_FILES)(
      "$name",
      long("The values may depend on no machine; a file of probes on one of seven takes 0.1 s of CPU."),
      async (file) => {
        const results = preparedRun(file, machine)(await openCore("core_fast.wasm"));
        for (const [index, { came, expected }] of results.entries())
          expect(came, file.probes[index]?.name).toEqual(expected);
      },
    );
  });
});
