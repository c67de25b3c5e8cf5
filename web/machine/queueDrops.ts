/** Which queue lost the frames that were lost at full queues: the core counts them by card and direction. */
import type { FlatStep } from "../../scenarios/schema/flatten.ts";
import type { Direction, MachineView } from "../engine/protocol.ts";
import { say } from "../text/say.ts";
import type { MachineFacts, QueueFacts } from "./facts.ts";

/** By queue: frames of which directions it may drop. `sendQueues`: those that traffic fills. */
export function dropDirections(
  threads: readonly (readonly FlatStep[])[],
  sendQueues: ReadonlySet<number>,
  queues: number,
): readonly ReadonlySet<Direction>[] {
  const held = Array.from({ length: queues }, (_, queue) => {
    return new Set<Direction>(sendQueues.has(queue) ? ["send"] : []);
  });
  const drops = held.map((directions) => new Set(directions));
  // What a thread takes it may put: on from queue to queue, each round one further.
  for (let round = 0; round <= queues; round++) {
    for (const steps of threads) {
      const inHand = steps.flatMap(({ op, index }): readonly Direction[] =>
        op === "take-frame" ? ["receive"] : op === "take" ? [...(held[index] ?? [])] : [],
      );
      for (const { op, index, bits } of steps) {
        if (op !== "put" && op !== "copy") continue;
        for (const direction of inHand) {
          held[index]?.add(direction);
          if (op === "copy" || bits === 0) drops[index]?.add(direction);
        }
      }
    }
  }
  return drops;
}

export interface QueueDrops {
  /** By queue, where it is known which. */
  readonly of: readonly number[];
  /** Where any of several may have lost them. */
  readonly shared: readonly { readonly names: string; readonly dropped: number }[];
}

type Dropped = Readonly<Record<Direction, number>>;

export function queueDropped({ nics }: MachineView): Dropped {
  const sum = (direction: Direction) =>
    nics.reduce((total, { queueDropped: dropped }) => total + dropped[direction], 0);
  return { receive: sum("receive"), send: sum("send") };
}

export function queueDrops(dropped: Dropped, { queues }: MachineFacts): QueueDrops {
  const of = queues.map(() => 0);
  const shared: { names: string; dropped: number }[] = [];
  for (const direction of ["receive", "send"] as const) {
    const mayBe = queues.flatMap((queue: QueueFacts, index) => (queue.drops.has(direction) ? [index] : []));
    const [only = 0] = mayBe;
    if (dropped[direction] === 0) continue;
    if (mayBe.length === 1) of[only] = (of[only] ?? 0) + dropped[direction];
    else {
      const names = mayBe.map((index) => queues[index]?.name).join(` ${say("or")} `);
      const same = shared.find((one) => one.names === names);
      if (same === undefined) shared.push({ names, dropped: dropped[direction] });
      else same.dropped += dropped[direction];
    }
  }
  return { of, shared };
}

/** Where something was lost, by the names of the queues. */
export function namedQueueDrops(
  dropped: Dropped,
  facts: MachineFacts,
): readonly { readonly name: string; readonly dropped: number }[] {
  const { of, shared } = queueDrops(dropped, facts);
  const own = of.map((count, queue) => ({ name: facts.queues[queue]?.name ?? "", dropped: count }));
  const ofSeveral = shared.map(({ names, dropped: count }) => ({ name: names, dropped: count }));
  return [...own, ...ofSeveral].filter((one) => one.dropped > 0);
}
