/** What programs have sent to consoles. */
import type { Machine } from "../../core-wasm/binding/index.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";

export interface ConsoleOutput {
  readonly console: string;
  /** In all; the last of them are in `text`. */
  readonly sent: number;
  /** As UTF-8. */
  readonly text: string;
  /** undefined: nothing was sent. */
  readonly lastCycle: number | undefined;
}

export function consoleOutputs(machine: Machine, { machine: { consoles } }: Scenario): ConsoleOutput[] {
  return consoles.map(({ name }, index) => {
    const { sent, characters } = machine.consoleText(index) ?? { sent: 0, characters: [] };
    const bytes = Uint8Array.from(characters, ({ character }) => character);
    return {
      console: name,
      sent,
      text: new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes),
      lastCycle: characters.at(-1)?.cycle,
    };
  });
}
