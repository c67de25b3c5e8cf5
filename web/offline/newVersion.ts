/** Knows whether a newer version than this page has been fetched. */
let isHere = false;
const listeners = new Set<() => void>();

export function tellNewVersion(): void {
  isHere = true;
  for (const listener of [...listeners]) listener();
}

export function isNewVersionHere(): boolean {
  return isHere;
}

export function onNewVersion(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
