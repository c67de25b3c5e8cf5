/** What moves on the stage when events happen: tokens from part to part, losses that fall, registers that pour, parts that
 * light up. Pure: events in, moves out; `moves.ts` says how a move looks. */

import { sim_run_state } from "../../../core-wasm/binding/layout.gen.ts";
import type { MachineEvent } from "../../../lib/events/events.ts";
import { unpackLoss } from "../../../lib/metrics/registry/frames.ts";
import { partText } from "../../../scenarios/story/parts.ts";
import type { HeldPacket, MachineView } from "../../engine/protocol.ts";
import type { Passed } from "../../state/live.ts";

type MoveKind = "token" | "lost" | "registers" | "pulse";

export interface Move {
  readonly kind: MoveKind;
  /** Parts of the page (scenarios/story/parts.ts); of a pulse both are the same. */
  readonly from: string;
  readonly to: string;
  /** Number of the packet; undefined: not known, or none. */
  readonly packet: number | undefined;
  /** So many at once. */
  readonly count: number;
}

/** Names that events give by index. */
export interface FlowNames {
  readonly nics: readonly string[];
  readonly queues: readonly string[];
  readonly lines: readonly string[];
  readonly threads: readonly string[];
  /** Where a delivered packet goes while the thread that delivers it is not known. */
  readonly application: string;
}

/** What is known of packets on their way, by their numbers in the order of the queues. */
interface FlowState {
  /** Came off the wire, not yet in a ring. */
  readonly arrived: readonly number[];
  readonly rings: readonly (readonly (number | undefined)[])[];
  readonly queues: readonly (readonly (number | undefined)[])[];
  /** In the transmit queue of a NIC, also when they are sent, until software takes them out. */
  readonly sends: readonly (readonly (number | undefined)[])[];
  /** By context the thread that runs in it. */
  readonly running: readonly (number | undefined)[];
  /** Taken by software last. */
  readonly inHand: { readonly from: string; readonly packet: number | undefined } | undefined;
}

export const NOTHING_KNOWN: FlowState = {
  arrived: [],
  rings: [],
  queues: [],
  sends: [],
  running: [],
  inHand: undefined,
};

/** What a picture of the machine says. */
export function knownFrom({
  held,
  nics,
  queueFill,
  frames,
}: Pick<MachineView, "held" | "nics" | "queueFill" | "frames">): FlowState {
  const filled = (packets: readonly HeldPacket[] | undefined, fill: number) =>
    Array.from({ length: fill }, (_, at) => packets?.[at]?.number);
  const running: (number | undefined)[] = [];
  for (const { thread, context, runState } of frames)
    if (thread !== undefined && runState === "running") running[context] = thread;
  return {
    ...NOTHING_KNOWN,
    rings: nics.map(({ rxFill }, nic) => filled(held.rings[nic], rxFill)),
    queues: queueFill.map((fill, queue) => filled(held.queues[queue], fill)),
    sends: nics.map(({ txFill }) => filled(undefined, txFill)),
    running,
  };
}

export interface Played {
  readonly moves: readonly Move[];
  readonly state: FlowState;
}

/** Moves of the events, in their order, each by itself. */
export function movesOf(before: FlowState, events: readonly MachineEvent[], names: FlowNames): Played {
  const moves: Move[] = [];
  let state = before;
  for (const event of events) {
    const played = playEvent(state, event, names);
    moves.push(...played.moves);
    state = played.state;
  }
  return { moves, state };
}

const none = (state: FlowState): Played => ({ moves: [], state });

function playEvent(state: FlowState, event: MachineEvent, names: FlowNames): Played {
  const { subject, value } = event;
  switch (event.kind) {
    case "frame-offered":
      return none({ ...state, arrived: [...state.arrived, subject] });
    case "rx-fill":
      return ringFilled(state, subject, value, names);
    case "queue-fill":
      return queueFilled(state, subject, value, names);
    case "frame-dropped":
      return dropped(state, subject, value, names);
    case "frame-delivered":
      return delivered(state, event, names);
    case "tx-fill":
      return transmitFilled(state, subject, value, names);
    case "dma-begin":
      return moved(state, subject, "from", names);
    case "dma-end":
      return moved(state, subject, "to", names);
    case "frame-sent":
      return sent(state, subject, names);
    case "line-asserted":
      return { moves: pulseOf("line", names.lines[subject]), state };
    case "entry-step":
      return { moves: [pulse("entry")], state };
    case "layer":
      return { moves: registersOf(event), state: runs(state, event) };
    default:
      return none(state);
  }
}

function pulse(part: string): Move {
  return { kind: "pulse", from: part, to: part, packet: undefined, count: 1 };
}

function pulseOf(kind: "line", name: string | undefined): readonly Move[] {
  return name === undefined ? [] : [pulse(partText(kind, name))];
}

/** Of a queue whose content before is not known: so many packets without a number. */
function held(
  known: readonly (number | undefined)[] | undefined,
  fill: number,
): readonly (number | undefined)[] {
  if (known !== undefined && known.length === fill) return known;
  return Array.from({ length: fill }, () => undefined);
}

function replaced<T>(list: readonly T[], index: number, value: T, filler: T): readonly T[] {
  const length = Math.max(list.length, index + 1);
  return Array.from({ length }, (_, at) => (at === index ? value : (list[at] ?? filler)));
}

function ringFilled(state: FlowState, nic: number, fill: number, names: FlowNames): Played {
  const name = names.nics[nic];
  if (name === undefined) return none(state);
  const ring = partText("ring", name);
  const known = state.rings[nic];
  const isMore = known === undefined ? state.arrived.length > 0 : fill > known.length;
  if (isMore) {
    const [packet, ...arrived] = state.arrived;
    const rings = replaced(state.rings, nic, [...held(known, fill - 1), packet], []);
    const move: Move = { kind: "token", from: partText("wire", name), to: ring, packet, count: 1 };
    return { moves: [move], state: { ...state, arrived, rings } };
  }
  const [packet, ...rest] = held(known, fill + 1);
  return none({ ...state, rings: replaced(state.rings, nic, rest, []), inHand: { from: ring, packet } });
}

function queueFilled(state: FlowState, queue: number, fill: number, names: FlowNames): Played {
  const name = names.queues[queue];
  if (name === undefined) return none(state);
  const part = partText("queue", name);
  const known = state.queues[queue];
  const isMore = known === undefined ? state.inHand !== undefined : fill > known.length;
  if (isMore) {
    const { inHand } = state;
    const packet = inHand?.packet;
    const queues = replaced(state.queues, queue, [...held(known, fill - 1), packet], []);
    const moves: readonly Move[] =
      inHand === undefined || inHand.from === part
        ? []
        : [{ kind: "token", from: inHand.from, to: part, packet, count: 1 }];
    return { moves, state: { ...state, queues, inHand: undefined } };
  }
  const [packet, ...rest] = held(known, fill + 1);
  return none({ ...state, queues: replaced(state.queues, queue, rest, []), inHand: { from: part, packet } });
}

function dropped(state: FlowState, packet: number, value: number, names: FlowNames): Played {
  const { cause, place, direction, frames } = unpackLoss(value);
  const isQueue = cause === "queue-full";
  const name = isQueue ? names.queues[place] : names.nics[place];
  const arrived = state.arrived.filter((one) => one !== packet);
  if (name === undefined || direction !== "receive") return none({ ...state, arrived });
  const to = partText(isQueue ? "queue" : "ring", name);
  const from = isQueue ? (state.inHand?.from ?? to) : partText("wire", name);
  return { moves: [{ kind: "lost", from, to, packet, count: frames }], state: { ...state, arrived } };
}

function delivered(state: FlowState, { subject: packet, context }: MachineEvent, names: FlowNames): Played {
  const thread = names.threads[state.running[context] ?? -1];
  const to = thread === undefined ? names.application : partText("thread", thread);
  const from = state.inHand?.from ?? to;
  const move: Move = { kind: "token", from, to, packet, count: 1 };
  return { moves: from === to ? [] : [move], state: { ...state, inHand: undefined } };
}

/** To a card, to be sent, or out of its transmit queue again. A packet that software makes has been offered just before. */
function transmitFilled(state: FlowState, nic: number, fill: number, names: FlowNames): Played {
  const name = names.nics[nic];
  if (name === undefined) return none(state);
  const { inHand } = state;
  const packet = inHand === undefined ? state.arrived.at(-1) : inHand.packet;
  const known = state.sends[nic];
  const isMore = known === undefined ? inHand !== undefined || packet !== undefined : fill > known.length;
  if (!isMore) {
    const [, ...rest] = held(known, fill + 1);
    return none({ ...state, sends: replaced(state.sends, nic, rest, []) });
  }
  const sends = replaced(state.sends, nic, [...held(known, fill - 1), packet], []);
  const from = inHand?.from ?? names.application;
  const move: Move = { kind: "token", from, to: partText("txqueue", name), packet, count: 1 };
  return {
    moves: inHand === undefined && packet === undefined ? [] : [move],
    state: {
      ...state,
      arrived: state.arrived.filter((one) => one !== packet),
      sends,
      inHand: undefined,
    },
  };
}

/** Over the bus. A token shows what is received as it leaves the ring, and what is to be sent as it comes to the card. */
function moved(state: FlowState, packet: number, end: "from" | "to", names: FlowNames): Played {
  const holder = (lists: readonly (readonly (number | undefined)[])[]) =>
    names.nics[lists.findIndex((list) => list.includes(packet))];
  const [receiver, sender] = [holder(state.rings), holder(state.sends)];
  const token = (from: string, to: string): Played => ({
    moves: [{ kind: "token", from, to, packet, count: 1 }],
    state,
  });
  if (receiver !== undefined && end === "from") return token(partText("ring", receiver), "bus");
  if (sender !== undefined && end === "to") return token("bus", partText("txqueue", sender));
  return none(state);
}

function sent(state: FlowState, packet: number, names: FlowNames): Played {
  const name = names.nics[state.sends.findIndex((list) => list.includes(packet))];
  if (name === undefined) return none(state);
  const move: Move = {
    kind: "token",
    from: partText("txqueue", name),
    to: partText("wire", name),
    packet,
    count: 1,
  };
  return { moves: [move], state };
}

/** `subject` of a change of layer: layer | run state << 8 | thread << 16. */
function runs(state: FlowState, { context, subject }: MachineEvent): FlowState {
  const isRunning = ((subject >> 8) & 0xff) === sim_run_state.running;
  return isRunning
    ? { ...state, running: replaced(state.running, context, (subject >> 16) & 0xff, undefined) }
    : state;
}

/** `subject`: layer | run state << 8 | thread << 16, `value` the same of before. */
function registersOf({ context, subject, value }: MachineEvent): readonly Move[] {
  const runState = (subject >> 8) & 0xff;
  if (runState === ((value >> 8) & 0xff)) return [];
  const card = partText("context", String(context + 1));
  const shared = { kind: "registers", packet: undefined, count: 1 } as const;
  if (runState === sim_run_state.saving) return [{ ...shared, from: card, to: "saved" }];
  return runState === sim_run_state.restoring ? [{ ...shared, from: "saved", to: card }] : [];
}

/** What happens at once is one move that counts: the last number stands for all. */
export function merged(moves: readonly Move[]): readonly Move[] {
  const byWay = new Map<string, Move>();
  for (const move of moves) {
    const way = `${move.kind} ${move.from} ${move.to}`;
    const same = byWay.get(way);
    byWay.set(way, same === undefined ? move : { ...move, count: same.count + move.count });
  }
  return [...byWay.values()];
}

/** The same on the way back: what was lost rises, what moved returns. */
export function reversed(moves: readonly Move[]): readonly Move[] {
  return moves.toReversed().map((move) => ({ ...move, from: move.to, to: move.from }));
}

/** Turns the ways of the playhead, one after the other, into moves. */
export function createMoveTeller(names: FlowNames): (passed: Passed) => readonly Move[] {
  /** What is known where the last way ended; undefined: what the picture there says. */
  let state: FlowState | undefined;
  let endedAt: number | undefined;
  return ({ fromCycle, toCycle, events, earlier }) => {
    const isBack = toCycle < fromCycle;
    const known = !isBack && fromCycle === endedAt ? state : undefined;
    endedAt = toCycle;
    state = undefined;
    if (events === undefined) return [];
    // Two pictures that were asked for at once tell the same way: what was before the first of them is in it.
    const fresh = isBack ? events : events.filter(({ cycle }) => cycle >= fromCycle);
    const played = movesOf(known ?? knownFrom(earlier), fresh, names);
    if (isBack) return merged(reversed(played.moves));
    state = played.state;
    return merged(played.moves);
  };
}
