/** A file that was dropped on another page, until the lab page for it takes it. */
type HandedOverKind = "lab" | "submission" | "progress";

let waiting: { readonly kind: HandedOverKind; readonly file: File } | undefined;

export function handOver(kind: HandedOverKind, file: File): void {
  waiting = { kind, file };
}

/** Once. */
export function takeHandedOver(kind: HandedOverKind): File | undefined {
  if (waiting?.kind !== kind) return undefined;
  const { file } = waiting;
  waiting = undefined;
  return file;
}
