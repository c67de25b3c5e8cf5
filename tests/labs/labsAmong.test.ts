/** Own labs that are dropped together with submissions to them. */
import { describe, expect, test } from "vitest";
import FIRST_LAB from "../../web/labs/firstLab.json" with { type: "json" };
import { type Handed, labsAmong } from "../../web/labs/useGrading.ts";

const handed = (name: string, text: string): Handed => ({ name, read: async () => ({ ok: true, text }) });
const LAB = handed("my-lab.lab.json", JSON.stringify(FIRST_LAB));

describe("labs among dropped files", () => {
  test("are recognised by their contents, and the other files keep their order", async () => {
    const others = [
      handed("a.json", '{ "format": "irqscope-submission", "lab": "irqscope-lab" }'),
      handed("b.lab.json", '{ "format": "irqscope-lab", "version": 99 }'),
      handed("c.json", "no JSON"),
      { name: "d", read: () => Promise.reject(new Error("a folder")) },
      { name: "e", read: async () => ({ ok: false, reason: "is larger" }) as const },
    ];
    const { labs, files } = await labsAmong([...others.slice(0, 2), LAB, ...others.slice(2)]);
    expect([...labs.keys()]).toEqual([FIRST_LAB.id]);
    expect(files.map(({ name }) => name)).toEqual(others.map(({ name }) => name));
  });
});
