/** A canvas that records the drawn shapes, one readable line for each. */
import type { Surface } from "../../../web/timeline/surface.ts";

export interface Recorder {
  readonly surface: Surface;
  readonly lines: () => readonly string[];
  /** Lines that contain all of the words. */
  readonly matching: (...words: readonly string[]) => readonly string[];
}

const CHARACTER_WIDTH_PX = 6;

export function createRecorder(): Recorder {
  const lines: string[] = [];
  let path: string[] = [];
  const n = (value: number) => String(Math.round(value * 100) / 100);
  const paint = (style: unknown) => (typeof style === "string" ? style : "paint");
  const opacity = () => (surface.globalAlpha === 1 ? "" : ` opacity ${n(surface.globalAlpha)}`);
  const at = (x: number, y: number) => `${n(x)},${n(y)}`;
  const box = (x: number, y: number, w: number, h: number) => `${at(x, y)} ${n(w)}x${n(h)}`;

  const surface: Surface = {
    fillStyle: "",
    strokeStyle: "",
    lineWidth: 1,
    globalAlpha: 1,
    font: "",
    textAlign: "left",
    textBaseline: "alphabetic",
    imageSmoothingEnabled: true,
    save: () => undefined,
    restore: () => undefined,
    setTransform: () => undefined,
    setLineDash: () => undefined,
    clip: () => {
      path = [];
    },
    beginPath: () => {
      path = [];
    },
    moveTo: (x: number, y: number) => void path.push(`M${at(x, y)}`),
    lineTo: (x: number, y: number) => void path.push(`L${at(x, y)}`),
    closePath: () => void path.push("Z"),
    rect: (x: number, y: number, w: number, h: number) => void path.push(`rect ${box(x, y, w, h)}`),
    roundRect: (x: number, y: number, w: number, h: number) => void path.push(`round ${box(x, y, w, h)}`),
    arc: (x: number, y: number, radius: number) => void path.push(`circle ${at(x, y)} r${n(radius)}`),
    fill: () => void lines.push(`fill ${path.join(" ")} ${paint(surface.fillStyle)}${opacity()}`),
    stroke: () => void lines.push(`stroke ${path.join(" ")} ${paint(surface.strokeStyle)}${opacity()}`),
    fillRect: (x: number, y: number, w: number, h: number) =>
      void lines.push(`box ${box(x, y, w, h)} ${paint(surface.fillStyle)}${opacity()}`),
    strokeRect: (x: number, y: number, w: number, h: number) =>
      void lines.push(`outline ${box(x, y, w, h)} ${paint(surface.strokeStyle)}${opacity()}`),
    clearRect: () => {
      lines.length = 0;
    },
    fillText: (text: string, x: number, y: number) =>
      void lines.push(`text "${text}" ${at(x, y)} ${surface.textAlign} ${paint(surface.fillStyle)}`),
    // Only the width is used.
    measureText: (text: string) => ({ width: text.length * CHARACTER_WIDTH_PX }) as TextMetrics,
    drawImage: (...args: readonly unknown[]) => {
      const [, ...numbers] = args;
      lines.push(`image ${numbers.map((value) => n(Number(value))).join(" ")}`);
    },
  };
  return {
    surface,
    lines: () => lines,
    matching: (...words) => lines.filter((line) => words.every((word) => line.includes(word))),
  };
}
