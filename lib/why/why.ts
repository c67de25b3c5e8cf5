/** Why a packet was lost or late, an interrupt late, a press lost: a chain of clauses, each of which accounts for some
 * cycles of the delay. They follow each other without a gap, so their lengths add up to it. */
import type { SimInterruptSource } from "../../core-wasm/binding/index.ts";
import type { LossName } from "../../scenarios/devices/kinds.ts";
import type { FunctionCycles, Hold } from "./hartHolds.ts";

export type WhyTarget =
  /** The packet that was lost last at this cycle or before, else the next one that is; move: the loss before or behind it. */
  | { readonly what: "drop"; readonly cycle: number; readonly move?: -1 | 0 | 1 }
  /** As FollowRequest has them. */
  | { readonly what: "packet" | "interrupt"; readonly cycle: number; readonly number?: number | undefined }
  /** As with a drop: of a button whose press before was not acknowledged, or of another kind of devices (deviceLoss.ts). */
  | { readonly what: "press"; readonly cycle: number; readonly move?: -1 | 0 | 1 }
  /** A thread that did not run in these cycles, or hardly. */
  | {
      readonly what: "thread";
      readonly thread: number;
      readonly fromCycle: number;
      readonly toCycle: number;
    };

/** Why what had the processor was not interrupted for what waited. */
export type Reason =
  /** Its priority is as urgent or more: small = high. */
  | { readonly kind: "priority"; readonly own: number; readonly waiting: number }
  | { readonly kind: "interrupts-off" }
  /** So many cycles were entry steps, saving and restoring: nothing is recognised in them. */
  | { readonly kind: "switching"; readonly cycles: number }
  /** It had just got the processor back: one instruction comes first (docs/model.md, M-60). */
  | { readonly kind: "returned" }
  /** Nothing of that holds, so the line was masked in the controller. */
  | { readonly kind: "masked" };

export type Work =
  | { readonly kind: "delivered"; readonly packets: number }
  /** Out of the ring. */
  | { readonly kind: "taken"; readonly frames: number; readonly nic: number }
  /** Into the ring. */
  | { readonly kind: "arrived"; readonly frames: number; readonly nic: number }
  | { readonly kind: "queued"; readonly fromFill: number; readonly toFill: number; readonly queue: number };

export type ClauseKind =
  /** Another thread had the processor. */
  | "blocked"
  /** Several threads had it by turns. */
  | "turns"
  /** The thread that was waited for had it. */
  | "own"
  /** Nothing ran. */
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
  /** A hart did not take the interrupt: `hold` says why. */
  | "held"
  /** The handler of a hart ran until it had answered. */
  | "answer";

export interface Clause {
  readonly kind: ClauseKind;
  readonly fromCycle: number;
  /** The first cycle behind it. */
  readonly toCycle: number;
  /** Place of the page (scenarios/story/parts.ts). */
  readonly part: string;
  /** That ran, or that was waited for. */
  readonly thread?: number | undefined;
  readonly waiting?: number | undefined;
  /** For turns: the cycles of each thread that ran; the longest first. */
  readonly ran?: readonly { readonly thread: number | undefined; readonly cycles: number }[];
  readonly reasons: readonly Reason[];
  readonly work: readonly Work[];
  readonly hold?: Hold | undefined;
  /** Of an answer: where its cycles went. */
  readonly functions?: readonly FunctionCycles[] | undefined;
}

export interface FullStore {
  readonly kind: "ring" | "queue" | "tx";
  /** Card or queue. */
  readonly place: number;
  readonly held: number;
  readonly capacity: number;
  /** Undefined: the records do not tell. */
  readonly sinceCycle: number | undefined;
}

export interface Why {
  readonly what: "lost-packet" | "late-packet" | "late-interrupt" | "lost-press" | "waiting-thread";
  /** Of the packet, the interrupt, the device or the thread. */
  readonly number: number;
  /** Kind of the device where it was lost. */
  readonly device?: LossName | undefined;
  /** It was lost, or its delay ended, in this cycle; the wait of a thread began in it. */
  readonly cycle: number;
  /** sim_drop_cause of a loss. */
  readonly cause?: string | undefined;
  readonly full?: FullStore | undefined;
  /** Card, or line. */
  readonly place?: number | undefined;
  readonly thread?: number | undefined;
  /** That was full. */
  readonly queue?: number | undefined;
  /** A late packet was sent, not received. */
  readonly isSent?: boolean;
  /** Of an interrupt: what asked for it; of a hart it is told until it was answered. */
  readonly source?: SimInterruptSource | undefined;
  readonly isAnswered?: boolean;
  /** Where the chain begins. */
  readonly begins: "asked" | "empty" | "cut" | "offered" | "pressed";
  readonly fromCycle: number;
  readonly toCycle: number;
  /** Where the page shows it as a whole. */
  readonly part: string;
  readonly clauses: readonly Clause[];
}
