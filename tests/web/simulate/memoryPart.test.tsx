// @vitest-environment happy-dom
import { expect, it } from "vitest";
import { readPart } from "../../../scenarios/story/parts.ts";
import { partWords } from "../../../web/simulate/parts/partWords.ts";
import { Floor } from "../../../web/simulate/quiet/Floor.tsx";
import { SessionContext } from "../../../web/state/hooks.ts";
import type { Session } from "../../../web/state/session.ts";
import { createCell } from "../../../web/ui/cell.ts";
import { show } from "../support/page.tsx";
import { FACTS, frame, view } from "./stage/fixture.ts";

it("the box of packets in memory explains these packets, not the bus", async () => {
  const session = { live: { journey: createCell(undefined) } } as unknown as Session;
  const held = view({ frames: [frame({ packet: 7 })] });
  const remove = await show(
    <SessionContext value={session}>
      <Floor view={held} facts={FACTS} />
    </SessionContext>,
  );
  const box = document.querySelector<HTMLElement>(".quiet__memory [data-part]");
  expect(box?.textContent).toBe("7");
  const part = readPart(box?.dataset.part ?? "");
  const words = part && partWords(part.kind, part.name, { view: held, facts: FACTS });
  expect(words).toMatchObject({ name: "packets in memory" });
  await remove();
});
