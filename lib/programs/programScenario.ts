/** A scenario around one program that came as a file: assembly, or a linked file. */
import { toBase64 } from "../../scenarios/base/base64.ts";
import { type ParseResult, parseScenario } from "../../scenarios/read/parse.ts";

export type ProgramFile =
  | { readonly kind: "assembly"; readonly source: string }
  | { readonly kind: "elf"; readonly bytes: Uint8Array };

/** A scenario with one thread, which runs the program from cycle 0 and starts it again when it ends. */
export function programScenario(fileName: string, file: ProgramFile): ParseResult {
  const program = file.kind === "assembly" ? { source: file.source } : { elf: toBase64(file.bytes) };
  const machineMode = needsMachineMode(file);
  const name = `Program ${fileName}`.slice(0, NAME_CHARACTERS);
  return parseScenario({
    ...{ format: "irqscope-scenario", version: 1, name },
    software: {
      routines: [{ name: PROGRAM_NAME, kind: "program", program }],
      threads: [
        {
          ...{ name: PROGRAM_NAME, layer: "application", priority: 9, start: { on: "always" } },
          ...(machineMode && { machineMode }),
          steps: [{ do: "exec", routine: PROGRAM_NAME }],
        },
      ],
    },
  });
}

export const PROGRAM_NAME = "program";
const NAME_CHARACTERS = 60;

const MACHINE_WORDS = /\b(?:mtvec|mret|mstatus|mie|mip|mepc|mcause|mscratch|wfi)\b/;
/** The bytes of `mret`, little-endian. */
const MRET = [0x73, 0x00, 0x20, 0x30] as const;

/** True if the program handles its interrupts itself. */
function needsMachineMode(file: ProgramFile): boolean {
  if (file.kind === "assembly") return MACHINE_WORDS.test(file.source);
  const { bytes } = file;
  for (let at = 0; at + MRET.length <= bytes.length; at += 2)
    if (MRET.every((byte, index) => bytes[at + index] === byte)) return true;
  return false;
}
