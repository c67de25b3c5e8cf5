/** Sources of tests, assembled as a machine with the room that it has assembles them. */
import { type AssemblyOptions, assemble } from "../../lib/assembler/assemble.ts";

export const OPTIONS = {
  codeAddress: 0x1000,
  dataAddress: 0x2000_0000,
  wordLimit: 4096,
  dataByteLimit: 65_536,
};

/** Throws with the errors if there are any. */
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

/** Of a source that makes as much as it may (262,144 characters), two to three for each; what looks at lines again and
 * again is far beyond it. */
export const PATTERNS_TRIED_LIMIT = 1_000_000;

/** How often a pattern was tried while `action` ran: work that no other work on the machine changes. */
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
