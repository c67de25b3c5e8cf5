/** Buttons: lines, steps, records and the page's view of a button. */
import { SIM_BUTTON_LIMIT, sim_button_config, sim_config } from "../../core-wasm/binding/layout.gen.ts";
import { at, unlessNever, writeRecord, writeScalar } from "../base/record.ts";
import type { Button, ButtonStep } from "./buttonSchema.ts";
import {
  type DeviceExports,
  type DeviceKind,
  type DeviceRecords,
  oneDriver,
  type StepsOf,
  type ViewOf,
} from "./device.ts";

export const button = {
  kind: "button",
  list: "buttons",
  drivers: oneDriver,
  lossEvent: "button-pressed",
} as const satisfies DeviceKind<Button>;

export const buttonRecords: DeviceRecords<Button> = {
  compile(view, buttons, { lineOf }) {
    const { presses } = sim_config.fields;
    let firstPress = 0;
    writeRecord(view, 0, sim_config, { button_count: buttons.length });
    buttons.forEach((one, index) => {
      writeRecord(view, at(sim_config.fields.buttons, index), sim_button_config, {
        first_press: firstPress,
        press_count: one.pressCycles.length,
        line: lineOf(one),
      });
      for (const cycle of one.pressCycles) {
        const offset = presses.offset + BigUint64Array.BYTES_PER_ELEMENT * firstPress++;
        writeScalar(view, offset, presses.type, BigInt(cycle));
      }
    });
  },
  refusals: { names: { first_press: "pressCycles", press_count: "pressCycles" }, shared: ["presses"] },
};

export const buttonExports = {
  events: { "button-pressed": "pressed" },
  series: [
    { track: "pressed", column: "presses" },
    { track: "pressed", column: "presses", first: SIM_BUTTON_LIMIT, suffix: ":overrun" },
  ],
} as const satisfies DeviceExports;

export const buttonSteps: StepsOf<ButtonStep> = {
  "acknowledge-button": () => ({ op: "acknowledge" }),
};

export interface ButtonView {
  /** Undefined if no press is due. */
  readonly nextPressCycle: number | undefined;
  /** True if a press has not been acknowledged. */
  readonly isPressed: boolean;
}

export const buttonView: ViewOf<ButtonView> = ({ buttons }, index) => {
  const button = buttons[index];
  return button === undefined
    ? undefined
    : { nextPressCycle: unlessNever(button.next_cycle), isPressed: button.status !== 0 };
};
