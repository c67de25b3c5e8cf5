/** The buffers of a reply, to be moved instead of copied. Every array of a reply has a buffer of its own. */
import type { ReplyEnvelope } from "./protocol.ts";

export function transferables(reply: ReplyEnvelope): ArrayBuffer[] {
  const found = new Set<ArrayBuffer>();
  if (reply.kind === "window" || reply.kind === "overview" || reply.kind === "watched") collect(reply, found);
  if (reply.kind === "at") collect([reply.view.caches, reply.view.programs?.memory], found);
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
