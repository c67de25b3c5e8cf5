import { expect, it } from "vitest";
import { parseScenario } from "../../../scenarios/read/parse.ts";
import { openEngine } from "../../web/engine/support.ts";
import { scenarioFile } from "../../web/scenarios/support.ts";
import { withSixteenCards } from "./sixteenCards.ts";

it("each of sixteen cards on eight cores receives and delivers frames", async () => {
  const parsed = parseScenario(
    withSixteenCards(scenarioFile("demos/eight-cores.json", { runCycles: 1_000_000 })),
  );
  if (!parsed.ok) throw new Error(JSON.stringify(parsed));
  const engine = await openEngine();
  engine.load(parsed.scenario);
  engine.runToEnd();
  const { view } = engine.seek(1_000_000, { kind: "cycle", cycle: 1_000_000 });
  expect(view.nics).toHaveLength(16);
  for (const { delivered } of view.nics) expect(delivered).toBeGreaterThan(20);
});
