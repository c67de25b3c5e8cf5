/** Ends the command with a clear message if Node is too old. The entry point imports this file first, because other
 * modules use features that an old Node lacks as soon as they are loaded. */

/** As `engines` of package.json has it, which a test compares. */
export const ASKED_NODE = "^20.19.0 || >=22.12.0";

/** Exit code, as of bad input. */
const BAD_NODE = 2;

/** What a user reads whose Node is too old; undefined: it is not. */
export function tooOldText(version: string): string | undefined {
  const [major = 0, minor = 0] = version.replace(/^v/, "").split(".").map(Number);
  const isNew = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22;
  return isNew
    ? undefined
    : `irqscope needs Node 20.19 or later of 20, or Node 22.12 or later; this is Node ${version.replace(/^v/, "")}`;
}

const reason = tooOldText(process.versions.node);
if (reason !== undefined) {
  process.stderr.write(`error: ${reason}\n`);
  process.exit(BAD_NODE);
}
