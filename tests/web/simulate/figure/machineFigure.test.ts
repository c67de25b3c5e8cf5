/** The drawing of the machine: it contains every part of every demo, and only shapes and text. */
import { describe, expect, it } from "vitest";
import { DEMOS } from "../../../../scenarios/demos/index.ts";
import type { Scenario } from "../../../../scenarios/format/schema.ts";
import { partsOf, readPart } from "../../../../scenarios/story/parts.ts";
import { machineFigure } from "../../../../web/simulate/figure/machineFigure.ts";
import type { Shape } from "../../../../web/simulate/figure/shapes.ts";
import { shapesSvg } from "../../../../web/simulate/figure/svgNode.ts";
import { STAGE_WORDS } from "../../../../web/simulate/parts/partWords.ts";
import { type MachineInfo, machineInfo } from "../../../../web/simulate/stage/machineInfo.ts";
import { svgDocument } from "../../../../web/ui/svg.ts";
import { long, someOf } from "../../../support/long.ts";
import { faultOfXml } from "../../../support/xml.ts";
import { openEngine } from "../../engine/support.ts";
import { openedDemo } from "../openedDemo.ts";

const palette = (token: string) => (token === "tint" ? "11%" : `token-${token}`);

/** Elements other than shapes and text, and values that are no numbers. */
const FORBIDDEN = /NaN|undefined|Infinity|<script|foreignObject|href| style=| on[a-z]+=/;

/** The places of threads change, so only those of the application have a place of their own. Packets in memory stand
 * only on the stage of the page. */
const NOT_DRAWN = new Set(["thread", "saved", "memory"]);
/** Parts that the scenario names, and that a machine may lack. */
const levels = ({ machine }: Scenario) =>
  Object.entries(machine.memory).flatMap(([level, one]) => (one === undefined ? [] : level));

const onStage = (scenario: Scenario, { sends, nics, lines }: MachineInfo) =>
  partsOf(scenario).filter((text) => {
    const part = readPart(text);
    if (part === undefined || !(part.kind in STAGE_WORDS) || NOT_DRAWN.has(part.kind)) return false;
    if (part.kind === "cache") return levels(scenario).includes(part.name);
    if (part.kind === "txqueue") return sends;
    // A card is drawn as one.
    if (part.kind === "device") return !nics.some(({ name }) => name === part.name);
    return nics.length + lines.length > 0 || !["controller", "entry"].includes(part.kind);
  });

const textsOf = (shapes: readonly Shape[]): readonly string[] =>
  shapes.flatMap((shape) =>
    shape.kind === "group" ? textsOf(shape.shapes) : shape.kind === "text" ? [shape.text] : [],
  );

const partShapes = (shapes: readonly Shape[], part: string): readonly Shape[] =>
  shapes.flatMap((shape) =>
    shape.kind !== "group" ? [] : shape.part === part ? shape.shapes : partShapes(shape.shapes, part),
  );

describe("the figure of devices in a row", () => {
  it.each([
    ["timer-network-disk", "device:tick", /^tick in [\d\s]+cycles?$/],
    ["timer-network-disk", "device:disk", /^(reads|writes|idle)/],
    ["button-overrun", "device:select", /^(pressed, not acknowledged|press in [\d\s]+cycles?)$/],
  ] as const)("states what they do: %s, %s", async (id, part, text) => {
    const demo = DEMOS.find((one) => one.id === id);
    if (demo === undefined) throw new Error(`no demo ${id}`);
    const { view, facts } = await openedDemo(demo);
    const { shapes } = machineFigure(view, facts, { title: "", pace: "cycles" });
    const [, said] = textsOf(partShapes(shapes, part));
    expect(said).toMatch(text);
  });
});

const DRAWN_IN_SHORT = new Set(someOf(DEMOS, 4).some.map(({ id }) => id));
const OTHER_DEMOS = long(
  "A quarter of the demos have parts of all kinds; the figures of the others take 5 s of CPU.",
);

describe.each(DEMOS.map(({ id, load, opening }) => ({ id, load, opening })))(
  "the figure of $id",
  ({ id, load, opening }) => {
    it(
      "has all parts of the machine, at both speeds",
      DRAWN_IN_SHORT.has(id) ? {} : OTHER_DEMOS,
      async () => {
        const { scenario, view, facts } = await openedDemo({ load, opening });
        for (const pace of ["cycles", "packets"] as const) {
          const figure = machineFigure(view, facts, { title: scenario.name, pace });
          expect(onStage(scenario, facts).filter((text) => !figure.boxes.has(text))).toEqual([]);
          const application = facts.threads.find(({ layer }) => layer === "application");
          if (application !== undefined) expect(figure.boxes.has(`thread:${application.name}`)).toBe(true);
          for (const [part, box] of figure.boxes) {
            expect(box.x, part).toBeGreaterThanOrEqual(0);
            expect(box.y, part).toBeGreaterThanOrEqual(0);
            expect(box.x + box.width, part).toBeLessThanOrEqual(figure.widthPx);
            expect(box.y + box.height, part).toBeLessThanOrEqual(figure.heightPx);
          }
          expect(textsOf(figure.shapes).join("\n")).not.toMatch(/[{}]|undefined|NaN/);
          const svg = svgDocument({ ...figure, content: shapesSvg(figure.shapes, palette) }, scenario.name);
          expect(faultOfXml(svg)).toBeUndefined();
          expect(FORBIDDEN.exec(svg)?.[0]).toBeUndefined();
        }
      },
    );
  },
);

it("the bar of a full ring is full, whatever its number of frames", async () => {
  const demo = DEMOS.find(({ id }) => id === "one-lock");
  if (demo === undefined) throw new Error("no such demo");
  const { view, facts } = await openedDemo(demo);
  const nics = view.nics.map((nic, index) => ({
    ...nic,
    rings: nic.rings.map((ring, at) => ({ ...ring, fill: facts.nics[index]?.rings[at]?.frames ?? 0 })),
  }));
  const { shapes } = machineFigure({ ...view, nics }, facts, { title: "T", pace: "cycles" });
  const bars = partShapes(shapes, "ring:eth0").filter(({ kind }) => kind === "rect");
  const widths = bars.map((bar) => bar.kind === "rect" && bar.box.width);
  expect(widths).toHaveLength(2 * (facts.nics[0]?.rings.length ?? 0));
  expect(new Set(widths).size).toBe(1);
});

describe("the figure of ring-overflow", () => {
  async function figureAt(cycle: number, change: (scenario: Scenario) => Scenario = (same) => same) {
    const demo = DEMOS.find(({ id }) => id === "ring-overflow");
    const loaded = await demo?.load();
    if (loaded?.ok !== true) throw new Error("does not load");
    const scenario = change(loaded.scenario);
    const engine = await openEngine();
    engine.load(scenario);
    const view = engine.seekCycle(cycle);
    return {
      view,
      figure: machineFigure(view, machineInfo(scenario), { title: "T", pace: "packets" }),
    };
  }

  it("states fill, losses, and the packet that the core works for", async () => {
    const { view, figure } = await figureAt(1_129_000);
    const [nic] = view.nics;
    const said = textsOf(figure.shapes).join("\n");
    expect(said).toContain(`${nic?.rxFill} / 8`);
    expect(said).toContain("✕ lost");
    const running = view.frames.find(
      ({ runState, packet }) => runState === "running" && packet !== undefined,
    );
    expect(running).toBeDefined();
    expect(said).toContain(`packet ${running?.packet?.toLocaleString("en").replace(",", "\u202f")}`);
    expect(said).not.toContain("bubble");
  });

  it("reserves room for saved registers, so that nothing moves when an interrupt saves them", async () => {
    const { figure } = await figureAt(0);
    expect(figure.boxes.has("saved")).toBe(true);
  });

  it("escapes special characters in names", async () => {
    const name = '"/><script>alert(1)</script>';
    const { figure } = await figureAt(0, (scenario) => ({
      ...scenario,
      software: {
        ...scenario.software,
        threads: scenario.software.threads.map((one) =>
          one.layer === "application" ? { ...one, name } : one,
        ),
      },
    }));
    const svg = svgDocument({ ...figure, content: shapesSvg(figure.shapes, palette) }, name);
    expect(faultOfXml(svg)).toBeUndefined();
    expect(svg).not.toContain("<script");
  });
});
