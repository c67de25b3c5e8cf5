/** Notices to the user. */
import type { EngineError } from "../engine/protocol.ts";
import { translatedMessage } from "../text/message.ts";
import { t } from "../text/t.ts";
import type { AppActions, AppStore } from "./store.ts";

/** Shows a text to the user. The id distinguishes two notices with the same text. */
export function createNotices(store: AppStore): AppActions["notify"] {
  let count = 0;
  return (tone, text) => {
    count += 1;
    store.setState({ notice: { id: count, tone, text } });
  };
}

/** The message with its field and cycle. */
export function errorText(error: EngineError): string {
  const place = error.field === undefined ? "" : `${error.field}: `;
  const when = error.cycle === undefined ? "" : ` ${t("(at cycle {cycle})", { cycle: error.cycle })}`;
  return place + translatedMessage(error.message) + when;
}
