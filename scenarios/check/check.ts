/** Checks that the schema cannot express: names, references and the rules of docs/model.md. */

import {
  SIM_INSTRUCTION_LIMIT,
  SIM_POINT_LIMIT,
  SIM_STEP_LIMIT,
  SIM_TRACE_BYTE_LIMIT,
  SIM_TRACE_LIMIT,
  SIM_TRAFFIC_LIMIT,
} from "../../core-wasm/binding/layout.gen.ts";
import { quotedVisibly } from "../../lib/assembler/visible.ts";
import { fromBase64 } from "../base/base64.ts";
import { timeInCycles } from "../base/cycles.ts";
import { RUN_CYCLE_LIMIT, WHILE_DEPTH_LIMIT } from "../base/limits.ts";
import { flatLength } from "../compile/flatten.ts";
import { DEVICE_KINDS, deviceNamed, isDeviceCondition } from "../devices/kinds.ts";
import { lineIndex } from "../devices/lines.ts";
import type { Condition, Scenario, Step, Thread, Traffic } from "../format/schema.ts";
import { contextsOf } from "../software/contexts.ts";
import { drawnCyclesErrors, pointsOf, tableErrors } from "../software/drawnCycles.ts";
import { someStep } from "../software/steps.ts";
import { intervalOf, sourcesOf } from "../traffic/rates.ts";
import { bytesOfFrame, recordedByteCount, recordedNanoseconds } from "../traffic/recording.ts";
import { Check, checkKnobs } from "./checking.ts";
import { checkCore } from "./core.ts";
import { checkDevices, checkDeviceUse, checkLineChoice, checkLines, checkMemory } from "./machine.ts";
import { checkHarts, checkLockStep, checkLocks, checkPrograms } from "./software.ts";

type OpenTraffic = Extract<Traffic, { readonly rate: unknown }>;

export function checkScenario(scenario: Scenario): Pick<Check, "errors" | "unlisted"> {
  const check = new Check(scenario);
  check.unique("machine.interrupts.lines", "line");
  for (const { kind, list } of DEVICE_KINDS) check.unique(`machine.${list}`, kind);
  check.unique("software.queues", "queue");
  check.unique("software.routines", "routine");
  check.unique("software.locks", "lock");
  check.unique("software.threads", "thread");
  const fail = (field: string, message: string) => check.fail(field, message);
  checkCore(scenario.machine, fail);
  checkMemory(scenario, fail);
  checkLines(check);
  checkDevices(check);
  checkRoutines(check);
  checkLocks(check);
  checkPrograms(scenario, fail, (errors) => {
    check.unlisted += errors;
  });
  checkScheduler(check);
  scenario.software.threads.forEach((thread, index) => {
    checkThread(check, thread, index);
  });
  checkStarts(check);
  checkHarts(scenario, fail);
  checkStepCount(check);
  scenario.traffic.forEach((traffic, index) => {
    checkTraffic(check, traffic, `traffic[${index}]`);
  });
  checkTraceLength(check);
  checkRecordedBytes(check);
  checkWindows(check);
  checkKnobs(scenario, fail);
  return check;
}

function checkRoutines(check: Check): void {
  const { routines } = check.scenario.software;
  let instructionCount = 0;
  routines.forEach((routine, index) => {
    const field = `software.routines[${index}]`;
    if (routine.kind === "sequence") {
      instructionCount += routine.sequence.length;
      if (routine.sequence.length * routine.repeat > 0xffff_ffff) {
        check.fail(`${field}.repeat`, "gives more than 4,294,967,295 instructions");
      }
    } else if (
      routine.kind !== "program" &&
      Object.values(routine.profile.mix).every((weight) => weight === 0)
    ) {
      check.fail(`${field}.profile.mix`, "needs a weight above 0");
    }
  });
  checkDrawnCycles(check);
  if (instructionCount > SIM_INSTRUCTION_LIMIT) {
    check.fail(
      "software.routines",
      `have ${instructionCount} explicit instructions in total, but the limit is ${SIM_INSTRUCTION_LIMIT}`,
    );
  }
}

function checkDrawnCycles(check: Check): void {
  let points = 0;
  check.scenario.software.routines.forEach((routine, index) => {
    if (routine.kind !== "cycles" || routine.drawnCycles === undefined) return;
    points += pointsOf(routine.drawnCycles).length;
    for (const { field, message } of drawnCyclesErrors(routine.drawnCycles))
      check.fail(`software.routines[${index}].drawnCycles.${field}`, message);
  });
  for (const { index, message } of tableErrors(check.scenario.software))
    check.fail(`software.routines[${index}].drawnCycles.values`, message);
  if (points > SIM_POINT_LIMIT)
    check.fail(
      "software.routines",
      `have ${points} points of drawn cycles in total, but the limit is ${SIM_POINT_LIMIT}`,
    );
}

function checkScheduler(check: Check): void {
  const { tickCycles, tickWorkCycles } = check.scenario.software.scheduler;
  if (tickWorkCycles > 0 && tickWorkCycles >= tickCycles) {
    check.fail("software.scheduler.tickWorkCycles", `must be less than a tick, ${tickCycles} cycles`);
  }
}

function checkThread(check: Check, thread: Thread, index: number): void {
  const field = `software.threads[${index}]`;
  const { contexts, cores } = check.scenario.machine.core;
  if (thread.context !== "any" && thread.context >= contexts) {
    check.fail(`${field}.context`, `must be below the number of contexts, ${contexts}`);
  }
  if (thread.core >= cores) check.fail(`${field}.core`, `must be below the number of cores, ${cores}`);
  if (thread.start.on === "line") checkLineChoice(check, thread.start, `${field}.start`);
  checkOwnSaves(check, thread, field);
  checkSteps(check, thread, thread.steps, `${field}.steps`, 0);
  if (
    thread.start.on === "always" &&
    !someStep(thread.steps, (step) => ["exec", "wait", "wait-disk", "wait-raise", "sleep"].includes(step.do))
  ) {
    check.fail(
      `${field}.steps`,
      "of a permanent thread need an exec, a wait or a sleep; otherwise the thread would loop without using a cycle",
    );
  }
}

function checkOwnSaves(check: Check, thread: Thread, field: string): void {
  const { kind } = check.scenario.machine.interrupts.saveRestore;
  const fail = (name: "saveCycles" | "restoreCycles" | "saveWords" | "restoreWords", message: string) => {
    if (thread[name] !== undefined) check.fail(`${field}.${name}`, message);
  };
  const own = { cycles: ["saveCycles", "restoreCycles"], words: ["saveWords", "restoreWords"] } as const;
  const byLine = "is for a thread that an interrupt line starts";
  if (thread.start.on !== "line") for (const name of [...own.cycles, ...own.words]) fail(name, byLine);
  else if (kind === "cycles")
    for (const name of own.words) fail(name, "needs saves in words (machine.interrupts.saveRestore.kind)");
  else
    for (const name of own.cycles) fail(name, "needs saves in cycles (machine.interrupts.saveRestore.kind)");
}

function checkSteps(
  check: Check,
  thread: Thread,
  steps: readonly Step[],
  field: string,
  whileDepth: number,
): void {
  if (whileDepth > WHILE_DEPTH_LIMIT) {
    check.fail(field, `has while, repeat or if inside one another more than ${WHILE_DEPTH_LIMIT} deep`);
    return;
  }
  steps.forEach((step, index) => {
    const here = `${field}[${index}]`;
    checkReferences(check, thread, step, here);
    if (step.do === "while" || step.do === "repeat" || step.do === "if" || step.do === "system-call") {
      checkSteps(check, thread, step.steps, `${here}.steps`, whileDepth + 1);
    }
    if (step.do === "if") checkSteps(check, thread, step.else, `${here}.else`, whileDepth + 1);
    const waits =
      step.do === "wait" ||
      step.do === "wait-disk" ||
      step.do === "wait-raise" ||
      (step.do === "put" && step.whenFull === "wait");
    if ((waits || step.do === "sleep" || step.do === "yield") && thread.start.on !== "always") {
      const what = waits ? "wait" : step.do;
      check.fail(here, `only a permanent thread may ${what}; this one starts on ${thread.start.on}`);
    }
  });
}

function checkReferences(check: Check, thread: Thread, step: Step, field: string): void {
  if (step.do === "mask" || step.do === "unmask") checkLineChoice(check, step, field);
  else checkDeviceUse(check, step, field);
  if ("queue" in step) check.refers(`${field}.queue`, "queue", step.queue);
  if (step.do === "exec") check.refers(`${field}.routine`, "routine", step.routine);
  if (step.do === "lock" || step.do === "unlock") checkLockStep(check, thread, step, field);
  if (step.do === "system-call") {
    for (const key of ["enter", "exit"] as const) {
      const routine = step[key];
      if (routine !== undefined) check.refers(`${field}.${key}`, "routine", routine);
    }
  }
  if (step.do === "raise") checkRaisedThread(check, `${field}.thread`, step.thread);
  if (step.do === "while" || step.do === "repeat" || step.do === "if")
    checkCondition(check, step.condition, `${field}.condition`);
}

function checkCondition(check: Check, condition: Condition, field: string): void {
  if (isDeviceCondition(condition)) {
    checkDeviceUse(check, condition, field);
    return;
  }
  switch (condition.on) {
    case "all":
      condition.of.forEach((one, index) => {
        checkCondition(check, one, `${field}.of[${index}]`);
      });
      return;
    case "queue-not-empty":
    case "queue-not-full":
      check.refers(`${field}.queue`, "queue", condition.queue);
      return;
    case "budget-left":
      return;
  }
}

/** A permanent thread must wait for raises. */
function checkRaisedThread(check: Check, field: string, name: string): void {
  const thread = check.scenario.software.threads.find((one) => one.name === name);
  if (thread?.start.on !== "always") checkSoftThread(check, field, name);
  else if (!someStep(thread.steps, (step) => step.do === "wait-raise")) {
    check.fail(field, `names a thread that never waits for a raise: ${quotedVisibly(name)}`);
  }
}

function checkSoftThread(check: Check, field: string, name: string): void {
  if (!check.refers(field, "thread", name)) return;
  const thread = check.scenario.software.threads.find((one) => one.name === name);
  if (thread?.start.on !== "soft") {
    check.fail(field, `names a thread that is not started by soft interrupts: ${quotedVisibly(name)}`);
  }
}

/** Without a scheduler, a context has at most one permanent thread. At most one thread answers a line. */
function checkStarts(check: Check): void {
  const ofContext = new Map<number, string>();
  const ofLine = new Map<number, string>();
  check.scenario.software.threads.forEach((thread, index) => {
    const field = `software.threads[${index}]`;
    const { name, start } = thread;
    if (start.on === "always") {
      if (check.scenario.software.scheduler.policy !== "none") return;
      const [context = 0] = contextsOf(check.scenario, thread);
      const other = ofContext.get(context);
      if (other === undefined) ofContext.set(context, name);
      else
        check.fail(
          `${field}.context`,
          `${context} already has the permanent thread ${quotedVisibly(other)}; threads that share a context need software.scheduler`,
        );
    } else if (start.on === "line") {
      const line = lineIndex(check.scenario.machine, start);
      const other = ofLine.get(line);
      const key = start.line === undefined ? deviceNamed(start)?.kind.kind : "line";
      if (other === undefined) ofLine.set(line, name);
      else if (line >= 0)
        check.fail(`${field}.start.${key}`, `its line already starts ${quotedVisibly(other)}`);
    }
  });
}

function checkStepCount(check: Check): void {
  const steps = check.scenario.software.threads.reduce((sum, thread) => sum + flatLength(thread.steps), 0);
  if (steps > SIM_STEP_LIMIT) {
    check.fail(
      "software.threads",
      `have ${steps} steps in total (a while counts two besides its body, the end of a thread one), but the limit is ${SIM_STEP_LIMIT}`,
    );
  }
}

function checkTraffic(check: Check, traffic: Traffic, field: string): void {
  check.refers(`${field}.nic`, "nic", traffic.nic);
  if (traffic.send === undefined) {
    if (sends(traffic)) {
      check.fail(`${field}.send`, "is missing: packets to send need a queue and a thread that is raised");
    }
  } else {
    check.refers(`${field}.send.queue`, "queue", traffic.send.queue);
    checkSoftThread(check, `${field}.send.thread`, traffic.send.thread);
  }
  if (traffic.kind !== "trace" && traffic.body !== "udp") checkBody(check, traffic, `${field}.body`);
  if (traffic.kind === "trace") {
    checkTrace(check, traffic, `${field}.events`);
    checkBytes(check, traffic, `${field}.events.bytes`);
    checkResample(check, traffic, field);
  } else if (traffic.loop === "open") checkRate(check, traffic, field);
}

function checkBody(check: Check, traffic: Exclude<Traffic, { kind: "trace" }>, field: string): void {
  const card = check.scenario.machine.nics.find(({ name }) => name === traffic.nic);
  if (traffic.direction === "send") check.fail(field, "is of received frames: programs write what is sent");
  else if (card?.driver === "steps")
    check.fail(field, `is not read: no program serves ${JSON.stringify(traffic.nic)}`);
}

/** More than one frame per cycle would keep the machine in one cycle forever. The core checks the other bound. */
function checkRate(check: Check, traffic: OpenTraffic, field: string): void {
  const { clockHertz } = check.scenario.machine;
  const { numerator, denominator } = intervalOf(traffic.rate, traffic.sizeBytes, clockHertz);
  if (numerator < denominator) check.fail(`${field}.rate`, "offers more than one frame a cycle");
  if (numerator > denominator * BigInt(RUN_CYCLE_LIMIT)) {
    check.fail(`${field}.rate`, `offers less than one frame in ${RUN_CYCLE_LIMIT} cycles`);
  }
}

function sends(traffic: Traffic): boolean {
  return traffic.kind === "trace" ? traffic.events.directions.includes("s") : traffic.direction === "send";
}

function checkTrace(check: Check, traffic: Extract<Traffic, { kind: "trace" }>, field: string): void {
  const { sizesBytes, directions } = traffic.events;
  const [timeField, times] =
    traffic.loop === "open"
      ? (["timesNanoseconds", traffic.events.timesNanoseconds] as const)
      : (["thinkNanoseconds", traffic.events.thinkNanoseconds] as const);
  if (times.length === 0) check.fail(`${field}.${timeField}`, "is empty");
  if (sizesBytes.length !== times.length) {
    check.fail(`${field}.sizesBytes`, `has ${sizesBytes.length} entries, ${timeField} has ${times.length}`);
  }
  const { flows = sizesBytes } = traffic.events;
  if (flows.length !== times.length) {
    check.fail(`${field}.flows`, `has ${flows.length} entries, ${timeField} has ${times.length}`);
  }
  if (directions.length !== times.length) {
    check.fail(
      `${field}.directions`,
      `has ${directions.length} letters, ${timeField} has ${times.length} entries`,
    );
  }
  if (traffic.loop === "open") {
    const fall = times.findIndex((time, index) => time < (times[index - 1] ?? 0));
    if (fall >= 0) check.fail(`${field}.timesNanoseconds[${fall}]`, "is earlier than the previous entry");
  }
  const longest = times.reduce((most, time) => Math.max(most, time), 0);
  const scaled = BigInt(timeInCycles(check.scenario.machine.clockHertz)(longest));
  const cycles = (scaled * BigInt(traffic.timeScalePermille)) / 1000n;
  if (cycles > BigInt(RUN_CYCLE_LIMIT)) {
    check.fail(`${field}.${timeField}`, `reaches ${cycles} cycles, at most ${RUN_CYCLE_LIMIT}`);
  }
}

function checkBytes(check: Check, traffic: Extract<Traffic, { kind: "trace" }>, field: string): void {
  const { sizesBytes, directions, bytes } = traffic.events;
  if (bytes === undefined) return;
  const { lengthsBytes, base64 } = bytes;
  if (lengthsBytes.length !== sizesBytes.length) {
    check.fail(
      `${field}.lengthsBytes`,
      `has ${lengthsBytes.length} entries, sizesBytes has ${sizesBytes.length}`,
    );
    return;
  }
  const long = lengthsBytes.findIndex((length, event) => length > bytesOfFrame(sizesBytes[event] ?? 0));
  if (long >= 0) {
    const most = bytesOfFrame(sizesBytes[long] ?? 0);
    check.fail(
      `${field}.lengthsBytes[${long}]`,
      `is ${lengthsBytes[long]}, the frame has ${most} bytes without its check sequence`,
    );
  }
  const sent = lengthsBytes.findIndex((length, event) => length > 0 && directions[event] === "s");
  if (sent >= 0)
    check.fail(`${field}.lengthsBytes[${sent}]`, "is of a frame that is sent: only received ones have bytes");
  const held = fromBase64(base64)?.length;
  const together = recordedByteCount(traffic);
  if (held === undefined) check.fail(`${field}.base64`, "is not base64");
  else if (held !== together)
    check.fail(`${field}.base64`, `has ${held} bytes, lengthsBytes are ${together} together`);
}

function checkResample(check: Check, traffic: Extract<Traffic, { kind: "trace" }>, field: string): void {
  const { length } = recordedNanoseconds(traffic);
  if (traffic.resample !== undefined && traffic.resample.blockEvents > length)
    check.fail(`${field}.resample.blockEvents`, `is more than the ${length} events of the capture`);
}

/** Each frame of a window is a source of the core. */
function checkWindows(check: Check): void {
  const sources = sourcesOf(check.scenario.traffic).length;
  if (sources > SIM_TRAFFIC_LIMIT)
    check.fail(
      "traffic",
      `has ${sources} sources (each frame of a window counts as one), but may have at most ${SIM_TRAFFIC_LIMIT}`,
    );
}

function checkTraceLength(check: Check): void {
  const entries = check.scenario.traffic.reduce(
    (sum, traffic) => sum + (traffic.kind === "trace" ? traffic.events.sizesBytes.length : 0),
    0,
  );
  if (entries > SIM_TRACE_LIMIT) {
    check.fail("traffic", `has ${entries} trace entries in total, but the limit is ${SIM_TRACE_LIMIT}`);
  }
}

function checkRecordedBytes(check: Check): void {
  const bytes = check.scenario.traffic.reduce((sum, traffic) => sum + recordedByteCount(traffic), 0);
  if (bytes > SIM_TRACE_BYTE_LIMIT)
    check.fail("traffic", `has ${bytes} bytes of frames in total, but the limit is ${SIM_TRACE_BYTE_LIMIT}`);
}
