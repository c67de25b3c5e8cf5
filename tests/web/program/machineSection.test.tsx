// @vitest-environment happy-dom
/** Registers beside a program: what their titles say. */
import { afterEach, expect, it } from "vitest";
import { programPlaces } from "../../../lib/programs/places.ts";
import { assembleProgram } from "../../../scenarios/compile/assembleProgram.ts";
import { placeRoutines } from "../../../scenarios/compile/programs.ts";
import { MachineSection } from "../../../web/program/MachineSection.tsx";
import { programView } from "../../../web/program/programView.ts";
import { oneProgram } from "../../programs/oneProgram.ts";
import { view } from "../simulate/stage/fixture.ts";
import { press, show } from "../support/page.tsx";
import { programAt, programState } from "./programState.ts";

const placed = placeRoutines(oneProgram("start: addi t0, t0, -1\nend: j end"), assembleProgram);
const places = programPlaces(placed);
const START = placed[0]?.codeAddress ?? 0;

const titles = () =>
  Object.fromEntries(
    [...document.querySelectorAll(".registers > div")].map((row) => [
      row.querySelector("dt")?.textContent,
      row.getAttribute("title"),
    ]),
  );

afterEach(() => programView.setState({ format: "hex" }));

it("a register tells its number, its value in the other base, its place, and a value that changed", async () => {
  const programs = (pc: number, t0: number) => ({
    threads: [programAt({ pc, x: { 5: t0, 6: 7, 7: START + 4 } })],
    memory: new Uint8Array(),
    cards: [],
    consoles: [],
  });
  const state = programState({ pc: START, x: { 5: -1, 6: 7, 7: START + 4 } }, places.codeAt(START));
  const moment = {
    view: view({ programs: programs(START, -1) }),
    before: view({ programs: programs(START, 5) }),
    places,
    placed,
    states: [state],
  };
  const remove = await show(<MachineSection moment={moment} state={state} calls={[]} cards={[]} />);
  expect(titles()).toMatchObject({
    pc: `${START} · start`,
    t0: "x5 · -1 · before: 00000005",
    t1: "x6 · 7",
    t2: `x7 · ${START + 4} · end`,
  });
  await press("decimal");
  expect(titles()).toMatchObject({ t0: "x5 · ffffffff · before: 5", t1: "x6 · 00000007" });
  await remove();
});
