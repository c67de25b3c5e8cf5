/** Allows one opening at a time: a new one cancels the reading of the previous one. */
let current = new AbortController();

/** Signal of the new opening. */
export function beginOpening(): AbortSignal {
  current.abort();
  current = new AbortController();
  return current.signal;
}
