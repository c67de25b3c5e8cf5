/** Entry point of the command. */
import { DONE } from "./command.ts";
import { main, report } from "./main.ts";

/** `irqscope run ... | head`: the reader has seen enough. */
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  process.exit(error.code === "EPIPE" ? DONE : report(error));
});

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.exitCode = report(error);
}
