import type { AppActions, AppStore } from "./store.ts";

/** Shows a text to the user; the id tells two notices with the same text apart. */
export function createNotices(store: AppStore): AppActions["notify"] {
  let count = 0;
  return (tone, text) => {
    count += 1;
    store.setState({ notice: { id: count, tone, text } });
  };
}
