import type { LabRefusal } from "../../lib/labs/lab.ts";
import { translatedMessage } from "../text/message.ts";
import { WORDS } from "./words.ts";

/** Shown if a lab cannot be opened. */
export function BrokenLab({ reasons }: { readonly reasons: readonly string[] }) {
  return (
    <main className="lab-page">
      <div className="lab-page__inner" role="alert">
        <h1 className="lab-page__title w-650">{WORDS.brokenLab}</h1>
        <Faults reasons={reasons} />
        <p>
          <a href="#labs">{WORDS.allLabs}</a>
        </p>
      </div>
    </main>
  );
}

export function Faults({ reasons }: { readonly reasons: readonly string[] }) {
  return (
    <ul className="lab-faults scroll t-12 ink-drop anywhere">
      {reasons.map((reason) => (
        <li key={reason}>{reason}</li>
      ))}
    </ul>
  );
}

export function faultsOf({ errors, errorCount }: LabRefusal): readonly string[] {
  const more = errorCount - errors.length;
  return [
    ...errors.map(({ field, message }) => `${field}: ${translatedMessage(message)}`),
    ...(more > 0 ? [WORDS.moreFaults(more)] : []),
  ];
}
