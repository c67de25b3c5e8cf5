/** `irqscope asm`: RV32IM_Zicsr assembly as machine code. */
import {
  SIM_PROGRAM_LIMIT,
  SIM_PROGRAM_MEMORY_BASE,
  SIM_PROGRAM_MEMORY_LIMIT,
} from "../../core-wasm/binding/index.ts";
import {
  type Architecture,
  architectureNamed,
  DEFAULT_ARCHITECTURE,
  NO_ARCHITECTURE,
} from "../../lib/assembler/architecture.ts";
import type { AssembledProgram, AssemblyOptions, Piece } from "../../lib/assembler/assemble.ts";
import { remarksOf } from "../../lib/assembler/diagnostics.ts";
import { disassemble, disassembleHalf, type Labels } from "../../lib/assembler/disassemble.ts";
import { withForm } from "../../lib/programs/assemblyHelp.ts";
import { PROGRAM_CHARACTER_LIMIT } from "../../scenarios/base/limits.ts";
import { assembleProgram } from "../../scenarios/compile/assembleProgram.ts";
import { expectOnePrinted, expectOutput, onlyPositional, readArguments } from "../arguments.ts";
import { type Command, DONE, type ExitCode, InputError, warningText } from "../command.ts";
import { complaintsOf, readText } from "../load.ts";
import { print, printJson, STANDARD_OUTPUT, writeWhole } from "../output.ts";

const CODE_ADDRESS = 0x1000;
const WORD_BYTES = 4;

const HELP = `usage: irqscope asm FILE [-o CODE] [--address A] [--march ARCH] [--machine-mode] [--force] [--json]

Assembles RV32IM_Zicsr_Zifencei for routines of kind "program". Without -o it prints a listing: address, word,
instruction, line of the source. Every error names line, column and reason. Errors that only follow from others
are omitted. After an error nothing is written.

  -o, --output CODE   write the machine code there, little-endian words; - is standard output
  --force             overwrite an existing file
  --address A         address of the first instruction, a multiple of 4; default: 0x1000
  --march ARCH        the allowed extensions: rv32i, and any of m, a, c, _zicsr, _zifencei;
                      default: rv32im_zicsr_zifencei, as in a scenario. With c, instructions take two
                      bytes where GNU as compresses them
  --machine-mode      for a thread with "machineMode": true, which has CSRs such as mtvec, mstatus and mcause;
                      without this option these CSRs are refused
  --json              { address, words, lines, dataAddress, data, symbols }

Expressions, numbers (010 is 8) and directives are as in GNU as. As there, a branch with a target too far away becomes a
branch and a jump. Commas between operands may be omitted, as in RARS. docs/assembler.md has the details. An instruction
that would always be an exception is refused: access to a CSR that a program cannot read or write, a jump out of the
code, a load or store at an unmapped address.

Sections are .text and, in this order from 0x20000000 on, .data, .rodata, .bss (also with suffixes: .sdata,
.rodata.str1.1); all of them can be written to. Directives: .word .half .byte .quad .ascii .asciz .string .space
.float .double .uleb128 .fill .align .balign .org .comm .lcomm .equ .section .pushsection .previous .option .insn
.error .end, and their synonyms (.4byte .skip .eqv); .equ, .set and NAME = VALUE may give a constant a new value for
the following lines. Blocks: .rept N, .irp NAME, VALUES and
.irpc NAME, CHARACTERS to .endr; .macro NAME ARGUMENTS to .endm as in GNU as (\\ARGUMENT, defaults, \\@), or to
.end_macro as in RARS (%ARGUMENT, labels of their own in each call); .if .ifdef .ifndef .ifeq .ifb .ifc and their
opposites to .else .elseif .endif. Labels, local labels (1: 1b 1f), + - * / % << >> & | ^ ~, for conditions
== != < > <= >= && || !, %hi %lo %pcrel_hi %pcrel_lo %got_pcrel_hi, the usual pseudo-instructions (lw a0, NAME too);
; between statements, # // and /* */ for comments. The output of compilers is accepted, too, and its directives for
linkers and debuggers are ignored:
clang --target=riscv32 -march=rv32im -O2 -ffreestanding -S FILE.c; no library is linked.
`;

async function run(args: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, {
    output: { type: "string", short: "o" },
    force: { type: "boolean", default: false },
    address: { type: "string" },
    march: { type: "string" },
    "machine-mode": { type: "boolean", default: false },
    json: { type: "boolean", default: false },
  });
  expectOutput(values.force, values.output, "-o");
  expectOnePrinted(values.json, values.output, "-o");
  const file = onlyPositional(positionals, "FILE");
  const address = values.address === undefined ? CODE_ADDRESS : addressOf(values.address);
  const architecture = values.march === undefined ? DEFAULT_ARCHITECTURE : architectureOf(values.march);
  const isMachineMode = values["machine-mode"];
  const program = await assembleFile(file, { codeAddress: address, architecture, isMachineMode });
  const { output } = values;
  if (output !== undefined) await writeWhole(output, codeBytes(program), { overwrite: values.force });
  if (values.json) await printJson(jsonOf(program, address));
  else if (output === undefined) await print(listing(program, address));
  else if (output !== STANDARD_OUTPUT)
    await print(
      `${output}: ${(program.pieces ?? program.words).length} instructions, ${program.data.length} bytes of data`,
    );
  return DONE;
}

function addressOf(text: string): number {
  const address = /^(?:0x[0-9a-f]+|\d+)$/i.test(text) ? Number(text) : Number.NaN;
  if (address % WORD_BYTES === 0 && address < SIM_PROGRAM_MEMORY_BASE) return address;
  throw new InputError({
    subject: "--address",
    reason: `${JSON.stringify(text)} is not a multiple of 4 below 0x20000000`,
  });
}

function architectureOf(text: string): Architecture {
  const architecture = architectureNamed(text);
  if (architecture !== undefined) return architecture;
  throw new InputError({ subject: "--march", reason: `${JSON.stringify(text)} ${NO_ARCHITECTURE}` });
}

async function assembleFile(
  file: string,
  options: Pick<AssemblyOptions, "codeAddress" | "architecture" | "isMachineMode">,
): Promise<AssembledProgram> {
  const source = await readText(file, "", "assembly");
  if (source.length > PROGRAM_CHARACTER_LIMIT)
    throw new InputError({ subject: file, reason: `is longer than ${PROGRAM_CHARACTER_LIMIT} characters` });
  for (const { line, column, message } of remarksOf(source))
    process.stderr.write(`${warningText(file, { field: `line ${line}, column ${column}`, message })}\n`);
  const result = assembleProgram(source, {
    ...options,
    dataAddress: SIM_PROGRAM_MEMORY_BASE,
    wordLimit: SIM_PROGRAM_LIMIT,
    dataByteLimit: SIM_PROGRAM_MEMORY_LIMIT,
  });
  if (result.ok) return result.program;
  const errors = result.errors.map(withForm).map(({ line, column, message }) => ({
    field: `line ${line}, column ${column}`,
    message,
  }));
  throw new InputError(...complaintsOf(file, { errors, errorCount: result.errorCount }));
}

function codeBytes({ words }: AssembledProgram): Uint8Array {
  const bytes = new Uint8Array(words.length * WORD_BYTES);
  const view = new DataView(bytes.buffer);
  words.forEach((word, index) => {
    view.setUint32(index * WORD_BYTES, word, true);
  });
  return bytes;
}

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, "0");

/** A piece may also be an instruction of two bytes, or bytes between instructions. */
function textOf(view: DataView, { offset, bytes }: Piece, pc: number, labels: Labels): [string, string] {
  if (bytes === WORD_BYTES) {
    const word = view.getUint32(offset, true);
    return [hex(word, 8), disassemble(word, pc, labels)];
  }
  if (bytes === 2) {
    const half = view.getUint16(offset, true);
    return [hex(half, 4), disassembleHalf(half, pc, labels)];
  }
  const all = Array.from({ length: bytes }, (_, at) => hex(view.getUint8(offset + at), 2));
  return [all.join(" "), `.byte ${all.map((one) => `0x${one}`).join(", ")}`];
}

function listing(program: AssembledProgram, address: number): string {
  const { words, lines, symbols } = program;
  const isLocal = (name: string) => name.startsWith(".L");
  // If several symbols share an address, the last one wins: the name of the function, not a local label of the
  // compiler.
  const named = [...symbols].sort(([a], [b]) => Number(isLocal(b)) - Number(isLocal(a)));
  const names = new Map(named.map(([name, value]) => [value, name]));
  const whole = words.map((_, index) => ({
    offset: index * WORD_BYTES,
    bytes: WORD_BYTES,
    line: lines[index] ?? 0,
  }));
  const view = new DataView(codeBytes(program).buffer);
  return (program.pieces ?? whole)
    .map((piece) => {
      const pc = address + piece.offset;
      const [code, text] = textOf(view, piece, pc, (target) => names.get(target));
      const label = names.get(pc);
      const shown = `${code.padEnd(2 * WORD_BYTES)}  ${text.padEnd(28)} line ${piece.line}`;
      return `${label === undefined ? "" : `${label}:\n`}${hex(pc, 8)}  ${shown}`;
    })
    .join("\n");
}

const jsonOf = ({ words, lines, data, symbols }: AssembledProgram, address: number) => ({
  address,
  words,
  lines,
  dataAddress: SIM_PROGRAM_MEMORY_BASE,
  data: Array.from(data),
  symbols: Object.fromEntries(symbols),
});

export const command: Command = { summary: "assemble RV32IM_Zicsr", help: HELP, run };
