/** When each interrupt line is up, recognised and answered, from the events of a window. */
import { float64Column } from "./growingColumn.ts";
import type { LineData } from "./protocol.ts";

interface LineLevels {
  readonly raised: (line: number, offset: number) => void;
  readonly cleared: (line: number, offset: number) => void;
  readonly recognised: (line: number, offset: number) => void;
  readonly returned: (line: number, offset: number) => void;
  /** Lines that are up stay up until `offset`. */
  readonly finish: (offset: number) => readonly LineData[];
}

const CLEAR = -1;

/** `isUp`: by line, as the window begins. Offsets never fall. */
export function createLineLevels(isUp: readonly boolean[]): LineLevels {
  const lines = isUp.map((up) => ({
    /** Up from here on; below 0: it is clear. */
    since: up ? 0 : CLEAR,
    raised: float64Column(),
    start: float64Column(),
    end: float64Column(),
    recognised: float64Column(),
    returned: float64Column(),
  }));

  function close(line: (typeof lines)[number], offset: number): void {
    if (line.since === CLEAR) return;
    line.start.push(line.since);
    line.end.push(offset);
    line.since = CLEAR;
  }

  return {
    raised: (index, offset) => {
      const line = lines[index];
      if (line === undefined) return;
      line.raised.push(offset);
      if (line.since === CLEAR) line.since = offset;
    },
    cleared: (index, offset) => {
      const line = lines[index];
      if (line !== undefined) close(line, offset);
    },
    recognised: (index, offset) => lines[index]?.recognised.push(offset),
    returned: (index, offset) => lines[index]?.returned.push(offset),
    finish: (offset) =>
      lines.map((line) => {
        close(line, offset);
        const at = line.raised.take();
        return {
          raised: { at, count: new Uint32Array(at.length).fill(1) },
          level: {
            start: line.start.take(),
            end: line.end.take(),
            recognised: line.recognised.take(),
            returned: line.returned.take(),
          },
        };
      }),
  };
}
