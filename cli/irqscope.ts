/** Entry point of the command, and of its worker threads. */
import "./checkNode.ts";
import { NO_READER } from "./command.ts";
import { isMachineWorker, serveMachines } from "./machinePool.ts";
import { main, report } from "./main.ts";
import { isWriterAsked, outputError } from "./output.ts";

/** `irqscope run ... | head`: the reader has seen enough; what was still to be said, a failed check too, is unknown. A
 * standard output that was closed before (`>&-`) cannot be seen: Node opens the null device in its place. */
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (isWriterAsked()) return;
  process.exit(error.code === "EPIPE" ? NO_READER : report(outputError(error)));
});
/** There is nowhere left to report to. */
process.stderr.on("error", () => undefined);

if (isMachineWorker())
  await serveMachines(); // its owner reports what fails here
else
  try {
    process.exitCode = await main(process.argv.slice(2));
  } catch (error) {
    process.exitCode = report(error);
  }
