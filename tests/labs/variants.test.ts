/** The keys of labs in many variants, and how few points a neighbour's answers earn. */
import { describe, expect, test } from "vitest";
import { checkKeys } from "../../lib/labs/keys.ts";
import { type Lab, parseLab } from "../../lib/labs/lab.ts";
import { chosenIn } from "../../lib/labs/machines.ts";
import { NEIGHBOUR_SHARE_LIMIT, shareOf, variantsOf } from "../../lib/labs/variants.ts";
import { BUILTIN_LABS } from "../../scenarios/labs/index.ts";
import FIRST_LAB from "../../web/labs/firstLab.json";
import { long, someOf } from "../support/long.ts";
import { openLab, runMachine, solutionOf } from "./support.ts";

/** The runs take 20 s on an idle host. */
const PATIENCE = { timeout: 300_000 };
const ALL_LABS = long(
  "Machines of every variant of all labs take some 15 s of CPU; how a share is made is held by small labs below.",
);
/** Labs whose variants are large machines. */
const LARGE_LABS: readonly string[] = ["onloading", "pinning", "multithreading", "line-rate"];

test("over all labs of the course a neighbour's answers earn little", {
  ...ALL_LABS,
  ...PATIENCE,
}, async () => {
  const measured = [];
  for (const { id } of BUILTIN_LABS) measured.push(await variantsOf(await openLab(id), runMachine));
  expect(shareOf(measured)).toBeLessThanOrEqual(NEIGHBOUR_SHARE_LIMIT);
});

test("a neighbour's program earns little in each lab in code", { ...ALL_LABS, ...PATIENCE }, async () => {
  for (const { id } of BUILTIN_LABS.filter((one) => one.id.startsWith("code-"))) {
    const best = solutionOf(id);
    const { designs } = await variantsOf(await openLab(id), runMachine, { best });
    for (const { points, neighbour } of designs)
      expect(neighbour / points, id).toBeLessThanOrEqual(NEIGHBOUR_SHARE_LIMIT);
  }
});

const question = (more: object) => ({
  ...{ id: "q", kind: "choice", text: "Which?", points: 1 },
  ...more,
});

async function labWith(more: object, vary: readonly object[] = []): Promise<Lab> {
  const [step] = FIRST_LAB.steps;
  const result = parseLab(
    JSON.parse(JSON.stringify({ ...FIRST_LAB, vary, steps: [{ ...step, questions: [question(more)] }] })),
  );
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  return result.lab;
}

describe("the points of a neighbour's answers", () => {
  const number = (value: string) => ({ kind: "number", unit: "", value, tolerance: { relative: 0.01 } });
  const SEEDS = [
    { machines: ["base"], fields: ['machine.nics["eth0"].rxRingFrames'], values: [8, 16, 32, 64] },
  ];

  test("are all points if the variants have equal answers", async () => {
    const same = await variantsOf(await labWith(number("receive.dropped")), runMachine);
    expect(same).toMatchObject({ points: 1, neighbour: 1, variants: 1 });
    const clock = await variantsOf(await labWith(number("clock / (1 Hz)"), SEEDS), runMachine);
    expect(clock).toMatchObject({ points: 1, neighbour: 1, variants: 4 });
  });

  test("are the share of pairs of variants with the same answer", async () => {
    const lab = await labWith(number('machine.nics["eth0"].rxRingFrames'), SEEDS);
    const seeds = [1, 2, 3, 4, 5, 6];
    const { neighbour } = await variantsOf(lab, runMachine, { seeds });
    const sizes = seeds.map((seed) => chosenIn(lab, 0, { seed }));
    const pairs = sizes.flatMap((one, at) => sizes.flatMap((two, to) => (at === to ? [] : [one === two])));
    expect(neighbour).toBeCloseTo(pairs.filter(Boolean).length / pairs.length, 12);
    expect(new Set(sizes).size).toBeGreaterThan(2);
  });
});

describe("the keys of a lab", () => {
  const expectKeys = async (id: string) => {
    expect(await checkKeys(await openLab(id), runMachine)).toEqual([]);
  };
  const title = "of %s: one right option of each choice in every variant, a value for each number";
  const { some, others } = someOf(
    BUILTIN_LABS.map(({ id }) => id).filter((id) => !LARGE_LABS.includes(id)),
    3,
  );
  test.each(some)(title, PATIENCE, expectKeys);
  const otherKeys = long(
    "The keys of a lab need its machines in every variant; those of four labs are large and take some 17 s of CPU, and those of the others 8 s.",
  );
  test.each([...others, ...LARGE_LABS])(title, { ...otherKeys, ...PATIENCE }, expectKeys);

  test("that have two right options, none, or some in certain variants only are reported", async () => {
    const both = await labWith({
      options: [
        { text: "some", when: "receive.dropped >= 0" },
        { text: "none", when: "receive.dropped == receive.dropped" },
      ],
    });
    expect(await checkKeys(both, runMachine)).toEqual([
      { field: "steps[0].questions[0]", message: '2 options are right in variant 0: "some", "none"' },
    ]);
    const none = await labWith({
      options: [
        { text: "some", when: "receive.offered < 0" },
        { text: "none", when: "receive.offered < 0" },
      ],
    });
    expect(await checkKeys(none, runMachine)).toEqual([
      { field: "steps[0].questions[0]", message: "no option is right in variant 0" },
    ]);
    const vary = [{ machines: ["base"], fields: ["machine.clockHertz"], values: [100e6, 50e6] }];
    const sometimes = await labWith(
      {
        options: [
          { text: "fast", when: "clock >= 100 MHz" },
          { text: "any", when: "clock < 99 MHz and clock > 60 MHz or clock > 150 MHz" },
        ],
      },
      vary,
    );
    expect(await checkKeys(sometimes, runMachine)).toEqual([
      {
        field: "steps[0].questions[0]",
        message: expect.stringMatching(/^no option is right in variant \d+$/),
      },
    ]);
    expect(
      await checkKeys(
        await labWith({ options: [{ text: "a" }, { text: "b" }], digest: "0".repeat(16) }),
        runMachine,
      ),
    ).toEqual([{ field: "steps[0].questions[0]", message: "no option is right in variant 0" }]);
  });
});
