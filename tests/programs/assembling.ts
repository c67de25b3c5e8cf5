/** Assembles sources of tests in the memory of a machine. */
import { type AssemblyOptions, assemble } from "../../lib/assembler/assemble.ts";

export const OPTIONS = {
  codeAddress: 0x1000,
  dataAddress: 0x2000_0000,
  wordLimit: 4096,
  dataByteLimit: 65_536,
};

/** Throws if there are errors, with their texts. */
export function assembled(source: string, options: AssemblyOptions = OPTIONS) {
  const result = assemble(source, options);
  if (!result.ok) throw new Error(`${source}: ${JSON.stringify(result.errors)}`);
  return result.program;
}

/** `line:column message` */
export function errorsOf(source: string, options: AssemblyOptions = OPTIONS): readonly string[] {
  const result = assemble(source, options);
  return result.ok ? [] : result.errors.map(({ line, column, message }) => `${line}:${column} ${message}`);
}

/** Work for a source of the largest size (262,144 characters): two to three for each character. Reading lines
 * repeatedly would take far more. */
export const PATTERNS_TRIED_LIMIT = 1_000_000;

/** How often a pattern was tried while `action` ran. Other work on the host does not change this count. */
export function patternsTried(action: () => void): number {
  const { exec } = RegExp.prototype;
  let tried = 0;
  RegExp.prototype.exec = function (text) {
    tried++;
    return exec.call(this, text);
  };
  try {
    action();
  } finally {
    RegExp.prototype.exec = exec;
  }
  return tried;
}
