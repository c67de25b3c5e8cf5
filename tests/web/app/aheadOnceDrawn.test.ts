import { expect, it } from "vitest";
import { aheadOnceDrawn } from "../../../web/app/aheadOnceDrawn.ts";
import type { EngineClient } from "../../../web/engine/client.ts";

it("the engine runs ahead once the picture is drawn, in the order of the requests", async () => {
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
