/** Ends the command with a clear message if Node is too old. The entry point imports this file first, because other
 * modules use features that an old Node lacks as soon as they are loaded. */

/** Equal to `engines` of package.json; a test compares them. */
export const ASKED_NODE = "^20.19.0 || >=22.12.0";

/** The exit code of bad input. */
const BAD_NODE = 2;

/** Message for a user whose Node is too old. Undefined if it is new enough. */
export function tooOldText(version: string): string | undefined {
  const [major = 0, minor = 0] = version.replace(/^v/, "").split(".").map(Number);
  const isNew = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22;
  return isNew
    ? undefined
    : `irqscope needs Node 20 from 20.19 on, or Node 22.12 or later; this is Node ${version.replace(/^v/, "")}`;
}

const reason = tooOldText(process.versions.node);
if (reason !== undefined) {
  process.stderr.write(`error: ${reason}\n`);
  process.exit(BAD_NODE);
}
