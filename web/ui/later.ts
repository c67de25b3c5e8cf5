/** Parts of the page that are loaded after what has to be there first. */
export interface Later<T> {
  /** undefined: it is not there yet. */
  readonly get: () => T | undefined;
  /** Once, however often it is asked for; again after it has failed. */
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
