/** The buffers of a reply, to be moved instead of copied. Every array of a reply has a buffer of its own. */
import type { ReplyEnvelope } from "./protocol.ts";

export function transferables(reply: ReplyEnvelope): ArrayBuffer[] {
  if (reply.kind !== "window" && reply.kind !== "overview") return [];
  const found = new Set<ArrayBuffer>();
  collect(reply, found);
  return [...found];
}

function collect(value: unknown, found: Set<ArrayBuffer>): void {
  if (typeof value !== "object" || value === null) return;
  if (ArrayBuffer.isView(value)) {
    if (value.buffer instanceof ArrayBuffer) found.add(value.buffer);
    return;
  }
  for (const part of Object.values(value)) collect(part, found);
}
