let isAsked = false;

/** Asks the browser, once a visit, not to drop what is kept here when the device runs short of room. */
export function askToPersist(): void {
  if (isAsked) return;
  isAsked = true;
  try {
    navigator.storage?.persist?.().catch(() => undefined);
  } catch {
    // in some frames the name itself throws
  }
}
