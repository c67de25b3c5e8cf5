/** A value that changes too often for React state: read it any time, listen for changes. The shape is
 * what useSyncExternalStore wants; canvas renderers subscribe directly. */
export interface ReadableCell<T> {
  readonly get: () => T;
  /** Returns the function that stops listening. */
  readonly subscribe: (listener: () => void) => () => void;
}

export interface Cell<T> extends ReadableCell<T> {
  readonly set: (value: T) => void;
}

export function createCell<T>(initial: T): Cell<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
