/** Produces the rows of a run while it runs. */
import type { CoreModule, Machine } from "../../core-wasm/binding/index.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import type { Row, RowSource } from "./rows.ts";
import { type Window, walkRun } from "./walk.ts";

interface WalkedRows {
  readonly rows: readonly Row[];
  /** Cycle that the run has reached. */
  readonly cycle: number;
}

/** Rows of items that end within the window. Items that are open at its end come last. */
export function* walkRows(
  core: CoreModule,
  scenario: Scenario,
  window: Window,
  source: RowSource,
): Generator<WalkedRows, Machine> {
  const walk = walkRun(core, scenario, window, {
    pace: source.pace,
    begin: (machine) => source.begin?.(machine),
  });
  let next = walk.next();
  for (; next.done !== true; next = walk.next()) {
    const { isWithin, toCycle } = next.value;
    const rows = source.take(next.value);
    yield { rows: isWithin ? rows : [], cycle: toCycle };
  }
  yield { rows: source.rest(), cycle: next.value.cycle };
  return next.value;
}
