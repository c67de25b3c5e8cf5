// A worker thread between a test, which waits for the answer of its call, and the process that serves calls
// (commandServer.ts).
import { fork } from "node:child_process";
import { workerData } from "node:worker_threads";

const { server, port, answered } = workerData;

const child = fork(server, [], { stdio: ["ignore", "inherit", "inherit", "ipc"] });
const give = (/** @type {unknown} */ answer) => {
  port.postMessage(answer);
  Atomics.add(answered, 0, 1);
  Atomics.notify(answered, 0);
};
child.on("message", give);
child.on("exit", (code, signal) => {
  const errors = `the process of the command has ended: ${code ?? signal}`;
  give({ exitCode: code, output: "", errors, hasEnded: true });
  port.close();
});
port.on("message", (/** @type {import("node:child_process").Serializable} */ call) => child.send(call));
port.on("close", () => child.kill("SIGKILL"));
