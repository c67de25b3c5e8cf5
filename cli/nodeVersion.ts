/** The version of Node that runs the command, before anything else of it is read. */

/** As `engines` of package.json has it, which a test compares. */
export const ASKED_NODE = "^20.19.0 || >=22.12.0";

/** Exit code, as of bad input. */
export const BAD_NODE = 2;

/** What a user reads whose Node is too old; undefined: it is not. */
export function tooOldText(version: string): string | undefined {
  const [major = 0, minor = 0] = version.replace(/^v/, "").split(".").map(Number);
  const isNew = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22;
  return isNew
    ? undefined
    : `irqscope needs Node 20.19 or later of 20, or Node 22.12 or later; this is Node ${version.replace(/^v/, "")}`;
}
