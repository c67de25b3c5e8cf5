/** Words of conditions for traps of threads in machine mode. docs/expressions.md lists them. */
import type { SimEventKind } from "../../core-wasm/binding/index.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { contextsOf } from "../../scenarios/software/contexts.ts";
import { NUMBER } from "../expressions/dimension.ts";
import type { Path } from "../expressions/index.ts";
import type { Moment } from "./moment.ts";
import { TRAP_CAUSES, type TrapCauseKind } from "./trapsOfMoment.ts";
import type { Word } from "./vocabulary.ts";

const KINDS: readonly SimEventKind[] = ["trap"];

function word(path: Path, meaning: string, read: (moment: Moment) => number | undefined): Word {
  return { path, dimension: NUMBER, meaning, kinds: KINDS, read };
}

const MEANINGS: Readonly<Record<TrapCauseKind, string>> = {
  external: "traps by the PLIC taken in this cycle",
  timer: "traps by a timer (CLINT) taken in this cycle",
  software: "traps by a software interrupt (CLINT) taken in this cycle",
  line: "traps by a line that mline binds taken in this cycle",
  exception: "exceptions in this cycle",
};

/** None where no thread is in machine mode. */
export function trapWords(scenario: Scenario): readonly Word[] {
  const harts = scenario.software.threads.flatMap((thread) => {
    const context = thread.machineMode ? contextsOf(scenario, thread)[0] : undefined;
    return context === undefined ? [] : [{ name: thread.name, context }];
  });
  if (harts.length === 0) return [];
  const sum = (count: (context: number) => number) =>
    harts.reduce((all, { context }) => all + count(context), 0);
  return [
    word(["traps"], "traps taken in this cycle", ({ traps }) => sum(traps.taken)),
    ...TRAP_CAUSES.map((cause) => word(["trap", cause], MEANINGS[cause], ({ traps }) => traps.count[cause])),
    word(["trap", "returned"], "returns by MRET in this cycle", ({ traps }) => traps.count.returned),
    ...harts.flatMap(({ name, context }) => [
      word(["thread", name, "traps"], "its traps taken in this cycle", ({ traps }) => traps.taken(context)),
      word(["thread", name, "mcause"], "of its trap in this cycle, without its sign", ({ traps }) =>
        traps.mcause(context),
      ),
      word(["thread", name, "ended"], "1 in the cycle in which its program ends, else 0", ({ traps }) =>
        traps.hasEnded(context) ? 1 : 0,
      ),
      {
        ...word(["thread", name, "interruptsOff"], "1 while its MIE is 0, else 0", ({ traps }) =>
          traps.isOpen(context) ? 0 : 1,
        ),
        remembers: true,
      },
    ]),
  ];
}
