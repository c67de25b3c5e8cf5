// @vitest-environment happy-dom
import { expect, it } from "vitest";
import { Registers } from "../../../web/compare/race/Registers.tsx";
import { FACTS, frame, view } from "../simulate/stage/fixture.ts";
import { show } from "../support/page.tsx";

it("a register set that moves shows its cells on both sides, and what the core does", async () => {
  const facts = {
    ...FACTS,
    cores: { ...FACTS.cores, contexts: 1 },
    save: { amount: 32, unit: "words" },
  } as const;
  const frames = [
    frame({ thread: 1, layer: "driver-isr", runState: "saving", routineDone: 8, routineBudget: 32 }),
    frame({ thread: 0, runState: "ready" }),
  ];
  const remove = await show(<Registers view={view({ frames })} facts={facts} core={0} />);
  const filled = [...document.querySelectorAll(".registers__box")].map(
    (box) => `${box.getAttribute("data-layer")} ${box.querySelectorAll('i[data-on="true"]').length}`,
  );
  expect(filled).toEqual(["application 24", "application 8", "idle 0"]);
  const work = document.querySelector<HTMLElement>(".registers__work");
  expect([work?.dataset.layer, work?.textContent]).toEqual(["save-restore", "save registers8 of 32"]);
  await remove();
});
