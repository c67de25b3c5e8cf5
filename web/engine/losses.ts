/** Lost frames of an exact window, by where they were lost. */
import { sim_drop_cause } from "../../core-wasm/binding/layout.gen.ts";
import { AT_QUEUE, isCardDrop } from "../../lib/metrics/dropped.ts";
import { unpackLoss } from "../../lib/metrics/loss.ts";
import { float64Column, uint8Column, uint32Column } from "./growingColumn.ts";
import type { LossData, LossesData } from "./protocol.ts";

interface LossCollector {
  /** `packed`: the value of a FRAME_DROPPED event. */
  readonly lost: (offset: number, packed: number) => void;
  readonly finish: () => LossesData;
}

export function createLosses(nics: number, queues: number): LossCollector {
  const places = (count: number) => Array.from({ length: count }, createPlace);
  const [rx, tx, queue, software] = [places(nics), places(nics), places(queues), createPlace()];
  return {
    lost: (offset, packed) => {
      const { cause, place, direction, frames } = unpackLoss(packed);
      const ofCard = direction === "receive" ? rx[place] : tx[place];
      const at = cause === AT_QUEUE ? queue[place] : isCardDrop(cause) ? ofCard : software;
      at?.push(offset, frames, 1 << sim_drop_cause[cause]);
    },
    finish: () => ({
      rx: rx.map((place) => place.take()),
      tx: tx.map((place) => place.take()),
      queue: queue.map((place) => place.take()),
      software: software.take(),
    }),
  };
}

function createPlace() {
  const at = float64Column();
  const count = uint32Column();
  const causes = uint8Column();
  return {
    push: (offset: number, frames: number, cause: number) => {
      at.push(offset);
      count.push(frames);
      causes.push(cause);
    },
    take: (): LossData => ({ at: at.take(), count: count.take(), causes: causes.take() }),
  };
}
