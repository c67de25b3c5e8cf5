/** Pixels as areas: a series that was painted column by column becomes shapes that stay sharp at any size. */

interface Area {
  /** "#rrggbb". */
  readonly color: string;
  /** undefined: opaque. */
  readonly opacity: number | undefined;
  /** SVG path in pixels. */
  readonly path: string;
}

/** A run of one colour down a column; neighbours of the same height are one. */
interface Run {
  readonly x: number;
  readonly y: number;
  width: number;
  readonly height: number;
}

/** Of each colour one; what is transparent is left out. Pixels as ImageData has them: red is the lowest byte. */
export function areas(pixels: Uint32Array, width: number): readonly Area[] {
  const height = Math.floor(pixels.length / width);
  const byColor = new Map<number, Run[]>();
  /** Runs that end at the column before, by colour, start and height. */
  let open = new Map<string, Run>();
  for (let x = 0; x < width; x++) {
    const next = new Map<string, Run>();
    for (let y = 0; y < height; ) {
      const color = pixels[y * width + x] ?? 0;
      const from = y;
      while (y < height && (pixels[y * width + x] ?? 0) === color) y++;
      if (color >>> 24 === 0) continue;
      const key = `${color} ${from} ${y}`;
      const before = open.get(key);
      if (before !== undefined) before.width += 1;
      const run = before ?? { x, y: from, width: 1, height: y - from };
      next.set(key, run);
      if (before !== undefined) continue;
      const runs = byColor.get(color);
      if (runs === undefined) byColor.set(color, [run]);
      else runs.push(run);
    }
    open = next;
  }
  return [...byColor].map(([color, runs]) => ({
    color: colorText(color),
    opacity: color >>> 24 === 255 ? undefined : (color >>> 24) / 255,
    path: runs.map((run) => `M${run.x} ${run.y}h${run.width}v${run.height}h-${run.width}z`).join(""),
  }));
}

function colorText(pixel: number): string {
  const byte = (shift: number) => ((pixel >>> shift) & 255).toString(16).padStart(2, "0");
  return `#${byte(0)}${byte(8)}${byte(16)}`;
}
