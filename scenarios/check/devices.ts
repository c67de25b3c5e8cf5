/** Checks of interrupt lines and devices that the schema cannot express. */
import { SIM_LINE_LIMIT } from "../../core-wasm/binding/layout.gen.ts";
import { DEVICE_KINDS, deviceNamed } from "../devices/kinds.ts";
import { type LineChoice, linesOf } from "../devices/lines.ts";
import type { DeviceRules } from "../devices/rules.ts";
import { DEVICE_RULES } from "../devices/schemas.ts";
import type { Check } from "./checking.ts";

export function checkLines(check: Check): void {
  const { machine } = check.scenario;
  const { core, interrupts } = machine;
  const checkPlace = (line: { core: "any" | number; context: "any" | number }, field: string) => {
    if (line.context !== "any" && line.context >= core.contexts) {
      check.fail(`${field}.context`, `must be below the number of contexts, ${core.contexts}`);
    }
    if (line.core !== "any" && line.core >= core.cores) {
      check.fail(`${field}.core`, `must be below the number of cores, ${core.cores}`);
    }
  };
  interrupts.lines.forEach((line, index) => {
    checkPlace(line, `machine.interrupts.lines[${index}]`);
  });
  for (const { list, drivers } of DEVICE_KINDS) {
    machine[list].forEach((device, index) => {
      for (const { line, field } of drivers(device)) {
        const place = `machine.${list}[${index}].${field}`;
        if (typeof line === "string") check.refers(place, "line", line);
        else checkPlace(line, place);
      }
    });
  }
  const lines = linesOf(machine).length;
  if (lines > SIM_LINE_LIMIT) {
    check.fail(
      "machine.interrupts.lines",
      `with those that devices bring along are ${lines}, at most ${SIM_LINE_LIMIT}`,
    );
  }
}

export function checkDevices(check: Check): void {
  const { machine } = check.scenario;
  for (const { list } of DEVICE_KINDS) {
    const rules: DeviceRules = DEVICE_RULES[list];
    rules.checkAll?.(machine[list], (message) => check.fail(`machine.${list}`, message));
    machine[list].forEach((device, index) => {
      rules.check?.(device, machine, (field, message) =>
        check.fail(`machine.${list}[${index}].${field}`, message),
      );
    });
  }
}

export function checkLineChoice(check: Check, choice: LineChoice, field: string): void {
  const keys = ["line", ...DEVICE_KINDS.map(({ kind }) => kind)] as const;
  if (keys.filter((key) => choice[key] !== undefined).length !== 1) {
    check.fail(field, `needs exactly one of ${keys.join(", ")}`);
    return;
  }
  if (choice.nic === undefined && choice.ring !== undefined) check.fail(`${field}.ring`, "belongs to a nic");
  if (choice.line !== undefined) check.refers(`${field}.line`, "line", choice.line);
  checkDeviceUse(check, choice, field);
}

/** Checks a step, a condition or a choice of a line. Does nothing if it names no device. */
export function checkDeviceUse(check: Check, use: object, field: string): void {
  const named = deviceNamed(use);
  if (named === undefined) return;
  const { kind, list } = named.kind;
  if (!check.refers(`${field}.${kind}`, kind, named.name)) return;
  const device = check.scenario.machine[list].find(({ name }) => name === named.name);
  const rules: DeviceRules = DEVICE_RULES[list];
  if (device !== undefined) {
    rules.checkUse?.(device, { ...use }, (part, message) => check.fail(`${field}.${part}`, message));
  }
}
