// Runs programs in parallel.
import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { CORE_ROOT } from "./toolchain.mjs";

/** Exit code (or signal, or -1 if it could not be started) and all of its output. */
export function execute(program, args, cwd = CORE_ROOT) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd });
    let output = "";
    child.stdout.on("data", (data) => {
      output += data;
    });
    child.stderr.on("data", (data) => {
      output += data;
    });
    child.on("error", (error) => resolve({ code: -1, output: String(error) }));
    child.on("close", (code, signal) => resolve({ code: code ?? signal, output }));
  });
}

/** Like `run` of toolchain.mjs, but in parallel with others. Returns the output. Throws it on failure. */
export async function mustWork(program, args, cwd) {
  const { code, output } = await execute(program, args, cwd);
  if (code !== 0) throw new Error(`${program} ${args.join(" ")}: ${code}\n${output}`);
  return output;
}

/** Runs as many jobs at a time as there are processors. Results keep the order of the jobs. After a job throws,
 * it starts no other job and waits for the running ones. */
export async function inParallel(jobs) {
  const results = [];
  let next = 0;
  const worker = async () => {
    while (next < jobs.length) {
      const index = next++;
      try {
        results[index] = await jobs[index]();
      } catch (error) {
        next = jobs.length;
        throw error;
      }
    }
  };
  const workers = await Promise.allSettled(Array.from({ length: availableParallelism() }, worker));
  for (const { status, reason } of workers) if (status === "rejected") throw reason;
  return results;
}
