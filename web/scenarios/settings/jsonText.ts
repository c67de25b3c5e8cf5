/** A change in the text of an editor. */
interface TextChange {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** The middle in which two texts differ, so that the cursor and the folds around it stay. */
export function changedPart(before: string, after: string): TextChange | undefined {
  if (before === after) return undefined;
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before.charCodeAt(head) === after.charCodeAt(head)) head++;
  let tail = 0;
  while (
    tail < shorter - head &&
    before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)
  )
    tail++;
  return { from: head, to: before.length - tail, insert: after.slice(head, after.length - tail) };
}
