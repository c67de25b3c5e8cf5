import type { EngineError } from "../engine/protocol.ts";

/** With the field and the cycle that it is about. */
export function errorText(error: EngineError): string {
  const place = error.field === undefined ? "" : `${error.field}: `;
  const when = error.cycle === undefined ? "" : ` (at cycle ${error.cycle})`;
  return place + error.message + when;
}
