import { expect, it } from "vitest";
import { aheadOnceDrawn } from "../../../web/app/aheadOnceDrawn.ts";
import type { EngineClient } from "../../../web/engine/client.ts";

it("the engine is told to run ahead once the picture is drawn, in the order in which it was asked", async () => {
  const told: boolean[] = [];
  let onDrawn = () => {};
  const drawn = new Promise<void>((resolve) => {
    onDrawn = resolve;
  });
  const client = aheadOnceDrawn(
    { runAhead: (on: boolean) => told.push(on) } as unknown as EngineClient,
    drawn,
  );
  client.runAhead(true);
  client.runAhead(false);
  await Promise.resolve();
  expect(told).toEqual([]);
  onDrawn();
  await drawn;
  expect(told).toEqual([true, false]);
  client.runAhead(true);
  await Promise.resolve();
  expect(told).toEqual([true, false, true]);
});
