/** Consoles: lines, steps, records and the page's view of a console. */
import { sim_config, sim_console_config } from "../../core-wasm/binding/layout.gen.ts";
import { at, unlessNever, writeRecord, writeScalar } from "../base/record.ts";
import { characterCyclesOf, inputOf } from "./consoleInput.ts";
import type { Console, ConsoleStep } from "./consoleSchema.ts";
import {
  type DeviceExports,
  type DeviceKind,
  type DeviceRecords,
  oneDriver,
  type StepsOf,
  type ViewOf,
} from "./device.ts";

export const console = {
  kind: "console",
  list: "consoles",
  drivers: oneDriver,
} as const satisfies DeviceKind<Console>;

/** IER of a 16550. */
const ENABLES = { received: 1, "all-sent": 2, lost: 4 } as const;

export const consoleRecords: DeviceRecords<Console> = {
  compile(view, consoles, { clockHertz, lineOf }) {
    const { inputs } = sim_config.fields;
    let next = 0;
    writeRecord(view, 0, sim_config, { console_count: consoles.length });
    consoles.forEach((one, index) => {
      const each = characterCyclesOf(one.bitPerSecond, clockHertz);
      const first = next;
      for (const { cycle, text } of one.input)
        inputOf(text).forEach((character, place) => {
          const comes = BigInt(cycle + (place + 1) * each);
          const offset = inputs.offset + BigUint64Array.BYTES_PER_ELEMENT * next++;
          writeScalar(view, offset, inputs.type, (comes << 8n) | BigInt(character));
        });
      writeRecord(view, at(sim_config.fields.consoles, index), sim_console_config, {
        character_cycles: each,
        first_input: first,
        input_count: next - first,
        enabled: one.interrupts.reduce((sum, which) => sum | ENABLES[which], 0),
        line: lineOf(one),
      });
    });
  },
  refusals: {
    names: {
      character_cycles: "bitPerSecond",
      first_input: "input",
      input_count: "input",
      enabled: "interrupts",
    },
    shared: ["inputs"],
  },
};

export const consoleExports = {
  events: { "console-sent": false, "console-received": false },
  series: [],
} as const satisfies DeviceExports;

export const consoleSteps: StepsOf<ConsoleStep> = {
  "acknowledge-console": () => ({ op: "acknowledge" }),
};

export interface ConsoleView {
  /** Undefined if no input is due. */
  readonly nextInputCycle: number | undefined;
  /** Number of characters that arrived and were not read. */
  readonly received: number;
  /** Number of characters to send, including the one being sent. */
  readonly toSend: number;
}

export const consoleView: ViewOf<ConsoleView> = ({ consoles }, index) => {
  const one = consoles[index];
  if (one === undefined) return undefined;
  const isSending = unlessNever(one.sent_cycle) !== undefined;
  return {
    nextInputCycle: unlessNever(one.next_cycle),
    received: one.received,
    toSend: one.waiting + Number(isSending),
  };
};
