// @vitest-environment happy-dom
/** Buttons of the CLINT's pending interrupts, in a view made by hand. */
import { expect, it, vi } from "vitest";
import type { Scenario } from "../../../../scenarios/format/schema.ts";
import type { HartRegisters, MachineView } from "../../../../web/engine/protocol.ts";
import { HART_PARTS } from "../../../../web/simulate/stage/harts/HartParts.tsx";
import { SessionContext } from "../../../../web/state/hooks.ts";
import type { Session } from "../../../../web/state/session.ts";
import { show } from "../../support/page.tsx";
import { FACTS, view } from "./fixture.ts";

it("ask why the timer and the software interrupt of their hart are pending", async () => {
  const threads = ["first", "other"].map((name, context) => ({
    name,
    context,
    core: 0,
    machineMode: true,
    start: { on: "always" },
  })) as unknown as Scenario["software"]["threads"];
  const described = { ...FACTS.described, software: { ...FACTS.described.software, threads } };
  const hart = (mtimecmp: bigint, mip: number) => ({ mtime: 1200n, mtimecmp, mip }) as Partial<HartRegisters>;
  const programs = { threads: [{ hart: hart(2000n, 0) }, { hart: hart(900n, 8) }] };
  const shown = { ...view({}), cycle: 1200, programs } as unknown as MachineView;
  const askWhy = vi.fn();
  const close = await show(
    <SessionContext value={{ actions: { askWhy } } as unknown as Session}>
      <HART_PARTS.Clint view={shown} facts={{ ...FACTS, described }} rates={undefined} />
    </SessionContext>,
  );
  const buttons = [...document.querySelectorAll<HTMLButtonElement>(".clint button")];
  expect(buttons.map(({ textContent }) => textContent)).toEqual(["due since 300", "msip 1"]);
  for (const button of buttons) button.click();
  const asked = { what: "pending", thread: 1, cycle: 1200 };
  expect(askWhy.mock.calls).toEqual([[{ ...asked, source: "timer" }], [{ ...asked, source: "software" }]]);
  await close();
});
