import { describe, expect, it } from "vitest";
import { machineInfo } from "../../../../web/simulate/stage/machineInfo.ts";
import { scenarioFile } from "../../scenarios/support.ts";

const facts = (path: string) => machineInfo(scenarioFile(path));

describe("the facts of a machine", () => {
  it("include that one context saves registers and three do not", () => {
    expect(facts("papers/000-receive-one-context.json").save).toEqual({ amount: 93, unit: "cycles" });
    expect(facts("papers/000-receive-three-contexts.json").save).toBeUndefined();
  });

  it("include the saving of registers by a system call", () => {
    expect(facts("papers/000-send-three-contexts.json").save).toBeUndefined();
    expect(facts("papers/000-send-three-contexts-keeps-frame.json").save).toBeDefined();
  });

  it("include the routine of a step inside a loop", () => {
    const { threads, routines } = facts("papers/000-receive-three-contexts.json");
    const driver = threads.find((thread) => thread.name === "Driver ISR");
    const exec = driver?.steps.find((step) => step.routine !== undefined);
    expect(routines[exec?.routine ?? -1]?.name).toBe("Driver ISR (Rx done)");
  });

  it("include a queue's colour, that of its consumer", () => {
    const { queues } = facts("demos/figure-4.json");
    expect(queues.map((queue) => [queue.name, queue.layer])).toEqual([
      ["packets to send", "system-call"],
      ["received", "protocol"],
    ]);
  });

  it("include which threads send", () => {
    expect(facts("papers/000-send-one-context.json").sends).toBe(true);
    expect(facts("papers/000-receive-one-context.json").sends).toBe(false);
  });
});
