import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { contrast, distance, linear, type Sight } from "./colours.ts";

const css = readFileSync(new URL("../../../../web/styles/tokens.css", import.meta.url), "utf8");

const LAYERS = ["app", "syscall", "isr", "proto", "copy", "save", "entry"] as const;
const SIGHTS: readonly Sight[] = ["normal", "deutan", "protan"];

function tokens(theme: "light" | "dark"): (name: string) => string {
  const start = theme === "light" ? css.indexOf(":root {") : css.indexOf('[data-theme="dark"] {');
  const block = css.slice(start, css.indexOf("\n}", start));
  return (name) => {
    const value = new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(block)?.[1];
    if (value === undefined) throw new Error(`${theme} has no --${name}`);
    return value;
  };
}

describe.each(["light", "dark"] as const)("the colour tokens of %s", (theme) => {
  const token = tokens(theme);
  const colour = (name: string) => linear(token(name));

  it.each([...LAYERS, "drop", "edge", "idle", "stall", "accent"])(
    "%s has contrast with every background",
    (name) => {
      for (const ground of ["surface", "bg", "raised"]) {
        expect(contrast(colour(name), colour(ground)), `${name} on ${ground}`).toBeGreaterThanOrEqual(3);
      }
    },
  );

  it.each(["ink", "ink-2", "ink-3", "accent", "drop"])("%s is legible as text", (name) => {
    for (const ground of ["surface", "bg", "raised", "sunk"]) {
      expect(contrast(colour(name), colour(ground)), `${name} on ${ground}`).toBeGreaterThanOrEqual(4.5);
    }
  });

  it("labels on spans are legible", () => {
    for (const layer of LAYERS) {
      expect(contrast(colour("on-layer"), colour(layer)), layer).toBeGreaterThanOrEqual(4.5);
    }
  });

  it("layers are distinguishable, with colour blindness too", () => {
    for (const [index, a] of LAYERS.entries()) {
      for (const b of LAYERS.slice(index + 1)) {
        for (const sight of SIGHTS) {
          expect(distance(colour(a), colour(b), sight), `${a} and ${b}, ${sight}`).toBeGreaterThanOrEqual(8);
        }
      }
    }
  });

  it("the layers added after the design differ more than its closest pair", () => {
    for (const added of ["syscall", "copy", "entry"]) {
      for (const other of LAYERS.filter((layer) => layer !== added)) {
        for (const sight of SIGHTS) {
          expect(
            distance(colour(added), colour(other), sight),
            `${added} and ${other}, ${sight}`,
          ).toBeGreaterThan(9.5);
        }
      }
    }
  });
});
