/** A level that holds until it changes, as minimum, maximum and mean per column. */
import type { ColumnGrid } from "./columnGrid.ts";
import type { FillData } from "./protocol.ts";

interface FillColumns {
  /** The level is `value` from `cycle` on; cycles never fall. */
  readonly level: (cycle: number, value: number) => void;
  /** Holds the level up to `knownTo` and gives the columns; those beyond are 0. */
  readonly finish: (knownTo: number) => FillData;
}

export function createFillColumns(grid: ColumnGrid, capacity: number, initial: number): FillColumns {
  const { from, columns, columnCycles } = grid;
  const minimum = new Float32Array(columns).fill(Number.POSITIVE_INFINITY);
  const maximum = new Float32Array(columns);
  const sum = new Float64Array(columns);
  let value = initial;
  let heldTo = from;

  function touch(column: number): void {
    minimum[column] = Math.min(minimum[column] ?? value, value);
    maximum[column] = Math.max(maximum[column] ?? value, value);
  }

  function hold(to: number): void {
    const end = Math.min(to, grid.to);
    while (heldTo < end) {
      const column = Math.floor((heldTo - from) / columnCycles);
      const until = Math.min(end, from + (column + 1) * columnCycles);
      sum[column] = (sum[column] ?? 0) + (until - heldTo) * value;
      touch(column);
      heldTo = until;
    }
  }

  return {
    level: (cycle, next) => {
      hold(cycle);
      value = next;
      if (cycle < grid.to) touch(Math.max(0, Math.floor((cycle - from) / columnCycles)));
    },
    finish: (knownTo) => {
      hold(knownTo);
      const mean = new Float32Array(columns);
      for (let column = 0; column < columns; column += 1) {
        const start = from + column * columnCycles;
        const cycles = Math.min(start + columnCycles, knownTo) - start;
        if (cycles > 0) mean[column] = (sum[column] ?? 0) / cycles;
        if (minimum[column] === Number.POSITIVE_INFINITY) minimum[column] = 0;
      }
      return { capacity, minimum, maximum, mean };
    },
  };
}
