/** Pictures of a film: tokens with their numbers, and a line about the last event, all within the picture. */
import { beforeAll, describe, expect, it } from "vitest";
import { DEMOS } from "../../../../scenarios/demos/index.ts";
import {
  cycleOf,
  movingSeconds,
  PICTURE_MS,
  pictureCount,
  stretchOf,
} from "../../../../web/app/video/stretch.ts";
import { createFilm, FILM_PX, type FilmMoment } from "../../../../web/simulate/figure/film.ts";
import { FIGURE_TOKENS } from "../../../../web/simulate/figure/paint.ts";
import type { Shape } from "../../../../web/simulate/figure/shapes.ts";
import { shapesSvg } from "../../../../web/simulate/figure/svgNode.ts";
import { machineInfo } from "../../../../web/simulate/stage/machineInfo.ts";
import { svgDocument } from "../../../../web/ui/svg.ts";
import { long, someOf } from "../../../support/long.ts";
import { faultOfXml } from "../../../support/xml.ts";
import { openEngine, type TestEngine } from "../../engine/support.ts";
import { openedDemo } from "../openedDemo.ts";

const asked = new Set<string>();
const color = (token: string) => {
  asked.add(token);
  return token === "tint" ? "11%" : `token-${token}`;
};

const textsOf = (shapes: readonly Shape[]): readonly string[] =>
  shapes.flatMap((shape) =>
    "shapes" in shape ? textsOf(shape.shapes) : shape.kind === "text" ? [shape.text] : [],
  );

const isPlaced = (shape: Shape) => shape.kind === "group" && shape.fit !== undefined;

/** Moving parts: placed on the machine, which is placed in the picture. */
const tokensOf = (shapes: readonly Shape[]) =>
  shapes.flatMap((shape) =>
    shape.kind === "group" && shape.fit !== undefined ? shape.shapes.filter(isPlaced) : [],
  );

const FROM = 1_127_000;
/** A run in which a packet is lost. */
const LOSS = 1_127_906;

let engine: TestEngine;
let facts: ReturnType<typeof machineInfo>;

beforeAll(async () => {
  const loaded = await DEMOS.find(({ id }) => id === "ring-overflow")?.load();
  if (loaded?.ok !== true) throw new Error("does not load");
  engine = await openEngine();
  engine.load(loaded.scenario);
  facts = machineInfo(loaded.scenario);
});

function at(from: number, cycle: number) {
  return engine.ask({ kind: "seek", from, target: { kind: "cycle", cycle }, tellsWay: true }, "at");
}

/** All pictures of a stretch as texts. */
function filmed(from: number, to: number) {
  const stretch = stretchOf(from, to, 1000);
  const start = at(from, from).view;
  const film = createFilm({ facts, title: "T", start });
  const pictures: { readonly shapes: readonly Shape[]; readonly texts: readonly string[] }[] = [];
  let last = from;
  for (let picture = 0; picture < pictureCount(stretch); picture++) {
    const cycle = cycleOf(stretch, picture);
    const { view, passed } = at(last, cycle);
    const events = cycle === last ? [] : passed;
    last = cycle;
    const moment: FilmMoment = { timeMs: picture * PICTURE_MS, share: 0.5, view, events };
    const shapes = film.picture(moment);
    pictures.push({ shapes, texts: textsOf(shapes) });
  }
  return { pictures, start };
}

describe("the film of a run", () => {
  it("shows the loss of a numbered packet for almost a second, and describes it", () => {
    const { pictures } = filmed(FROM, LOSS + 100);
    const losing = pictures.filter(({ texts }) => texts.some((text) => /^✕ \d+/.test(text)));
    expect(losing.length).toBeGreaterThan(20);
    expect(losing.length).toBeLessThanOrEqual(Math.ceil(900 / PICTURE_MS));
    expect(pictures.at(-1)?.texts.join("\n")).toMatch(/Cycle \d+: .*eth0 lost 1 frame/);
  });

  it("begins with the state at its first cycle, and ends at rest", () => {
    const { pictures } = filmed(FROM, LOSS + 100);
    expect(pictures[0]?.texts.join("\n")).toContain(`Cycle ${FROM}: `);
    const tokens = pictures.map(({ shapes }) => tokensOf(shapes).length);
    expect(Math.max(...tokens)).toBeGreaterThan(0);
    expect(tokens.at(-1)).toBe(0);
  });

  it("describes each event once, so that no more frames arrive in its text than on the wire", () => {
    const { pictures, start } = filmed(FROM, FROM + 9_000);
    const said = new Set(pictures.flatMap(({ texts }) => texts.filter((text) => /^Cycle \d+: /.test(text))));
    expect(said.size).toBeGreaterThan(3);
    const arrived = [...said].map((text) => Number(/(\d+) frames? arrived/.exec(text)?.[1] ?? 0));
    const offered = (at(FROM, FROM + 9_000).view.nics[0]?.offered ?? 0) - (start.nics[0]?.offered ?? 0);
    const sum = arrived.reduce((total, count) => total + count, 0);
    expect(sum).toBeLessThanOrEqual(offered);
    expect(sum).toBeGreaterThan(offered / 2);
  });

  it("knows the numbers of packets in the machine at its begin", () => {
    const { pictures } = filmed(FROM + 1400, FROM + 3000);
    const texts = pictures.flatMap(({ texts: all }) => all);
    expect(texts.filter((text) => text === "frame")).toEqual([]);
    expect(texts.filter((text) => /^12\d\d$/.test(text)).length).toBeGreaterThan(0);
  });

  it("draws each packet that moves as one token", () => {
    const { pictures } = filmed(FROM + 1400, FROM + 4000);
    let flown = 0;
    for (const { shapes, texts } of pictures) {
      const flying = tokensOf(shapes).flatMap((one) => textsOf([one]));
      flown += flying.length;
      for (const number of flying) expect(texts.filter((text) => text === number)).toHaveLength(1);
    }
    expect(flown).toBeGreaterThan(20);
  });

  it("is well-formed SVG, and uses only colours of the theme", () => {
    const { pictures } = filmed(FROM + 1300, FROM + 1500);
    for (const { shapes } of pictures) {
      const svg = svgDocument(
        { widthPx: FILM_PX.width, heightPx: FILM_PX.height, content: shapesSvg(shapes, color) },
        "T",
      );
      expect(faultOfXml(svg)).toBeUndefined();
      expect(/NaN|undefined|Infinity/.exec(svg)?.[0]).toBeUndefined();
    }
    expect([...asked].filter((token) => !FIGURE_TOKENS.some((one) => one === token))).toEqual([]);
  });
});

async function expectFilm(demo: Parameters<typeof openedDemo>[0]): Promise<void> {
  const { view, facts: of } = await openedDemo(demo);
  const film = createFilm({ facts: of, title: "T", start: view });
  const shapes = film.picture({ timeMs: 0, share: 0, view, events: [] });
  const [, machine] = shapes;
  if (machine?.kind !== "group" || machine.fit === undefined) throw new Error("no machine");
  expect(machine.fit.x).toBeGreaterThanOrEqual(-0.01);
  expect(machine.fit.y).toBeGreaterThanOrEqual(-0.01);
  expect(machine.fit.scaleX).toBeGreaterThan(0.5);
  shapesSvg(shapes, color);
  expect([...asked].filter((token) => !FIGURE_TOKENS.some((one) => one === token))).toEqual([]);
}

const { some, others } = someOf(
  DEMOS.map(({ id, load, opening }) => ({ id, load, opening })),
  4,
);
const FITS = "the film of $id fits into the picture";
it.each(some)(FITS, expectFilm);
it.each(others)(
  FITS,
  long("The films of a quarter of the demos have all kinds of parts; the others take 4 s of CPU."),
  expectFilm,
);

describe("a stretch of the film", () => {
  it("passes at the requested speed, or faster if it would be longer than a minute", () => {
    expect(movingSeconds(stretchOf(0, 8690, 869))).toBeCloseTo(10);
    expect(movingSeconds(stretchOf(0, 1_000_000, 869))).toBeCloseTo(60);
  });

  it("runs from its first cycle to its last without going back", () => {
    const stretch = stretchOf(500, 3000, 1000);
    const cycles = Array.from({ length: pictureCount(stretch) }, (_, picture) => cycleOf(stretch, picture));
    expect(cycles[0]).toBe(500);
    expect(cycles.at(-1)).toBe(3000);
    expect(cycles).toEqual(cycles.toSorted((a, b) => a - b));
    expect(cycles.length * PICTURE_MS).toBeCloseTo(700 + 2500 + 1500, -2);
  });
});
