import type { ScenarioError } from "../../../scenarios/base/messages.ts";
import { translatedMessage } from "../../text/message.ts";

export function Errors({ errors }: { readonly errors: readonly ScenarioError[] }) {
  return errors.length === 0 ? null : (
    <ul className="sweep-form__errors" role="alert">
      {errors.map(({ field, message }) => (
        <li key={`${field} ${message}`}>
          <span className="loss">✕ </span>
          <code>{field}</code> {translatedMessage(message)}
        </li>
      ))}
    </ul>
  );
}

/** "axes[1].values" is of the second axis; undefined: of none. */
export function axisOfError({ field }: ScenarioError): number | undefined {
  const [, number] = /^axes\[(\d+)\]/.exec(field) ?? [];
  return number === undefined ? undefined : Number(number);
}
