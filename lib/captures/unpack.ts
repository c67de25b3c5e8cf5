/** Captures compressed with gzip, unpacked by the host (browsers and Node have DecompressionStream). */
import { packingOf } from "../packed.ts";
import { CAPTURE_BYTE_LIMIT, CaptureError } from "./capture.ts";
import { UNPACKED_BROKEN, UNPACKED_TOO_LARGE } from "./readCapture.ts";

/** Bytes of any other kind are given back. Never keeps more than `limit` bytes. */
export async function unpackedCapture(bytes: Uint8Array, limit = CAPTURE_BYTE_LIMIT): Promise<Uint8Array> {
  if (packingOf(bytes) !== "gzip") return bytes;
  const reader = new Blob([bytes as BlobPart])
    .stream()
    .pipeThrough(new DecompressionStream("gzip"))
    .getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new CaptureError(UNPACKED_BROKEN);
    });
    if (done) break;
    size += value.length;
    if (size > limit) {
      await reader.cancel().catch(() => undefined);
      throw new CaptureError(UNPACKED_TOO_LARGE);
    }
    chunks.push(value);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
