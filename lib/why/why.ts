/** Explains why a packet was lost or late, an interrupt late, or a press lost, as a chain of clauses. Each clause
 * accounts for some cycles of the delay. They follow each other without a gap, so their lengths add up to the delay. */
import type { SimEventKind, SimInterruptSource } from "../../core-wasm/binding/index.ts";
import { DEVICE_KINDS, type DeviceList, type LossName } from "../../scenarios/devices/kinds.ts";
import type { MachineEvent } from "../events/events.ts";
import type { FunctionCycles, Hold } from "./hartHolds.ts";

export type WhyTarget =
  /** The last packet that was lost at or before this cycle, otherwise the next one. move: the previous or next loss. */
  | { readonly what: "drop"; readonly cycle: number; readonly move?: -1 | 0 | 1 }
  /** The fields of FollowRequest. */
  | { readonly what: "packet" | "interrupt"; readonly cycle: number; readonly number?: number | undefined }
  /** The same for a loss at a device: at a button whose previous press was not acknowledged, or at another kind of
   * device (`LOSS_KINDS`). */
  | { readonly what: "press"; readonly cycle: number; readonly move?: -1 | 0 | 1 }
  /** The timer or software interrupt that is pending at this cycle: of this thread, or the one that waits longest. */
  | {
      readonly what: "pending";
      readonly source: Exclude<SimInterruptSource, "line">;
      readonly cycle: number;
      readonly thread?: number | undefined;
    }
  /** A thread that did not run in these cycles, or hardly ran. */
  | {
      readonly what: "thread";
      readonly thread: number;
      readonly fromCycle: number;
      readonly toCycle: number;
    };

/** The reason why the running thread was not interrupted for the waiting one. */
export type Reason =
  /** The running thread is at least as urgent. Small numbers are urgent. */
  | { readonly kind: "priority"; readonly own: number; readonly waiting: number }
  | { readonly kind: "interrupts-off" }
  /** Cycles spent in entry steps, saving and restoring, in which no interrupt is recognised. */
  | { readonly kind: "switching"; readonly cycles: number }
  /**
   * The thread had just got the processor back, and one of its instructions comes first (docs/model.md,
   * M-60).
   */
  | { readonly kind: "returned" }
  /** The line was masked in the controller, because no other reason applies. */
  | { readonly kind: "masked" };

export type Work =
  | { readonly kind: "delivered"; readonly packets: number }
  /** Number of frames that left the ring. */
  | { readonly kind: "taken"; readonly frames: number; readonly nic: number }
  /** Number of frames that arrived in the ring. */
  | { readonly kind: "arrived"; readonly frames: number; readonly nic: number }
  | { readonly kind: "queued"; readonly fromFill: number; readonly toFill: number; readonly queue: number };

export type ClauseKind =
  /** Another thread had the processor. */
  | "blocked"
  /** Several threads had the processor in turns. */
  | "turns"
  /** The thread for which the packet waited had the processor. */
  | "own"
  /** No thread ran. */
  | "idle"
  | "wire"
  | "card"
  | "coalescing"
  | "drain"
  | "entry"
  | "save"
  | "first-instruction"
  | "handler"
  | "dma"
  | "bus"
  | "sending"
  | "delivery"
  | "sent"
  | "software"
  /** A hart did not take the interrupt. `hold` gives the reason. */
  | "held"
  /** The handler of a hart ran until it had answered. */
  | "answer";

export interface Clause {
  readonly kind: ClauseKind;
  readonly fromCycle: number;
  /** The first cycle after the clause. */
  readonly toCycle: number;
  /** Place of the page (scenarios/story/parts.ts). */
  readonly part: string;
  /** The thread that ran or was waited for. */
  readonly thread?: number | undefined;
  readonly waiting?: number | undefined;
  /** Only for turns: the cycles of each thread that ran, the longest first. */
  readonly ran?: readonly { readonly thread: number | undefined; readonly cycles: number }[];
  readonly reasons: readonly Reason[];
  readonly work: readonly Work[];
  readonly hold?: Hold | undefined;
  /** Only for an answer: the cycles of the handler by function, and how the clause ends. The handler has answered, has
   * returned without an answer, or does neither. */
  readonly functions?: readonly FunctionCycles[] | undefined;
  readonly handler?: "answered" | "left" | "running" | undefined;
}

export interface FullStore {
  readonly kind: "ring" | "queue" | "tx";
  /** Card or queue. */
  readonly place: number;
  readonly held: number;
  readonly capacity: number;
  /** Undefined if the records do not contain it. */
  readonly sinceCycle: number | undefined;
}

export interface Why {
  readonly what:
    | "lost-packet"
    | "late-packet"
    | "late-interrupt"
    | "pending-interrupt"
    | "lost-press"
    | "waiting-thread";
  /** Number of the packet, the interrupt, the device or the thread. */
  readonly number: number;
  /** Kind of the device that lost it. */
  readonly device?: LossName | undefined;
  /** Cycle of the loss, or the end of the delay. For the wait of a thread, its start. */
  readonly cycle: number;
  /** sim_drop_cause of a loss. */
  readonly cause?: string | undefined;
  readonly full?: FullStore | undefined;
  /** Card, or line. */
  readonly place?: number | undefined;
  readonly thread?: number | undefined;
  /** That was full. */
  readonly queue?: number | undefined;
  /** True if a late packet was sent and not received. */
  readonly isSent?: boolean;
  /** Only for an interrupt: its source. For a hart, the explanation ends when the interrupt was answered. */
  readonly source?: SimInterruptSource | undefined;
  readonly isAnswered?: boolean;
  /** A hart claimed it at the PLIC without a trap of its own. */
  readonly isClaimedOnly?: boolean;
  /** It has no answer: it still waits at the end of the known run, its line went down, or its handler has begun and
   * has not acknowledged it by `cycle`. */
  readonly unanswered?: "waiting" | "line-down" | "handler" | undefined;
  /** The start of the chain. */
  readonly begins: "asked" | "empty" | "cut" | "offered" | "pressed";
  readonly fromCycle: number;
  readonly toCycle: number;
  /** The part that the page shows for the whole chain. */
  readonly part: string;
  readonly clauses: readonly Clause[];
}

/** Losses of devices other than cards. Each kind of device names the event that reports them (scenarios/devices). */
interface LossKind {
  readonly kind: LossName;
  readonly list: DeviceList;
  readonly lossEvent: SimEventKind;
}

export const LOSS_KINDS: readonly LossKind[] = DEVICE_KINDS.flatMap(({ kind, list, lossEvent }) =>
  lossEvent === undefined ? [] : [{ kind: kind as LossName, list, lossEvent }],
);

/** Kind of the device that lost something. Undefined if the event reports no such loss. */
export function kindOfLoss({ kind, value }: MachineEvent): LossKind | undefined {
  return value === 0 ? undefined : LOSS_KINDS.find(({ lossEvent }) => lossEvent === kind);
}
