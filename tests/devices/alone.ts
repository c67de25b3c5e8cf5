/** Machines for tests of device kinds. */
import { DEVICE_KINDS } from "../../scenarios/devices/kinds.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { createRandom } from "../support/random.ts";
import { RANDOM_DEVICES, type RandomList } from "../support/randomDevices.ts";
import { everything } from "../web/scenarios/support.ts";

function parsed(input: object): Scenario {
  const scenario = parseScenario(input);
  if (!scenario.ok) throw new Error(JSON.stringify(scenario.errors));
  return scenario.scenario;
}

/** One device of this kind, and the thread that its line starts. */
function oneOf(list: RandomList) {
  const { device, thread, routines = [] } = RANDOM_DEVICES[list];
  return { device: device(createRandom(1), () => ({ priority: 1 })), thread, routines };
}

/** A machine that has one device and nothing else. */
export function alone(list: RandomList): Scenario {
  const { device, thread, routines } = oneOf(list);
  return parsed({
    format: "irqscope-scenario",
    version: 1,
    name: "alone",
    machine: { [list]: [device] },
    software: { routines: [{ name: "short", kind: "cycles", cycles: 20 }, ...routines], threads: [thread] },
  });
}

/** The scenario of everything, with a device of each kind that it lacks. */
export function everyKind(): Scenario {
  const whole = everything();
  const { machine, software } = whole;
  const lists = DEVICE_KINDS.flatMap(({ list }) =>
    list === "nics" || machine[list].length > 0 ? [] : [list],
  );
  const added = lists.map((list) => ({ list, ...oneOf(list) }));
  return parsed({
    ...whole,
    machine: {
      ...machine,
      nics: [...machine.nics, { name: "hosted", driver: "program", host: {} }],
      ...Object.fromEntries(added.map(({ list, device }) => [list, [device]])),
    },
    software: {
      ...software,
      routines: [
        ...software.routines,
        ...(software.routines.some(({ name }) => name === "short")
          ? []
          : [{ name: "short", kind: "cycles", cycles: 20 }]),
        ...added.flatMap(({ routines }) => routines),
      ],
      threads: [...software.threads, ...added.map(({ thread }) => thread)],
    },
  });
}
