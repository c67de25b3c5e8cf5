/** What the page tells the user in a notice. */
import type { EngineError } from "../engine/protocol.ts";
import { translatedMessage } from "../text/message.ts";
import { t } from "../text/t.ts";
import type { AppActions, AppStore } from "./store.ts";

/** Shows a text to the user; the id tells two notices with the same text apart. */
export function createNotices(store: AppStore): AppActions["notify"] {
  let count = 0;
  return (tone, text) => {
    count += 1;
    store.setState({ notice: { id: count, tone, text } });
  };
}

/** With the field and the cycle that it is about. */
export function errorText(error: EngineError): string {
  const place = error.field === undefined ? "" : `${error.field}: `;
  const when = error.cycle === undefined ? "" : ` ${t("(at cycle {cycle})", { cycle: error.cycle })}`;
  return place + translatedMessage(error.message) + when;
}
