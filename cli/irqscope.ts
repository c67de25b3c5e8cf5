/** Entry point of the command. */
import "./checkNode.ts";
import { NO_READER } from "./command.ts";
import { main, report } from "./main.ts";
import { isWriterAsked, outputError } from "./output.ts";

/** `irqscope run ... | head`: the reader has gone. The user cannot see the rest, not even a failed check. A
 * standard output that was closed from the start (`>&-`) cannot be detected, because Node opens the null device
 * instead. */
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (isWriterAsked()) return;
  process.exit(error.code === "EPIPE" ? NO_READER : report(outputError(error)));
});
/** The report has no destination left. */
process.stderr.on("error", () => undefined);

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.exitCode = report(error);
}
