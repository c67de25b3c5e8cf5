import { expect, it } from "vitest";
import { builtinScenario } from "../../../scenarios/index.ts";
import { conditionText, presetsOf } from "../../../web/simulate/marks/presets.ts";

async function scenario(id: string) {
  const loaded = await builtinScenario(id)?.load();
  if (!loaded?.ok) throw new Error(`${id} does not load`);
  return loaded.scenario;
}

it("each condition of the form is described in words with its number", async () => {
  const machine = await scenario("ring-overflow-three-contexts");
  for (const preset of presetsOf(machine))
    for (const { value } of preset.choices ?? [{ value: "", text: "" }]) {
      const condition = preset.condition(value, "12.5");
      const { text, isCode } = conditionText(condition, machine);
      expect(isCode, condition).toBe(false);
      expect(text).not.toMatch(/[[\]"]|>=|>|==/);
      if (preset.number !== undefined) expect(text).toContain("12.5");
    }
});

it.each([
  ['nic["eth0"].ring.fill >= nic["eth0"].ring.capacity', "receive ring of eth0 is full"],
  ['  nic["eth0"].ring.fill>=nic["eth0"].ring.capacity ', "receive ring of eth0 is full"],
  ["dropped>0", "a frame is lost"],
  ['nic["eth0"].ring.fill >= 8', "receive ring of eth0 holds 8 or more"],
  ["latency > 100 us", "a frame is delivered after more than 100 µs"],
])("the condition %s is described as %s", async (condition, words) => {
  expect(conditionText(condition, await scenario("ring-overflow"))).toEqual({ text: words, isCode: false });
});

it.each([
  'nic["eth1"].ring.fill >= nic["eth1"].ring.capacity',
  'nic["eth0"].ring.fill >= 8 and dropped > 0',
  "latency > 100 ms",
  "latency > 1 + 1 us",
  "dropped > 00 or offered > 0",
])("the condition %s is shown as it was typed", async (condition) => {
  expect(conditionText(condition, await scenario("ring-overflow"))).toEqual({
    text: condition,
    isCode: true,
  });
});

it("a condition keeps the blanks within a name", async () => {
  const machine = await scenario("ring-overflow");
  const [first, ...rest] = machine.machine.nics;
  if (first === undefined) throw new Error("no card");
  const nics = [{ ...first, name: "my card" }, ...rest];
  const own = { ...machine, machine: { ...machine.machine, nics } };
  const full = 'nic["my card"].ring.fill >= nic["my card"].ring.capacity';
  expect(conditionText(full, own).text).toBe("receive ring of my card is full");
  expect(conditionText(full.replaceAll("my card", "mycard"), own).isCode).toBe(true);
});
