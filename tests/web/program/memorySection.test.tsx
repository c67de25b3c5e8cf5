// @vitest-environment happy-dom
/** The memory of programs at an address: what stands there at the end of the memory, and behind it. */
import { afterEach, expect, it } from "vitest";
import { SIM_PROGRAM_MEMORY_BASE } from "../../../core-wasm/binding/layout.gen.ts";
import { programPlaces } from "../../../lib/programs/places.ts";
import { MemorySection } from "../../../web/program/MemorySection.tsx";
import { programView } from "../../../web/program/programView.ts";
import { view } from "../simulate/stage/fixture.ts";
import { show } from "../support/page.tsx";
import { programAt, programState } from "./programState.ts";

const BYTES = 4096;
const END = SIM_PROGRAM_MEMORY_BASE + BYTES;

let remove: (() => Promise<void>) | undefined;
afterEach(async () => {
  await remove?.();
  remove = undefined;
  programView.setState({ address: "sp" });
});

async function shownAt(address: string, sp: number) {
  programView.setState({ address });
  const registers = { pc: 0x1000, x: { 2: sp } };
  const programs = {
    threads: [programAt(registers)],
    memory: new Uint8Array(BYTES),
    cards: [],
    consoles: [],
  };
  const state = programState(registers, undefined);
  const moment = {
    ...{ view: view({ programs }), before: undefined },
    ...{ places: programPlaces([]), placed: [], states: [state] },
  };
  remove = await show(<MemorySection moment={moment} state={state} />);
  const rows = [...document.querySelectorAll("tbody th")].map((row) => row.textContent);
  const isRefused = document.querySelector("input")?.getAttribute("aria-invalid") === "true";
  return { isRefused, rows, says: document.querySelector("[role=status]")?.textContent ?? "" };
}

it("an empty stack shows the end of the memory, and says that it is empty", async () => {
  const { isRefused, rows, says } = await shownAt("sp", END);
  expect(isRefused).toBe(false);
  expect(says).toBe("0x20001000 is the end of the memory: the stack is empty.");
  expect(rows.at(-1)).toBe("20000ff8");
});

it("a stack with one word shows the row of the word, and says nothing", async () => {
  const { isRefused, rows, says } = await shownAt("sp", END - 4);
  expect({ isRefused, says }).toEqual({ isRefused: false, says: "" });
  expect(rows).toEqual(["20000ff8"]);
});

it.each(["0x20001004", "0x10"])("%s is refused, with the addresses that there are", async (address) => {
  const { isRefused, rows, says } = await shownAt(address, END);
  expect({ isRefused, rows }).toEqual({ isRefused: true, rows: [] });
  expect(says).toBe("There is no memory at this address; it extends from 0x20000000 to 0x20000fff.");
});
