/** Routines of kind program: RV32IM_Zicsr machine code, optionally with A and C, as assembly or as words. */
import { z } from "zod";
import { SIM_PROGRAM_MEMORY_BASE, SIM_PROGRAM_MEMORY_LIMIT } from "../../core-wasm/binding/layout.gen.ts";
import { base64, count, line, lines, name } from "../base/field.ts";
import { LIST_LIMIT, PROGRAM_CHARACTER_LIMIT } from "../base/limits.ts";

/** Code must lie below the memory of programs. */
const CODE_ADDRESS_LIMIT = 0x1fff_0000;
const GRAIN_BYTES = 16;
/** The machine's memory, symbols and lines. */
export const ELF_BYTE_LIMIT = 196_608;
/** Prefix of a file name in place of base64, in files that the command reads. */
export const FILE_PREFIX = "file:";
/** Number of C and assembly sources of a linked file. Each has at most PROGRAM_CHARACTER_LIMIT characters. */
export const SOURCE_LIMIT = 16;
const PATH_CHARACTER_LIMIT = 200;
const ARCHITECTURES = ["rv32im", "rv32ima", "rv32imc", "rv32imac"] as const;

export const programRoutineSchema = z
  .strictObject({
    name,
    kind: z.literal("program"),
    program: z
      .strictObject({
        source: lines(PROGRAM_CHARACTER_LIMIT)
          .optional()
          .meta({
            title: "Assembly",
            description:
              "RV32IM_Zicsr: .text and .data, labels, the usual pseudo-instructions and directives.",
            examples: ["ret"],
          }),
        words: z
          .array(count(0, 0xffff_ffff))
          .min(1)
          .max(LIST_LIMIT)
          .optional()
          .meta({
            title: "Machine code",
            description: "Instead of assembly: the code word by word.",
            examples: [[0x8067]],
          }),
        elf: base64(ELF_BYTE_LIMIT, /^[A-Za-z0-9+/]+={0,2}$/, {
          error: (issue) =>
            String(issue.input).startsWith(FILE_PREFIX)
              ? "names a file: the command irqscope reads it (irqscope embed), a page cannot"
              : "must be a linked file in base64",
        })
          .optional()
          .meta({
            title: "Linked file",
            description:
              "Instead of assembly: an ELF executable for RV32 in base64, as gcc or clang link it with scenarios/programs/c; its addresses, symbols and lines are those of the file.",
            examples: ["f0VMRg=="],
          }),
      })
      .refine(
        ({ source, words, elf }) => [source, words, elf].filter((one) => one !== undefined).length === 1,
        { error: "needs either source or words or elf" },
      )
      .meta({ title: "Program", minProperties: 1, maxProperties: 1 }),
    sources: z
      .array(
        z.strictObject({
          file: line(PATH_CHARACTER_LIMIT).min(1).meta({
            title: "File",
            description: "The name in the linked file's line table.",
          }),
          text: lines(PROGRAM_CHARACTER_LIMIT).meta({ title: "Text", description: "The whole file." }),
        }),
      )
      .min(1)
      .max(SOURCE_LIMIT)
      .optional()
      .meta({
        title: "Sources",
        examples: [[{ file: "main.c", text: "" }]],
        description:
          "Source files of the linked file, for reading only (irqscope embed); the machine does not use them.",
      }),
    architecture: z.enum(ARCHITECTURES).optional().meta({
      title: "Architecture",
      description:
        "Instruction sets in addition to Zicsr and Zifencei: a for atomic instructions, c for 16-bit instructions. Default: rv32im, or what a linked file states.",
    }),
    codeAddress: z
      .union([z.literal("auto"), count(0, CODE_ADDRESS_LIMIT).multipleOf(4)])
      .default("auto")
      .meta({ title: "Code address", description: "auto: routines lie one after another." }),
    dataAddress: z
      .union([
        z.literal("auto"),
        count(SIM_PROGRAM_MEMORY_BASE, SIM_PROGRAM_MEMORY_BASE + SIM_PROGRAM_MEMORY_LIMIT).multipleOf(
          GRAIN_BYTES,
        ),
      ])
      .default("auto")
      .meta({
        title: "Data address",
        description: "Where .data begins; auto: the data of programs lie one after another.",
      }),
    pinned: z.boolean().default(false).meta({
      title: "Pinned",
      description:
        "Its code and data are pinned: they fill only the pinned ways of the caches, or stay as pinned lines.",
    }),
  })
  .meta({
    title: "Program",
    description:
      "Machine code that the core executes. It starts with the current packet in a0 (address) and a1 (bytes) and ends with ecall, ebreak, mret or a return.",
  });

export const programsSchema = z
  .strictObject({
    memoryBytes: z
      .union([z.literal("auto"), count(0, SIM_PROGRAM_MEMORY_LIMIT).multipleOf(GRAIN_BYTES)])
      .default("auto")
      .meta({
        title: "Memory of programs",
        unit: "bytes",
        description: "All programs share it, from 0x20000000 on. auto: room for data and stacks.",
      }),
    stackBytes: count(0, 4096).multipleOf(GRAIN_BYTES).default(256).meta({
      title: "Stack of a thread",
      unit: "bytes",
      description: "Stacks lie at the end of the memory, that of the first thread last.",
    }),
    writableCode: z
      .boolean()
      .optional()
      .meta({
        title: "Writable code",
        description:
          "Programs may write to their code and execute code in their memory. Default: only programs in machine mode may.",
        examples: [true],
      }),
  })
  .prefault({})
  .meta({ title: "Programs" });
