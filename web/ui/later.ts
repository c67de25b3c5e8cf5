/** Parts of the page that load after the most important ones. */
export interface Later<T> {
  /** Undefined if it is not loaded yet. */
  readonly get: () => T | undefined;
  /** Loads once, however often it is called, and again after a failure. */
  readonly load: () => Promise<T>;
}

export function later<T>(load: () => Promise<T>): Later<T> {
  let value: T | undefined;
  let loading: Promise<T> | undefined;

  async function begin(): Promise<T> {
    try {
      value = await load();
      return value;
    } catch (error) {
      loading = undefined;
      throw error;
    }
  }

  return {
    get: () => value,
    load: () => {
      loading ??= begin();
      return loading;
    },
  };
}
