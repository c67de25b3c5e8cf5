/** Ends the command where Node is too old for it, with a sentence in place of what it would fail at. The entry point
 * imports it first: parts of the command ask for what an old Node has not as soon as they are read. */
import { BAD_NODE, tooOldText } from "./nodeVersion.ts";

const reason = tooOldText(process.versions.node);
if (reason !== undefined) {
  process.stderr.write(`error: ${reason}\n`);
  process.exit(BAD_NODE);
}
