/** One opening at a time: each gives up what the one before it still reads. */
let current = new AbortController();

/** Of the opening that begins. */
export function beginOpening(): AbortSignal {
  current.abort();
  current = new AbortController();
  return current.signal;
}
