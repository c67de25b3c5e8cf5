import type { EngineError } from "../engine/protocol.ts";
import { translatedMessage } from "../text/message.ts";
import { t } from "../text/t.ts";

/** With the field and the cycle that it is about. */
export function errorText(error: EngineError): string {
  const place = error.field === undefined ? "" : `${error.field}: `;
  const when = error.cycle === undefined ? "" : ` ${t("(at cycle {cycle})", { cycle: error.cycle })}`;
  return place + translatedMessage(error.message) + when;
}
