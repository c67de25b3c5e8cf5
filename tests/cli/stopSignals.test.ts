/** A command that is killed while it writes leaves no temporary file. */
import { EventEmitter } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { removeOnStop } from "../../cli/stopSignals.ts";

class Host extends EventEmitter {
  readonly pid = 17;
  readonly killed: unknown[] = [];
  kill(pid: number, signal?: string | number): true {
    this.killed.push([pid, signal]);
    return true;
  }
}

let folder = "";
let part = "";
let host = new Host();
const watch = () => removeOnStop(part, host as unknown as NodeJS.Process);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "irqscope-"));
  part = join(folder, ".irqscope-1.part");
  writeFileSync(part, "half");
  host = new Host();
});
afterEach(() => rmSync(folder, { recursive: true }));

test.each(["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"])(
  "%s removes the temporary file, then ends the process",
  (signal) => {
    watch();
    host.emit(signal);
    expect(existsSync(part)).toBe(false);
    expect(host.killed).toEqual([[17, signal]]);
    expect(host.eventNames()).toEqual([]);
  },
);

test("a missing temporary file does not keep the process from ending", () => {
  watch();
  rmSync(part);
  host.emit("SIGQUIT");
  expect(host.killed).toEqual([[17, "SIGQUIT"]]);
});

test("a signal that the command handles itself is left to it", () => {
  host.on("SIGINT", () => undefined);
  watch();
  host.emit("SIGINT");
  expect(existsSync(part)).toBe(true);
  expect(host.killed).toEqual([]);
});

test("no signal handler remains after the file is released", () => {
  watch()();
  expect(host.eventNames()).toEqual([]);
});
