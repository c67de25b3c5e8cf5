/** Requests to the engine and their answers. Of a kind of query one is in flight and at most one waits: a newer one
 * replaces the waiting one, so the engine is never more than one question behind the page. */
import type { EngineError, Generation, QueryKind, Reply, ReplyEnvelope, Request } from "./protocol.ts";

export type Outcome<T> =
  | { readonly status: "ok"; readonly value: T }
  /** Replaced by a newer request of its kind, cancelled, or about a machine that is gone. */
  | { readonly status: "superseded" }
  | { readonly status: "failed"; readonly error: EngineError };

export const SUPERSEDED = { status: "superseded" } as const;

export interface Call {
  readonly request: Request;
  readonly settle: (outcome: Outcome<Reply>) => void;
}

interface Slot {
  inFlight: { readonly id: number; readonly call: Call } | undefined;
  waiting: Call | undefined;
}

export type Send = (request: Request & { readonly id: number; readonly generation: Generation }) => void;

export class RequestQueue {
  readonly #send: Send;
  readonly #slots = new Map<QueryKind, Slot>();
  readonly #calls = new Map<number, Call>();
  #nextId = 1;
  #generation: Generation = 0;

  constructor(send: Send) {
    this.#send = send;
  }

  /** Of the machine that runs. */
  get generation(): Generation {
    return this.#generation;
  }

  get areAnyOpen(): boolean {
    return this.#calls.size > 0;
  }

  post(request: Request, call?: Call, generation = this.#generation): number {
    const id = this.#nextId++;
    if (call !== undefined) this.#calls.set(id, call);
    this.#send({ ...request, id, generation });
    return id;
  }

  query(kind: QueryKind, call: Call): void {
    const slot = this.#slotOf(kind);
    if (slot.inFlight === undefined) {
      this.#start(slot, call);
      return;
    }
    slot.waiting?.settle(SUPERSEDED);
    slot.waiting = call;
  }

  inFlightOf(kind: QueryKind): number | undefined {
    return this.#slots.get(kind)?.inFlight?.id;
  }

  /** An answer to a request: the next one of its kind starts. */
  answer(reply: ReplyEnvelope): void {
    const call = this.#calls.get(reply.id);
    if (call === undefined) return;
    this.#calls.delete(reply.id);
    this.#release(reply.id);
    if (reply.kind === "error") call.settle({ status: "failed", error: reply.error });
    else if (reply.kind === "cancelled") call.settle(SUPERSEDED);
    else call.settle({ status: "ok", value: reply });
  }

  /** Questions about the machine that has just been replaced have no answer any more. */
  adopt(generation: Generation): void {
    this.#generation = generation;
    for (const slot of this.#slots.values()) {
      const { inFlight, waiting } = slot;
      slot.inFlight = undefined;
      slot.waiting = undefined;
      if (inFlight !== undefined) this.#calls.delete(inFlight.id);
      inFlight?.call.settle(SUPERSEDED);
      waiting?.settle(SUPERSEDED);
    }
  }

  /** Everything that was asked ends with this outcome. */
  giveUp(outcome: Outcome<never>): void {
    const lost = [...this.#calls.values()];
    this.#calls.clear();
    for (const slot of this.#slots.values()) {
      if (slot.waiting !== undefined) lost.push(slot.waiting);
      slot.inFlight = undefined;
      slot.waiting = undefined;
    }
    for (const call of lost) call.settle(outcome);
  }

  #slotOf(kind: QueryKind): Slot {
    const existing = this.#slots.get(kind);
    if (existing !== undefined) return existing;
    const created: Slot = { inFlight: undefined, waiting: undefined };
    this.#slots.set(kind, created);
    return created;
  }

  #start(slot: Slot, call: Call): void {
    slot.inFlight = { id: this.post(call.request, call), call };
  }

  #release(id: number): void {
    for (const slot of this.#slots.values()) {
      if (slot.inFlight?.id !== id) continue;
      const next = slot.waiting;
      slot.inFlight = undefined;
      slot.waiting = undefined;
      if (next !== undefined) this.#start(slot, next);
      return;
    }
  }
}
