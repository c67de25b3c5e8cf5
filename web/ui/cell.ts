/** A value that changes too often for React state: code can read it at any time and listen for changes. It has the
 * interface of useSyncExternalStore; canvas renderers subscribe directly. */
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
