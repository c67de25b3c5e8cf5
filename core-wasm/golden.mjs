// The golden machines: workloads (a sim_config record and its trace), each with the state hash that every
// build and every host of the core must reach. tests/golden.c makes them, tests/golden/golden.json stores
// them.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { CORE_ROOT } from "./toolchain.mjs";

const GOLDEN = join(CORE_ROOT, "..", "tests", "golden", "golden.json");

/** Cases that `golden FOLDER` printed and wrote. */
export function readCases(output, folder) {
  return output
    .trim()
    .split("\n")
    .map((line) => {
      const [name, stateHash, cycles] = line.split(" ");
      return {
        name,
        stateHash,
        cycles: Number(cycles),
        workload: readFileSync(join(folder, `${name}.workload`)),
      };
    });
}

/** The committed cases. */
export function loadGolden() {
  const { cases } = JSON.parse(readFileSync(GOLDEN, "utf8"));
  return cases.map(({ workload, ...rest }) => ({
    ...rest,
    workload: inflateRawSync(Buffer.from(workload, "base64")),
  }));
}

export function saveGolden(cases) {
  const texts = cases.map(({ workload, ...rest }) => ({
    ...rest,
    workload: deflateRawSync(workload, { level: 9 }).toString("base64"),
  }));
  writeFileSync(GOLDEN, `${JSON.stringify({ cases: texts }, null, 2)}\n`);
}

/** Differences between actual and expected cases, one line each. */
export function differences(found, wanted) {
  const lines = [];
  for (const { name, stateHash, cycles, workload } of wanted) {
    const same = found.find((one) => one.name === name);
    if (!same) lines.push(`${name}: missing`);
    else if (!same.workload.equals(workload)) lines.push(`${name}: is another machine now`);
    else if (same.cycles !== cycles) lines.push(`${name}: ${same.cycles} cycles instead of ${cycles}`);
    else if (same.stateHash !== stateHash) lines.push(`${name}: ${same.stateHash} instead of ${stateHash}`);
  }
  for (const { name } of found) if (!wanted.some((one) => one.name === name)) lines.push(`${name}: is new`);
  return lines;
}

/** State hashes that a built module computes for the same machines. */
export function runInWasm(bytes, cases) {
  const module = new WebAssembly.Module(bytes);
  return cases.map((one) => ({ ...one, stateHash: hashInWasm(module, one) }));
}

const PAGES = 400; // 25 MiB: enough for every golden machine without observers

function hashInWasm(module, { workload, cycles }) {
  const memory = new WebAssembly.Memory({ initial: PAGES, maximum: PAGES });
  const core = new WebAssembly.Instance(module, { env: { memory } }).exports;
  const put = (at, bytes) => new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
  const configBytes = core.core_config_bytes();
  put(core.core_config(), workload.subarray(0, configBytes));
  put(core.core_transfer(), workload.subarray(configBytes));
  if (core.core_create() !== 0) return "refused";
  core.core_step(BigInt(cycles), 0);
  return BigInt.asUintN(64, core.core_state_hash()).toString(16).padStart(16, "0");
}
